// Collectibles: long-term gains on metal are taxed at up to 28 %, and a trust that holds metal is looked through
// (IRC 1(h)(5), 408(m); Notice 2004-59 and the trusts' own prospectuses).

import type { Lot } from '../lots/lot.ts';

/** Grantor trusts whose shares are shares of bars. Funds of miners, of futures and of foreign companies are not among them. */
export const METAL_TRUSTS: readonly string[] = [
  'AAAU',
  'BAR',
  'FGDL',
  'GLD',
  'GLDM',
  'GLTR',
  'IAU',
  'IAUM',
  'OUNZ',
  'PALL',
  'PPLT',
  'PLTM',
  'SGOL',
  'SIVR',
  'SLV',
];

/** An option on such a trust is no collectible; the shares it delivers are. */
export function isCollectible({ symbol, option, treatment, side }: Lot, symbols: readonly string[]): boolean {
  return (
    option === undefined && side !== 'short' && (treatment ?? 'security') === 'security' && symbols.includes(symbol)
  );
}
