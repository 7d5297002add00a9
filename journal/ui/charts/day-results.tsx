// Results by day in the unit that was chosen: money, percent of what the accounts were worth before the first day, or R.
import type { ReactNode } from 'react';
import { Amount, Multiple, Share } from '../amount/amount.tsx';
import { compact, count, money, multiple, percent, plain, short } from '../amount/format.ts';
import { HIDDEN, useHidden } from '../amount/privacy.ts';
import { type Show, useShow } from '../filter/show.ts';
import { day as dayText, weekday } from '../amount/time.ts';
import { useLook } from '../client/look.ts';
import { useEndpoint } from '../client/cache.ts';
import type { Answer } from '../client/client.ts';
import { amountCell, type ChartTable, numberCell } from './table.ts';

type Curve = Answer<'analytics', 'equityCurve'>;
type Day = Curve['days'][number];
type Format = (value: number) => string;
type CurveQuery = NonNullable<NonNullable<Parameters<typeof useEndpoint<'analytics', 'equityCurve'>>[2]>['query']>;

/** The curve with its days; R costs the service something and is asked for only where it is shown. */
export function useDays(query: CurveQuery) {
  const isMultiple = useShow() === 'r';
  return useEndpoint('analytics', 'equityCurve', { query: { ...query, ...(isMultiple && { with_r: true }) } });
}

/** The same with R, for a page that shows it next to the money. */
export const useDaysWithR = (query: CurveQuery) =>
  useEndpoint('analytics', 'equityCurve', { query: { ...query, with_r: true } });

export interface DayResults {
  readonly unit: Show;
  readonly hidden: boolean;
  /** Percentages and R, too. */
  readonly sharesHidden: boolean;
  /** Null where the day has none in this unit. */
  readonly valueOf: (day: Day) => number | null;
  readonly format: Format;
  /** For cells without room, the longest first. */
  readonly shorter: readonly Format[];
  /** A remark next to the figures. */
  readonly note: (days: readonly Day[]) => string | null;
}

const written: Readonly<Record<Show, readonly [Format, ...Format[]]>> = {
  money: [money, short, (value) => compact(value, 1), (value) => compact(value, 0)],
  percent: [(value) => percent(value, 2), (value) => percent(value, 1), (value) => percent(value, 0)],
  r: [multiple, (value) => plain(value, 2), (value) => plain(value, 1), (value) => plain(value, 0)],
};

/** `start` is what the accounts were worth before the first day; null where that is unknown. */
export function useDayResults(start: number | null): DayResults {
  const asked = useShow();
  const amountsHidden = useHidden();
  const { hide_percentages } = useLook();
  const hasShares = start !== null && start > 0;
  const unit = asked === 'percent' && !hasShares ? 'money' : asked;
  const hidden = amountsHidden && (unit === 'money' || hide_percentages);
  const [format, ...shorter] = written[unit];
  const valueOf = ({ pnl, r }: Day) =>
    unit === 'r' ? (r ?? null) : unit === 'percent' && hasShares ? pnl / start : pnl;
  return {
    unit,
    hidden,
    sharesHidden: amountsHidden && hide_percentages,
    valueOf,
    format: hidden ? () => HIDDEN : format,
    shorter: hidden ? [] : shorter,
    note: (days) =>
      unit === 'r'
        ? knownMultiples(days)
        : unit === asked
          ? null
          : 'No balance is known before the first day of the year, so results are shown in money.',
  };
}

function knownMultiples(days: readonly Day[]): string {
  const sum = (of: (day: Day) => number) => days.reduce((total, day) => total + of(day), 0);
  const [known, all] = [sum(({ r_count }) => r_count ?? 0), sum(({ trade_count }) => trade_count)];
  return `R is known for ${count(known)} of ${count(all)} trades: those with a risk, or a plan with a stop.`;
}

const DASH = '–';
const trades = (n: number): string => (n === 1 ? '1 trade' : `${count(n)} trades`);

/** A day of a calendar: its figure, below it how it came about where there is room, and all of it for who points at it. */
export const markOf = (results: DayResults) => (of: Day) => {
  const value = results.valueOf(of);
  const won = of.win_rate === null || results.sharesHidden ? [] : [`${percent(of.win_rate, 0)} won`];
  const showsR = results.unit !== 'r' && !results.sharesHidden;
  const inR = of.r === null || of.r === undefined || !showsR ? [] : [multiple(of.r)];
  const n = trades(of.trade_count);
  return {
    day: of.day,
    value,
    tooltip: [
      weekday(of.day),
      `${value === null ? DASH : results.format(value)}${inR.map((r) => `, ${r}`).join('')}`,
      [n, ...won].join(', '),
    ].join('\n'),
    below: [[n, ...won, ...inR].join(' · '), [n, ...won].join(' · '), n, String(of.trade_count)],
  };
};

/** How the month sheets of the app are drawn: of trading days, unless the person begins weeks with one of the others. */
export function useSheet() {
  const weekStart = useLook().week_start;
  const today = dayText(new Date().toISOString());
  return {
    weekStart,
    today,
    weekends: weekStart === 'monday' ? ('where something happened' as const) : ('always' as const),
  };
}

interface DaySumProps {
  readonly results: DayResults;
  readonly days: readonly Day[];
  readonly currency?: string;
}

/** A dash where no day has a result in this unit. */
export function DaySum({ results: { unit, valueOf }, days, currency }: DaySumProps): ReactNode {
  const known = days.flatMap((day) => valueOf(day) ?? []);
  const sum = known.reduce((total, value) => total + value, 0);
  if (unit === 'r') return <Multiple value={known.length === 0 ? null : sum} />;
  return unit === 'percent' ? <Share value={sum} /> : <Amount value={sum} currency={currency} result />;
}

export function dayTable({ unit, hidden, format, valueOf }: DayResults, days: readonly Day[]): ChartTable {
  return {
    head: ['Day', 'Result', 'Trades', ...(unit === 'r' ? ['With R'] : [])],
    rows: days.map((day) => ({
      key: day.day,
      cells: [
        day.day,
        amountCell(valueOf(day), hidden, format),
        numberCell(day.trade_count, count),
        ...(unit === 'r' ? [numberCell(day.r_count, count)] : []),
      ],
    })),
  };
}
