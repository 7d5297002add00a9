import { cronFault } from './cron.ts';
import { policyDocument, type Policy, type PolicyStep } from './policy.ts';
import { parseReference, referencesIn } from './references.ts';
import { sqlFaults, type SqlEngine } from './sql.ts';
import type { MistakeType } from './step.ts';
import { stepTypes } from './step-types.ts';
import { addressesFromBook, WRITE_IT_OUT } from './web-addresses.ts';

/** A policy is shown, logged and stored in the clear: a secret pasted into one is refused, not stored. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\bsk-[A-Za-z0-9_-]{20,}/, 'an API key'],
  [/\bzrv_sk_[A-Za-z0-9_-]{10,}/, 'a Zorivest key'],
  [/\bAKIA[0-9A-Z]{16}\b/, 'an AWS key'],
  [/\bghp_[A-Za-z0-9]{36}\b/, 'a GitHub token'],
  [/\bBearer\s+[A-Za-z0-9._~+/-]{16,}/i, 'a bearer token'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----/, 'a private key'],
];

function secretIn(text: string): string | null {
  return SECRETS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

export interface PolicyFault {
  readonly field: string;
  readonly message: string;
  readonly severity: 'error' | 'warning';
  readonly type: MistakeType;
}

export interface Validation {
  /** The document as it will be stored; absent when it cannot be read at all. */
  readonly policy?: Policy;
  readonly faults: readonly PolicyFault[];
}

const error = (field: string, message: string, type: MistakeType = 'VALIDATION_FAILED'): PolicyFault => ({
  field,
  message,
  severity: 'error',
  type,
});

/** Everything that is wrong with a policy, in the order a person would fix it. Warnings do not block. */
export async function validatePolicy(document: unknown, sql: SqlEngine, signal: AbortSignal): Promise<Validation> {
  const secret = secretIn(JSON.stringify(document) ?? '');
  if (secret !== null) {
    return {
      faults: [error('policy_json', `there seems to be ${secret} in it; keys belong in the provider settings`)],
    };
  }
  const parsed = policyDocument.safeParse(document);
  if (!parsed.success) {
    return {
      faults: parsed.error.issues.map((issue) =>
        error(issue.path.map(String).join('.'), issue.message.replace(/^Invalid input: /, ''), 'SCHEMA_INVALID'),
      ),
    };
  }
  const policy = parsed.data;
  const faults = [
    ...stepFaults(policy),
    ...referenceFaults(policy),
    ...triggerFaults(policy),
    ...(await allSqlFaults(policy, sql, signal)),
    ...policy.steps.flatMap(paramFaults),
    ...addressesFromBook(policy).map(({ step, at }) => error(`steps.${step}.params.${at}`, WRITE_IT_OUT)),
    ...versionFaults(policy),
    ...unusedVariables(policy),
  ];
  return { policy, faults };
}

export const hasErrors = (faults: readonly PolicyFault[]): boolean =>
  faults.some(({ severity }) => severity === 'error');

function stepFaults({ steps }: Policy): PolicyFault[] {
  const seen = new Set<string>();
  return steps.flatMap(({ id, type }, n) => {
    const faults: PolicyFault[] = [];
    if (seen.has(id)) faults.push(error(`steps.${n}.id`, `two steps are called "${id}"`));
    seen.add(id);
    if (!stepTypes.has(type)) {
      faults.push(
        error(`steps.${n}.type`, `there is no step type "${type}"; there are: ${[...stepTypes.keys()].join(', ')}`),
      );
    }
    return faults;
  });
}

function referenceFaults({ steps, variables }: Policy): PolicyFault[] {
  const before = new Set<string>();
  return steps.flatMap(({ id, params, skip_if }, n) => {
    const conditions = skip_if ? [{ at: 'skip_if.field', ref: skip_if.field }] : [];
    const inParams = referencesIn(params).map((found) => ({ ...found, at: `params.${found.at}` }));
    const faults = [...inParams, ...conditions].flatMap((found) => {
      const field = `steps.${n}.${found.at}`;
      if ('variable' in found && found.variable !== undefined) {
        return variables && Object.hasOwn(variables, found.variable)
          ? []
          : [error(field, `variable "${found.variable}" is not defined`, 'REF_UNRESOLVED')];
      }
      const reference = parseReference(found.ref ?? '');
      if (!reference) {
        return [error(field, `"${found.ref}" is not a reference; it must look like ctx.step.path`, 'REF_UNRESOLVED')];
      }
      return before.has(reference.step)
        ? []
        : [error(field, `"${reference.step}" is not an earlier step`, 'REF_UNRESOLVED')];
    });
    before.add(id);
    return faults;
  });
}

function triggerFaults({ trigger }: Policy): PolicyFault[] {
  const fault = cronFault(trigger.cron_expression, trigger.timezone);
  return fault === null ? [] : [error('trigger.cron_expression', fault)];
}

async function allSqlFaults({ steps }: Policy, engine: SqlEngine, signal: AbortSignal): Promise<PolicyFault[]> {
  const statements = steps.flatMap(({ params }, n) => sqlIn(params, `steps.${n}.params`));
  const faults = await sqlFaults(
    statements.map(({ sql }) => sql),
    engine,
    signal,
  );
  return statements.flatMap(({ at }, n) =>
    (faults[n] ?? []).map((fault) =>
      // SQLite's own words for a table or column that is not there.
      error(at, fault, fault.startsWith('no such') ? 'SQL_SCHEMA_ERROR' : 'SQL_BLOCKED'),
    ),
  );
}

/** Texts that will be run as SQL: whatever stands under `sql` or `db_query`. */
function sqlIn(value: unknown, at: string): { at: string; sql: string }[] {
  if (Array.isArray(value)) return value.flatMap((item, n) => sqlIn(item, `${at}.${n}`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]: [string, unknown]) =>
    (key === 'sql' || key === 'db_query') && typeof item === 'string'
      ? [{ at: `${at}.${key}`, sql: item }]
      : sqlIn(item, `${at}.${key}`),
  );
}

function paramFaults(step: PolicyStep, n: number): PolicyFault[] {
  const type = stepTypes.get(step.type);
  if (!type) return [];
  const parsed = type.params.safeParse(step.params);
  if (parsed.success) return [];
  // What a reference will deliver is only known when the step runs.
  const pending = referencesIn(step.params).map(({ at }) => at.split(/[.[]/)[0]);
  return parsed.error.issues
    .filter((issue) => issue.path.length === 0 || !pending.includes(String(issue.path[0])))
    .map((issue) =>
      error(['steps', n, 'params', ...issue.path].map(String).join('.'), issue.message.replace(/^Invalid input: /, '')),
    );
}

function versionFaults({ schema_version, steps, variables }: Policy): PolicyFault[] {
  if (schema_version === 2) return [];
  const needs = (field: string, what: string) => error(field, `${what} needs schema_version 2`);
  return [
    ...(variables ? [needs('variables', 'variables')] : []),
    ...steps.flatMap(({ type, params }, n) => [
      ...(stepTypes.get(type)?.since === 2 ? [needs(`steps.${n}.type`, `step type "${type}"`)] : []),
      ...(params.kind === 'assertion' ? [needs(`steps.${n}.params.kind`, 'an assertion')] : []),
    ]),
  ];
}

function unusedVariables({ steps, variables }: Policy): PolicyFault[] {
  const used = new Set(steps.flatMap(({ params }) => referencesIn(params).map(({ variable }) => variable)));
  return Object.keys(variables ?? {})
    .filter((name) => !used.has(name))
    .map((name) => ({
      field: `variables.${name}`,
      message: 'is never used',
      severity: 'warning' as const,
      type: 'VARIABLE_UNUSED' as const,
    }));
}
