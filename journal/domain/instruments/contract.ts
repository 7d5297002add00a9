// What contracts are made of: the futures a position is sized in, what an option delivers.

import type { OptionContract } from '../options/symbol.ts';
import { instrumentFacts } from './kind.ts';

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

/** What one contract delivers when it is exercised; null when it settles in cash or was adjusted (AAPL1) and we cannot know. */
export function deliveryOf({ underlying }: Pick<OptionContract, 'underlying'>): {
  readonly instrument: string;
  readonly units: number;
  readonly multiplier: number;
} | null {
  if (BROAD_INDEX_ROOTS.includes(underlying)) return null;
  if (!underlying.startsWith('/') && /\d$/.test(underlying)) return null;
  if (!underlying.startsWith('/')) return { instrument: underlying, units: 100, multiplier: 1 };
  // An option on a future delivers the future: /ESZ5 E1AX5 is a series on /ESZ5.
  const [instrument = underlying] = underlying.split(' ');
  return { instrument, units: 1, multiplier: instrumentFacts(instrument).multiplier };
}
