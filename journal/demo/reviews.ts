// What the trader thought: plans before, reviews with mistakes after, pictures of charts, and a diary by the week.
import { contract } from '@zorivest/contract';
import { dayInWords } from '@zorivest/vocabulary';
import { MARGIN, type DemoIdea } from './idea.ts';
import { cents, type DemoMarket } from './market.ts';
import type { DemoWriter } from './writer.ts';
import { drawTrade } from './picture.ts';
import { createRandom, type Random } from './random.ts';
import { findSecurity } from './securities.ts';
import { DAY, eveningOf } from './session.ts';
import type { DemoHistory } from './trader.ts';

const lessons = {
  good: [
    'Waited for the level and took what it gave.',
    'Size was right, so the pullback did not matter.',
    'Scaled out as planned.',
  ],
  bad: [
    'Moved the stop once; do not.',
    'Entered before the close confirmed it.',
    'Too large for the volatility of that week.',
  ],
} as const;
const grades = {
  high: ['A', 'A', 'B', 'B', 'C'],
  mixed: ['A', 'B', 'C', 'C', 'D'],
  low: ['C', 'D', 'F'],
} as const;
const moods = {
  good: ['calm', 'confident', 'neutral'],
  bad: ['neutral', 'anxious', 'frustrated', 'impulsive'],
} as const;
const mistakes = ['early_exit', 'late_exit', 'oversized', 'no_stop', 'fomo_entry', 'ignored_plan', 'chasing'] as const;
const PICTURES = 6;

const startOf = (idea: DemoIdea): string => idea.trades[0]?.time ?? '';
const endOf = (idea: DemoIdea): string => idea.trades.at(-1)?.time ?? '';
const idOf = (idea: DemoIdea): string => idea.trades[0]?.exec_id ?? '';
const later = (time: string, ms: number): string => new Date(Date.parse(time) + ms).toISOString();

export interface ReviewCounts {
  readonly reports: number;
  readonly mistakes: number;
}

export async function reviewTrades(
  writer: DemoWriter,
  { ideas }: DemoHistory,
  seed: number,
  until: string,
): Promise<ReviewCounts> {
  const random = createRandom(seed);
  let reports = 0;
  let noted = 0;
  for (const idea of ideas) {
    if (idea.isOpen || !random.chance(0.7)) continue;
    reports += 1;
    if (await review(writer, idea, random, until)) noted += 1;
  }
  return { reports, mistakes: noted };
}

/** True when a mistake was noted. */
async function review(writer: DemoWriter, idea: DemoIdea, random: Random, until: string): Promise<boolean> {
  const won = idea.pnl > 0;
  const followed = random.chance(won ? 0.9 : 0.6);
  const evening = later(endOf(idea), 3 * 3_600_000);
  const at = evening < until ? evening : until;
  await writer.write(
    contract.reports.create,
    {
      params: { exec_id: idOf(idea) },
      body: {
        setup_quality: random.pick(won ? grades.high : grades.mixed),
        execution_quality: random.pick(followed ? grades.high : grades.low),
        followed_plan: followed,
        emotional_state: random.pick(won ? moods.good : moods.bad),
        lessons_learned: random.pick(won ? lessons.good : lessons.bad),
        tags: [idea.strategy],
      },
    },
    at,
  );
  if (followed || won) return false;
  const body = {
    trade_exec_id: idOf(idea),
    category: random.pick(mistakes),
    estimated_cost: cents(-idea.pnl * 0.5),
    notes: random.pick(lessons.bad),
  };
  await writer.write(contract.mistakes.create, { body }, at);
  return true;
}

/** Plans that became trades, one that expired, one that was cancelled, and three that wait. */
export async function planTrades(
  writer: DemoWriter,
  market: DemoMarket,
  { ideas }: DemoHistory,
  until: string,
): Promise<number> {
  const planned = ideas.filter(({ isOpen }) => !isOpen).slice(-30);
  for (const idea of planned) {
    const { id } = await writer.write(contract.plans.create, { body: planOf(idea) }, later(startOf(idea), -3_600_000));
    await writer.write(
      contract.plans.setStatus,
      { params: { plan_id: id }, body: { status: 'executed', linked_trade_id: idOf(idea) } },
      startOf(idea),
    );
  }
  const waiting = [
    ['KO', 'active', 30],
    ['IWM', 'active', 4],
    ['JPM', 'active', 2],
    ['NVDA', 'expired', 25],
    ['XOM', 'cancelled', 12],
  ] as const;
  for (const [ticker, status, days] of waiting) {
    const at = later(until, -days * DAY);
    const { id } = await writer.write(contract.plans.create, { body: aheadOf(market, ticker, at) }, at);
    if (status === 'active')
      await writer.write(contract.plans.setStatus, { params: { plan_id: id }, body: { status } }, later(at, 60_000));
    else
      await writer.write(contract.plans.setStatus, { params: { plan_id: id }, body: { status } }, later(at, 5 * DAY));
  }
  return planned.length + waiting.length;
}

function planOf(idea: DemoIdea) {
  const { ticker, direction, strategy, entry, stop, target } = idea;
  return {
    ticker,
    direction,
    conviction: 'medium' as const,
    strategy_name: strategy,
    entry,
    stop,
    target,
    conditions: `${strategy} at ${entry}`,
    timeframe: startOf(idea).slice(0, 10) === endOf(idea).slice(0, 10) ? 'intraday' : 'swing',
    account_id: idea.trades[0]?.account_id ?? MARGIN,
  };
}

function aheadOf(market: DemoMarket, ticker: string, at: string) {
  const price = market.at(ticker, Date.parse(at)) ?? 100;
  const distance = price * (findSecurity(ticker)?.volatility ?? 0.015) * 2;
  return {
    ticker,
    direction: 'long' as const,
    conviction: 'high' as const,
    strategy_name: 'pullback',
    entry: cents(price * 0.985),
    stop: cents(price * 0.985 - distance),
    target: cents(price * 0.985 + distance * 2.2),
    conditions: `Comes back to ${cents(price * 0.985)} and holds there for a day`,
    timeframe: 'swing',
    account_id: MARGIN,
  };
}

/** Pictures of the last trades in stocks: bars with where it was entered and left. */
export async function pictureTrades(writer: DemoWriter, market: DemoMarket, { ideas }: DemoHistory): Promise<number> {
  const drawn = ideas
    .filter(({ ticker, trades, isOpen }) => !isOpen && trades[0]?.instrument === ticker && !ticker.startsWith('/'))
    .slice(-PICTURES);
  for (const idea of drawn) {
    const file = { bytes: await drawTrade(market, idea), name: `${idea.ticker}.png`, type: 'image/png' };
    await writer.write(
      contract.images.attachToTrade,
      { params: { exec_id: idOf(idea) }, body: { caption: `${idea.ticker}, ${idea.strategy}: in and out`, file } },
      endOf(idea),
    );
  }
  return drawn.length;
}

/** One entry a week, with the trades that were closed in it. */
export async function keepDiary(writer: DemoWriter, { ideas }: DemoHistory, until: string): Promise<number> {
  const weekOf = (idea: DemoIdea) => Math.floor((Date.parse(endOf(idea)) / DAY + 3) / 7);
  const fridayOf = (week: number) => new Date(eveningOf((week * 7 - 3 + 4) * DAY)).toISOString();
  const weeks = [
    ...Map.groupBy(
      ideas.filter(({ isOpen }) => !isOpen),
      weekOf,
    ),
  ]
    .map(([week, closed]) => ({ friday: fridayOf(week), closed }))
    // A week is written about when it is over.
    .filter(({ friday }) => friday <= until)
    .toSorted((a, b) => a.friday.localeCompare(b.friday));
  for (const { friday, closed } of weeks) {
    const total = cents(closed.reduce((sum, { pnl }) => sum + pnl, 0));
    const best = closed.toSorted((a, b) => b.pnl - a.pnl)[0];
    const entry = await writer.write(
      contract.journal.create,
      {
        body: {
          title: `Week of ${dayInWords(friday)}`,
          body: `${closed.length} ${closed.length === 1 ? 'trade' : 'trades'} closed, ${total >= 0 ? 'up' : 'down'} ${Math.abs(total).toLocaleString('en', { minimumFractionDigits: 2 })} before costs. Best: ${best?.strategy} in ${best?.ticker}.`,
          tags: ['weekly review'],
        },
      },
      friday,
    );
    for (const idea of closed)
      await writer.write(
        contract.journal.linkTrade,
        { params: { exec_id: idOf(idea) }, body: { journal_entry_id: entry.id } },
        friday,
      );
  }
  return weeks.length;
}
