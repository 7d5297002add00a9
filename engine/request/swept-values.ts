/** The values of one swept parameter: as listed, or counted off a range. */
export function valuesOf(
  values: readonly number[] | { readonly from: number; readonly to: number; readonly step: number },
): readonly number[] {
  if (!('from' in values)) return values;
  const count = Math.floor((values.to - values.from) / values.step + 1e-9) + 1;
  // Steps are counted, not added up, so 0.1 + 0.1 + 0.1 stays 0.3.
  return Array.from({ length: Math.max(0, count) }, (_, i) => Number((values.from + i * values.step).toPrecision(12)));
}
