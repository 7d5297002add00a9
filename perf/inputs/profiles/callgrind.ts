// Valgrind's callgrind format, which Xdebug and others write too: costs of functions and of the calls they make.

import { eachLine } from './collapsed.ts';
import { CallGraph } from './graph.ts';
import { type LoadedProfile, ProfileError, Warnings } from './profile.ts';

export function isCallgrind(text: string): boolean {
  const head = text.slice(0, 256 << 10);
  return /^events:\s*\S/m.test(head) && /^fn=/m.test(head);
}

export function readCallgrind(text: string): LoadedProfile {
  const graph = new CallGraph();
  const warnings = new Warnings();
  const names = new Map<string, string>();
  let creator = '';
  let events: string[] = [];
  let positions = 1;
  let summary: number[] | null = null;
  /** Valgrind's own sum of all costs, written last; a file of several parts has one for each. */
  let stated = 0;
  let fn = '(unknown)';
  let callee = '(unknown)';
  let calls: number | null = null;
  let before = 0;
  let lines = 0;
  for (const raw of eachLine(text)) {
    const line = raw.trim();
    const first = line.charCodeAt(0);
    const isCost = (first >= 48 && first <= 57) || first === 43 || first === 45 || first === 42;
    if (isCost) {
      const cost = costOf(line.split(/\s+/)[positions] ?? '0', before);
      if (!Number.isFinite(cost)) {
        warnings.add('A line with costs that are not numbers is skipped.');
        calls = null;
        continue;
      }
      before = cost;
      lines++;
      if (calls === null) {
        graph.addSelf(fn, cost);
        graph.addTotal(fn, cost);
      } else {
        graph.addTotal(fn, cost);
        graph.addEdge(fn, callee, calls, cost);
        graph.addCalls(callee, calls);
        calls = null;
      }
    } else if (line.startsWith('fn=')) fn = resolveName(names, line.slice(3), warnings);
    else if (line.startsWith('cfn=')) callee = resolveName(names, line.slice(4), warnings);
    else if (line.startsWith('calls=')) calls = Number(/\d+/.exec(line)?.[0] ?? 0);
    else if (line.startsWith('events:')) events = line.slice(7).trim().split(/\s+/);
    else if (line.startsWith('positions:')) positions = line.slice(10).trim().split(/\s+/).length;
    else if (line.startsWith('creator:')) creator = line.slice(8).trim();
    else if (line.startsWith('summary:')) summary = sumsOf(line.slice(8), warnings);
    else if (line.startsWith('totals:')) stated += sumsOf(line.slice(7), warnings)?.[0] ?? 0;
  }
  if (lines === 0) throw new ProfileError('The file contains no costs.');
  if (stated > 0 && stated !== graph.total)
    warnings.add(`The costs add up to ${graph.total}, the file says ${stated}: it is cut off or damaged.`);
  const unit = events[0] ?? 'unknown';
  const nanoseconds = nanosecondsOf(unit, creator);
  return {
    format: 'callgrind',
    unit,
    kind: 'traced',
    threads: [],
    graph,
    samples: lines,
    details: {
      events,
      summary_line: summary,
      calls: Object.fromEntries(graph.calls),
      ...(nanoseconds === null ? {} : { total_ns: graph.total * nanoseconds }),
    },
    warnings: warnings.list(),
  };
}

/** The sums a file states of all its costs, one for each event. */
function sumsOf(text: string, warnings: Warnings): number[] | null {
  const sums = text.trim().split(/\s+/).map(Number);
  if (sums.every(Number.isFinite)) return sums;
  warnings.add('The sum stated in the file is not a number.');
  return null;
}

/** A number, or what compression makes of it: the same as on the line before (`*`), or so much more or less (`+3`, `-3`). */
function costOf(text: string, before: number): number {
  if (text === '*') return before;
  return text.startsWith('+') || text.startsWith('-') ? before + Number(text) : Number(text);
}

/** `(7) name` names a number, `(7)` refers to it, a name may stand alone. Functions have their own numbers. */
function resolveName(names: Map<string, string>, text: string, warnings: Warnings): string {
  const match = /^\((\d+)\)(?:\s+(.*))?$/.exec(text);
  if (match === null) return text;
  const [, id = '', name] = match;
  if (name !== undefined) names.set(id, name);
  else if (!names.has(id)) warnings.add('A function is referenced by a number that the file does not define.');
  return name ?? names.get(id) ?? `(${id})`;
}

/** Xdebug 3 counts 10 ns and says so, Xdebug 2 microseconds and does not; other costs are no times. */
function nanosecondsOf(unit: string, creator: string): number | null {
  if (unit.includes('(10ns)')) return 10;
  if (!/^time/i.test(unit) || !/xdebug/i.test(creator)) return null;
  return /xdebug [3-9]/i.test(creator) ? 10 : 1000;
}
