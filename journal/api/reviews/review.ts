// A review is facts, briefs, and, where a model was set up, what it wrote.
import { mistakeSuspects, reviewBriefs, reviewFacts, reviewPrompt } from '@zorivest/domain';
import type { ReviewType } from '@zorivest/words';
import { balanceOf, DOLLARS, isIn, plans, tradeBook } from '../analytics/book.ts';
import { fillQuality } from '../analytics/costs.ts';
import { keptExcursion, tripOf } from '../analytics/excursion.ts';
import type { Call } from '../core/call.ts';
import { Fault } from '../core/fault.ts';
import { askModel, mostCents } from './model.ts';
import { findReviewer } from './reviewer.ts';

/** Nobody who did not say how much should be surprised by more than a dime. */
const DEFAULT_BUDGET_CENTS = 10;

interface Asked {
  readonly trade_exec_id: string;
  readonly review_type: ReviewType;
  readonly budget_cap?: number | undefined;
}

export async function reviewTrade(call: Call, asked: Asked) {
  const facts = await factsOf(call, asked);
  const briefs = reviewBriefs(facts);
  const reviewer = await findReviewer(call);
  const shown = {
    review_id: `review-${call.requestId}`,
    review_type: asked.review_type,
    facts: { ...facts },
    model: reviewer?.model ?? null,
  };
  if (reviewer === null)
    return {
      ...shown,
      status: 'facts_only' as const,
      personas: briefs.map((brief) => ({ ...brief, review: null })),
      estimated_cost_cents: null,
      cost_cents: null,
    };
  const prompts = briefs.map((brief) => ({ brief, prompt: reviewPrompt(brief, facts) }));
  const most = prompts.reduce((sum, { prompt }) => sum + mostCents(reviewer, prompt), 0);
  const cap = asked.budget_cap ?? DEFAULT_BUDGET_CENTS;
  if (most > cap)
    throw new Fault(
      429,
      `this review could cost up to ${most.toFixed(2)} cents, more than the budget of ${cap}; raise budget_cap or ask without a model`,
      { code: 'budget_exceeded' },
    );
  const answers = await Promise.all(prompts.map(({ prompt }) => askModel(call, reviewer, prompt)));
  return {
    ...shown,
    status: 'reviewed' as const,
    personas: prompts.map(({ brief }, i) => ({ ...brief, review: answers[i]?.text ?? null })),
    estimated_cost_cents: most,
    cost_cents: answers.reduce((sum, { cents }) => sum + cents, 0),
  };
}

async function factsOf(call: Call, asked: Asked) {
  const trade = await tripOf(call, asked.trade_exec_id);
  const { trips } = await tradeBook(call);
  const planOf = await plans(call);
  const ids = [...trade.entry_exec_ids, ...trade.exit_exec_ids].slice(0, 500);
  const report = await call.db.selectFrom('trade_reports').selectAll().where('trade_id', 'in', ids).executeTakeFirst();
  const mistakes = await call.db
    .selectFrom('mistake_entries')
    .select(['category', 'notes'])
    .where('trade_id', 'in', ids)
    .execute();
  const currency = trade.currency ?? DOLLARS;
  const own = trips.filter((trip) => trip.account_id === trade.account_id && isIn(currency)(trip));
  return reviewFacts({
    review_type: asked.review_type,
    trade,
    trips: own,
    plan: planOf(trade),
    report:
      report === undefined
        ? null
        : {
            setup_quality: report.setup_quality,
            execution_quality: report.execution_quality,
            followed_plan: report.followed_plan === 1,
            emotional_state: report.emotional_state,
            lessons_learned: report.lessons_learned,
            tags: JSON.parse(report.tags) as string[],
          },
    excursion: await keptExcursion(call, trade),
    quality: await fillQuality(call, trade.entry_exec_ids[0] ?? asked.trade_exec_id),
    mistakes,
    suspects: mistakeSuspects(own, { planOf }).suspects.filter(({ trip_id }) => trip_id === trade.id),
    balance: await balanceOf(call, { account_id: trade.account_id, currency }, 'last'),
  });
}
