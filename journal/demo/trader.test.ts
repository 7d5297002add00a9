import { describe, expect, it } from 'vitest';
import { DemoMarket } from './market.ts';
import { allTrades } from './trades.ts';
import { eveningOf } from './session.ts';
import { demoHistory } from './trader.ts';

const until = new Date('2026-06-30T20:30:00Z');
const market = new DemoMarket();
const history = demoHistory(market, 1, until);
const { ideas } = history;
const trades = allTrades(history);

describe('the history of the demo', () => {
  it('is the same for the same seed and another for another', () => {
    expect(demoHistory(new DemoMarket(), 1, until)).toEqual(history);
    expect(demoHistory(market, 2, until).ideas).not.toEqual(ideas);
  });

  it('has hundreds of trades in stocks, futures and options, spreads and condors included, in two currencies', () => {
    expect(trades.length).toBeGreaterThan(400);
    const legs = Map.groupBy(trades, ({ order_id }) => order_id);
    const instruments = [...legs.values()].map((order) => new Set(order.map(({ instrument }) => instrument)).size);
    // One order closes a condor and opens the next: eight instruments.
    expect(instruments).toEqual(expect.arrayContaining([1, 2, 4, 8]));
    expect(trades.some(({ instrument }) => instrument === '/MES')).toBe(true);
    expect(trades.some(({ account_id }) => account_id === 'DEMO-EUR')).toBe(true);
  });

  it('lies within sessions of eighteen months, at the prices of its market', () => {
    for (const { time, instrument, price, quantity } of trades) {
      const at = Date.parse(time);
      const session = market.sessions.count(at) - 1;
      expect(at - market.sessions.opens(session)).toBeLessThan(390 * 60_000);
      expect(at).toBeGreaterThan(until.getTime() - 560 * 86_400_000);
      expect(at).toBeLessThanOrEqual(until.getTime());
      // Times are stored to the second and parts of an order fill a cent apart.
      expect(Math.abs(price - (market.at(instrument, at) ?? 0))).toBeLessThan(0.3);
      expect(quantity).toBeGreaterThan(0);
    }
    expect(new Set(trades.map(({ exec_id }) => exec_id)).size).toBe(trades.length);
  });

  it.each([1, 2, 3, 4, 5])(
    'is a believable trader (seed %i): about half winners, neither ruined nor a wonder',
    (seed) => {
      const closed = demoHistory(market, seed, until).ideas.filter(({ isOpen }) => !isOpen);
      const wins = closed.filter(({ pnl }) => pnl > 0).length / closed.length;
      expect(wins).toBeGreaterThan(0.4);
      expect(wins).toBeLessThan(0.65);
      const total = closed.reduce((sum, { pnl }) => sum + pnl, 0);
      expect(total).toBeGreaterThan(-20_000);
      expect(total).toBeLessThan(60_000);
    },
  );

  it.each(['2026-06-30', '2027-02-03', '2029-11-20'])('holds something at a loss on any day (%s)', (day) => {
    const end = new Date(`${day}T20:30:00Z`);
    const { holdings } = demoHistory(market, 1, end);
    const down = holdings.trades.filter(
      ({ action, instrument, price }) => action === 'BOT' && (market.at(instrument, end.getTime()) ?? 0) < price,
    );
    expect(down.length).toBeGreaterThan(0);
  });
});

describe('the market of the demo', () => {
  it('gives the same bar whichever way it is asked for, and nothing of the future', () => {
    const from = Date.parse('2026-06-29');
    const to = Date.parse('2026-06-30T23:59:00Z');
    const now = Date.parse('2026-06-30T15:00:00Z');
    const days = market.bars('AAPL', { from, to, now }, 'day');
    const hours = market.bars('AAPL', { from, to, now }, 60);
    expect(days.map(({ at }) => new Date(at).toISOString().slice(0, 10))).toEqual(['2026-06-29', '2026-06-30']);
    expect(days[0]).toMatchObject({ open: hours[0]?.open, close: hours[6]?.close });
    expect(hours.at(-1)?.at).toBeLessThanOrEqual(now);
    expect(days[1]?.close).toBe(market.at('AAPL', now));
  });

  it('knows what it trades and nothing else', () => {
    expect(market.at('NOSUCH', until.getTime())).toBeNull();
    expect(market.at('AAPL 260717 C 200', until.getTime())).toBe(market.at('AAPL260717C00200000', until.getTime()));
    expect(market.bars('NOSUCH', { from: 0, to: until.getTime(), now: until.getTime() }, 'day')).toEqual([]);
  });
});

describe('the bars of the demo', () => {
  const from = Date.parse('2026-03-02');
  const to = Date.parse('2026-06-30T23:59:00Z');
  const days = market.bars('AAPL', { from, to, now: to }, 'day');

  it('have wicks, gaps and volume like a market', () => {
    const wicks = days.filter(
      ({ open, close, high, low }) => high > Math.max(open, close) && low < Math.min(open, close),
    );
    expect(wicks.length / days.length).toBeGreaterThan(0.9);
    const gaps = days.slice(1).filter(({ open }, i) => Math.abs(open / (days[i]?.close ?? open) - 1) > 0.001);
    expect(gaps.length / days.length).toBeGreaterThan(0.5);
    expect(Math.max(...days.map(({ volume }) => volume))).toBeGreaterThan(
      1.3 * Math.min(...days.map(({ volume }) => volume)),
    );
    for (const { open, high, low, close } of days) {
      expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
      expect(low).toBeLessThanOrEqual(Math.min(open, close));
    }
  });

  it('of a day are as high and as low as the bars it is made of', () => {
    const [day] = days;
    const range = { from: day?.at ?? 0, to: (day?.at ?? 0) + 8 * 3_600_000, now: to };
    for (const minutes of [1, 5, 15, 60]) {
      const parts = market.bars('AAPL', range, minutes);
      expect(Math.max(...parts.map(({ high }) => high))).toBe(day?.high);
      expect(Math.min(...parts.map(({ low }) => low))).toBe(day?.low);
      expect(parts[0]?.open).toBe(day?.open);
      expect(parts.at(-1)?.close).toBe(day?.close);
    }
  });

  it('go up and down with the market: what falls most falls on days when others do', () => {
    const change = (ticker: string) => {
      const bars = market.bars(ticker, { from, to, now: to }, 'day');
      return bars.slice(1).map(({ close }, i) => close / (bars[i]?.close ?? close) - 1);
    };
    const [one, other] = [change('SPY'), change('QQQ')];
    const together = one.reduce((sum, value, i) => sum + Math.sign(value * (other[i] ?? 0)), 0);
    expect(together).toBeGreaterThan(0);
  });
});

it('reports at five in New York, in summer and in winter', () => {
  const evenings = ['2026-10-30', '2026-11-06'].map((day) => new Date(eveningOf(Date.parse(day))).toISOString());
  expect(evenings).toEqual(['2026-10-30T21:00:00.000Z', '2026-11-06T22:00:00.000Z']);
});
