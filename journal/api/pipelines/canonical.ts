import { createHash } from 'node:crypto';

/** JSON with sorted keys and no spaces: the same document always gives the same text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`);
  return `{${fields.join(',')}}`;
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What an approval is given to. Switching a policy on or off does not change what it does. */
export function policyHash(policy: { readonly trigger: object }): string {
  return sha256(canonicalJson({ ...policy, trigger: { ...policy.trigger, enabled: true } }));
}
