// A result as the person wants to see it: money, percent of what it cost, or multiples of what was risked.
import type { ReactNode } from 'react';
import { useFilter } from '../filter/filter.ts';
import type { Show } from '../filter/show.ts';
import { useEndpoint } from '../client/cache.ts';
import type { Answer } from '../client/client.ts';
import { useStartingEquity } from '../filter/equity.ts';
import { Amount, Multiple, Share, FigureText } from './amount.tsx';
import { amountFigure, type Figure, multipleFigure, shareFigure } from './figure.ts';
import { useFigureDisplay } from './figure-display.tsx';

type Trip = Answer<'roundTrips', 'list'>['items'][number];

/** What was paid to get in; not known in the currency of the result where the trade has another. */
export function entryCost(
  trip: Pick<Trip, 'entry_avg_price' | 'total_quantity' | 'multiplier' | 'currency' | 'trade_currency'>,
): number | null {
  const cost = Math.abs(trip.entry_avg_price * trip.total_quantity * trip.multiplier);
  return trip.currency === trip.trade_currency && cost > 0 ? cost : null;
}

/** R of the trades of the filter; asked for only when it is shown. */
function useMultiples(enabled: boolean) {
  const [filter] = useFilter();
  return useEndpoint('analytics', 'rMultiples', { query: filter }, { enabled }).data;
}

/** What the trade realised in the period of its list, so that the rows are what the sum below them is of. */
export function tripResult(trip: Trip, show: Show, currency?: string): Figure {
  if (show === 'money') return amountFigure(trip.pnl_in_period, { currency, result: true });
  if (show === 'r') return multipleFigure(trip.r_in_period);
  const cost = entryCost(trip);
  return shareFigure(cost === null ? null : trip.pnl_in_period / cost);
}

interface TripResultProps {
  readonly trip: Trip;
  readonly currency?: string;
}

export const TripResult = ({ trip, currency }: TripResultProps): ReactNode => (
  <FigureText figure={tripResult(trip, useFigureDisplay().show, currency)} />
);

interface SumResultProps {
  readonly value: number | null | undefined;
  readonly currency?: string;
  /** Of what the multiples are the sum: all trades, or one of them on average. */
  readonly of?: 'all' | 'one';
}

/** Percent of what the accounts were worth before the first day; a dash where that is unknown. */
export function SumResult({ value, currency, of = 'all' }: SumResultProps): ReactNode {
  const { show } = useFigureDisplay();
  const [filter] = useFilter();
  const multiples = useMultiples(show === 'r');
  const start = useStartingEquity(filter, show === 'percent');
  if (show === 'money') return <Amount value={value} currency={currency} result />;
  if (show === 'r') {
    const n = multiples?.distribution.reduce((sum, { count }) => sum + count, 0) ?? 0;
    const mean = multiples?.mean_r ?? null;
    return <Multiple value={mean === null ? null : of === 'all' ? mean * n : mean} />;
  }
  const isKnown = start !== null && start > 0 && value !== null && value !== undefined;
  return <Share value={isKnown ? value / start : null} />;
}
