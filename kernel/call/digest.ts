import { createHash } from 'node:crypto';

/** A fingerprint of arguments that does not depend on the order of keys; what a confirmation is bound to. */
export function argumentDigest(args: unknown): string {
  return createHash('sha256').update(canonicalJson(args)).digest('hex');
}

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
