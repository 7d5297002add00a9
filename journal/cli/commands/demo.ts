// Fills an empty book through the same routes everything else uses.
import type { JournalClient } from '@zorivest/contract';
import { adminAuth } from '../credentials.ts';
import { demoAccounts, demoYear, type DemoIdea } from '../demo/year.ts';
import { createRandom, type Random } from '../demo/random.ts';
import { say, sayJson, UserError } from '../output.ts';
import { connect } from '../service.ts';

export interface DemoCounts {
  readonly trades: number;
  readonly reports: number;
  readonly plans: number;
  readonly journal_entries: number;
  readonly mistakes: number;
}

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
const mistakes = ['early_exit', 'late_exit', 'oversized', 'no_stop', 'fomo_entry', 'ignored_plan', 'chasing'] as const;

async function review(client: JournalClient, idea: DemoIdea, random: Random): Promise<{ mistake: boolean }> {
  const exec_id = idea.trades[0]?.exec_id ?? '';
  const won = idea.pnl > 0;
  const followed = random.chance(won ? 0.9 : 0.6);
  await client.reports.create({
    params: { exec_id },
    body: {
      setup_quality: random.pick(won ? ['A', 'A', 'B', 'B', 'C'] : ['A', 'B', 'C', 'C', 'D']),
      execution_quality: random.pick(followed ? ['A', 'B', 'B'] : ['C', 'D', 'F']),
      followed_plan: followed,
      emotional_state: random.pick(
        won ? ['calm', 'confident', 'neutral'] : ['neutral', 'anxious', 'frustrated', 'impulsive'],
      ),
      lessons_learned: random.pick(won ? lessons.good : lessons.bad),
      tags: [idea.strategy],
    },
  });
  if (followed || won) return { mistake: false };
  await client.mistakes.create({
    body: {
      trade_exec_id: exec_id,
      category: random.pick(mistakes),
      estimated_cost: Math.round(-idea.pnl * 0.5 * 100) / 100,
    },
  });
  return { mistake: true };
}

async function writeWeek(client: JournalClient, ideas: readonly DemoIdea[]): Promise<void> {
  const first = ideas[0]?.trades[0];
  if (!first) return;
  const total = ideas.reduce((sum, { pnl }) => sum + pnl, 0);
  const entry = await client.journal.create({
    body: {
      title: `Review of ${first.time.slice(0, 10)}`,
      body: `${ideas.length} ideas, ${total >= 0 ? 'up' : 'down'} ${Math.abs(total).toFixed(2)}. Best: ${
        ideas.toSorted((a, b) => b.pnl - a.pnl)[0]?.strategy ?? 'none'
      }.`,
      tags: ['weekly review'],
    },
  });
  for (const { trades } of ideas) {
    const exec_id = trades[0]?.exec_id;
    if (exec_id !== undefined)
      await client.journal.linkTrade({ params: { exec_id }, body: { journal_entry_id: entry.id } });
  }
}

async function planAhead(client: JournalClient, ideas: readonly DemoIdea[]): Promise<number> {
  const seen = new Set<string>();
  for (const [index, idea] of ideas.entries()) {
    const name = `${idea.ticker} ${idea.direction}`;
    if (seen.has(name)) continue;
    seen.add(name);
    const plan = await client.plans.create({
      body: {
        ticker: idea.ticker,
        direction: idea.direction,
        conviction: idea.pnl > 0 ? 'high' : 'medium',
        strategy_name: idea.strategy,
        entry: idea.entry,
        stop: idea.stop,
        target: idea.target,
        conditions: `${idea.strategy} at ${idea.entry}`,
        timeframe: 'swing',
        account_id: 'DEMO-MARGIN',
      },
    });
    const exec_id = idea.trades[0]?.exec_id;
    // The last few are still open plans; the others became trades.
    if (index < ideas.length - 3 && exec_id !== undefined) {
      await client.plans.setStatus({
        params: { plan_id: plan.id },
        body: { status: 'executed', linked_trade_id: exec_id },
      });
    }
  }
  return seen.size;
}

export async function fillDemo(client: JournalClient, options: { seed: number; until: Date }): Promise<DemoCounts> {
  const there = await client.trades.list({ query: { limit: 1 } });
  if (there.total > 0) throw new UserError(`the book has ${there.total} trades already; the demo is for an empty one`);
  const { ideas, balances } = demoYear(options.seed, options.until);
  const random = createRandom(options.seed + 1);
  for (const account of demoAccounts) await client.accounts.create({ body: account });
  for (const { at, ...balance } of balances) {
    await client.accounts.recordBalance({
      params: { account_id: balance.account_id },
      body: { balance: balance.balance, snapshot_datetime: at },
    });
  }
  const trades = ideas.flatMap((idea) => idea.trades).toSorted((a, b) => a.time.localeCompare(b.time));
  for (const trade of trades) await client.trades.create({ body: trade });

  let reports = 0;
  let noted = 0;
  for (const idea of ideas) {
    if (!random.chance(0.6)) continue;
    const { mistake } = await review(client, idea, random);
    reports += 1;
    if (mistake) noted += 1;
  }
  const weeks = [...Map.groupBy(ideas, (_, index) => Math.floor(index / 6)).values()];
  for (const week of weeks) await writeWeek(client, week);
  const plans = await planAhead(client, ideas.slice(-16));

  const watchlist = await client.watchlists.create({ body: { name: 'Core', description: 'What I trade most' } });
  for (const ticker of ['AAPL', 'MSFT', 'NVDA', 'SPY', 'QQQ']) {
    await client.watchlists.addItem({ params: { watchlist_id: watchlist.id }, body: { ticker } });
  }
  return { trades: trades.length, reports, plans, journal_entries: weeks.length, mistakes: noted };
}

export async function demo(home: string, options: { json: boolean; seed: string; until?: string }): Promise<void> {
  const seed = Number(options.seed);
  if (!Number.isInteger(seed)) throw new UserError('--seed must be a whole number');
  const until = options.until === undefined ? new Date() : new Date(options.until);
  if (Number.isNaN(until.getTime())) throw new UserError('--until must be a date such as 2026-06-30');
  const service = await connect(home);
  try {
    const counts = await fillDemo(service.client(await adminAuth(home)), { seed, until });
    if (options.json) sayJson({ seed, ...counts });
    else
      say(
        `${counts.trades} trades, ${counts.reports} reviews, ${counts.plans} plans, ${counts.journal_entries} diary entries.`,
      );
  } finally {
    await service.close();
  }
}
