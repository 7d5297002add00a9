// Evenings without a value, by what was missing: a chart shows the hole, a sentence says its name.

interface Evening {
  readonly date: string;
  readonly gaps: readonly string[];
}

export interface Gap {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly days: number;
}

/** Those that are missing on the last evening first, then the longest. */
export function gapsIn(series: readonly Evening[]): Gap[] {
  const found = new Map<string, Gap>();
  for (const { date, gaps } of series)
    for (const name of gaps) {
      const before = found.get(name);
      found.set(name, { name, from: before?.from ?? date, to: date, days: (before?.days ?? 0) + 1 });
    }
  return [...found.values()].toSorted((a, b) => (a.to === b.to ? b.days - a.days : a.to < b.to ? 1 : -1));
}
