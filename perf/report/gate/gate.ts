// The result of a gate of any kind: one row for each thing it judged, for every format a build server reads.
import { plural } from '../../text/format.ts';
import type { BudgetCheck, Check } from '../../budgets/check.ts';
import type { Change } from '../../compare/change.ts';
import type { Comparison } from '../../compare/compare.ts';
import { sha256 } from '../../model/sha256.ts';
import { UNITS, valueOf } from '../units.ts';

export type Verdict = 'pass' | 'regression' | 'cannot_judge';

export interface GateRow {
  /** The same for the same thing in every run. */
  readonly id: string;
  readonly level: 'failure' | 'missing' | 'pass';
  /** What kind of thing it is: a metric or a limit. */
  readonly rule: string;
  /** What it is grouped under. */
  readonly group: string;
  readonly subject: string;
  readonly title: string;
  readonly message: string;
}

export interface Gate {
  readonly name: string;
  readonly verdict: Verdict;
  readonly summary: string;
  readonly rows: readonly GateRow[];
  readonly notes: readonly string[];
}

export const EXIT_CODES: Readonly<Record<Verdict, number>> = { pass: 0, regression: 1, cannot_judge: 2 };

/** `allowMissing`: what could not be judged does not fail the gate. */
export function comparisonGate(comparison: Comparison, allowMissing: boolean): Gate {
  const { regressions, missing, summary } = comparison;
  const verdict = allowMissing && comparison.verdict === 'cannot_judge' ? 'pass' : comparison.verdict;
  return {
    name: 'performance comparison',
    verdict,
    summary: `${summary.regressions} ${plural(summary.regressions, 'regression')}, ${missing.length} not judged; ${summary.slower} slower, ${summary.faster} faster, ${summary.new} new, ${summary.gone} gone, ${summary.unchanged} unchanged`,
    rows: [
      ...regressions.map(changeRow),
      ...missing.map(({ what, name, message }): GateRow => ({
        id: idOf('missing', what, name),
        level: 'missing',
        rule: `missing_${what}`,
        group: 'not judged',
        subject: name,
        title: `${name} was not judged`,
        message,
      })),
    ],
    notes: comparison.notes,
  };
}

function changeRow(change: Change): GateRow {
  const where = change.endpoint ?? change.endpoints?.join(' or ') ?? null;
  const subject = where ?? change.name;
  const relative =
    change.change === null ? '' : ` (${change.change > 0 ? '+' : ''}${(change.change * 100).toFixed(0)} %)`;
  const values = `${valueOf(change, change.baseline)} → ${valueOf(change, change.candidate)}${UNITS[change.metric]}${relative}`;
  const what = change.kind === 'endpoint' ? '' : `: ${cut(change.name)}`;
  return {
    id: idOf(change.kind, change.id, change.metric),
    level: 'failure',
    rule: change.metric,
    group: change.kind,
    subject,
    title: `${subject}: ${change.metric}`,
    message: `${values}${what}`,
  };
}

export function budgetGate(check: BudgetCheck, allowMissing: boolean): Gate {
  const { over, within, unmeasured, unmatched, summary } = check;
  const row =
    (level: GateRow['level'], title: (one: Check) => string) =>
    (one: Check): GateRow => ({
      id: idOf('budget', one.endpoint, one.limit),
      level,
      rule: one.limit,
      group: one.pattern,
      subject: one.endpoint,
      title: title(one),
      message: one.message,
    });
  const missing = unmeasured.length + unmatched.length > 0 && !allowMissing;
  return {
    name: 'performance budgets',
    verdict: over.length > 0 ? 'regression' : missing ? 'cannot_judge' : 'pass',
    summary: `${summary.over} of ${summary.checked} limits exceeded, ${summary.unmeasured} not measured, ${unmatched.length} patterns without an endpoint`,
    rows: [
      ...over.map(row('failure', ({ endpoint, limit }) => `${endpoint} is over ${limit}`)),
      ...within.map(row('pass', ({ endpoint, limit }) => `${endpoint} keeps ${limit}`)),
      ...unmeasured.map(row('missing', ({ endpoint, limit }) => `${endpoint}: ${limit} not measured`)),
      ...unmatched.map((pattern): GateRow => ({
        id: idOf('budget', pattern),
        level: 'missing',
        rule: 'pattern',
        group: pattern,
        subject: pattern,
        title: 'budget without endpoint',
        message: `no endpoint matches ${pattern}`,
      })),
    ],
    notes: [],
  };
}

function idOf(...parts: readonly string[]): string {
  return sha256(parts.join('|')).slice(0, 32);
}

/** Comments have a largest size, addresses have none. */
export function cut(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
