/** The values of one swept parameter: as listed, or counted off a range. */
export function valuesOf(
  given: readonly number[] | { readonly from: number; readonly to: number; readonly step: number },
): readonly number[] {
  if (!('from' in given)) return given;
  const count = Math.floor((given.to - given.from) / given.step + 1e-9) + 1;
  // Steps are counted, not added up, so 0.1 + 0.1 + 0.1 stays 0.3.
  return Array.from({ length: Math.max(0, count) }, (_, i) => Number((given.from + i * given.step).toPrecision(12)));
}
