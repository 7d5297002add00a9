// Answers as a terminal shows them.
import type { ResultAnswer } from '../result.ts';

/** Columns as wide as their widest cell; numbers stand to the right. */
export function columns(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => (right.includes(i) ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

const NONE = 'n/a';
export const number = (value: unknown, digits = 4): string =>
  typeof value === 'number' ? String(Number(value.toFixed(digits))) : NONE;
const percent = (value: unknown): string =>
  typeof value === 'number' ? `${Number((100 * value).toPrecision(4))} %` : NONE;

type Result = NonNullable<ResultAnswer['result']>;

/** An infinite figure is null in JSON and named in `infinite`. */
const orInfinite = (result: Result, name: string): string =>
  result.infinite?.includes(name) ? '∞' : number(result[name]);

/** The main figures, named as in the report. */
export const FIGURES: readonly (readonly [string, (result: Result) => string])[] = [
  ['outcome', ({ outcome }) => (outcome === 'ruined' ? 'ruined' : NONE)],
  ['trades', ({ trades }) => String(trades)],
  ['win rate', ({ win_rate }) => (win_rate === null ? NONE : `${number(win_rate, 2)} %`)],
  ['profit', ({ pnl }) => number(pnl)],
  ['profit factor', (result) => orInfinite(result, 'profit_factor')],
  ['return', (result) => percent(result.return)],
  ['CAGR', (result) => percent(result.cagr)],
  ['volatility', (result) => percent(result.volatility)],
  ['exposure', (result) => percent(result.exposure)],
  ['Sharpe', ({ sharpe }) => number(sharpe)],
  ['Sortino', (result) => orInfinite(result, 'sortino')],
  ['Calmar', (result) => orInfinite(result, 'calmar')],
  ['max drawdown', ({ max_drawdown }) => percent(max_drawdown)],
];

/** The reason, when it adds to the status. */
export const reasonText = (status: string, reason: string | null) =>
  reason === null || reason === '' || reason === status ? '' : ` (${reason})`;

/** A finished result, or the current status. */
export function answerText({ request_id, status, reason, progress, result, warnings }: ResultAnswer): string {
  if (result === null) {
    const share = progress === null ? '' : `, ${Math.floor(100 * progress)} %`;
    return `${request_id}: ${status}${share}${reasonText(status, reason)}\n`;
  }
  const rows = FIGURES.map(([name, of]) => [`  ${name}`, of(result)]).filter(([, value]) => value !== NONE);
  return [
    `${result.strategy_name} (${request_id}): done\n`,
    columns(rows),
    searchText(result),
    ...warnings.map((warning) => `  warning: ${warning}\n`),
    result.report_file ? `  report ${result.report_file}\n` : '',
  ].join('');
}

interface SweepSummary {
  readonly runs?: unknown;
  readonly deflated_sharpe?: unknown;
  readonly pbo?: unknown;
}

function searchText({ details }: Result): string {
  const { parameters, sweep } = (details ?? {}) as {
    readonly parameters?: Readonly<Record<string, number>>;
    readonly sweep?: SweepSummary;
  }; // written by a worker of ours; an absent field is not shown
  if (sweep === undefined) return '';
  const chosen = Object.entries(parameters ?? {})
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
  return `  best of ${number(sweep.runs)} runs: ${chosen}\n  deflated Sharpe ${percent(sweep.deflated_sharpe)}, probability of overfitting ${percent(sweep.pbo)}\n`;
}
