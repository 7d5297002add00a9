// What is asked of a fixture's book when it is made, and of every later version that opens it.
import type { JournalClient } from '@zorivest/contract';

export async function figuresOf(client: JournalClient): Promise<Record<string, unknown>> {
  const [expectancy, trips, trades, plans, diary, tags, accounts, tax] = await Promise.all([
    client.analytics.expectancy({ query: { period: 'all' } }),
    client.roundTrips.list({ query: { period: 'all' } }),
    client.trades.list({ query: { sort: 'exec_id' } }),
    client.plans.list({ query: {} }),
    client.journal.list({ query: {} }),
    client.tags.list(),
    client.accounts.list({ query: {} }),
    client.tax.ytdSummary({ query: { tax_year: 2026 } }),
  ]);
  const { trade_count, total_pnl, win_rate, expectancy: expected } = expectancy;
  return {
    expectancy: { trade_count, total_pnl, win_rate, expected },
    trips: trips.items.map(({ instrument, pnl }) => ({ instrument, pnl })),
    trades: trades.items.map(({ exec_id, time, instrument, action, quantity, price, account_id }) => ({
      exec_id,
      time,
      instrument,
      action,
      quantity,
      price,
      account_id,
    })),
    plans: plans.items.map(({ ticker, strategy_name, stop_loss }) => ({ ticker, strategy_name, stop_loss })),
    diary: diary.items.map(({ title }) => title),
    tags: tags.items.map(({ tag }) => tag),
    accounts: accounts.map(({ account_id, currency }) => ({ account_id, currency })),
    tax: { realized_st_gain: tax.realized_st_gain, realized_lt_gain: tax.realized_lt_gain },
  };
}
