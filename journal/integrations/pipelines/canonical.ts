import { createHash } from 'node:crypto';
import { canonicalJson } from '@zorivest/kernel/json';
import type { NamedTemplates } from './ports.ts';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * What an approval is given to: the policy, and the templates it names as they read now; one that is not there counts as
 * such. Switching a policy on or off does not change what it does.
 */
export function policyHash(policy: { readonly trigger: object }, templates: NamedTemplates): string {
  const asApproved = { ...policy, trigger: { ...policy.trigger, enabled: true } };
  // Without templates as it always was, so that approvals from before hold.
  if (templates.size === 0) return sha256(canonicalJson(asApproved));
  return sha256(canonicalJson({ policy: asApproved, templates: Object.fromEntries(templates) }));
}
