import type { contract } from '@zorivest/contract';
import type { Model } from '@zorivest/kernel';
import { z } from 'zod';
import { endpointTool } from '../../endpoint-tool.ts';
import { ASKS_OUTSIDE, LONG_MS } from '../../tool.ts';
import { tradeNamed } from '../../link.ts';

type Review = z.output<typeof contract.reviews.request.response>;

const TOKENS = 1500;

export const aiReviewTrade = endpointTool({
  endpoint: 'reviews.request',
  name: 'ai_review_trade',
  title: 'Review a trade with three minds',
  toolsets: ['trade-analytics'],
  description: {
    minimal: 'Review a trade as risk manager, trend analyst and contrarian, from its own facts.',
    rich: "Review one trade, or its week, from three sides: risk manager, trend analyst and contrarian. Where the client lends its model it writes the reviews; else a configured model within budget_cap (in cents); else you get the fact sheet and the three briefs to write them from. For the person's own stored review use {tool:get_report_for_trade}.",
  },
  describe: { review_type: 'This trade or its week.', budget_cap: 'Most it may cost, in cents; 10 when absent.' },
  hints: ASKS_OUTSIDE,
  shownAt: tradeNamed('trade_exec_id'),
  cost: 'network',
  timeoutMs: LONG_MS,
  handler: async (input, { ask, context }) => {
    const review = await ask(input);
    if (review.status !== 'facts_only' || !context.model.canSample) return review;
    return askModel(review, context.model);
  },
});

/** The client's own model writes what the service only prepared. */
async function askModel(review: Review, model: Model): Promise<Review> {
  const briefs = review.personas.map(({ persona, brief, questions }) => ({ persona, brief, questions }));
  const { text, model: name } = await model.sample({
    system:
      'You review trades from facts alone. What the facts do not say, you do not say. You give no advice to buy or sell.',
    prompt: `Facts:\n${JSON.stringify(review.facts)}\n\nBriefs:\n${JSON.stringify(briefs)}\n\nWrite one review of at most 120 words for each persona. Answer with a JSON object from persona to review.`,
    maxTokens: TOKENS,
  });
  const reviews = parseOpinions(text);
  return {
    ...review,
    status: 'reviewed',
    model: name,
    personas: review.personas.map((one) => ({ ...one, review: reviews?.[one.persona] ?? (reviews ? null : text) })),
  };
}

const byPersona = z.record(z.string(), z.string());

/** Models like to wrap JSON in prose or a fence; whatever stands between the braces counts. */
function parseOpinions(text: string): Record<string, string> | undefined {
  try {
    return byPersona.parse(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)));
  } catch {
    return undefined;
  }
}
