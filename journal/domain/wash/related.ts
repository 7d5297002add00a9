// Which instruments the rules of tax look at together, as far as their names and classes tell.

import type { AssetClass } from '@zorivest/vocabulary';
import { instrumentFacts } from '../instruments/index.ts';
import { parseOptionSymbol } from '../options/symbol.ts';

/**
 * The same for everything that can replace, deliver or be delivered by the other: a share and the options on it, a
 * future in all its months and spellings and the options on any of them. It may hold more together than it must (ES is a
 * share and a future), never less. `stated` is what an execution says it is.
 */
export function relatedBy(instrument: string, stated?: AssetClass): string {
  const option = stated === 'FUTURE' ? null : parseOptionSymbol(instrument);
  if (option === null) {
    const { asset_class, root } = instrumentFacts(instrument, stated);
    return asset_class === 'FUTURE' ? (root ?? instrument) : instrument;
  }
  // ./ESZ5 E1AX5 is a series on /ESZ5: the first word names the future.
  const [underlying = ''] = option.underlying.replace(/^\./, '').split(' ');
  const isOnFuture = stated === 'FUTURE_OPTION' || underlying.startsWith('/');
  return isOnFuture ? (instrumentFacts(underlying, 'FUTURE').root ?? underlying) : underlying;
}
