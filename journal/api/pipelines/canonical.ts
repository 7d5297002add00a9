import { createHash } from 'node:crypto';
import { canonicalJson } from '@zorivest/kernel/json';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What an approval is given to. Switching a policy on or off does not change what it does. */
export function policyHash(policy: { readonly trigger: object }): string {
  return sha256(canonicalJson({ ...policy, trigger: { ...policy.trigger, enabled: true } }));
}
