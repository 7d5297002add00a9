// Trade reviews by three personas: facts and briefs for an assistant, written by a model only where one was set up.
import { z } from 'zod';
import { reviewTypes } from '@zorivest/vocabulary';
import { empty, resource } from '../core/endpoint.ts';
import { foreign, idText, text, nonBlankText } from '../core/fields.ts';
import { once } from '../core/once.ts';
import { figureBasis, maybe } from './figures.ts';

const reviewer = once(() =>
  z.object({
    configured: z.boolean(),
    protocol: z.enum(['anthropic', 'openai']).nullable(),
    endpoint: z.string().nullable(),
    model: z.string().nullable(),
    has_api_key: z.boolean(),
    input_cents_per_million: maybe,
    output_cents_per_million: maybe,
  }),
);

export const reviews = resource('leaves-trades', {
  request: () => ({
    method: 'POST',
    path: '/analytics/ai-review',
    summary: 'A fact sheet and three briefs for reviewing a trade, or a configured model’s review',
    description:
      'Without a configured model the status is `facts_only`: the caller writes the review from the briefs. ' +
      'budget_cap is in cents, 10 when absent; a review that could cost more is refused with 429. A key that may only read ' +
      'gets the facts, and `not_asked` says why; other keys spend at most `providers.daily_cap_cents` a day together, and are ' +
      'refused with 403 `spending_not_allowed` beyond that. Where the person has set none (0), and for a key whose writes they ' +
      'want to see, it is 403 `approval_required`: ask for it with POST /approvals as `reviews.request`.',
    body: z.strictObject({
      trade_exec_id: idText,
      review_type: z.enum(reviewTypes).default('single'),
      budget_cap: z.number().gt(0).max(100_000).optional().describe('Cents'),
    }),
    response: z.object({
      review_id: z.string(),
      status: z.enum(['facts_only', 'reviewed']),
      review_type: z.enum(reviewTypes),
      personas: z.array(
        z.object({
          persona: z.string(),
          focus: z.string(),
          brief: z.string(),
          questions: z.array(z.string()),
          review: z.string().nullable(),
        }),
      ),
      facts: foreign(z.looseObject({ missing: z.array(z.string()) })),
      model: z.string().nullable(),
      estimated_cost_cents: maybe,
      cost_cents: maybe,
      not_asked: z.string().nullable().describe('Why the model that is set up was not asked'),
      ...figureBasis(),
    }),
    errors: [404, 429, 502],
    role: 'read-only',
    spends: true,
  }),
  spending: () => ({
    method: 'GET',
    path: '/analytics/spending',
    summary: 'What was spent on reviews since midnight (UTC), by key, and what the keys may spend in a day',
    response: z.object({
      daily_cap_cents: z.int(),
      items: z.array(z.object({ key_id: z.string().nullable().describe('Null for the person'), cents: z.number() })),
    }),
    role: 'read-only',
  }),
  reviewer: () => ({
    method: 'GET',
    path: '/analytics/reviewer',
    summary: 'The model that writes reviews, without its key',
    response: reviewer(),
    role: 'read-only',
  }),
  configure: () => ({
    method: 'PUT',
    path: '/analytics/reviewer',
    summary: 'Set up the model that writes reviews',
    body: z.strictObject({
      protocol: z.enum(['anthropic', 'openai']),
      endpoint: z.url({ protocol: /^https?$/ }).max(500),
      model: nonBlankText(100),
      api_key: text(500).nullable(),
      input_cents_per_million: z.number().min(0).max(1e6),
      output_cents_per_million: z.number().min(0).max(1e6),
    }),
    response: reviewer(),
    role: 'person',
    audit: 'reviewer.configure',
    write: 'book',
    wantsPassphrase: true,
  }),
  remove: () => ({
    method: 'DELETE',
    path: '/analytics/reviewer',
    summary: 'Forget the model and its key',
    response: empty,
    role: 'person',
    audit: 'reviewer.remove',
    write: 'book',
    wantsPassphrase: true,
  }),
});
