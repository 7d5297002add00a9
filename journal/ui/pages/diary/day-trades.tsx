// What was traded on the day that is written about: how the result went from trade to trade, and the trades.
import type { ReactNode } from 'react';
import { weekday } from '../../amount/time.ts';
import { addUp, SmallLine } from '../../charts/small-line.tsx';
import { ClosedTrips } from '../../components/closed-trips.tsx';
import { useEndpoint } from '../../client/cache.ts';

const MOST = 50;

export function DayTrades({ day }: { readonly day: string }): ReactNode {
  const { data } = useEndpoint('roundTrips', 'list', {
    query: { from: day, to: day, sort: 'closed_at', limit: MOST },
  });
  if (data === undefined || data.items.length === 0) return null;
  const label = `Closed on ${weekday(day)}`;
  return (
    <>
      <h3>
        {label} <SmallLine points={addUp(data.items.map(({ pnl_in_period }) => pnl_in_period))} />
      </h3>
      <ClosedTrips label={label} trips={data} />
    </>
  );
}
