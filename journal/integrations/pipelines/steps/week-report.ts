import { z } from 'zod';
import { defineStep } from '../step.ts';

const params = z.strictObject({
  week: z
    .string()
    .regex(/^(this|last|\d{4}-W\d\d)$/, 'must be an ISO week such as 2026-W46, or this or last')
    .default('last'),
});

export const weekReportStep = defineStep({
  type: 'week_report',
  summary:
    'The week on one page: results, rules, mistakes, plans and risk, as HTML; by default the newest that is over.',
  sideEffects: false,
  since: 2,
  params,
  async run({ week }, context) {
    const { week: name, title, html, file_name } = await context.weekPage(week, context.signal);
    return { output: { week: name, title, html, file_name } };
  },
});
