// Large numbers in thousands, millions and billions; the same letters in every language, since some have long words.

const units = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

/** What would round up to a thousand of a unit is one of the next. */
export function inThousands(value: number, places: number): { readonly scaled: number; readonly letter: string } {
  const least = 1 - 0.0005 * 10 ** -places;
  const [unit, letter] = units.find(([each]) => Math.abs(value) >= each * least) ?? [1, ''];
  return { scaled: value / unit, letter };
}
