import type { AssetClass } from '@zorivest/vocabulary';

export function isOptionClass(assetClass: AssetClass | undefined): boolean {
  return assetClass === 'OPTION' || assetClass === 'FUTURE_OPTION';
}

/** What ends on a day and has a size of its own. */
export function isContractClass(assetClass: AssetClass): boolean {
  return assetClass === 'FUTURE' || isOptionClass(assetClass);
}
