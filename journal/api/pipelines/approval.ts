/** What a policy would do, laid out for the person who is asked to approve it. */
import type { Policy } from './policy.ts';
import { withVariables } from './references.ts';

const TEMPLATE_NAME = /^[a-z0-9][a-z0-9_-]{0,127}$/;

export interface StepText {
  readonly step_id: string;
  readonly field: string;
  readonly text: string;
}

export interface ApprovalSubject {
  readonly sql: StepText[];
  readonly addresses: StepText[];
  readonly recipients: StepText[];
  readonly texts: StepText[];
}

/** Under which names of a step's parameters these things stand, whatever the kind of step. */
const FIELDS: Readonly<Record<keyof ApprovalSubject, ReadonlySet<string>>> = {
  sql: new Set(['sql', 'db_query']),
  addresses: new Set(['urls']),
  recipients: new Set(['recipients']),
  texts: new Set(['template', 'body_template', 'html_body', 'subject', 'title', 'file_name', 'attachment_path']),
};

const TEMPLATE_FIELDS = new Set(['template', 'body_template']);

/** Every template that the policy names in so many words, there or not. */
export function templateNames(policy: Policy): string[] {
  const texts = textsUnder(policy, TEMPLATE_FIELDS).map(({ text }) => text);
  return [...new Set(texts.filter((text) => TEMPLATE_NAME.test(text)))].toSorted();
}

export function approvalSubject(policy: Policy): ApprovalSubject {
  return {
    sql: textsUnder(policy, FIELDS.sql),
    addresses: textsUnder(policy, FIELDS.addresses),
    recipients: textsUnder(policy, FIELDS.recipients),
    texts: textsUnder(policy, FIELDS.texts),
  };
}

function textsUnder({ steps, variables }: Policy, fields: ReadonlySet<string>): StepText[] {
  return steps.flatMap(({ id, params }) => {
    const found: StepText[] = [];
    const look = (value: unknown, path: readonly string[], wanted: boolean) => {
      const field = path.join('.');
      if (typeof value === 'string') {
        if (wanted) found.push({ step_id: id, field, text: value });
      } else if (Array.isArray(value)) {
        value.forEach((item, n) => look(item, [...path, String(n)], wanted));
      } else if (typeof value === 'object' && value !== null) {
        const ref = Object.keys(value).length === 1 ? (value as { ref?: unknown }).ref : undefined;
        if (typeof ref === 'string') {
          if (wanted) found.push({ step_id: id, field, text: `(whatever ${ref} is when it runs)` });
          return;
        }
        for (const [key, item] of Object.entries(value)) look(item, [...path, key], fields.has(key));
      }
    };
    look(withVariables(params, variables ?? {}), [], false);
    return found;
  });
}
