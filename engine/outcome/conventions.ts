// How the figures of a realistic run were made, in words that go with every result and report.
import { fillOf, type Costs, type Fill, type Mode } from '../request/mode.ts';
import { maintenanceOf } from '../realistic/execute.ts';
import type { RealisticFigures } from '../realistic/measure.ts';
import { roundFigure } from '../figures/rounding.ts';

export interface Conventions {
  readonly prices: string;
  readonly fills: string;
  readonly stops_and_targets: string;
  readonly costs: string;
  readonly equity: string;
  readonly annualisation: string;
  readonly forced_closes: string;
  readonly margin: string;
}

const FILLS: Readonly<Record<Fill, string>> = {
  close: 'Decided and filled at the close of the same bar.',
  next_open: 'Decided at a close, filled at the next open.',
  intrabar: 'Entries and signals decided at a close fill at the next open; stops and targets fill inside the bar.',
};

const SAME_BAR: Readonly<Record<Mode['same_bar'], string>> = {
  stop_first: 'the stop fills first',
  target_first: 'the target fills first',
  nearest_to_open: 'the one nearer to the open fills first',
};

export function conventionsOf(mode: Mode, costs: Costs, { periods_per_year }: RealisticFigures): Conventions {
  const { spread, slippage, commission } = costs;
  return {
    prices: `Candles are mid prices; bid and ask stand half the spread (${roundFigure(spread / 2)}) to either side.`,
    fills: FILLS[fillOf(mode)],
    stops_and_targets:
      mode.fill === 'intrabar'
        ? `Judged on the mid price inside the bar, where a gap fills at the open and ${SAME_BAR[mode.same_bar]} if one bar holds both; half the spread is then paid on the exit, so a stop loses its distance plus half the spread.`
        : `Judged on the mid price at each close and filled as any other exit, beyond the level when the close is; half the spread is then paid on the exit.`,
    costs: `Every fill pays half the spread; market and stop fills pay slippage (${roundFigure(slippage)}), targets do not. Commission (${roundFigure(commission)} per volume) falls at the entry and again at the exit, swap at each UTC midnight passed.`,
    equity:
      'Valued at the close of every bar, at mid, without the costs of leaving an open position; drawdown and Ulcer look at each of them. Exposure is the share of bars at whose close a position was held.',
    annualisation: `Sharpe, Sortino, volatility and bootstrap: returns per UTC day that has bars, sample deviation, times the root of ${Number.isFinite(periods_per_year) ? roundFigure(periods_per_year) : 'no'} periods a year (${mode.periods_per_year === undefined ? 'days with bars per year of the data' : 'as the request states'}); Sortino counts all days, target 0. CAGR by the time between first and last bar over 365.25 days, and not shown under a year.`,
    forced_closes: mode.walk_forward
      ? 'A position open at the end of a test window is closed at its last close, with the costs of leaving, reason window_end; equity runs on into the next.'
      : 'A position open after the last bar is closed at its close, with the costs of leaving, reason end.',
    margin: marginText(mode),
  };
}

function marginText(mode: Mode): string {
  const { leverage } = mode;
  const ruin =
    'Equity at or below 0 at a close ends the run there, reason ruined; in a sweep it stands behind every run that lived.';
  const maintenance = maintenanceOf(mode);
  if (maintenance === 0) return `No limit: nothing is liquidated, and peak_leverage says how far it went. ${ruin}`;
  const limit = leverage === undefined ? '' : `A position is cut down to ${leverage} times the equity. `;
  return `${limit}It is closed by force, reason liquidated, at the worst price of the bar in which equity at that price is less than ${roundFigure(100 * maintenance)} % of the position's value; a stop that fills inside the bar before comes first. ${ruin}`;
}
