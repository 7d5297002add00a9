// `perf script`: an event with its program, thread and time, then its stack, the leaf first.

import { eachLine } from './collapsed.ts';
import { type LoadedProfile, ProfileError, Warnings } from './profile.ts';
import { StackTree } from './stacks.ts';

/** `name 123/124 [001] 12.345678: 10101010 cpu-clock:u: ` and, without stacks, the address behind it. */
const EVENT =
  /^(\S.*?)\s+(\d+)(?:\/(\d+))?\s+(?:\[\d+\]\s+)?(?:\S+\s+)?(\d+\.\d+):\s+(?:(\d+)\s+)?(\S+?):(?:\s+(.*))?$/;
/** `7f32 symbol+0x12 (library)`; the symbol may hold blanks and brackets itself. */
const FRAME = /^\s*([0-9a-f]+)\s+(.*?)(?:\s+\(([^()]*(?:\([^()]*\)[^()]*)*)\))?\s*$/;

export function isPerfScript(text: string): boolean {
  for (const line of eachLine(text.slice(0, 64 << 10))) if (!line.startsWith('#') && EVENT.test(line)) return true;
  return false;
}

export function readPerfScript(text: string): LoadedProfile {
  const tree = new StackTree();
  const warnings = new Warnings();
  const seen = new Map<string, number>();
  const threads = new Set<string>();
  let chosen: string | null = null;
  let periods = 0;
  let hasPeriods = false;
  let samples = 0;
  let stack: string[] | null = null;
  const close = () => {
    if (stack !== null) {
      samples++;
      tree.add(tree.path(stack.toReversed()), 1);
    }
    stack = null;
  };
  for (const line of eachLine(text)) {
    if (line.startsWith('#')) continue;
    if (line.trim() === '') {
      close();
      continue;
    }
    if (/^\s/.test(line)) {
      const frame = FRAME.exec(line);
      if (stack !== null && frame !== null) stack.push(symbolOf(frame[2]!));
      continue;
    }
    const event = EVENT.exec(line);
    if (event === null) {
      warnings.add('A line is neither an event nor a frame; it is left out.');
      continue;
    }
    close();
    const [, , pid = '', tid = pid, , period, name = '', rest = ''] = event;
    seen.set(name, (seen.get(name) ?? 0) + 1);
    chosen ??= name;
    if (name !== chosen) continue;
    threads.add(tid);
    if (period !== undefined) {
      hasPeriods = true;
      periods += Number(period);
    }
    const inline = FRAME.exec(rest);
    stack = rest.trim() !== '' && inline !== null && inline[2] !== '' ? [symbolOf(inline[2]!)] : [];
  }
  close();
  if (chosen === null) throw new ProfileError('The file holds no event of perf.');
  if (seen.size > 1) {
    const others = [...seen.keys()].filter((name) => name !== chosen).join(', ');
    warnings.add(`Only events ${chosen} are counted; the file also holds ${others}.`);
  }
  return {
    format: 'perf-script',
    unit: 'samples',
    kind: 'sampled',
    threads: [{ name: chosen, tree }],
    graph: null,
    samples,
    details: {
      event: chosen,
      events_seen: Object.fromEntries(seen),
      threads: threads.size,
      ...(hasPeriods ? { period_total: periods } : {}),
    },
    warnings: warnings.list(),
  };
}

function symbolOf(text: string): string {
  return text.replace(/\+0x[0-9a-f]+$/, '') || '[unknown]';
}
