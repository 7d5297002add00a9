// A time in the person's zone, and in that of the exchange for who points at it or reaches it by keyboard.
import type { ReactNode } from 'react';
import type { TradedInstrument } from './exchange.ts';
import { exchangeTime } from './exchange-time.ts';
import { moment } from './time.ts';

interface MomentProps {
  readonly at: string | null;
  readonly zone: string;
  readonly of: TradedInstrument & {
    /** False where only the day is known. */
    readonly time_known?: boolean;
  };
}

export function Moment({ at, zone, of }: MomentProps): ReactNode {
  const here = moment(at, zone);
  const there = of.time_known === false ? null : exchangeTime(at, zone, of);
  if (at === null || there === null) return here;
  return (
    <span className="moment" tabIndex={0}>
      <time dateTime={at}>{here}</time>
      <span className="exchange-time" role="note">
        {there}
      </span>
    </span>
  );
}
