import { describe, expect, it } from 'vitest';
import { demoAccounts, demoYear } from './year.ts';

const until = new Date('2026-06-30T12:00:00Z');
const { ideas, balances } = demoYear(1, until);
const trades = ideas.flatMap((idea) => idea.trades);

describe('the demo year', () => {
  it('is the same for the same seed and another for another', () => {
    expect(demoYear(1, until)).toEqual({ ideas, balances });
    expect(demoYear(2, until)).not.toEqual({ ideas, balances });
  });

  it('has well over a hundred trades in every kind of instrument, spreads and condors included', () => {
    expect(trades.length).toBeGreaterThan(150);
    expect(new Set(trades.map(({ asset_class }) => asset_class))).toEqual(new Set(['EQUITY', 'OPTION', 'FUTURE']));
    const legs = Map.groupBy(trades, ({ order_id }) => order_id);
    const instruments = [...legs.values()].map((order) => new Set(order.map(({ instrument }) => instrument)).size);
    expect(instruments).toEqual(expect.arrayContaining([1, 2, 4]));
  });

  it('lies within one year of weekdays, in accounts that exist, at prices that make sense', () => {
    const accounts = new Set<string>(demoAccounts.map(({ account_id }) => account_id));
    for (const trade of trades) {
      expect(accounts.has(trade.account_id)).toBe(true);
      expect([0, 6]).not.toContain(new Date(trade.time).getUTCDay());
      expect(Date.parse(trade.time)).toBeGreaterThan(until.getTime() - 370 * 86_400_000);
      expect(Date.parse(trade.time)).toBeLessThan(until.getTime() + 86_400_000);
      expect(trade.price).toBeGreaterThanOrEqual(0);
      expect(trade.quantity).toBeGreaterThan(0);
    }
    expect(new Set(trades.map(({ exec_id }) => exec_id)).size).toBe(trades.length);
  });

  it('is a believable trader: between a third and two thirds winners, and not ruined', () => {
    const wins = ideas.filter(({ pnl }) => pnl > 0).length / ideas.length;
    expect(wins).toBeGreaterThan(0.33);
    expect(wins).toBeLessThan(0.67);
    expect(balances.every(({ balance }) => balance > 0)).toBe(true);
  });
});
