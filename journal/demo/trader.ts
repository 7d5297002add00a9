// Eighteen months of one trader: what was traded and when, made by a seed from the market of the demo.
import { holdings, type Holdings } from './holdings.ts';
import { createDemoContext, type DemoIdea, type DemoContext } from './idea.ts';
import type { DemoMarket } from './market.ts';
import { callSpread, ironCondor, longOption, rolledCondor } from './option-ideas.ts';
import { createRandom } from './random.ts';
import { dayTrade, euroSwing, indexFuture, swing } from './stock-ideas.ts';

/** Sessions of eighteen months. */
const SESSIONS = 378;

export interface DemoHistory {
  /** In the order they were begun. */
  readonly ideas: readonly DemoIdea[];
  readonly holdings: Holdings;
  /** The days of all sessions, oldest first. */
  readonly days: readonly string[];
}

/** The same seed and moment make the same history. */
export function demoHistory(market: DemoMarket, seed: number, until: Date): DemoHistory {
  const context = createDemoContext(market, createRandom(seed), until.getTime());
  const last = market.sessions.count(context.until) - 1;
  const first = last - SESSIONS + 1;
  const ideas: DemoIdea[] = [];
  for (let session = first; session < last; session += context.random.whole(1, 3)) ideas.push(idea(context, session));
  ideas.push(rolledCondor(context, first + 230));
  const days = Array.from({ length: SESSIONS }, (_, index) => market.sessions.day(first + index));
  return {
    ideas: ideas.toSorted((a, b) => (a.trades[0]?.time ?? '').localeCompare(b.trades[0]?.time ?? '')),
    holdings: holdings(context, first, last),
    days,
  };
}

function idea(context: DemoContext, session: number): DemoIdea {
  const roll = context.random.next();
  if (roll < 0.38) return swing(context, session);
  if (roll < 0.6) return dayTrade(context, session);
  if (roll < 0.69) return indexFuture(context, session);
  if (roll < 0.77) return euroSwing(context, session);
  if (roll < 0.87) return longOption(context, session);
  return roll < 0.94 ? callSpread(context, session) : ironCondor(context, session);
}
