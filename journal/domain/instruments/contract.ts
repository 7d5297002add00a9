// What contracts are made of: the futures a position is sized in, what an option delivers.

import type { AssetClass } from '@zorivest/vocabulary';
import { type Compact, compactNumber, PAR } from '../money/index.ts';
import type { OptionContract } from '../options/symbol.ts';
import { contractName, type InstrumentFacts, instrumentFacts } from './kind.ts';

interface FuturesContract {
  readonly multiplier: number;
  readonly tick_size: number;
  readonly tick_value: number;
  readonly margin: number;
}

/** The contracts the position calculator offers, by root. Margins are starting points; the broker's figure counts. */
export const FUTURES: Readonly<Record<string, FuturesContract>> = {
  '/ES': { multiplier: 50, tick_size: 0.25, tick_value: 12.5, margin: 15_700 },
  '/NQ': { multiplier: 20, tick_size: 0.25, tick_value: 5, margin: 21_000 },
  '/YM': { multiplier: 5, tick_size: 1, tick_value: 5, margin: 11_000 },
  '/RTY': { multiplier: 50, tick_size: 0.1, tick_value: 5, margin: 8_300 },
  '/CL': { multiplier: 1000, tick_size: 0.01, tick_value: 10, margin: 7_500 },
  '/GC': { multiplier: 100, tick_size: 0.1, tick_value: 10, margin: 11_500 },
  '/MES': { multiplier: 5, tick_size: 0.25, tick_value: 1.25, margin: 1_570 },
  '/MNQ': { multiplier: 2, tick_size: 0.25, tick_value: 0.5, margin: 2_100 },
};

/** Options on broad-based indices: they settle in cash and are section 1256 contracts. Options on index funds are not here. */
export const BROAD_INDEX_ROOTS: readonly string[] =
  'SPX SPXW XSP NANOS NDX NDXP XND RUT RUTW MRUT VIX VIXW DJX OEX XEO CBTX MBTX'.split(' ');

export interface Delivery {
  readonly instrument: string;
  readonly facts: InstrumentFacts;
  /** For one contract. */
  readonly units: number;
  readonly multiplier: Compact<'ratio'>;
}

const SHARES_PER_CONTRACT = 100;

/**
 * What one contract delivers when it is exercised; null when it settles in cash, was adjusted (AAPL1), or is on a future
 * that neither its name nor `named` tells: an option on ES does not say which month.
 */
export function deliveryOf(
  { underlying }: Pick<OptionContract, 'underlying'>,
  asset_class?: AssetClass,
  named?: string,
): Delivery | null {
  if (isOnFuture(underlying, asset_class)) {
    // /ESZ5 E1AX5 is a series on /ESZ5: the first word names the future.
    const future = named ?? underlying.split(' ')[0] ?? underlying;
    if (contractName(future) === null) return null;
    const facts = instrumentFacts(future, 'FUTURE');
    return { instrument: future, facts, units: 1, multiplier: compactNumber(facts.multiplier) };
  }
  if (BROAD_INDEX_ROOTS.includes(underlying) || /\d$/.test(underlying)) return null;
  return { instrument: underlying, facts: instrumentFacts(underlying), units: SHARES_PER_CONTRACT, multiplier: PAR };
}

/** A slash says so; without one only the statement or the person can: ES is a share too. */
export function isOnFuture(underlying: string, asset_class: AssetClass | undefined): boolean {
  return asset_class === 'FUTURE_OPTION' || underlying.startsWith('/');
}
