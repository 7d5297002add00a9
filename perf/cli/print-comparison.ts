// Prints a comparison for people: failures first, then the most expensive changes.
import type { Change } from '../compare/change.ts';
import type { Comparison } from '../compare/compare.ts';
import { UNITS, valueOf } from '../report/units.ts';
import { plural } from '../text/format.ts';
import type { Screen } from './terminal.ts';

const SHOWN = 10;
const KINDS = [
  ['endpoint', 'endpoints'],
  ['query', 'queries'],
  ['span', 'functions'],
] as const;

export function printComparison(screen: Screen, comparison: Comparison, verdict: Comparison['verdict']): void {
  const { summary } = comparison;
  screen.line(
    `${summary.slower} slower, ${summary.faster} faster, ${summary.new} new, ${summary.gone} gone, ${summary.unchanged} unchanged.`,
  );
  failures(screen, comparison);
  // Many functions may grow with one page: they must not hide the page itself.
  for (const [kind, title] of KINDS)
    changes(
      screen,
      `Regressions: ${title}`,
      comparison.regressions.filter((change) => change.kind === kind),
      'red',
    );
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
  if (comparison.missing.length > 0) screen.line(`\n${screen.style('bold', 'Not judged')}`);
  for (const { message } of comparison.missing.slice(0, SHOWN)) screen.line(`  ${message}`);
  more(screen, comparison.missing.length);
  screen.line(`\n${verdictLine(screen, comparison, verdict)}`);
}

function verdictLine(screen: Screen, { summary }: Comparison, verdict: Comparison['verdict']): string {
  if (verdict === 'regression')
    return screen.style('red', `${summary.regressions} ${plural(summary.regressions, 'regression')}.`);
  return verdict === 'pass'
    ? screen.style('green', 'No regressions.')
    : screen.style('yellow', 'Could not judge everything (--allow-missing passes anyway).');
}

function failures(screen: Screen, { failures: list }: Comparison): void {
  if (list.length === 0) return;
  screen.line(`\n${screen.style('bold', 'Failing')}`);
  for (const { endpoint, status, baseline, candidate } of list.slice(0, SHOWN))
    screen.line(
      `  ${screen.style('red', String(status).padStart(8))}  ${endpoint}  ${baseline} → ${candidate} ${plural(candidate, 'time')}`,
    );
  more(screen, list.length);
}

function changes(screen: Screen, title: string, list: readonly Change[], colour: 'red' | 'bold' = 'bold'): void {
  if (list.length === 0) return;
  screen.line(`\n${screen.style(colour, title)}`);
  for (const one of list.slice(0, SHOWN)) {
    const sure = one.p_value === null ? '' : `, p ${one.p_value < 0.001 ? '< 0.001' : `= ${one.p_value.toFixed(3)}`}`;
    const change = one.change === null ? '' : `${one.change > 0 ? '+' : ''}${(one.change * 100).toFixed(0)} %`;
    const place = one.endpoint ?? one.endpoints?.join(' or ');
    const where = one.kind === 'query' && place ? ` in ${place}` : '';
    screen.line(
      `${change.padStart(8)}  ${one.kind} ${cut(one.name)}${where}  ${screen.style('dim', `${valueOf(one, one.baseline)} → ${valueOf(one, one.candidate)}${UNITS[one.metric]}${sure}`)}`,
    );
  }
  more(screen, list.length);
}

function more(screen: Screen, length: number): void {
  if (length > SHOWN) screen.line(screen.style('dim', `          and ${length - SHOWN} more; --json shows all`));
}

function cut(text: string): string {
  return text.length > 110 ? `${text.slice(0, 110)}…` : text || '(empty statement)';
}
