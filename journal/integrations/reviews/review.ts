// A review is facts, briefs, and, where a model was set up, what it wrote.
import {
  calendarIn,
  mistakeSuspects,
  reviewBriefs,
  reviewFacts,
  reviewPrompt,
  type RoundTrip,
  type Within,
} from '@zorivest/domain';
import type { ReviewType } from '@zorivest/vocabulary';
import { basisOfFills, excursionOfTrip, fillQuality, spanOf } from '@zorivest/analytics';
import type { MarketService } from '@zorivest/market';
import { type Call, Fault, type Unsealer } from '@zorivest/store';
import {
  balanceOf,
  DOLLARS,
  isIn,
  mistakesOnAny,
  plansByTrip,
  positionsOf,
  reportOnAny,
  settingOf,
  tripOf,
} from '@zorivest/records';
import { askModel, type ModelParts, mostCents, type Reviewer } from './model.ts';
import { findReviewer } from './reviewer.ts';
import { mayNotSpend, reserve, settle, type SpendingParts } from './spending.ts';

/** The default limit: a caller that states none is not surprised by more than a dime. */
export const USUAL_REVIEW_CENTS = 10;

const CONVENTION = 'Net of costs, in the currency of the trade; its history is what closed before it in that currency.';

/** What a review needs besides the book: the way out, and what opens the model's key. */
export type ReviewParts = ModelParts & Unsealer & SpendingParts & { readonly market: MarketService };

interface ReviewRequest {
  readonly trade_exec_id: string;
  readonly review_type: ReviewType;
  readonly budget_cap?: number | undefined;
}

export async function reviewTrade(call: Call, parts: ReviewParts, asked: ReviewRequest) {
  const trade = await tripOf(call, asked.trade_exec_id);
  const facts = await factsOf(call, parts, asked, trade);
  const briefs = reviewBriefs(facts);
  const reviewer = await findReviewer(parts, call.db);
  const shown = {
    review_id: `review-${call.newId()}`,
    review_type: asked.review_type,
    facts: { ...facts },
    model: reviewer?.model ?? null,
    ...(await basisOfFills(call, { unit: 'leg', ...spanOf(trade, call.now()) })),
    convention: CONVENTION,
  };
  const factsOnly = (why: string | null) => ({
    ...shown,
    status: 'facts_only' as const,
    personas: briefs.map((brief) => ({ ...brief, review: null })),
    estimated_cost_cents: null,
    cost_cents: null,
    not_asked: why,
  });
  if (reviewer === null) return factsOnly(null);
  const refusal = isFree(reviewer) ? null : mayNotSpend(call.actor);
  if (refusal !== null) return factsOnly(refusal);
  const prompts = briefs.map((brief) => ({ brief, prompt: reviewPrompt(brief, facts) }));
  const most = prompts.reduce((sum, { prompt }) => sum + mostCents(reviewer, prompt), 0);
  const cap = asked.budget_cap ?? USUAL_REVIEW_CENTS;
  if (most > cap)
    throw new Fault(
      429,
      `this review could cost up to ${most.toFixed(2)} cents, more than the budget of ${cap}; raise budget_cap or ask without a model`,
      { code: 'budget_exceeded' },
    );
  if (most > 0) await reserve(call, parts, shown.review_id, most);
  const answers = await Promise.all(prompts.map(({ prompt }) => askModel(parts, call.signal, reviewer, prompt)));
  const cents = answers.reduce((sum, answer) => sum + answer.cents, 0);
  if (most > 0) await settle(call, shown.review_id, cents);
  return {
    ...shown,
    status: 'reviewed' as const,
    personas: prompts.map(({ brief }, i) => ({ ...brief, review: answers[i]?.text ?? null })),
    estimated_cost_cents: most,
    cost_cents: cents,
    not_asked: null,
  };
}

/** One on this machine costs nothing, and anybody may ask it. */
const isFree = ({ inputCentsPerMillion, outputCentsPerMillion }: Reviewer): boolean =>
  inputCentsPerMillion === 0 && outputCentsPerMillion === 0;

async function factsOf(call: Call, parts: Pick<ReviewParts, 'market'>, asked: ReviewRequest, trade: RoundTrip) {
  const { trips } = await positionsOf(call);
  const planOf = await plansByTrip(call);
  const ids = [...trade.entry_exec_ids, ...trade.exit_exec_ids].slice(0, 500);
  const report = await reportOnAny(call.db, ids);
  const mistakes = await mistakesOnAny(call.db, ids);
  const currency = trade.currency ?? DOLLARS;
  const own = trips.filter((trip) => trip.account_id === trade.account_id && isIn(currency)(trip));
  return reviewFacts({
    review_type: asked.review_type,
    trade,
    trips: own,
    plan: planOf(trade),
    report,
    excursion: await excursionOfTrip(call, parts.market, trade),
    quality: await fillQuality(call, trade.entry_exec_ids[0] ?? asked.trade_exec_id),
    mistakes,
    suspects: mistakeSuspects(own, { planOf }).suspects.filter(({ trip_id }) => trip_id === trade.id),
    inWeek: await weekUpTo(call, trade),
    balance: await balanceOf(call.db, { account_id: trade.account_id, currency }, 'last'),
  });
}

const DAYS_OF_WEEK = 7;

/** The seven days that end with the one it was closed on, or with today, as every figure of a period counts days. */
async function weekUpTo(call: Call, trade: RoundTrip): Promise<Within> {
  const dayOf = calendarIn(await settingOf(call, 'display.time_zone')) ?? calendarIn('UTC');
  const last = dayOf?.(trade.closed_at ?? call.now().toISOString(), trade.closed_time_known) ?? 0;
  return ({ time, time_known }) => {
    const day = dayOf?.(time, time_known) ?? null;
    return day !== null && day > last - DAYS_OF_WEEK && day <= last;
  };
}
