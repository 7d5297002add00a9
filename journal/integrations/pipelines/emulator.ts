// Tries a policy text before it is stored: reads it, checks it, and runs what can be run without leaving a trace.
import { mailSettings } from '../mail/settings.ts';
import { templateNames } from './approval.ts';
import { sha256 } from './canonical.ts';
import { dryRun, type Timing } from './dry-run.ts';
import { policyHash } from './canonical.ts';
import type { RunParts } from './parts.ts';
import { hasErrors, validatePolicy } from './validate.ts';
import { sandboxedSql } from './stored/sql-engine.ts';
import { templatesNamed } from './template-rows.ts';

export type Phase = 'PARSE' | 'VALIDATE' | 'SIMULATE' | 'RENDER';

export interface EmulationResult {
  readonly valid: boolean;
  readonly phase: Phase;
  readonly errors: Record<string, unknown>[];
  readonly warnings: Record<string, unknown>[];
  readonly outputs: Record<string, unknown>;
  readonly template_preview_hash: string | null;
}

/** Outputs are shown short: enough to see the shape, not the data. */
const SAMPLE_CHARACTERS = 400;

export async function emulate(
  parts: RunParts,
  document: unknown,
  phases: readonly Phase[],
  timing: Timing,
): Promise<EmulationResult> {
  const { policy, faults } = await validatePolicy(document, sandboxedSql(parts), timing.signal);
  const errors = faults
    .filter(({ severity }) => severity === 'error')
    .map(({ field, message, type }) => ({ phase: policy ? 'VALIDATE' : 'PARSE', error_type: type, field, message }));
  const warnings: Record<string, unknown>[] = faults
    .filter(({ severity }) => severity === 'warning')
    .map(({ field, message, type }) => ({ error_type: type, field, message }));
  const blank = { errors, warnings, outputs: {}, template_preview_hash: null };
  if (!policy) return { valid: false, phase: 'PARSE', ...blank };
  if (hasErrors(faults)) return { valid: false, phase: 'VALIDATE', ...blank };
  if (!phases.includes('SIMULATE') && !phases.includes('RENDER')) return { valid: true, phase: 'VALIDATE', ...blank };

  const namedTemplates = await templatesNamed(parts.store.db, templateNames(policy));
  const identity = {
    policyId: 'emulated',
    policyName: policy.name,
    runId: 'emulated',
    contentHash: policyHash(policy, namedTemplates),
    namedTemplates,
    dryRun: true,
    createdBy: 'emulator',
    confirmed: false,
  };
  const mails = policy.steps.some(({ type, params }) => type === 'send' && params.channel === 'email');
  if (mails && !(await mailSettings(parts, parts.store.db))) {
    warnings.push({
      error_type: 'SMTP_NOT_CONFIGURED',
      message: 'mail is not set up; give it a server in the mail settings',
    });
  }
  const { end, records } = await dryRun(parts, policy, identity, timing);
  const failed = records
    .filter(({ status }) => status === 'failed')
    .map(({ stepId, stepType, error, mistake }) => ({
      phase: stepType === 'render' ? 'RENDER' : 'SIMULATE',
      step_id: stepId,
      error_type: mistake ?? (stepType === 'render' ? 'RENDER_ERROR' : 'SIMULATE_ERROR'),
      message: error,
    }));
  for (const { stepId, status, error } of records)
    if (status === 'warning') warnings.push({ step_id: stepId, message: error });
  const rendered = [...end.outputs.values()].flatMap((output) => {
    const { html } = (output ?? {}) as { html?: unknown };
    return typeof html === 'string' ? [html] : [];
  });
  return {
    valid: end.status === 'success' || end.status === 'warning',
    phase: phases.includes('RENDER') ? 'RENDER' : 'SIMULATE',
    errors: failed,
    warnings,
    outputs: Object.fromEntries([...end.outputs].map(([id, output]) => [id, sample(output)])),
    template_preview_hash: rendered.length > 0 ? sha256(rendered.join('\n')) : null,
  };
}

function sample(output: unknown): unknown {
  const text = JSON.stringify(output);
  return text.length <= SAMPLE_CHARACTERS ? output : `${text.slice(0, SAMPLE_CHARACTERS)}…`;
}
