// A stack a line, its frames joined by semicolons, and how often it was met: what Excimer, async-profiler, py-spy, rbspy and the
// scripts around perf write.

import { type LoadedProfile, ProfileError } from './profile.ts';
import { StackTree } from './stacks.ts';

const LINE = /^(.*\S)\s+(\d+(?:\.\d+)?)\s*$/;

export function isCollapsed(text: string): boolean {
  const lines = text
    .slice(0, 64 << 10)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stacks = lines.filter((line) => LINE.test(line));
  // One stack of one frame is too little to tell it from any text that ends in a number.
  return stacks.length > 0 && (stacks.some((line) => line.includes(';')) || stacks.length * 2 > lines.length);
}

export function readCollapsed(text: string): LoadedProfile {
  const tree = new StackTree();
  let samples = 0;
  let ignored = 0;
  for (const line of eachLine(text)) {
    const match = LINE.exec(line);
    if (match === null) {
      if (line.trim() !== '') ignored++;
      continue;
    }
    samples++;
    tree.add(tree.path(match[1]!.split(';')), Number(match[2]));
  }
  if (samples === 0) throw new ProfileError('The file holds no stack: no line ends in a number.');
  return {
    format: 'collapsed',
    unit: 'samples',
    kind: 'sampled',
    threads: [{ name: '', tree }],
    graph: null,
    samples,
    details: { lines_ignored: ignored },
    warnings: ignored === 0 ? [] : [`${ignored} lines do not end in a number; they are left out.`],
  };
}

/** Lines without the list of all of them. */
export function* eachLine(text: string): Generator<string> {
  let from = 0;
  while (from < text.length) {
    let to = text.indexOf('\n', from);
    if (to === -1) to = text.length;
    yield text.slice(from, text[to - 1] === '\r' && to > from ? to - 1 : to);
    from = to + 1;
  }
}
