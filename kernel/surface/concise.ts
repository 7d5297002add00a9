/** The same data with less of it: nothing that is null, and none of the keys that only an audit wants. */
export function concise(value: unknown, drops: (key: string, value: unknown) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => concise(item, drops));
  if (typeof value !== 'object' || value === null) return value;
  const out: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) {
    if (field === null || field === undefined || drops(key, field)) continue;
    out[key] = concise(field, drops);
  }
  return out;
}
