import { z } from 'zod';
import { bookMark, figureBasis, problem } from './figures.ts';

/** The fields at the top for those who read them there, and once more under `data` for those who look there. */
export function answer<S extends z.ZodRawShape>(fields: S) {
  return z.object({
    ...fields,
    ...figureBasis(),
    ...bookMark(),
    problems: z.array(problem()),
    disclaimer: z.string(),
    computed_at: z.string(),
    data: z.looseObject({}),
  });
}
