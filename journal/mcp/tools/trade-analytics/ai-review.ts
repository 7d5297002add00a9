import { contract } from '@zorivest/contract';
import type { Model } from '@zorivest/kernel';
import { z } from 'zod';
import { ASKS_OUTSIDE, journalTool, LONG_MS } from '../../tool.ts';
import { execId } from '../parameters.ts';

type Review = z.output<typeof contract.reviews.request.response>;

const TOKENS = 1500;

export const aiReviewTrade = journalTool({
  name: 'ai_review_trade',
  title: 'Review a trade with three minds',
  toolsets: ['trade-analytics'],
  description: {
    minimal: 'Review a trade as risk manager, trend analyst and contrarian, from its own facts.',
    rich: "Review one trade, or its week, from three sides: risk manager, trend analyst and contrarian. Where the client lends its model it writes the reviews; else a configured model within budget_cap (in cents); else you get the fact sheet and the three briefs to write them from. For the person's own stored review use {get_report_for_trade}.",
  },
  synonyms: [
    'critique',
    'feedback on trade',
    'second opinion',
    'coach',
    'why did I lose',
    'analyse my trade',
    'what went wrong',
    'analyze trade',
    'opinion',
    'advice on trade',
    'what could I do better',
    'evaluate trade',
    'mentor',
    'risk manager',
    'devils advocate',
    'assess',
    'coach me',
    'honest opinion',
    'what would you have done',
    'pick apart',
    'like a coach',
    'tell me about my trade',
    'lesson from',
  ],
  input: () =>
    z.object({
      trade_exec_id: execId,
      review_type: z.enum(['single', 'weekly']).default('single').describe('This trade or its week.'),
      budget_cap: z.number().gt(0).max(100_000).optional().describe('Most it may cost, in cents; 10 when absent.'),
    }),
  output: () => contract.reviews.request.response,
  hints: ASKS_OUTSIDE,
  cost: 'network',
  timeoutMs: LONG_MS,
  handler: async (body, { api, options, context }) => {
    const review = await api.reviews.request({ body }, options);
    if (review.status !== 'facts_only' || !context.model.canSample) return review;
    return written(review, context.model);
  },
});

/** The client's own model writes what the service only prepared. */
async function written(review: Review, model: Model): Promise<Review> {
  const briefs = review.personas.map(({ persona, brief, questions }) => ({ persona, brief, questions }));
  const { text, model: name } = await model.sample({
    system:
      'You review trades from facts alone. What the facts do not say, you do not say. You give no advice to buy or sell.',
    prompt: `Facts:\n${JSON.stringify(review.facts)}\n\nBriefs:\n${JSON.stringify(briefs)}\n\nWrite one review of at most 120 words for each persona. Answer with a JSON object from persona to review.`,
    maxTokens: TOKENS,
  });
  const reviews = parsed(text);
  return {
    ...review,
    status: 'reviewed',
    model: name,
    personas: review.personas.map((one) => ({ ...one, review: reviews?.[one.persona] ?? (reviews ? null : text) })),
  };
}

const byPersona = z.record(z.string(), z.string());

/** Models like to wrap JSON in prose or a fence; whatever stands between the braces counts. */
function parsed(text: string): Record<string, string> | undefined {
  try {
    return byPersona.parse(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)));
  } catch {
    return undefined;
  }
}
