// What is computed from the trades as they are counted, cached: after a change of single trades it is updated from what it was.
import { followChains, linksIn, type Structure } from '@zorivest/domain';
import type { TradeUnit } from '@zorivest/vocabulary';
import type { Call } from '@zorivest/store';
import type { Change, State } from '@zorivest/records';
import type { ConvertedPositions, Converter } from './converted-positions.ts';

/** A round trip, or a structure of several. */
export type Trade = Structure;

/** How trades are counted. */
export interface CountedAs {
  readonly unit: TradeUnit;
  readonly follow: boolean;
  readonly currency: string;
  readonly zone: string;
}

interface CacheEntry<T> {
  readonly value: T;
  /** Of the positions it was computed from. */
  readonly state: State;
  /** Of the currency they are in. */
  readonly converter: Converter | null;
}

interface Steps<T> {
  readonly compute: (trades: readonly Trade[]) => T;
  /** What has gone is as it was traded, and may be in another currency; null where it cannot go on from there. */
  readonly update: (last: T, change: Change<Trade>, trades: readonly Trade[]) => T | null;
}

/** Over the whole record. `name` says what is computed, and with which days where those matter. */
export async function computeIncrementally<T>(
  { results }: Pick<Call, 'results'>,
  positions: ConvertedPositions,
  asked: CountedAs,
  name: string,
  steps: Steps<T>,
): Promise<T> {
  const key = `${name} ${JSON.stringify(asked)}`;
  // What no state of the positions tells about is computed as often as the book changes.
  if (asked.follow) return results.of(key, () => steps.compute(countedBy(positions, asked, positions.native)));
  if (positions.converter === null) {
    const { value } = await results.ofTrades<CacheEntry<T>>(`${name} ${asked.unit} in ${asked.currency}`, (last) =>
      goneOn(positions, asked, last?.value ?? null, steps),
    );
    return value;
  }
  // Not by trades alone: any other change may have been one of the rates.
  const entry = await results.besidesTrades(key, (): { last: CacheEntry<T> | null } => ({ last: null }));
  const { value } = await results.of(key, () => (entry.last = goneOn(positions, asked, entry.last, steps)));
  return value;
}

/** From an earlier result where that is known to be one of the same book at the same rates. */
function goneOn<T>(
  positions: ConvertedPositions,
  asked: CountedAs,
  last: CacheEntry<T> | null,
  steps: Steps<T>,
): CacheEntry<T> {
  const { converter, converted, native } = positions;
  const { changes } = native;
  const trades = countedBy(positions, asked, native);
  const known = last?.converter === converter ? last : null;
  const change = known && changes.since(known.state, asked.unit === 'leg' ? 'trips' : 'structures');
  const value =
    known === null || change === null
      ? null
      : steps.update(known.value, { gone: change.gone, fresh: change.fresh.map((trade) => converted(trade)) }, trades);
  return { value: value ?? steps.compute(trades), state: changes.state, converter };
}

/** Trades as they are counted. `native`: the same book as it was traded, which says what follows from what. */
export function countedBy(
  positions: Pick<ConvertedPositions, 'trips' | 'structures'>,
  { unit, follow }: Pick<CountedAs, 'unit' | 'follow'>,
  native: ConvertedPositions['native'],
): readonly Trade[] {
  if (unit === 'leg') return positions.trips;
  return follow ? followChains(positions.structures, linksIn(native)) : positions.structures;
}
