/** Runs the steps of a policy in order. Knows nothing of schedules, approval or where history is stored. */
import { compare } from './condition.ts';
import type { Policy, PolicyStep } from './policy.ts';
import { copy, lookUp, ReferenceError, resolve, type Scope } from './references.ts';
import { stepTypes } from './step-types.ts';
import { addressesFromBook, WRITE_IT_OUT } from './web-addresses.ts';
import { type MistakeType, StepError, type StepContext, type StepResult } from './step.ts';

export type StepStatus = 'success' | 'failed' | 'skipped' | 'warning';
export type RunStatus = 'success' | 'warning' | 'failed' | 'cancelled';

export interface StepRecord {
  readonly stepId: string;
  readonly stepType: string;
  readonly status: StepStatus;
  readonly attempt: number;
  readonly startedAt: Date;
  readonly completedAt: Date;
  readonly output: unknown;
  readonly error: string | null;
  /** What kind of mistake the error shows, where it shows one. */
  readonly mistake: MistakeType | null;
}

export interface RunPorts {
  readonly context: Omit<StepContext, 'outputs' | 'signal'>;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called for every attempt as it ends, so that history survives a crash. */
  readonly record: (step: StepRecord) => Promise<void>;
}

export interface RunEnd {
  readonly status: RunStatus;
  readonly error: string | null;
  readonly outputs: ReadonlyMap<string, unknown>;
}

export async function runSteps(policy: Policy, ports: RunPorts): Promise<RunEnd> {
  const outputs = new Map<string, unknown>();
  let warned = false;
  for (const step of policy.steps) {
    if (ports.signal.aborted) return { status: 'cancelled', error: 'cancelled', outputs };
    const scope: Scope = { outputs, variables: policy.variables ?? {} };
    const { record, output } = await runStep(step, scope, ports);
    if (record.status === 'success' || record.status === 'warning') outputs.set(step.id, output);
    if (record.status === 'warning') warned = true;
    if (record.status !== 'failed') continue;
    if (ports.signal.aborted) return { status: 'cancelled', error: 'cancelled', outputs };
    if (step.on_error !== 'log_and_continue' && step.required) {
      return { status: 'failed', error: `step "${step.id}": ${record.error}`, outputs };
    }
    warned = true;
  }
  return { status: warned ? 'warning' : 'success', error: null, outputs };
}

async function runStep(
  step: PolicyStep,
  scope: Scope,
  ports: RunPorts,
): Promise<{ record: StepRecord; output: unknown }> {
  const attempts = step.on_error === 'fail_pipeline' ? 1 : step.retry.max_attempts;
  for (let attempt = 1; ; attempt++) {
    const { end, final } = await oneAttempt(step, scope, ports);
    const record: StepRecord = { stepId: step.id, stepType: step.type, attempt, ...end };
    await ports.record(record);
    if (record.status !== 'failed' || final || attempt >= attempts || ports.signal.aborted) {
      return { record, output: record.output };
    }
    const jitter = step.retry.jitter ? 0.5 + ports.random() : 1;
    await ports.sleep(step.retry.backoff_factor ** attempt * 1000 * jitter, ports.signal);
  }
}

type AttemptEnd = Omit<StepRecord, 'stepId' | 'stepType' | 'attempt'>;

/** `final`: trying again cannot help. */
async function oneAttempt(
  step: PolicyStep,
  scope: Scope,
  ports: RunPorts,
): Promise<{ readonly end: AttemptEnd; readonly final: boolean }> {
  const startedAt = ports.now();
  const endAttempt = (
    status: StepStatus,
    output: unknown,
    error: string | null,
    mistake: MistakeType | null = null,
  ): AttemptEnd => ({
    mistake,
    status,
    startedAt,
    completedAt: ports.now(),
    output,
    error,
  });
  try {
    if (step.skip_if && shouldSkip(step.skip_if, scope)) return { end: endAttempt('skipped', null, null), final: true };
    const result = await execute(step, scope, ports);
    const warnings = result.warnings ?? [];
    const output = copy(result.output);
    return {
      end: endAttempt(warnings.length > 0 ? 'warning' : 'success', output, warnings.join('; ') || null),
      final: true,
    };
  } catch (error) {
    const message = error instanceof Error ? error.message : 'failed';
    const final = error instanceof ReferenceError || error instanceof BadParams || error instanceof StepError;
    const mistake = error instanceof StepError ? error.type : error instanceof ReferenceError ? 'REF_UNRESOLVED' : null;
    return { end: endAttempt('failed', null, message, mistake), final };
  }
}

/** How long a stopped step may take to put down its tools. */
const GRACE_MS = 2000;

class BadParams extends Error {}

async function execute(step: PolicyStep, scope: Scope, ports: RunPorts): Promise<StepResult> {
  const type = stepTypes.get(step.type);
  if (!type) throw new BadParams(`there is no step type "${step.type}"`);
  // Of a policy that was approved before this was a rule.
  if (addressesFromBook({ steps: [step] }).length > 0) throw new BadParams(`params.urls: ${WRITE_IT_OUT}`);
  const parsed = type.params.safeParse(resolve(step.params, scope));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new BadParams(`params.${issue?.path.map(String).join('.')}: ${issue?.message}`);
  }
  const timeout = AbortSignal.timeout(step.timeout * 1000);
  const signal = AbortSignal.any([ports.signal, timeout]);
  const stopError = () => new Error(ports.signal.aborted ? 'cancelled' : `did not finish within ${step.timeout} s`);
  const work = type.run(parsed.data, { ...ports.context, outputs: scope.outputs, signal }).catch((error: unknown) => {
    throw signal.aborted ? stopError() : error;
  });
  // A step that heeds the signal still writes down what it did; the book must not be closed under it.
  const abandoned = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      void ports.sleep(GRACE_MS, new AbortController().signal).then(() => reject(stopError()));
    });
  });
  return Promise.race([work, abandoned]);
}

function shouldSkip(condition: NonNullable<PolicyStep['skip_if']>, scope: Scope): boolean {
  const value = lookUp(condition.field, scope);
  if (condition.operator === 'is_null') return value === null;
  if (condition.operator === 'is_empty')
    return value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return compare(value, condition.operator, condition.value);
}
