// Why figures are none: one sentence for all that have the same reason.

interface Named {
  readonly of: string;
  readonly name: string;
}

interface Told {
  readonly names: readonly string[];
  readonly reason: string;
}

const YEAR = 365;

export const isShortOfAYear = ({ days }: { readonly days: number }): boolean => days < YEAR;

export function reasonsOf(
  figures: readonly Named[],
  { reasons }: { readonly reasons: Readonly<Record<string, string>> },
): Told[] {
  const told = new Map<string, string[]>();
  for (const { of, name } of figures) {
    const reason = reasons[of];
    if (reason !== undefined) told.set(reason, [...(told.get(reason) ?? []), name]);
  }
  return [...told].map(([reason, names]) => ({ names, reason }));
}
