// The accounts of a demo book: what they were worth month by month, and the money that came and went.
import { contract } from '@zorivest/contract';
import { BANK, EURO, IRA, LONG_TERM, MARGIN, type DemoTrade } from './idea.ts';
import { cents, type DemoMarket } from './market.ts';
import type { DemoWriter } from './writer.ts';
import { findSecurity } from './securities.ts';
import { DAY } from './session.ts';
import type { DemoHistory } from './trader.ts';

const accounts = [
  {
    account_id: MARGIN,
    name: 'Margin account',
    account_type: 'broker',
    institution: 'Demo Brokers',
    broker_id: 'demo',
  },
  { account_id: LONG_TERM, name: 'Long-term account', account_type: 'broker', institution: 'Demo Brokers' },
  {
    account_id: IRA,
    name: 'Retirement account',
    account_type: 'ira',
    institution: 'Demo Brokers',
    is_tax_advantaged: true,
  },
  { account_id: EURO, name: 'Euro account', account_type: 'broker', institution: 'Demo Bank', currency: 'EUR' },
  { account_id: BANK, name: 'Checking', account_type: 'bank', institution: 'Demo Bank' },
] as const;

const OPENING: Readonly<Record<string, number>> = {
  [MARGIN]: 60_000,
  [LONG_TERM]: 48_000,
  [IRA]: 45_000,
  [EURO]: 20_000,
  [BANK]: 12_000,
};

export async function openAccounts(writer: DemoWriter, { days }: DemoHistory): Promise<void> {
  const opened = `${days[0]}T12:00:00Z`;
  const before = new Date(Date.parse(opened) - DAY).toISOString().slice(0, 10);
  for (const account of accounts) {
    await writer.write(contract.accounts.create, { body: account }, opened);
    const { account_id } = account;
    await writer.write(
      contract.worth.stateCash,
      { body: { account_id, balance: OPENING[account_id] ?? 0, date: before } },
      opened,
    );
  }
}

/** The close of every session on which something was held, and of an index to hold results against. */
export async function givePrices(
  writer: DemoWriter,
  market: DemoMarket,
  history: DemoHistory,
  now: string,
): Promise<void> {
  const trades = [...history.ideas.flatMap((idea) => idea.trades), ...history.holdings.trades];
  const sizes = new Map<string, number>();
  const prices: { date: string; instrument: string; price: number }[] = [];
  const inOrder = trades.toSorted((a, b) => (a.time < b.time ? -1 : 1));
  let next = 0;
  for (const date of history.days) {
    const closes = `${date}T21:00:00Z`;
    for (let one = inOrder[next]; one !== undefined && one.time <= closes; one = inOrder[++next])
      sizes.set(
        one.instrument,
        (sizes.get(one.instrument) ?? 0) + (one.action === 'BOT' ? one.quantity : -one.quantity),
      );
    for (const instrument of new Set(['SPY', ...sizes.keys()])) {
      if (instrument !== 'SPY' && (sizes.get(instrument) ?? 0) === 0) continue;
      const price = market.at(instrument, Math.min(Date.parse(closes), Date.parse(now)));
      if (price !== null && price >= 0) prices.push({ date, instrument, price });
    }
  }
  for (let from = 0; from < prices.length; from += MOST_PRICES)
    await writer.write(contract.worth.putPrices, { body: { prices: prices.slice(from, from + MOST_PRICES) } }, now);
}

const MOST_PRICES = 10_000;

interface Entry {
  readonly date: string;
  readonly amount: number;
  readonly description: string;
  readonly symbol?: string;
  readonly category: 'dividend' | 'interest' | 'deposit' | 'fee' | 'ach_credit' | 'ach_debit' | 'card_purchase';
}

/** Dividends of what was held, interest, wages and what was spent. */
export async function recordCash(writer: DemoWriter, history: DemoHistory, until: string): Promise<void> {
  const months = monthEnds(history.days);
  const dividends = [LONG_TERM, IRA].map((account_id) => ({
    account_id,
    entries: months
      .filter((_, index) => index % 3 === 2)
      .flatMap((date) => dividendsOf(history.holdings.trades, account_id, date)),
  }));
  const fees = months.map((date): Entry => ({ date, amount: -12.5, description: 'Market data', category: 'fee' }));
  for (const { account_id, entries } of [
    ...dividends,
    { account_id: BANK, entries: bankRows(months) },
    { account_id: MARGIN, entries: fees },
  ]) {
    if (entries.length === 0) continue;
    await writer.write(contract.banking.submit, { body: { account_id, transactions: entries } }, until);
  }
}

function bankRows(months: readonly string[]): Entry[] {
  return months.flatMap((date, index): Entry[] => [
    { date, amount: 5200, description: 'Salary', category: 'ach_credit' },
    { date, amount: -(1900 + (index % 4) * 130), description: 'Card', category: 'card_purchase' },
    { date, amount: -2400, description: 'Rent', category: 'ach_debit' },
    { date, amount: cents(9 + index * 0.6), description: 'Interest', category: 'interest' },
  ]);
}

function dividendsOf(trades: readonly DemoTrade[], account: string, date: string): Entry[] {
  const held = new Map<string, number>();
  for (const { account_id, instrument, action, quantity, time } of trades) {
    if (account_id !== account || time > date) continue;
    held.set(instrument, (held.get(instrument) ?? 0) + (action === 'BOT' ? quantity : -quantity));
  }
  return [...held].flatMap(([ticker, quantity]) => {
    const amount = cents((findSecurity(ticker)?.dividend ?? 0) * quantity);
    const description = `Dividend ${ticker}`;
    return amount > 0 ? [{ date, amount, description, category: 'dividend' as const, symbol: ticker }] : [];
  });
}

/** What each account was worth at the end of each month: its money and its shares at the price of the day. */
export async function recordBalances(writer: DemoWriter, market: DemoMarket, history: DemoHistory): Promise<void> {
  const trades = [...history.ideas.flatMap((idea) => idea.trades), ...history.holdings.trades];
  const months = monthEnds(history.days);
  for (const [index, date] of months.entries()) {
    const snapshot_datetime = `${date}T21:00:00Z`;
    const at = Date.parse(snapshot_datetime);
    for (const { account_id } of accounts) {
      const balance = worth(
        trades.filter((one) => one.account_id === account_id && one.time <= snapshot_datetime),
        market,
        at,
      );
      // A bank's balance is what its rows come to.
      const rows = account_id === BANK ? bankRows(months.slice(0, index + 1)) : [];
      const saved = rows.reduce((sum, { amount }) => sum + amount, 0);
      await writer.write(
        contract.accounts.recordBalance,
        {
          params: { account_id },
          body: { balance: cents((OPENING[account_id] ?? 0) + balance + saved), snapshot_datetime },
        },
        snapshot_datetime,
      );
    }
  }
}

function worth(trades: readonly DemoTrade[], market: DemoMarket, at: number): number {
  return trades.reduce((sum, { instrument, action, quantity, price, multiplier, commission }) => {
    const now = market.at(instrument, at) ?? 0;
    const size = quantity * (multiplier ?? (/\d{6}/.test(instrument) ? 100 : 1));
    return sum + (action === 'BOT' ? now - price : price - now) * size - commission;
  }, 0);
}

/** The last session of each month that is over. */
function monthEnds(days: readonly string[]): string[] {
  return days.filter((day, index) => days[index + 1] !== undefined && days[index + 1]?.slice(0, 7) !== day.slice(0, 7));
}
