// R is measured by the risk when a trade was opened: what its entries stood to lose by the stop that was in force at the time of
// each of them. Stops that are moved later are history.
import {
  absolute,
  minus,
  multiply,
  NO_AMOUNT,
  type Num,
  parseAmount,
  parseQuantity,
  parseRatio,
  plus,
  roundToEightPlaces,
  valueAt,
} from '../money/index.ts';
import { parseInstant } from '../time/index.ts';

/** A stop and the moment from which it held. */
export interface StatedStop {
  readonly at: string;
  readonly stop: Num;
}

export interface EntryFill {
  readonly time: string;
  readonly price: Num;
  readonly quantity: Num;
}

export interface InitialRisk {
  /** In the currency of the trade; null where nothing was at risk by the stop, or it is no number. */
  readonly amount: number | null;
  /** The stop in force at the first entry. */
  readonly initial_stop: number | null;
  /** No stop was stated when the trade was opened: the first that was stated counts. */
  readonly stated_later: boolean;
}

/** The stops in order of time. Each entry adds |price − stop in force at its time| × its size. */
export function riskAtEntries(
  entries: readonly EntryFill[],
  stops: readonly StatedStop[],
  multiplier: Num = 1,
): InitialRisk | null {
  const [first] = entries.toSorted((a, b) => instantOf(a.time) - instantOf(b.time));
  const factor = parseRatio(multiplier);
  if (first === undefined || stops.length === 0 || factor === null) return null;
  let risk = NO_AMOUNT;
  for (const { time, price, quantity } of entries) {
    const [paid, stop, size] = [parseAmount(price), parseAmount(stopAt(stops, time).stop), parseQuantity(quantity)];
    if (paid === null || stop === null || size === null) return null;
    risk = plus(risk, absolute(valueAt(size, minus(paid, stop))));
  }
  const amount = roundToEightPlaces(multiply(risk, factor));
  const initial = parseAmount(stopAt(stops, first.time).stop);
  return {
    amount: amount > 0 ? amount : null,
    initial_stop: initial === null ? null : roundToEightPlaces(initial),
    stated_later: instantOf(first.time) < instantOf(stops[0]?.at ?? ''),
  };
}

/** The last that had been stated by then; the first where none had. */
function stopAt(stops: readonly StatedStop[], time: string): StatedStop {
  const at = instantOf(time);
  return stops.findLast((one) => instantOf(one.at) <= at) ?? (stops[0] as StatedStop); // there is one
}

function instantOf(time: string): number {
  return parseInstant(time) ?? 0;
}

/** What an open position would lose at its present stop: nothing where that stop is in profit. */
export function riskAtStop(
  position: { direction: 'long' | 'short'; entry: Num; quantity: Num; multiplier?: Num },
  stop: Num,
): number | null {
  const [entry, level, quantity] = [parseAmount(position.entry), parseAmount(stop), parseQuantity(position.quantity)];
  const factor = parseRatio(position.multiplier ?? 1);
  if (entry === null || level === null || quantity === null || factor === null) return null;
  const lost = position.direction === 'long' ? minus(entry, level) : minus(level, entry);
  return Math.max(0, roundToEightPlaces(multiply(valueAt(quantity, lost), factor)));
}
