/** Every part once: those of the chosen order first, those that came later where they usually stand, after them. */
export const orderBy = (ids: readonly string[], order: readonly string[]): string[] => [
  ...new Set([...order.filter((id) => ids.includes(id)), ...ids]),
];

/** One step up or down; the first stays the first, the last the last. */
export function moveBy(ids: readonly string[], id: string, by: -1 | 1): string[] {
  const from = ids.indexOf(id);
  const to = from + by;
  const other = ids[to];
  if (from === -1 || other === undefined) return [...ids];
  return ids.map((each, at) => (at === from ? other : at === to ? id : each));
}
