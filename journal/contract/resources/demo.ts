// A book to try everything on.
import { z } from 'zod';
import { resource } from '../core/endpoint.ts';
import { isoTime } from '../core/fields.ts';

export const demo = resource('touches-trades', {
  create: () => ({
    method: 'POST',
    path: '/demo',
    summary: 'Fill an empty book with eighteen months of made-up trading, and mark it as a demo for good',
    body: z.strictObject({
      seed: z.int().min(0).max(1_000_000).default(1).describe('The same seed makes the same history'),
      until: isoTime.optional().describe('Where it ends; now when absent'),
    }),
    response: z.object({
      status: z.literal('filled'),
      seed: z.int(),
      trades: z.int(),
      reports: z.int(),
      mistakes: z.int(),
      plans: z.int(),
      images: z.int(),
      journal_entries: z.int(),
    }),
    errors: [409],
    role: 'admin',
    audit: 'demo.create',
    write: 'service',
  }),
});
