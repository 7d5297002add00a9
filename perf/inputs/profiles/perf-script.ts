// `perf script`: an event with its program, thread and time, then its stack, the leaf first.

import { eachLine } from './collapsed.ts';
import { type LoadedProfile, ProfileError, Warnings } from './profile.ts';
import { StackTree } from './stacks.ts';

/**
 * `name 123/124 [001] 12.345678: 10101010 cpu-clock:u: ` and, without stacks, the address behind it. Between words stands one
 * blank (see `readEvent`): runs of them would make the search for the end of the name quadratic.
 */
const EVENT = /^(\S.*?) (\d+)(?:\/(\d+))? (?:\[\d+\] )?(?:\S+ )?(\d+\.\d+): (?:(\d+) )?(\S+?):(?: (.*))?$/;
/** The same without a time, which `perf script -F` can omit. */
const TIMELESS = /^(\S.*?) (\d+)(?:\/(\d+))? (?:\[\d+\] )?()(?:(\d+) )?([a-z][\w./=,-]*(?::[a-z]\w*)*):(?: (.*))?$/i;
/** Lines that are looked at to tell the format: the head of a recording may be long. */
const LOOKED_AT = 2000;

/** Without stacks perf aligns the names of programs to the right: such a line is no frame, for it has a time. */
const ALIGNED = /^\s+\S.*\s\d+\.\d+:\s/;
/** Where in the sources a frame is (`perf script -F +srcline`), on a line of its own below it. */
const PLACE = /^\s+\S+:\d+$/;
const ADDRESS = /^[0-9a-f]+\s+/;

function readEvent(line: string, isTimed: boolean): RegExpExecArray | null {
  return (isTimed ? EVENT : TIMELESS).exec(line.replaceAll(/\s+/g, ' ').trim());
}

/** Null: not perf. A line without a time is an event only where a stack follows. */
function hasTimes(text: string): boolean | null {
  let isTimeless = false;
  for (const line of eachLine(text).take(LOOKED_AT)) {
    if (line.startsWith('#')) continue;
    if (isTimeless && /^\s+[0-9a-f]+\s+\S/.test(line)) return false;
    if (readEvent(line, true) !== null) return true;
    isTimeless = !/^\s/.test(line) && readEvent(line, false) !== null;
  }
  return null;
}

export function isPerfScript(text: string): boolean {
  return hasTimes(text) !== null;
}

export function readPerfScript(text: string): LoadedProfile {
  const tree = new StackTree();
  const warnings = new Warnings();
  const isTimed = hasTimes(text) === true;
  const seen = new Map<string, number>();
  const threads = new Set<string>();
  let chosen: string | null = null;
  let periods = 0;
  let hasPeriods = false;
  let hasAddresses = false;
  let samples = 0;
  let stack: string[] | null = null;
  const close = () => {
    if (stack !== null) {
      samples++;
      if (stack.length > 0) tree.add(tree.path(stack.toReversed()), 1);
      else {
        warnings.add('An event has no stack; it counts in the total and for no function.');
        tree.addWithoutStack(1);
      }
    }
    stack = null;
  };
  for (const line of eachLine(text)) {
    if (line.startsWith('#')) continue;
    if (line.trim() === '') {
      close();
      continue;
    }
    if (/^\s/.test(line) && !(isTimed && ALIGNED.test(line) && readEvent(line, true) !== null)) {
      const frame = line.trim();
      const hasAddress = ADDRESS.test(frame);
      hasAddresses ||= hasAddress;
      if (hasAddresses && !hasAddress && PLACE.test(line)) continue;
      stack?.push(symbolOf(frame.replace(ADDRESS, '')));
      continue;
    }
    const event = readEvent(line, isTimed);
    if (event === null) {
      warnings.add('A line is neither an event nor a frame; it is skipped.');
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
    const inline = /^[0-9a-f]+ (\S.*)$/.exec(rest);
    stack = inline === null ? [] : [symbolOf(inline[1]!)];
  }
  close();
  if (chosen === null) throw new ProfileError('The file contains no perf event.');
  if (seen.size > 1) {
    const others = [...seen.keys()].filter((name) => name !== chosen).join(', ');
    warnings.add(`Only events ${chosen} are counted; the file also contains ${others}.`);
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

/** `symbol+0x12 (library)` without its place; the symbol may hold blanks and brackets itself, and the library brackets. */
function symbolOf(text: string): string {
  return withoutLibrary(text).replace(/\+0x[0-9a-f]+$/, '') || '[unknown]';
}

function withoutLibrary(text: string): string {
  if (!text.endsWith(')')) return text;
  let open = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === ')') open++;
    else if (text[at] === '(' && --open === 0) {
      const isApart = at === 0 || /\s/.test(text[at - 1]!);
      return isApart ? text.slice(0, at).trimEnd() : text;
    }
  }
  return text;
}
