import { z } from 'zod';
import { copy } from '../references.ts';
import { defineStep, StepError } from '../step.ts';

const params = z.strictObject({
  sources: z
    .array(z.strictObject({ step_id: z.string(), key: z.string().optional(), rename: z.string().max(64).optional() }))
    .min(1)
    .max(20),
  output_key: z.string().default('composed'),
  merge_strategy: z.enum(['dict_merge', 'array_concat']).default('dict_merge'),
});

export const composeStep = defineStep({
  type: 'compose',
  summary: 'Puts outputs of earlier steps together as one object or one list.',
  sideEffects: false,
  since: 2,
  params,
  run({ sources, output_key, merge_strategy }, { outputs }) {
    const parts = sources.map(({ step_id, key, rename }) => {
      const output = outputs.get(step_id);
      if (output === undefined) throw new StepError(`step "${step_id}" has no output`, 'STEP_WIRING_ERROR');
      const value = key === undefined ? output : (output as Record<string, unknown>)[key];
      if (value === undefined) throw new StepError(`the output of "${step_id}" has no "${key}"`, 'STEP_WIRING_ERROR');
      return { name: rename ?? key ?? step_id, value: copy(value) };
    });
    const composed =
      merge_strategy === 'array_concat'
        ? parts.flatMap(({ value }) => (Array.isArray(value) ? (value as unknown[]) : [value]))
        : Object.fromEntries(parts.map(({ name, value }) => [name, value]));
    return Promise.resolve({ output: { [output_key]: composed } });
  },
});
