/** What a policy would do, listed for the person who is asked to approve it. */
import type { Policy } from './policy.ts';
import type { NamedTemplates } from './ports.ts';
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
  addresses: new Set(['urls', 'url_values']),
  recipients: new Set(['recipients']),
  texts: new Set(['template', 'body_template', 'html_body', 'subject', 'title', 'file_name', 'attachment_path']),
};

const TEMPLATE_FIELDS = new Set(['template', 'body_template']);

/** Every template that the policy names literally, existing or not. */
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

/** The hosts that the policy downloads from. */
export function hostsOf(policy: Policy): string[] {
  const urls = textsUnder(policy, new Set(['urls'])).map(({ text }) => text);
  return [...new Set(urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).host))];
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
        for (const [key, item] of Object.entries(value)) look(item, [...path, key], wanted || fields.has(key));
      }
    };
    look(withVariables(params, variables ?? {}), [], false);
    return found;
  });
}

/**
 * All that an approval covers, one value a line and texts as they are written, so that two versions can be compared.
 * Whether it is switched on is left out, as in the hash.
 */
export function approvalText(policy: Policy, templates: NamedTemplates): string {
  const { enabled: _enabled, ...trigger } = policy.trigger;
  return [
    ...linesOf({ ...policy, trigger }, ''),
    ...[...templates].flatMap(([name, template]) => ['', `template ${name}:`, ...linesOf(template, '  ')]),
  ].join('\n');
}

function linesOf(value: unknown, indent: string): string[] {
  if (!isRecord(value)) return scalarLines(value).map((line) => `${indent}${line}`);
  return Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .flatMap(([key, inner]) => {
      const name = Array.isArray(value) ? `${indent}-` : `${indent}${key}:`;
      const [only, ...more] = isRecord(inner) ? [] : scalarLines(inner);
      return only !== undefined && more.length === 0 ? [`${name} ${only}`] : [name, ...linesOf(inner, `${indent}  `)];
    });
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null;

const scalarLines = (value: unknown): string[] =>
  (typeof value === 'string' ? value : JSON.stringify(value)).split('\n');
