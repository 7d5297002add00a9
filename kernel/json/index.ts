// A door of its own, without dependencies: for packages that need no more of the kernel than this.

/** Canonical JSON (RFC 8785): sorted keys, no white space, numbers as ECMAScript prints them. What ids are made of. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  // JSON has no NaN, infinity or undefined; each is written as null.
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`);
  return `{${fields.join(',')}}`;
}
