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
  let fn = '(unknown)';
  let callee = '(unknown)';
  let calls: number | null = null;
  let lines = 0;
  for (const raw of eachLine(text)) {
    const line = raw.trim();
    const first = line.charCodeAt(0);
    const isCost = (first >= 48 && first <= 57) || first === 43 || first === 45 || first === 42;
    if (isCost) {
      const parts = line.split(/\s+/);
      const cost = Number(parts[positions] ?? 0);
      if (!Number.isFinite(cost)) {
        warnings.add('A line of costs that are no numbers is left out.');
        calls = null;
        continue;
      }
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
    } else if (line.startsWith('fn=')) fn = resolveName(names, line.slice(3));
    else if (line.startsWith('cfn=')) callee = resolveName(names, line.slice(4));
    else if (line.startsWith('calls=')) calls = Number(/\d+/.exec(line)?.[0] ?? 0);
    else if (line.startsWith('events:')) events = line.slice(7).trim().split(/\s+/);
    else if (line.startsWith('positions:')) positions = line.slice(10).trim().split(/\s+/).length;
    else if (line.startsWith('creator:')) creator = line.slice(8).trim();
    else if (line.startsWith('summary:')) summary = line.slice(8).trim().split(/\s+/).map(Number);
  }
  if (lines === 0) throw new ProfileError('The file holds no costs.');
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

/** `(7) name` names a number, `(7)` refers to it, a name may stand alone. Numbers of functions are counted by themselves. */
function resolveName(names: Map<string, string>, text: string): string {
  const match = /^\((\d+)\)(?:\s+(.*))?$/.exec(text);
  if (match === null) return text;
  const [, id = '', name] = match;
  if (name !== undefined) names.set(id, name);
  return name ?? names.get(id) ?? `(${id})`;
}

/** Xdebug 3 counts 10 ns and says so, Xdebug 2 microseconds and does not; other costs are no times. */
function nanosecondsOf(unit: string, creator: string): number | null {
  if (unit.includes('(10ns)')) return 10;
  if (!/^time/i.test(unit) || !/xdebug/i.test(creator)) return null;
  return /xdebug [3-9]/i.test(creator) ? 10 : 1000;
}
