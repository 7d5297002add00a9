/** The currency that all rows of a list are in; null where they differ, or there are none. */
export function oneCurrency(rows: readonly { readonly currency: string | null }[]): string | null {
  const [currency = null, ...others] = new Set(rows.map((row) => row.currency));
  return others.length === 0 ? currency : null;
}
