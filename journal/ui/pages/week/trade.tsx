// The best or the worst trade of a week, drawn with its fills, and with its saved images.
import { nameTrade } from '@zorivest/vocabulary';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Amount, Multiple } from '../../amount/amount.tsx';
import { moment } from '../../amount/time.ts';
import { ReplayBars } from '../../charts/replayed.tsx';
import { Card } from '../../components/card.tsx';
import { Thumbnail } from '../../components/images.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import type { Answer } from '../../client/client.ts';

interface TradeOfWeekProps {
  readonly name: string;
  readonly trade: NonNullable<Answer<'week', 'get'>['best']>;
  readonly currency: string;
}

export function TradeOfWeek({ name, trade, currency }: TradeOfWeekProps): ReactNode {
  const { trip_id, instrument, direction, pnl, r, opened_at, closed_at, images } = trade;
  const replay = useEndpoint('roundTrips', 'replay', { params: { trip_id }, query: {} });
  return (
    <Card name={`${name}: ${nameTrade({ instrument })}`} headed>
      <p>
        <Link href={`/trades/${encodeURIComponent(trip_id)}`}>
          {direction === 'BOT' ? 'Long' : 'Short'} {nameTrade({ instrument })}
        </Link>
        , <Amount value={pnl} currency={currency} result />, <Multiple value={r} />
        <span className="quiet">
          {' '}
          {moment(opened_at)} to {moment(closed_at)}
        </span>
      </p>
      <WhenLoaded query={replay} height={360}>
        {({ levels, ...found }) => <ReplayBars {...found} level={levels.at(-1) ?? null} isOver />}
      </WhenLoaded>
      {images.map((image) => (
        <Thumbnail key={image.id} image={image} />
      ))}
    </Card>
  );
}
