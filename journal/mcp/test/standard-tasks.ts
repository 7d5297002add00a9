/** The tasks that answers are weighed by, and the book they are asked of. */
import type { JournalClient } from '@zorivest/contract';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

export interface Task {
  readonly name: string;
  readonly args: Record<string, unknown>;
}

const task = (name: string, args: Record<string, unknown> = {}): Task => ({ name, args });

export const TASKS: readonly Task[] = [
  task('list_trades', { limit: 20 }),
  task('get_round_trips', { status: 'closed', limit: 20 }),
  task('get_expectancy_metrics'),
  task('get_sqn'),
  task('simulate_drawdown', { simulations: 500 }),
  task('get_strategy_breakdown'),
  task('get_fee_breakdown', { period: '2026' }),
  task('get_cost_of_free', { period: '2026' }),
  task('estimate_pfof_impact', { account_id: 'main', period: '2026' }),
  task('get_mistake_summary', { period: '2026' }),
  task('list_market_providers'),
  task('get_ytd_tax_summary', { tax_year: 2026 }),
  task('get_tax_lots', { account_id: 'main', status: 'closed', limit: 20 }),
  task('find_wash_sales', { date_range_start: '2026-01-01', date_range_end: '2026-12-31' }),
];

/** The same five figures, one call each and all in one. */
export const FIGURES: { readonly alone: readonly Task[]; readonly together: Task } = {
  alone: ['get_expectancy_metrics', 'get_sqn', 'simulate_drawdown', 'get_strategy_breakdown', 'get_fee_breakdown'].map(
    (name) => task(name),
  ),
  together: task('query_trade_analytics', {
    metrics: ['expectancy', 'sqn', 'drawdown', 'strategy_breakdown', 'fee_breakdown'],
  }),
};

/** Thirty round trips over three months, in a new account or in one that is there. */
export async function fillBook(api: JournalClient, { account = true } = {}): Promise<void> {
  if (account) await api.accounts.create({ body: { account_id: 'main', name: 'Main', account_type: 'broker' } });
  for (let n = 0; n < 30; n++) {
    const day = `2026-0${1 + Math.floor(n / 10)}-${String(10 + (n % 10)).padStart(2, '0')}`;
    const common = { instrument: n % 3 ? 'AAPL' : 'MSFT', quantity: 10, account_id: 'main', commission: 1 };
    await api.trades.create({
      body: { ...common, exec_id: `B${n}`, time: `${day}T15:00:00Z`, action: 'BOT', price: 100 },
    });
    const price = 100 + ((n * 7) % 11) - 4;
    await api.trades.create({
      body: { ...common, exec_id: `S${n}`, time: `${day}T18:00:00Z`, action: 'SLD', price },
    });
  }
}

/** Puts a task to the server and gives the content of the answer; throws when the task fails. */
export type Asks = (task: Task) => Promise<readonly { readonly text?: string }[]>;

/** The tokens (o200k) of the text of the answers to these tasks. */
export async function costOf(tasks: readonly Task[], asks: Asks): Promise<number> {
  let tokens = 0;
  for (const one of tasks) tokens += countTokens((await asks(one)).map(({ text }) => text ?? '').join(''));
  return tokens;
}

/** The same with what the calls themselves cost. */
export async function costOfCalls(tasks: readonly Task[], asks: Asks): Promise<number> {
  const calls = tasks.map(({ name, args }) => countTokens(JSON.stringify({ name, arguments: args })));
  return (await costOf(tasks, asks)) + calls.reduce((sum, tokens) => sum + tokens, 0);
}
