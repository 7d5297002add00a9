/** The year most sales were made in. */
export function yearOfMost(sales: readonly { readonly sold: string }[]): number | null {
  const counts = [...Map.groupBy(sales, ({ sold }) => sold.slice(0, 4))].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  return counts[0] === undefined ? null : Number(counts[0][0]);
}
