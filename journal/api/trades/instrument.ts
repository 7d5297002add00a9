// What an instrument's symbol says about it, when the caller does not.
import type { assetClasses } from '@zorivest/contract';
import { instrumentFacts } from '@zorivest/domain';

type AssetClass = (typeof assetClasses)[number];

const classes = { stock: 'EQUITY', option: 'OPTION', future: 'FUTURE' } as const satisfies Record<string, AssetClass>;

export function instrumentDefaults(instrument: string): { asset_class: AssetClass; multiplier: number } {
  const { kind, multiplier } = instrumentFacts(instrument);
  return { asset_class: classes[kind], multiplier };
}
