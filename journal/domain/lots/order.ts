// Which lots a sale takes first. Equal lots keep the order of the input.

import type { LotMethod, Term } from '@zorivest/vocabulary';
import { type Day } from '../calendar/day.ts';
import { termOf } from '../calendar/holding.ts';
import {
  type Amount,
  type Cents,
  centsToAmount,
  isNegative,
  minus,
  multiply,
  perUnit,
  type Quantity,
  type Ratio,
  signed,
} from '../money/index.ts';

/** What the order depends on. */
export interface Rankable {
  readonly acquired: Day;
  /** For the order within a day. */
  readonly acquiredAt: number;
  readonly quantity: Quantity;
  readonly cost: Cents;
  /** Units of the underlying per unit held: a price is per unit of the underlying. */
  readonly multiplier: Ratio;
}

/** The four methods that rank by what the sale would realise. */
type RankingMethod = Extract<LotMethod, `max_${string}`>;

/** Tiers from first to last taken; inside a gain-seeking method the larger gain first, else the larger loss first. */
const TIERS: Readonly<Record<RankingMethod, readonly string[]>> = {
  max_lt_gain: ['long gain', 'short gain', 'short loss', 'long loss'],
  max_lt_loss: ['long loss', 'short loss', 'short gain', 'long gain'],
  max_st_gain: ['short gain', 'long gain', 'long loss', 'short loss'],
  max_st_loss: ['short loss', 'long loss', 'long gain', 'short gain'],
};

export function needsPrice(method: LotMethod): method is RankingMethod {
  return method.startsWith('max_');
}

/** By date or basis; average cost is sold first in first out. */
export function inSaleOrder<T extends Rankable>(
  lots: readonly T[],
  method: Exclude<LotMethod, 'specific_id' | RankingMethod>,
): T[] {
  if (method === 'hifo') return rankLots(lots, basisPerUnit).map(({ lot }) => lot);
  const direction = method === 'lifo' ? -1 : 1;
  return lots.toSorted((a, b) => direction * (a.acquired - b.acquired || a.acquiredAt - b.acquiredAt));
}

/** By what a sale on this day at this price would realise. */
export function inRankedOrder<T extends Rankable>(
  lots: readonly T[],
  method: RankingMethod,
  day: Day,
  price: Amount,
): T[] {
  const tiers = TIERS[method];
  const direction = method.endsWith('gain') ? 1 : -1;
  const gainOf = (lot: Rankable): Amount => minus(multiply(price, lot.multiplier), basisPerUnit(lot));
  const tierOf = (lot: Rankable, term: Term): number =>
    tiers.indexOf(`${term} ${isNegative(gainOf(lot)) ? 'loss' : 'gain'}`);
  return rankLots(lots, (lot) => signed(direction, gainOf(lot)))
    .map(({ lot }) => ({ lot, tier: tierOf(lot, termOf(lot.acquired, day)) }))
    .toSorted((a, b) => a.tier - b.tier)
    .map(({ lot }) => lot);
}

function basisPerUnit(lot: Rankable): Amount {
  return perUnit(centsToAmount(lot.cost), lot.quantity);
}

function rankLots<T extends Rankable>(lots: readonly T[], rank: (lot: T) => Amount): { lot: T; rank: Amount }[] {
  return lots
    .map((lot) => ({ lot, rank: rank(lot) }))
    .toSorted((a, b) => (a.rank === b.rank ? 0 : a.rank > b.rank ? -1 : 1));
}
