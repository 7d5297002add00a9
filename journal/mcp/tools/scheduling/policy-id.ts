import { z } from 'zod';

export const policyId = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .describe('Policy.')
  .meta({ detail: 'An id from {list_policies}.' });
