// What an instrument's symbol says about it, when the caller does not.
import { instrumentFacts } from '@zorivest/domain';
import type { AssetClass } from '@zorivest/words';

const classes = { stock: 'EQUITY', option: 'OPTION', future: 'FUTURE' } as const satisfies Record<string, AssetClass>;

export function instrumentDefaults(instrument: string): { asset_class: AssetClass; multiplier: number } {
  const { kind, multiplier } = instrumentFacts(instrument);
  return { asset_class: classes[kind], multiplier };
}
