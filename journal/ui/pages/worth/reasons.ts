// Why figures are none: one sentence for all that have the same reason.

interface NamedRate {
  readonly of: string;
  readonly name: string;
}

interface ReasonGroup {
  readonly names: readonly string[];
  readonly reason: string;
}

const YEAR = 365;

export const isShortOfAYear = ({ days }: { readonly days: number }): boolean => days < YEAR;

export function reasonsOf(
  figures: readonly NamedRate[],
  { reasons }: { readonly reasons: Readonly<Record<string, string>> },
): ReasonGroup[] {
  const byReason = new Map<string, string[]>();
  for (const { of, name } of figures) {
    const reason = reasons[of];
    if (reason !== undefined) byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  }
  return [...byReason].map(([reason, names]) => ({ names, reason }));
}
