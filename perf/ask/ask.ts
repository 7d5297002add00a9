// Answers queries about a profile of any format, in a few rows.

import type { ArchivedRequest, ProfileView, RankedFrame } from '../inputs/profiles/index.ts';

export interface Question {
  /** Only what was spent in this function and below it. */
  readonly focus?: string | undefined;
  readonly callers_of?: string | undefined;
  readonly callees_of?: string | undefined;
  readonly hot_path?: boolean | undefined;
  /** Only functions whose name contains this. */
  readonly filter?: string | undefined;
  readonly limit: number;
}

export interface AskedProfile {
  readonly profiled: ProfileView;
  readonly unit: string;
}

export interface AnswerRow {
  readonly frame: string;
  readonly value: number;
  /** The share of the total. */
  readonly share: number;
}

export interface ChangeRow {
  readonly frame: string;
  readonly before: number;
  readonly after: number;
  readonly change: number;
}

export interface Answer {
  readonly unit: string;
  readonly total: number;
  /** A description of the rows. */
  readonly of: string;
  readonly self?: readonly AnswerRow[];
  readonly with_calls?: readonly AnswerRow[];
  readonly rows?: readonly AnswerRow[];
  readonly changes?: readonly ChangeRow[];
  /** Of an HTTP archive, in the order in which they began. */
  readonly requests?: readonly ArchivedRequest[];
  /** Rows that the limit left out. */
  readonly more: number;
}

/** An unknown or ambiguous function; the message lists the candidates. */
export class NoSuchFrame extends Error {
  readonly candidates: readonly string[];

  constructor(message: string, candidates: readonly string[]) {
    super(message);
    this.candidates = candidates;
  }
}

export function askProfile({ profiled, unit }: AskedProfile, question: Question): Answer {
  const { callers_of: callersOf, callees_of: calleesOf, limit } = question;
  const { within, scope } = focus(profiled, question.focus);
  const total = within.total;
  const keep = keeper(question.filter);
  const answer = (of: string, ranked: readonly RankedFrame[]): Answer => {
    const rows = ranked.filter(keep);
    return { unit, total, of: of + scope, rows: toRows(rows, total, limit), more: Math.max(0, rows.length - limit) };
  };
  if (callersOf !== undefined) {
    const frame = resolveFrame(within, callersOf);
    return answer(`what called ${frame}`, within.callersOf(frame));
  }
  if (calleesOf !== undefined) {
    const frame = resolveFrame(within, calleesOf);
    return answer(`what ${frame} called`, within.calleesOf(frame));
  }
  if (question.hot_path === true) return answer('the costliest way down', within.hotPath());
  const self = within.rank('self').filter(keep);
  const all = within.rank('total').filter(keep);
  return {
    unit,
    total,
    of: `functions${scope}`,
    self: toRows(self, total, limit),
    with_calls: toRows(all, total, limit),
    more: Math.max(0, all.length - limit),
  };
}

/** The own cost of each function before and after, sorted by the size of the change. */
export function compareProfiles(before: AskedProfile, after: AskedProfile, question: Question): Answer {
  const first = focus(before.profiled, question.focus);
  const second = focus(after.profiled, question.focus);
  const old = new Map(first.within.rank('self').map(({ frame, value }) => [frame, value]));
  const now = new Map(second.within.rank('self').map(({ frame, value }) => [frame, value]));
  const keep = keeper(question.filter);
  const changes = [...new Set([...old.keys(), ...now.keys()])]
    .filter((frame) => keep({ frame, value: 0 }))
    .map((frame) => {
      const [was, is] = [old.get(frame) ?? 0, now.get(frame) ?? 0];
      return { frame, before: was, after: is, change: is - was };
    })
    .filter(({ change }) => change !== 0)
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change) || (a.frame < b.frame ? -1 : 1));
  return {
    unit: after.unit,
    total: second.within.total,
    of: `own cost of functions, before and after${second.scope} (${first.within.total} in all before)`,
    changes: changes.slice(0, question.limit),
    more: Math.max(0, changes.length - question.limit),
  };
}

function focus(profiled: ProfileView, name: string | undefined): { within: ProfileView; scope: string } {
  if (name === undefined) return { within: profiled, scope: '' };
  const frame = resolveFrame(profiled, name);
  const within = profiled.focusOn(frame);
  if (within === null) {
    throw new NoSuchFrame(
      'This format records who called whom, but no whole stacks: use callees_of instead of focus.',
      [],
    );
  }
  return { within, scope: `, in and below ${frame}` };
}

function keeper(filter: string | undefined): (row: RankedFrame) => boolean {
  if (filter === undefined) return () => true;
  const wanted = filter.toLowerCase();
  return ({ frame }) => frame.toLowerCase().includes(wanted);
}

const MOST_CANDIDATES = 5;

/** Finds a function by its name, or by an unambiguous part of it. */
function resolveFrame(profiled: ProfileView, name: string): string {
  const frames = profiled.rank('total').map(({ frame }) => frame);
  if (frames.includes(name)) return name;
  const wanted = name.toLowerCase();
  const found = frames.filter((frame) => frame.toLowerCase().includes(wanted));
  if (found.length === 1) return found[0]!;
  const candidates = found.slice(0, MOST_CANDIDATES);
  throw new NoSuchFrame(
    found.length === 0
      ? `No function of the profile is called "${name}".`
      : `${found.length} functions contain "${name}": ${candidates.join(', ')}${found.length > candidates.length ? ' …' : ''}. Name one.`,
    candidates,
  );
}

function toRows(ranked: readonly RankedFrame[], total: number, limit: number): AnswerRow[] {
  return ranked.slice(0, limit).map(({ frame, value }) => ({
    frame,
    value,
    share: total === 0 ? 0 : Math.round((value / total) * 10_000) / 10_000,
  }));
}
