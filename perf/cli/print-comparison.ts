// A comparison as a person reads it: what fails first, then what costs the most.
import type { Change } from '../compare/change.ts';
import type { Comparison } from '../compare/compare.ts';
import { milliseconds } from '../report/format.ts';
import type { Screen } from './terminal.ts';

const SHOWN = 10;

export function printComparison(screen: Screen, comparison: Comparison): void {
  const { summary } = comparison;
  screen.line(
    `${summary.slower} slower, ${summary.faster} faster, ${summary.new} new, ${summary.gone} gone, ${summary.unchanged} unchanged.`,
  );
  failures(screen, comparison);
  changes(screen, 'Regressions', comparison.regressions, 'red');
  const named = new Set(comparison.regressions);
  changes(
    screen,
    'Slower, but no regression',
    comparison.slower.filter((change) => !named.has(change)),
  );
  changes(screen, 'Faster', comparison.faster);
  changes(
    screen,
    'New',
    comparison.new.filter((change) => !named.has(change)),
  );
  changes(screen, 'Gone', comparison.gone);
  if (comparison.notes.length > 0) screen.line();
  for (const note of comparison.notes) screen.line(screen.style('dim', `Note: ${note}`));
  screen.line(
    `\n${comparison.has_regressions ? screen.style('red', `${summary.regressions} regressions.`) : screen.style('green', 'No regressions.')}`,
  );
}

function failures(screen: Screen, { failures: list }: Comparison): void {
  if (list.length === 0) return;
  screen.line(`\n${screen.style('bold', 'Failing')}`);
  for (const { endpoint, status, baseline, candidate } of list.slice(0, SHOWN))
    screen.line(`  ${screen.style('red', String(status).padStart(8))}  ${endpoint}  ${baseline} → ${candidate} times`);
  more(screen, list.length);
}

function changes(screen: Screen, title: string, list: readonly Change[], colour: 'red' | 'bold' = 'bold'): void {
  if (list.length === 0) return;
  screen.line(`\n${screen.style(colour, title)}`);
  for (const one of list.slice(0, SHOWN)) {
    const sure = one.p_value === null ? '' : `, p ${one.p_value < 0.001 ? '< 0.001' : `= ${one.p_value.toFixed(3)}`}`;
    const change = one.change === null ? '' : `${one.change > 0 ? '+' : ''}${(one.change * 100).toFixed(0)} %`;
    const where = one.kind === 'query' && one.endpoint !== null ? ` in ${one.endpoint}` : '';
    screen.line(
      `${change.padStart(8)}  ${one.kind} ${cut(one.name)}${where}  ${screen.style('dim', `${valueOf(one, one.baseline)} → ${valueOf(one, one.candidate)}${UNITS[one.metric] ?? ''}${sure}`)}`,
    );
  }
  more(screen, list.length);
}

function more(screen: Screen, length: number): void {
  if (length > SHOWN) screen.line(screen.style('dim', `          and ${length - SHOWN} more; --json shows all`));
}

export const UNITS: Partial<Record<Change['metric'], string>> = {
  wall_ms_p50: ' median',
  self_ms: ' own time',
  avg_time_ms: ' a run',
  runs_per_request: ' runs per request',
  total_ms_per_request: ' per request',
  runs_per_minute: ' runs per minute',
  total_ms_per_minute: ' per minute',
  mem_mb: ' MB',
  status: ' status',
};

export function valueOf({ baseline_ms: before, candidate_ms: after }: Change, value: Change['baseline']): string {
  if (value === null) return 'none';
  if (typeof value === 'string') return value;
  if (before !== null || after !== null) return milliseconds(value);
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}

function cut(text: string): string {
  return text.length > 110 ? `${text.slice(0, 110)}…` : text || '(empty statement)';
}
