// How the law sees an instrument: a security, a section 1256 contract, an option on something.

import type { Fill } from '../executions/index.ts';
import { BROAD_INDEX_ROOTS } from '../instruments/index.ts';
import { parseOptionSymbol } from '../options/symbol.ts';
import type { Lot, LotOption } from './lot.ts';

export interface TreatmentSettings {
  /** Roots whose options are section 1256 contracts; absent: the broad-based indices. Unclear roots are the user's choice. */
  readonly section_1256_roots?: readonly string[];
  /** Symbols that are digital assets and no securities, besides those that say so themselves. */
  readonly digital_assets?: readonly string[];
  /** Mark-to-market elected (IRC 475(f)): all securities are ordinary, without wash sales. */
  readonly section_475?: boolean;
}

export interface Nature {
  readonly option?: LotOption;
  readonly is_bond?: true;
  readonly treatment?: NonNullable<Lot['treatment']>;
}

/** Absent fields mean: a plain security. */
export function natureOf(
  { instrument, facts }: Pick<Fill, 'instrument' | 'facts'>,
  settings: TreatmentSettings,
): Nature {
  const { asset_class, root } = facts;
  const roots = settings.section_1256_roots ?? BROAD_INDEX_ROOTS;
  if (asset_class === 'FUTURE' || asset_class === 'FUTURE_OPTION' || roots.includes(root ?? instrument))
    return { treatment: 'section_1256' };
  // Currencies are neither securities nor on Form 8949: their gains are ordinary (IRC 988).
  if (asset_class === 'FOREX') return { treatment: 'section_988' };
  const contract = asset_class === 'OPTION' ? parseOptionSymbol(instrument) : null;
  const kind = {
    ...(contract !== null && { option: { underlying: contract.underlying, right: contract.right } }),
    ...(asset_class === 'BOND' && { is_bond: true as const }),
  };
  if (asset_class === 'CRYPTO' || settings.digital_assets?.includes(instrument) === true)
    return { ...kind, treatment: 'digital_asset' };
  return settings.section_475 === true ? { ...kind, treatment: 'section_475' } : kind;
}
