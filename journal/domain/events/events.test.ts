// What events do to trips and to lots, each worked out by hand.
import { describe, expect, it } from 'vitest';
import { taxLots } from '../lots/index.ts';
import { buy, sell } from '../testing/executions.ts';
import type { Execution } from '../executions/index.ts';
import { roundTrips } from '../trips/index.ts';
import { washSales } from '../wash/index.ts';
import type { PositionEvent } from './index.ts';

function match(executions: readonly Execution[], events: readonly PositionEvent[]) {
  const { round_trips, problems } = roundTrips(executions, { events });
  const { lots, effects, problems: lotProblems } = taxLots(executions, { events });
  const shown = lots.map(({ id, symbol, account_id, quantity, cost_basis, proceeds, acquired, sold }) => ({
    id,
    symbol,
    account_id,
    quantity,
    cost_basis,
    proceeds,
    acquired: acquired.slice(0, 10),
    sold: sold?.slice(0, 10),
  }));
  return { trips: round_trips, lots: shown, effects, problems, lotProblems };
}

const held = [buy('a', 0, 100, 10), buy('b', 60, 50, 20)];

describe('a transfer between own accounts', () => {
  const moved: PositionEvent = {
    kind: 'transfer',
    id: 't',
    instrument: 'AAPL',
    time: '2026-02-02',
    quantity: 120,
    from_account_id: 'main',
    to_account_id: 'new',
  };
  const later = { account_id: 'new', time: '2026-03-02T15:00:00Z' };

  it('takes lots along first in first out, with date and basis, and the sale there has its gain', () => {
    const { lots, trips, effects } = match([...held, sell('s', 0, 110, 30, later)], [moved]);
    expect(lots).toEqual([
      // 30 of the second purchase stayed.
      expect.objectContaining({ id: 'lot-b', account_id: 'main', quantity: 30, cost_basis: 600, sold: undefined }),
      {
        id: 'lot-a',
        symbol: 'AAPL',
        account_id: 'new',
        quantity: 100,
        cost_basis: 1000,
        proceeds: 3000,
        acquired: '2026-01-05',
        sold: '2026-03-02',
      },
      expect.objectContaining({ id: 'lot-b', account_id: 'new', quantity: 10, cost_basis: 200, proceeds: 300 }),
      expect.objectContaining({ id: 'lot-b', account_id: 'new', quantity: 10, cost_basis: 200, sold: undefined }),
    ]);
    expect(trips).toMatchObject([
      { account_id: 'main', status: 'open', open_quantity: 30, open_cost: 600 },
      {
        account_id: 'new',
        status: 'partial',
        realized_pnl: 2100,
        open_quantity: 10,
        opened_at: '2026-01-05T14:30:00Z',
      },
    ]);
    expect(effects.get('t')).toMatchObject([
      { lot_id: 'lot-a', account_id: 'new', change: 'moved', quantity_after: 100, basis_after: 1000 },
      { lot_id: 'lot-b', account_id: 'new', change: 'moved', quantity_after: 20, basis_after: 400 },
    ]);
  });

  it('is no purchase: it replaces nothing, and what was added to a basis by a wash sale goes along', () => {
    const account = { account_id: 'new' };
    const executions = [
      // Long held in the first account, and moved on the day after a loss was taken in the second.
      buy('old', 0, 10, 10, { time: '2025-01-06T15:00:00Z' }),
      buy('x', 0, 10, 20, { ...account, time: '2025-06-02T15:00:00Z' }),
      sell('y', 0, 10, 12, { ...account, time: '2026-02-02T15:00:00Z' }),
    ];
    const whole = { ...moved, time: '2026-02-03', quantity: 10 };
    expect(washSales(taxLots(executions, { events: [whole] }).lots).total_disallowed).toBe(0);
    // The shares bought back in the second account take the loss over, and keep it when they are moved back.
    const back = { ...whole, id: 'u', time: '2026-03-02', from_account_id: 'new', to_account_id: 'main' };
    const again = buy('z', 0, 10, 13, { ...account, time: '2026-02-09T15:00:00Z' });
    const { lots, total_disallowed } = washSales(taxLots([...executions, again], { events: [back] }).lots);
    expect(total_disallowed).toBe(80);
    expect(lots.find(({ id }) => id === 'lot-z')).toMatchObject({
      account_id: 'main',
      adjusted_basis: 210,
      // As much earlier as the shares sold had been held: 245 days.
      adjusted_acquired: '2025-06-09',
    });
  });

  it('takes the named lots where the person names them', () => {
    const { lots } = match(held, [{ ...moved, quantity: 50, lot_ids: ['lot-b'] }]);
    expect(lots.map(({ id, account_id }) => `${id} ${account_id}`)).toEqual(['lot-a main', 'lot-b new']);
  });

  it('of the whole position leaves nothing behind, and the trip keeps its name', () => {
    const { trips } = match(held, [{ ...moved, quantity: 150 }]);
    expect(trips).toMatchObject([{ id: 'rt-a', account_id: 'new', quantity: 150, entry_exec_ids: ['a', 'b'] }]);
  });

  it('of a part that closes a short and continues as a trip has another name than what stayed', () => {
    const short = sell('s', 0, 20, 30, { account_id: 'new', time: '2026-01-20T15:00:00Z' });
    const { trips } = match([...held, short], [{ ...moved, quantity: 100 }]);
    expect(
      trips.map(({ id, account_id, direction, status, quantity }) => [id, account_id, direction, status, quantity]),
    ).toEqual([
      ['rt-a', 'main', 'long', 'open', 50],
      ['rt-a:t', 'new', 'long', 'open', 80],
      ['rt-s', 'new', 'short', 'closed', 20],
    ]);
    expect(trips[1]?.entry_exec_ids).toEqual(['a', 'b']);
  });

  it('closes a short on the day of the transfer, whenever its shares were bought', () => {
    const short = [
      sell('s', 0, 200, 30, { account_id: 'new', time: '2026-01-20T15:00:00Z' }),
      buy('c', 0, 20, 25, { account_id: 'new', time: '2026-01-21T15:00:00Z' }),
    ];
    const { trips } = match([...held, ...short], [moved]);
    const covered = trips.find(({ id }) => id === 'rt-s');
    expect(covered?.exits?.map(({ exec_id, time }) => [exec_id, time])).toEqual([
      ['c', '2026-01-21T15:00:00Z'],
      ['a', '2026-02-02'],
      ['a', '2026-02-02'],
    ]);
    expect(trips.find(({ id }) => id === 'rt-a')?.quantity).toBe(30);
  });

  it('from outside brings the lots a person states, and is asked about without them', () => {
    const { from_account_id: _, ...outside } = moved;
    const sold = sell('s', 0, 120, 30, later);
    const stated = match([sold], [{ ...outside, lots: [{ acquired: '2020-05-04', quantity: 120, cost: 1200 }] }]);
    expect(stated.lots).toMatchObject([{ acquired: '2020-05-04', cost_basis: 1200, proceeds: 3600 }]);
    expect(stated.trips).toMatchObject([{ realized_pnl: 2400, status: 'closed', opened_at: '2020-05-04' }]);
    const unknown = match([sold], [outside]);
    expect(unknown.lots).toMatchObject([{ acquired: '2026-02-02', cost_basis: 0, proceeds: 3600 }]);
    expect(unknown.lotProblems).toMatchObject([{ code: 'transfer_without_basis', ids: ['t'] }]);
  });

  it('matches a sale that was recorded before the shares arrived', () => {
    const early = sell('s', 0, 120, 30, { account_id: 'new', time: '2026-01-30T15:00:00Z' });
    const { lots, trips } = match([...held, early], [moved]);
    expect(lots.filter(({ account_id }) => account_id === 'new')).toMatchObject([
      { id: 'lot-a', quantity: 100, cost_basis: 1000, proceeds: 3000, acquired: '2026-01-05', sold: '2026-01-30' },
      { id: 'lot-b', quantity: 20, cost_basis: 400, proceeds: 600 },
    ]);
    expect(trips.find(({ account_id }) => account_id === 'new')).toMatchObject({ status: 'closed' });
  });
});

describe('mergers', () => {
  it('for cash are a sale', () => {
    const cash: PositionEvent = {
      kind: 'cash_merger',
      id: 'm',
      instrument: 'AAPL',
      time: '2026-02-02',
      cash_per_share: 15,
    };
    const { lots, trips, effects } = match(held, [cash]);
    expect(lots).toMatchObject([
      { id: 'lot-a', proceeds: 1500, cost_basis: 1000, sold: '2026-02-02' },
      { id: 'lot-b', proceeds: 750, cost_basis: 1000 },
    ]);
    expect(trips).toMatchObject([{ status: 'closed', realized_pnl: 250, exit_exec_ids: ['m'] }]);
    expect(effects.get('m')).toMatchObject([
      { change: 'sold', gain: 500 },
      { change: 'sold', gain: -250 },
    ]);
  });

  it('for shares and cash recognise a gain up to the cash and no loss, lot by lot', () => {
    // One new share at 24 for two old, and 3 in cash: 100 old at 10 become 50 worth 1,200 and 300 cash.
    const mixed: PositionEvent = {
      kind: 'stock_merger',
      id: 'm',
      instrument: 'AAPL',
      new_instrument: 'NEW',
      time: '2026-02-02',
      new_shares: 1,
      old_shares: 2,
      cash_per_share: 3,
      price: 24,
    };
    const { lots, trips } = match(held, [mixed]);
    expect(lots).toMatchObject([
      // Gain 500, of which 300 was cash: basis 1,000 - 300 + 300.
      { id: 'lot-a', symbol: 'AAPL', proceeds: 300, cost_basis: 0, sold: '2026-02-02' },
      { id: 'lot-a', symbol: 'NEW', quantity: 50, cost_basis: 1000, acquired: '2026-01-05', sold: undefined },
      // A loss of 250 counts for nothing: basis 1,000 - 150.
      { id: 'lot-b', symbol: 'NEW', quantity: 25, cost_basis: 850, sold: undefined },
    ]);
    expect(trips).toMatchObject([
      { instrument: 'NEW', status: 'open', open_quantity: 75, open_cost: 1850, realized_pnl: 300 },
    ]);
  });
});

describe('basis', () => {
  it('a spin-off takes its part of every lot, with its date', () => {
    const spin: PositionEvent = {
      kind: 'spin_off',
      id: 'x',
      instrument: 'AAPL',
      new_instrument: 'SPUN',
      time: '2026-02-02',
      new_shares: 1,
      old_shares: 4,
      allocation: 0.2,
    };
    const { lots, trips } = match(held, [spin]);
    expect(lots).toMatchObject([
      { id: 'lot-a', cost_basis: 800, quantity: 100 },
      { id: 'lot-b', cost_basis: 800, quantity: 50 },
      { id: 'lot-a:x', symbol: 'SPUN', cost_basis: 200, quantity: 25, acquired: '2026-01-05' },
      { id: 'lot-b:x', symbol: 'SPUN', cost_basis: 200, quantity: 12.5 },
    ]);
    expect(trips).toMatchObject([
      { instrument: 'AAPL', open_cost: 1600 },
      { instrument: 'SPUN', open_cost: 400, open_quantity: 37.5 },
    ]);
  });

  it('a return of capital lowers it lot by lot, and beyond it is a gain', () => {
    const back: PositionEvent = {
      kind: 'return_of_capital',
      id: 'r',
      instrument: 'AAPL',
      time: '2026-02-02',
      amount_per_share: 12,
    };
    const { lots, trips, effects } = match(held, [back]);
    expect(lots).toMatchObject([
      { id: 'lot-a', proceeds: 200, cost_basis: 0, sold: '2026-02-02' },
      { id: 'lot-a', cost_basis: 0, sold: undefined },
      { id: 'lot-b', cost_basis: 400, sold: undefined },
    ]);
    expect(trips).toMatchObject([{ realized_pnl: 200, open_cost: 400, status: 'open' }]);
    expect(effects.get('r')).toMatchObject([
      { basis_after: 0, gain: 200 },
      { basis_after: 400, gain: null },
    ]);
  });

  it('cash in lieu sells the fraction after a split', () => {
    const split: PositionEvent = {
      kind: 'split',
      id: 's',
      instrument: 'AAPL',
      time: '2026-02-02',
      new_shares: 1,
      old_shares: 40,
    };
    const lieu: PositionEvent = {
      kind: 'cash_in_lieu',
      id: 'z',
      instrument: 'AAPL',
      time: '2026-02-03',
      quantity: 0.75,
      amount: 320,
    };
    const { lots, trips } = match(held, [split, lieu]);
    // 3.75 shares for 2,000, of which the first lot is 2.5 for 1,000: 0.75 of it cost 300.
    expect(lots).toMatchObject([
      { id: 'lot-a', quantity: 0.75, cost_basis: 300, proceeds: 320 },
      { id: 'lot-a', quantity: 1.75, cost_basis: 700 },
      { id: 'lot-b', quantity: 1.25, cost_basis: 1000 },
    ]);
    expect(trips).toMatchObject([{ realized_pnl: 20, open_quantity: 3, open_cost: 1700 }]);
  });

  it('a reward costs what it was worth', () => {
    const reward: PositionEvent = {
      kind: 'reward',
      id: 'w',
      instrument: 'ETH-USD',
      account_id: 'main',
      time: '2026-02-02T00:00:00Z',
      quantity: 0.3,
      value: 100,
    };
    const { lots, trips, effects } = match([], [reward]);
    expect(lots).toMatchObject([{ id: 'lot-w', quantity: 0.3, cost_basis: 100 }]);
    expect(trips).toMatchObject([{ open_quantity: 0.3, open_cost: 100, asset_class: 'CRYPTO' }]);
    expect(effects.get('w')).toMatchObject([{ change: 'opened', basis_after: 100 }]);
  });
});
