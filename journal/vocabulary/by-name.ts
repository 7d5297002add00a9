/** A record with the same names and another value under each. */
export function byName<K extends string, V, R>(
  record: Readonly<Record<K, V>>,
  value: (of: V, name: K) => R,
): Record<K, R> {
  const names = Object.keys(record) as K[]; // a literal has no other keys
  return Object.fromEntries(names.map((name) => [name, value(record[name], name)])) as Record<K, R>; // one entry per name
}
