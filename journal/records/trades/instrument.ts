// What an instrument is, from what the caller says of it, else from its symbol.
import { type InstrumentFacts, instrumentFacts } from '@zorivest/domain';
import type { AssetClass } from '@zorivest/vocabulary';

export type InstrumentDefaults = Pick<InstrumentFacts, 'asset_class' | 'root' | 'multiplier'>;

export function instrumentDefaults(instrument: string, stated?: AssetClass): InstrumentDefaults {
  const { asset_class, root, multiplier } = instrumentFacts(instrument, stated);
  return { asset_class, root, multiplier };
}
