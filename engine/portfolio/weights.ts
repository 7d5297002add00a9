// Target shares of the account: as they were given, or as an expression decides them.
import { quantity } from '../language/compile.ts';
import { calendarOffsets } from '../language/frame.ts';
import { feeOf, type PortfolioCosts } from './costs.ts';
import { framesOf } from './frames.ts';
import type { PortfolioInput, Rebalance, WeightsAt, WeightsRule } from './input.ts';
import { timeOf, type Market, type SymbolInput } from './market.ts';

export interface Targets {
  /** In the order in which they are traded. */
  readonly shares: readonly { readonly s: number; readonly share: number }[];
}

const DAY = 86_400;
const FIRST_MONDAY = 4 * DAY;
const CLOSE_TO = 1e-9;

/** Shares by the bar at which they are decided; undefined where weights are not asked for. */
export function decideWeights(market: Market, input: PortfolioInput): ReadonlyMap<number, Targets> | undefined {
  const { weights } = input;
  if (weights === undefined) return undefined;
  return isList(weights) ? listedWeights(market, weights) : expressedWeights(market, weights, input);
}

const isList = (weights: readonly WeightsAt[] | WeightsRule): weights is readonly WeightsAt[] => Array.isArray(weights);

function listedWeights({ times, places, symbols }: Market, list: readonly WeightsAt[]): ReadonlyMap<number, Targets> {
  const barAt = new Map([...times].map((time, i) => [time, i]));
  return new Map(
    list.map(({ date, weights, cash_share = 0 }): [number, Targets] => {
      const bar = barAt.get(timeOf(date));
      if (bar === undefined) throw new RangeError(`weights: no symbol has a bar on ${date}`);
      const named = Object.entries(weights).map(([symbol, share]) => {
        const s = places.get(symbol);
        if (s === undefined) throw new RangeError(`weights: unknown symbol ${symbol}`);
        return { s, share: share * (1 - cash_share) };
      });
      const others = symbols.flatMap((symbol, s) => (Object.hasOwn(weights, symbol) ? [] : [{ s, share: 0 }]));
      return [bar, { shares: [...others, ...named] }];
    }),
  );
}

function expressedWeights(
  market: Market,
  { expression, rebalance = 'monthly' }: WeightsRule,
  { params = {}, time_zone = 'UTC' }: PortfolioInput,
): ReadonlyMap<number, Targets> {
  const node = quantity(expression, new Map(Object.entries(params)), { across: true });
  const frames = framesOf(market, time_zone);
  const onCalendar = frames.map((frame, s) => {
    const column = node.column(frame);
    const out = new Float64Array(market.times.length).fill(NaN);
    const { at } = market.bars[s];
    for (let k = 0; k < at.length; k++) out[at[k]] = column[column.length === 1 ? 0 : k];
    return out;
  });
  const isDue = rebalance === 'on signal' ? undefined : firstsOfPeriods(market, rebalance, time_zone);
  const decided = new Map<number, Targets>();
  let before: readonly number[] | undefined;
  for (let i = 0; i < market.times.length; i++) {
    // What is not known yet is not held; a symbol without a bar stays as it is, until the first bar of its own.
    const shares: { readonly s: number; readonly share: number }[] = [];
    for (let s = 0; s < onCalendar.length; s++) {
      if (Number.isNaN(market.close[s][i]) || isDue?.[s][i] === 0) continue;
      const share = onCalendar[s][i];
      shares.push({ s, share: Number.isNaN(share) ? 0 : share });
    }
    if (shares.length === 0) continue;
    if (rebalance === 'on signal') {
      const now = onCalendar.map((_, s) => shares.find((each) => each.s === s)?.share ?? before?.[s] ?? 0);
      const hasChanged =
        before === undefined
          ? now.some((share) => share !== 0)
          : now.some((share, s) => Math.abs(share - (before?.[s] ?? 0)) > CLOSE_TO);
      before = now;
      if (!hasChanged) continue;
    }
    decided.set(i, { shares });
  }
  return decided;
}

/** For each symbol 1 at the bars that are the first of its own in a day, week or month of the time zone. */
function firstsOfPeriods(
  { bars, times }: Market,
  rebalance: Exclude<Rebalance, 'on signal'>,
  timeZone: string,
): readonly Uint8Array[] {
  return bars.map(({ series, at }) => {
    const offsetAt = calendarOffsets(series, timeZone);
    const out = new Uint8Array(times.length);
    let before = NaN;
    for (const i of at) {
      const period = periodOf(times[i] + offsetAt(times[i]), rebalance);
      if (period !== before) out[i] = 1;
      before = period;
    }
    return out;
  });
}

function periodOf(local: number, rebalance: Exclude<Rebalance, 'on signal'>): number {
  if (rebalance === 'daily') return Math.floor(local / DAY);
  if (rebalance === 'weekly') return Math.floor((local - FIRST_MONDAY) / (7 * DAY));
  const date = new Date(local * 1000);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/**
 * Shares as they may be held: each symbol, its sector and all together within their limits, scaled down where not. `current` are
 * the shares that are held now; those of symbols that are not decided count towards the limits.
 */
export function holdToLimits(
  { shares }: Targets,
  { limits = {}, leverage, convention }: PortfolioInput,
  symbols: readonly SymbolInput[],
  current: Float64Array,
): Targets & { readonly isCut: boolean } {
  const decided = new Set(shares.map(({ s }) => s));
  const others = symbols.flatMap(({ sector }, s) => (decided.has(s) ? [] : [{ sector, share: current[s] }]));
  const { symbol: most, sector: mostOfSector } = limits;
  let held = shares;
  if (most !== undefined)
    held = held.map(({ s, share }) => ({ s, share: Math.sign(share) * Math.min(Math.abs(share), most) }));
  if (mostOfSector !== undefined) {
    const bySector = Map.groupBy(held, ({ s }) => symbols[s]?.sector);
    held = held.map(({ s, share }) => {
      const sector = symbols[s]?.sector;
      if (sector === undefined) return { s, share };
      const total = grossOf(bySector.get(sector) ?? []);
      const room = Math.max(0, mostOfSector - grossOf(others.filter((each) => each.sector === sector)));
      return { s, share: total > room ? (share * room) / total : share };
    });
  }
  const mostOfAll = Math.min(limits.gross ?? Infinity, convention === undefined ? (leverage ?? 1) : Infinity);
  const gross = grossOf(held);
  // In the reference's conventions there is no limit of all together, and others do not count.
  const room = Number.isFinite(mostOfAll) ? Math.max(0, mostOfAll - grossOf(others)) : mostOfAll;
  if (gross > room + (Number.isFinite(mostOfAll) ? mostOfAll * CLOSE_TO : 0))
    held = held.map(({ s, share }) => ({ s, share: (share * room) / gross }));
  return {
    shares: held,
    isCut: held !== shares && held.some(({ share }, i) => Math.abs(share - (shares[i]?.share ?? 0)) > CLOSE_TO),
  };
}

const grossOf = (shares: readonly { readonly share: number }[]) =>
  shares.reduce((sum, { share }) => sum + Math.abs(share), 0);

/**
 * Units for an amount of money: whole ones, the most with which price and fee stay within it (so that a sale brings at
 * least the money); or parts of one, exactly.
 */
export function allocate(costs: PortfolioCosts, money: number, price: number, isWhole: boolean): number {
  if (!isWhole) return money / price;
  let units = Math.floor(money / price + CLOSE_TO);
  while (units !== 0 && units * price + feeOf(costs, units, price) > money + CLOSE_TO) units--;
  return units;
}
