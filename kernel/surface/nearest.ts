/** Names close enough to a misspelt one to be worth suggesting, best first. */
export function nearest(name: string, known: readonly string[], max = 3): string[] {
  const wanted = name.slice(0, 60).toLowerCase();
  const reach = Math.max(2, Math.floor(wanted.length / 4));
  return known
    .map((candidate) => ({ candidate, far: candidate.includes(wanted) ? 0 : distance(wanted, candidate) }))
    .filter(({ far }) => wanted !== '' && far <= reach)
    .toSorted((a, b) => a.far - b.far)
    .slice(0, max)
    .map(({ candidate }) => candidate);
}

/** Levenshtein distance, one row at a time. */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
