import { StepError } from '../step.ts';

type Records = readonly Readonly<Record<string, unknown>>[];

/** The records of an earlier step: the named one, or the last that has any. */
export function recordsOf(
  outputs: ReadonlyMap<string, unknown>,
  stepId: string | undefined,
): { readonly records: Records; readonly dataType: string | undefined; readonly provider: string | undefined } {
  const candidates = stepId === undefined ? [...outputs.values()].toReversed() : [outputs.get(stepId)];
  for (const output of candidates) {
    if (typeof output !== 'object' || output === null) continue;
    const { content, records, data_type: dataType, provider } = output as Record<string, unknown>;
    const found = asRecords(content) ?? asRecords(records);
    if (found) {
      return {
        records: found,
        dataType: typeof dataType === 'string' ? dataType : undefined,
        provider: typeof provider === 'string' ? provider : undefined,
      };
    }
  }
  const found = stepId === undefined ? 'no earlier step gives records' : `step "${stepId}" gives no records`;
  throw new StepError(found, 'STEP_WIRING_ERROR');
}

function asRecords(value: unknown): Records | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null)
    ? (value as Records)
    : undefined;
}
