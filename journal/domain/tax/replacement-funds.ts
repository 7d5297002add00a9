// Funds of one kind: what a person may hold for the thirty days a sold fund cannot be bought back.

const FAMILIES: readonly (readonly string[])[] = [
  ['VOO', 'IVV', 'SPLG', 'SPY'],
  ['VTI', 'ITOT', 'SPTM', 'SCHB'],
  ['VXUS', 'IXUS', 'VEA', 'IEFA', 'SCHF'],
  ['VWO', 'IEMG', 'SCHE', 'SPEM'],
  ['BND', 'AGG', 'SCHZ', 'SPAB'],
  ['VB', 'IJR', 'SCHA', 'SPSM'],
  ['VO', 'IJH', 'SCHM', 'SPMD'],
  ['VV', 'SCHX', 'SPLG'],
  ['VUG', 'IWF', 'SCHG', 'SPYG'],
  ['VTV', 'IWD', 'SCHV', 'SPYV'],
];

export function replacementsFor(ticker: string): string[] {
  const others = FAMILIES.filter((family) => family.includes(ticker)).flat();
  return [...new Set(others)].filter((fund) => fund !== ticker);
}
