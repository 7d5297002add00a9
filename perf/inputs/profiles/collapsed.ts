// A stack a line, its frames joined by semicolons, and how often it was met: what Excimer, async-profiler, py-spy, rbspy and the
// scripts around perf write.

import { type LoadedProfile, ProfileError, Warnings } from './profile.ts';
import { StackTree } from './stacks.ts';

const LINE = /^(.*\S)\s+(\d+(?:\.\d+)?(?:e[+-]?\d+)?)\s*$/i;
/** Lines that are looked at to tell the format. */
const LOOKED_AT = 1000;

export function isCollapsed(text: string): boolean {
  const lines = eachLine(text)
    .filter((line) => line.trim() !== '')
    .take(LOOKED_AT)
    .toArray();
  const stacks = lines.filter((line) => LINE.test(line));
  // One stack of one frame is too little to tell it from any text that ends in a number.
  return stacks.length > 0 && (stacks.some((line) => line.includes(';')) || stacks.length * 2 > lines.length);
}

/** Two counts a line, before and after, as FlameGraph's difffolded.pl writes them. */
function isDifference(text: string): boolean {
  const stacks = eachLine(text)
    .filter((line) => !isComment(line))
    .map((line) => LINE.exec(line)?.[1])
    .filter((stack) => stack !== undefined)
    .take(LOOKED_AT)
    .toArray();
  return stacks.some((stack) => stack.includes(';')) && stacks.every((stack) => LINE.test(stack));
}

export function readCollapsed(text: string): LoadedProfile {
  const tree = new StackTree();
  let samples = 0;
  let ignored = 0;
  const warnings = new Warnings();
  const isDiff = isDifference(text);
  if (isDiff) warnings.add('Each line has two counts, before and after: the second is used.');
  for (const line of eachLine(text)) {
    const match = isComment(line) ? null : LINE.exec(line);
    if (match === null) {
      if (line.trim() !== '') ignored++;
      continue;
    }
    samples++;
    const count = Number(match[2]);
    if (Number.isFinite(count)) tree.add(tree.path(stackOf(match[1]!, isDiff)), count);
    else warnings.add('A count is too large for a number; its stack is skipped.');
  }
  if (samples === 0) throw new ProfileError('The file contains no stack: no line ends in a number.');
  return {
    format: 'collapsed',
    unit: 'samples',
    kind: 'sampled',
    threads: [{ name: '', tree }],
    graph: null,
    samples,
    details: { lines_ignored: ignored },
    warnings: [
      ...warnings.list(),
      ...(ignored === 0 ? [] : [`${ignored} lines are comments or do not end in a number; they are skipped.`]),
    ],
  };
}

function stackOf(text: string, isDiff: boolean): string[] {
  return (isDiff ? (LINE.exec(text)?.[1] ?? text) : text).split(';');
}

/** Also one that ends in a number, such as `# samples: 120`; a frame may begin with the same sign. */
function isComment(line: string): boolean {
  return line.startsWith('# ') && !line.includes(';');
}

/** Iterates over lines without building an array of them. */
export function* eachLine(text: string): Generator<string> {
  let from = 0;
  while (from < text.length) {
    let to = text.indexOf('\n', from);
    if (to === -1) to = text.length;
    yield text.slice(from, text[to - 1] === '\r' && to > from ? to - 1 : to);
    from = to + 1;
  }
}
