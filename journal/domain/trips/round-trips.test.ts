import { describe, expect, it } from 'vitest';
import { buy, sell } from '../testing/executions.ts';
import { roundTrips } from './index.ts';

function only(executions: Parameters<typeof roundTrips>[0], options?: Parameters<typeof roundTrips>[1]) {
  const { round_trips, problems } = roundTrips(executions, options);
  expect(problems).toEqual([]);
  expect(round_trips).toHaveLength(1);
  return round_trips[0];
}

describe('a position from flat to flat is one round trip', () => {
  it('long, with fees of both sides', () => {
    expect(
      only([buy('b', 0, 100, 10, { commission: 1 }), sell('s', 240, 100, '11.00', { commission: '0.5' })]),
    ).toEqual({
      id: 'rt-b',
      account_id: 'main',
      instrument: 'AAPL',
      direction: 'long',
      status: 'closed',
      entry_exec_ids: ['b'],
      exit_exec_ids: ['s'],
      quantity: 100,
      entry_avg_price: 10,
      exit_avg_price: 11,
      gross_pnl: 100,
      commission: 1.5,
      realized_pnl: 98.5,
      opened_at: '2026-01-05T14:30:00Z',
      closed_at: '2026-01-05T18:30:00Z',
      open_quantity: 0,
      open_commission: 0,
      open_cost: 0,
      multiplier: 1,
      rate: 1,
      currency: null,
      holding_period_seconds: 14_400,
      asset_class: 'EQUITY',
      underlying: 'AAPL',
      order_id: null,
      opened_time_known: true,
      closed_time_known: true,
      exits: null,
    });
  });

  it('short, sold first', () => {
    expect(only([sell('s', 0, 100, 11), buy('b', 10, 100, 10)])).toMatchObject({
      direction: 'short',
      entry_exec_ids: ['s'],
      exit_exec_ids: ['b'],
      realized_pnl: 100,
    });
  });

  it('scaled in and out, averages weighted by quantity', () => {
    expect(only([buy('a', 0, 30, 10), buy('b', 1, 70, 11), sell('c', 2, 30, 12), sell('d', 3, 70, 13)])).toMatchObject({
      quantity: 100,
      entry_avg_price: 10.7,
      exit_avg_price: 12.7,
      realized_pnl: 200,
      status: 'closed',
    });
  });

  it('a rebate is a negative commission and adds to the result', () => {
    expect(only([buy('b', 0, 1, 10, { commission: -0.25 }), sell('s', 1, 1, 10)])?.realized_pnl).toBe(0.25);
  });

  it('still open: nothing is realised, and the entry fee waits', () => {
    expect(only([buy('b', 0, 100, 10, { commission: 1 })])).toMatchObject({
      status: 'open',
      exit_avg_price: null,
      realized_pnl: 0,
      commission: 0,
      open_commission: 1,
      open_quantity: 100,
      open_cost: 1000,
      closed_at: null,
      holding_period_seconds: null,
    });
  });

  it('partly closed: the entry fee counts in proportion', () => {
    expect(only([buy('b', 0, 100, 10, { commission: 1 }), sell('s', 1, 40, 11, { commission: 0.5 })])).toMatchObject({
      status: 'partial',
      gross_pnl: 40,
      commission: 0.9,
      realized_pnl: 39.1,
      open_quantity: 60,
      open_commission: 0.6,
      closed_at: null,
    });
  });
});

describe('a fill larger than the position', () => {
  const flip = [buy('b', 0, 100, 10, { commission: 1 }), sell('s', 5, 150, 12, { commission: 3 }), buy('c', 9, 50, 11)];

  it('closes it and opens the opposite one, its fee shared by quantity', () => {
    const { round_trips } = roundTrips(flip);
    expect(round_trips).toMatchObject([
      { id: 'rt-b', direction: 'long', quantity: 100, commission: 3, realized_pnl: 197, exit_exec_ids: ['s'] },
      { id: 'rt-s', direction: 'short', quantity: 50, commission: 1, realized_pnl: 49, entry_exec_ids: ['s'] },
    ]);
  });
});

describe('which lots a partial close takes', () => {
  const executions = [buy('a', 0, 10, 100), buy('b', 1, 10, 130), buy('c', 2, 10, 110), sell('s', 3, 15, 120)];
  for (const [method, realized, left] of [
    ['fifo', 10 * 20 - 5 * 10, 5 * 130 + 1100],
    ['lifo', 10 * 10 - 5 * 10, 1000 + 5 * 130],
    ['hifo', -10 * 10 + 5 * 10, 1000 + 5 * 110],
  ] as const)
    it(`by ${method}`, () => {
      expect(only(executions, { method })).toMatchObject({ realized_pnl: realized, open_cost: left });
    });
});

describe('the fills of one order', () => {
  const order = { order_id: 'o1' };
  it('are one lot at their average price', () => {
    const trip = only([buy('a', 0, 50, 10, order), buy('b', 1, 50, 11, order), sell('s', 2, 50, 12)]);
    expect(trip).toMatchObject({ realized_pnl: 75, entry_avg_price: 10.5, open_cost: 525 });
  });

  it('that close and reverse are distinguished by the quantity each covers', () => {
    const { round_trips } = roundTrips([
      buy('a', 0, 100, 10),
      sell('f1', 1, 100, 12, order),
      sell('f2', 2, 50, 9, order),
    ]);
    expect(round_trips).toMatchObject([
      { exit_exec_ids: ['f1'], exit_avg_price: 11, realized_pnl: 100 },
      { entry_exec_ids: ['f2'], entry_avg_price: 11, direction: 'short' },
    ]);
  });
});

describe('contracts', () => {
  it('an option counts a hundred shares, in whatever spelling', () => {
    for (const instrument of ['AAPL 260320 C 200', 'AAPL  260320C00200000', '.AAPL260320C200'])
      expect(only([buy('b', 0, 2, 1.5, { instrument }), sell('s', 1, 2, 2, { instrument })])?.realized_pnl).toBe(100);
  });

  it('a known future counts its point value, an unknown one says what is missing', () => {
    const es = { instrument: '/ESH6' };
    expect(only([buy('b', 0, 1, 5000, es), sell('s', 1, 1, 5001.25, es)])?.realized_pnl).toBe(62.5);
    const unknown = { instrument: '/ZZH6' };
    expect(roundTrips([buy('b', 0, 1, 10, unknown)]).problems).toMatchObject([
      { code: 'unknown_multiplier', ids: ['b'] },
    ]);
    expect(only([buy('b', 0, 1, -37.63, { ...unknown, multiplier: 1000 })])?.open_cost).toBe(-37_630);
  });

  it('accounts and instruments never share a position', () => {
    const { round_trips } = roundTrips([buy('a', 0, 1, 10), sell('b', 1, 1, 12, { account_id: 'ira' })]);
    expect(round_trips.map((trip) => [trip.account_id, trip.direction, trip.status])).toEqual([
      ['main', 'long', 'open'],
      ['ira', 'short', 'open'],
    ]);
  });
});

describe('what happens without a trade', () => {
  const option = { instrument: 'AAPL 260116 C 200' };
  const base = { id: 'e', time: '2026-01-16', instrument: option.instrument, account_id: 'main' } as const;

  it('an option that expires closes at zero', () => {
    const events = [{ ...base, kind: 'expiry' }] as const;
    expect(only([sell('s', 0, 1, 2.5, option)], { events })).toMatchObject({
      status: 'closed',
      exit_exec_ids: ['e'],
      exit_avg_price: 0,
      realized_pnl: 250,
      closed_at: '2026-01-16',
    });
  });

  it('a cash-settled exercise closes at the intrinsic value', () => {
    const events = [{ ...base, kind: 'exercise', settlement_price: 207 }] as const;
    expect(only([buy('b', 0, 1, 2.5, option)], { events })?.realized_pnl).toBe(450);
  });

  it('an assigned call delivers the shares at the strike: the total is premium plus the stock result', () => {
    const events = [{ ...base, kind: 'assignment', quantity: 1 }] as const;
    const { round_trips, problems } = roundTrips([buy('st', 0, 100, 190), sell('s', 1, 1, 2.5, option)], { events });
    expect(problems).toEqual([]);
    expect(round_trips.map((trip) => trip.realized_pnl)).toEqual([1000, 250]);
    expect(round_trips[0]?.exit_exec_ids).toEqual(['e:shares']);
  });

  it('an option past its expiry without a close is named, not guessed', () => {
    expect(roundTrips([buy('b', 0, 1, 2.5, option)], { as_of: '2026-02-01' })).toMatchObject({
      round_trips: [{ status: 'open', realized_pnl: 0 }],
      problems: [{ code: 'expired_option_open', ids: ['b'] }],
    });
  });

  it('a split rescales what is open: 100 at 400 become 400 at 100', () => {
    const events = [
      { kind: 'split', id: 'x', instrument: 'AAPL', time: '2026-01-06', new_shares: 4, old_shares: 1 },
    ] as const;
    const executions = [buy('b', 0, 100, 400), sell('s', 3000, 300, 110), sell('t', 3001, 100, 90)];
    expect(only(executions, { events })).toMatchObject({ quantity: 400, entry_avg_price: 100, realized_pnl: 2000 });
  });

  it('a reverse split of one for three keeps the value to the cent', () => {
    const events = [
      { kind: 'split', id: 'x', instrument: 'AAPL', time: '2026-01-06', new_shares: 1, old_shares: 3 },
    ] as const;
    expect(only([buy('b', 0, 300, 1), sell('s', 3000, 100, 4)], { events })?.realized_pnl).toBe(100);
  });

  it('a new symbol continues the position', () => {
    const events = [
      { kind: 'symbol_change', id: 'x', instrument: 'FB', new_instrument: 'META', time: '2026-01-06' },
    ] as const;
    const trip = only([buy('b', 0, 10, 100, { instrument: 'FB' }), sell('s', 3000, 10, 120, { instrument: 'META' })], {
      events,
    });
    expect(trip).toMatchObject({ instrument: 'META', status: 'closed', realized_pnl: 200 });
  });

  it('an event for nothing is reported', () => {
    const events = [{ ...base, kind: 'expiry', quantity: 5 }] as const;
    expect(roundTrips([buy('b', 0, 1, 2.5, option)], { events }).problems).toMatchObject([
      { code: 'event_without_position', ids: ['e'] },
    ]);
  });
});

describe('bad rows are named and left out; the rest is computed', () => {
  const good = [buy('b', 0, 10, 10), sell('s', 1, 10, 11)];

  it('the same row twice counts once', () => {
    expect(roundTrips([...good, ...good])).toMatchObject({
      round_trips: [{ realized_pnl: 10 }],
      problems: [{ code: 'duplicate_execution', ids: ['b', 's'] }],
    });
  });

  it('one id with two contents counts not at all', () => {
    const { round_trips, problems } = roundTrips([...good, buy('x', 2, 1, 1), buy('x', 2, 1, 2)]);
    expect(round_trips).toHaveLength(1);
    expect(problems).toMatchObject([{ code: 'contradictory_execution', ids: ['x'] }]);
  });

  it('one instrument in two currencies is computed, and reported', () => {
    const mixed = [buy('b', 0, 10, 10, { currency: 'USD' }), sell('s', 1, 10, 11, { currency: 'EUR' })];
    expect(roundTrips(mixed)).toMatchObject({
      round_trips: [{ realized_pnl: 10 }],
      problems: [{ code: 'mixed_currency' }],
    });
  });

  it('each unreadable field has its own name', () => {
    const bad: [string, object][] = [
      ['invalid_quantity', { quantity: 0 }],
      ['invalid_quantity', { quantity: 'ten' }],
      ['invalid_price', { price: -1 }],
      ['invalid_price', { price: NaN }],
      ['invalid_time', { time: 'yesterday' }],
      ['invalid_time', { time: '2026-02-30T10:00:00Z' }],
      ['invalid_action', { action: 'BUY' }],
      ['invalid_commission', { commission: '1,00' }],
      ['invalid_multiplier', { multiplier: -5 }],
      ['missing_instrument', { instrument: ' ' }],
      ['missing_account', { account_id: undefined }],
    ];
    for (const [code, change] of bad) {
      const result = roundTrips([...good, { ...buy('bad', 2, 1, 1), ...change }]);
      expect(result.problems).toMatchObject([{ code, ids: ['bad'] }]);
      expect(result.round_trips).toHaveLength(1);
    }
    // What arrives over a wire may have any shape.
    const junk = [null, 7, {}, { exec_id: 'q' }] as unknown as typeof good;
    expect(roundTrips(junk).problems.map((problem) => problem.code)).toEqual([
      'invalid_execution',
      'missing_exec_id',
      'missing_instrument',
    ]);
    expect(roundTrips(undefined as unknown as typeof good).problems).toMatchObject([{ code: 'invalid_input' }]);
  });
});
