// Fills that a broker reversed by a row of its own.
import type { ReversedFill } from './model.ts';

const DAY = 24 * 3600 * 1000;
/** Brokers correct what was done lately. */
const DAYS_BEFORE = 40;
/** A correction may be booked under the day of the trade, and the trade a day later elsewhere. */
const DAYS_AFTER = 3;

type KnownFill = Pick<ReversedFill, 'instrument' | 'action' | 'time' | 'account_id'> & {
  readonly quantity: number | string;
  readonly price: number | string;
};

/** Those of the fills that a row may have reversed, the nearest in time first. */
export function findReversedFills<F extends KnownFill>(cancel: KnownFill, fills: readonly F[]): F[] {
  const day = Date.parse(cancel.time.slice(0, 10));
  const distance = ({ time }: KnownFill) => Date.parse(time) - day;
  return fills
    .filter(
      (fill) =>
        fill.instrument === cancel.instrument &&
        fill.action === cancel.action &&
        fill.account_id === cancel.account_id &&
        Number(fill.quantity) === Number(cancel.quantity) &&
        Number(fill.price) === Number(cancel.price) &&
        distance(fill) > -DAYS_BEFORE * DAY &&
        distance(fill) < DAYS_AFTER * DAY,
    )
    .toSorted((a, b) => Math.abs(distance(a)) - Math.abs(distance(b)));
}
