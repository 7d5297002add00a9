type Row = Readonly<Record<string, unknown>>;

/** The same data with less of it: nothing that is null, and none of the keys that only an audit wants. */
export function concise(value: unknown, drops: (key: string, value: unknown, row: Row) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => concise(item, drops));
  if (typeof value !== 'object' || value === null) return value;
  const out: Record<string, unknown> = {};
  const row = value as Row; // an object, and no list
  for (const [key, field] of Object.entries(row)) {
    if (field === null || field === undefined || drops(key, field, row)) continue;
    out[key] = concise(field, drops);
  }
  return out;
}
