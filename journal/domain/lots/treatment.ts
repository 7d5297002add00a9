// How the law sees an instrument: a security, a section 1256 contract, an option on something.

import { BROAD_INDEX_ROOTS, instrumentFacts } from '../instruments/index.ts';
import { parseOptionSymbol } from '../options/symbol.ts';
import type { Lot, LotOption } from './lot.ts';

export interface TreatmentSettings {
  /** Roots whose options are section 1256 contracts; absent: the broad-based indices. Unclear roots are the user's choice. */
  readonly section_1256_roots?: readonly string[];
  /** Symbols that are digital assets and no securities. */
  readonly digital_assets?: readonly string[];
  /** Mark-to-market elected (IRC 475(f)): all securities are ordinary, without wash sales. */
  readonly section_475?: boolean;
}

export interface Nature {
  readonly option?: LotOption;
  readonly treatment?: NonNullable<Lot['treatment']>;
}

/** Absent fields mean: a plain security. */
export function natureOf(instrument: string, settings: TreatmentSettings): Nature {
  const { kind } = instrumentFacts(instrument);
  const contract = parseOptionSymbol(instrument);
  const roots = settings.section_1256_roots ?? BROAD_INDEX_ROOTS;
  if (kind === 'future' || contract?.underlying.startsWith('/') === true || roots.includes(contract?.underlying ?? ''))
    return { treatment: 'section_1256' };
  const option = contract === null ? {} : { option: { underlying: contract.underlying, right: contract.right } };
  if (settings.digital_assets?.includes(instrument) === true) return { ...option, treatment: 'digital_asset' };
  return settings.section_475 === true ? { ...option, treatment: 'section_475' } : option;
}
