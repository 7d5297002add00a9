import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Execution } from '../executions/index.ts';
import { buy, sell } from '../testing/executions.ts';
import { taxLots } from './from-executions.ts';
import type { Lot } from './lot.ts';

const DAY = 1440;

function brief({ id, quantity, cost_basis, proceeds, closed_by }: Lot): unknown[] {
  return [id, quantity, cost_basis, proceeds ?? null, closed_by ?? null];
}

describe('executions become lots', () => {
  it('fees go into basis and proceeds, and a partial sale splits the lot to the cent', () => {
    const { lots, problems } = taxLots([
      buy('b', 0, 3, 10, { commission: 0.5 }),
      sell('s', 5, 1, 12, { commission: '0.25' }),
    ]);
    expect(problems).toEqual([]);
    expect(lots.map(brief)).toEqual([
      ['lot-b', 1, 10.17, 11.75, 's'],
      ['lot-b', 2, 20.33, null, null],
    ]);
  });

  it('a sale takes lots by the method', () => {
    const story = [buy('a', 0, 10, 10), buy('b', 1, 10, 30), buy('c', 2, 10, 20), sell('s', 3, 10, 25)];
    const closedLots = (options: Parameters<typeof taxLots>[1]): string[] =>
      taxLots(story, options)
        .lots.filter(({ sold }) => sold !== undefined)
        .map(({ id }) => id);
    expect(closedLots({})).toEqual(['lot-a']);
    expect(closedLots({ method: 'lifo' })).toEqual(['lot-c']);
    expect(closedLots({ method: 'hifo' })).toEqual(['lot-b']);
    expect(closedLots({ method: 'max_st_loss' })).toEqual(['lot-b']);
    expect(closedLots({ method: 'max_st_gain' })).toEqual(['lot-a']);
    expect(closedLots({ method: 'specific_id', chosen_lots: { s: ['c'] } })).toEqual(['lot-c']);
    expect(taxLots(story, { method: 'avg_cost' }).lots.map(brief)).toEqual([
      ['lot-a', 10, 200, 250, 's'],
      ['lot-b', 10, 200, null, null],
      ['lot-c', 10, 200, null, null],
    ]);
  });

  it('a short sale is sold first; what is bought beyond it is owned', () => {
    const { lots, problems } = taxLots([sell('s', 0, 100, 10), buy('b', 5, 150, 9)]);
    expect(problems).toEqual([]);
    expect(lots).toMatchObject([
      { id: 'lot-s', side: 'short', quantity: 100, proceeds: 1_000, cost_basis: 900, closed_by: 'b' },
      { id: 'lot-b', quantity: 50, cost_basis: 450 },
    ]);
  });

  it('a sale with no purchase on record is a problem', () => {
    const { lots, problems } = taxLots([buy('b', 0, 10, 10), sell('s', 1, 15, 10)]);
    expect(problems).toMatchObject([{ code: 'sale_without_lot', ids: ['s'] }]);
    expect(lots).toHaveLength(2);
  });

  it('a written option or a future sold first is no problem', () => {
    const { lots, problems } = taxLots([
      sell('o', 0, 1, 2, { instrument: 'AAPL 260116 C 200' }),
      sell('f', 0, 1, 5000, { instrument: '/ESH6' }),
    ]);
    expect(problems).toEqual([]);
    expect(lots).toMatchObject([{ sold: expect.any(String) as string }, { sold: expect.any(String) as string }]);
  });

  it('accounts keep their own lots and their kind; an order is one purchase', () => {
    const { lots } = taxLots(
      [buy('a', 0, 1, 10, { account_id: 'ira', order_id: 'o1' }), buy('b', 1, 1, 10), sell('s', 2, 1, 11)],
      { accounts: { ira: 'ira' } },
    );
    expect(lots).toMatchObject([
      { id: 'lot-a', account_kind: 'ira', lot_group: 'ira/o1' },
      { id: 'lot-b', account_kind: 'taxable', closed_by: 's' },
    ]);
  });

  it('options and futures carry what the law needs to know', () => {
    const { lots } = taxLots(
      [
        buy('c', 0, 2, 1.5, { instrument: 'AAPL 260116 C 200' }),
        buy('x', 1, 1, 12, { instrument: 'SPX 260116 C 6000' }),
        buy('f', 2, 1, 6000, { instrument: '/ESH6' }),
        buy('k', 3, 1, 90_000, { instrument: 'BTC' }),
      ],
      { digital_assets: ['BTC'] },
    );
    expect(lots).toMatchObject([
      { cost_basis: 300, option: { underlying: 'AAPL', right: 'call' } },
      { cost_basis: 1_200, treatment: 'section_1256' },
      { cost_basis: 300_000, treatment: 'section_1256' },
      { treatment: 'digital_asset' },
    ]);
  });
});

describe('the method', () => {
  it('of a year stays with its sales: changing it later does not rebook what was filed', () => {
    const executions = [
      buy('cheap', 0, 10, 10),
      buy('dear', DAY, 10, 20),
      sell('s26', 2 * DAY, 5, 30),
      sell('s27', 400 * DAY, 5, 30),
    ];
    const { lots } = taxLots(executions, { method: 'fifo', methods_by_year: { 2027: 'hifo' } });
    expect(lots.map(brief)).toEqual([
      ['lot-cheap', 5, 50, 150, 's26'],
      ['lot-dear', 5, 100, 150, 's27'],
      ['lot-cheap', 5, 50, null, null],
      ['lot-dear', 5, 100, null, null],
    ]);
  });
});

describe('without a trade', () => {
  const at = (minute: number): string => buy('x', minute, 1, 1).time;

  it('a split changes the shares, a new name the symbol, neither the basis', () => {
    const { lots } = taxLots([buy('b', 0, 10, 100), sell('s', 3 * DAY, 20, 30, { instrument: 'NEW' })], {
      events: [
        { kind: 'split', id: 'e1', instrument: 'AAPL', time: at(DAY), new_shares: 4, old_shares: 1 },
        { kind: 'symbol_change', id: 'e2', instrument: 'AAPL', new_instrument: 'NEW', time: at(2 * DAY) },
      ],
    });
    expect(lots.map(brief)).toEqual([
      ['lot-b', 20, 500, 600, 's'],
      ['lot-b', 20, 500, null, null],
    ]);
    expect(lots.map(({ symbol }) => symbol)).toEqual(['NEW', 'NEW']);
  });

  const call = 'AAPL 260116 C 200';
  const put = 'AAPL 260116 P 200';
  const end = { account_id: 'main', time: '2026-01-16', quantity: 1 } as const;

  it('an expired option realises its premium', () => {
    const { lots } = taxLots([buy('c', 0, 1, 2, { instrument: call }), sell('p', 1, 1, 3, { instrument: put })], {
      events: [
        { ...end, kind: 'expiry', id: 'e1', instrument: call },
        { ...end, kind: 'expiry', id: 'e2', instrument: put },
      ],
    });
    expect(lots).toMatchObject([
      { id: 'lot-c', cost_basis: 200, proceeds: 0, closed_by: 'e1' },
      { id: 'lot-p', side: 'short', cost_basis: 0, proceeds: 300, closed_by: 'e2' },
    ]);
  });

  it.each([
    ['a call exercised: shares cost the premium more', 'exercise', call, buy, 20_200],
    ['a written put assigned: shares cost the premium less', 'assignment', put, sell, 19_800],
  ] as const)('%s', (_, kind, instrument, open, basis) => {
    const { lots, problems } = taxLots([open('o', 0, 1, 2, { instrument })], {
      events: [{ ...end, kind, id: 'e', instrument }],
    });
    expect(problems).toEqual([]);
    expect(lots).toMatchObject([{ id: 'lot-e:shares', symbol: 'AAPL', quantity: 100, cost_basis: basis }]);
  });

  it.each([
    ['a written call assigned: the sale brings the premium more', 'assignment', call, sell, 20_200],
    ['a put exercised: the sale brings the premium less', 'exercise', put, buy, 19_800],
  ] as const)('%s', (_, kind, instrument, open, proceeds) => {
    const shares = buy('shares', 0, 100, 150);
    const { lots, problems } = taxLots([shares, open('o', 1, 1, 2, { instrument })], {
      events: [{ ...end, kind, id: 'e', instrument }],
    });
    expect(problems).toEqual([]);
    expect(lots).toMatchObject([{ id: 'lot-shares', cost_basis: 15_000, proceeds }]);
  });

  it('what the exercise itself cost goes with the premium', () => {
    const event = { ...end, kind: 'exercise', id: 'e', instrument: call, commission: 5 } as const;
    expect(taxLots([buy('o', 0, 1, 2, { instrument: call })], { events: [event] }).lots).toMatchObject([
      { symbol: 'AAPL', cost_basis: 20_205 },
    ]);
  });

  it('an option on a future delivers the future, not a hundred shares', () => {
    const instrument = './ESH6 EW3F6 260116C6000';
    const event = { ...end, kind: 'exercise', id: 'e', instrument } as const;
    const { lots } = taxLots([buy('o', 0, 1, 10, { instrument })], { events: [event] });
    // One contract at 6,000 x 50, and the premium of 10 x 50.
    expect(lots).toMatchObject([{ symbol: '/ESH6', quantity: 1, multiplier: 50, cost_basis: 300_500 }]);
  });

  it('an index option settles in cash: without a price nothing is delivered, and that is reported', () => {
    const instrument = 'SPXW 260116 C 6000';
    const event = { ...end, kind: 'exercise', id: 'e', instrument } as const;
    const option = buy('o', 0, 1, 10, { instrument });
    expect(taxLots([option], { events: [event] })).toMatchObject({
      lots: [{ symbol: instrument, cost_basis: 1_000 }],
      problems: [{ code: 'delivery_unknown', ids: ['e'] }],
    });
    expect(taxLots([option], { events: [{ ...event, settlement_price: 6_025 }] })).toMatchObject({
      lots: [{ cost_basis: 1_000, proceeds: 2_500, treatment: 'section_1256' }],
      problems: [],
    });
  });

  it('an event that ends more than is open is named', () => {
    const events = [{ ...end, kind: 'expiry', id: 'e', instrument: call, quantity: 3 }] as const;
    expect(taxLots([buy('o', 0, 1, 2, { instrument: call })], { events })).toMatchObject({
      lots: [{ id: 'lot-o', proceeds: 0 }],
      problems: [{ code: 'event_without_position', ids: ['e'] }],
    });
  });

  it('shares the broker has already booked are found, or missed aloud', () => {
    const event = { ...end, kind: 'exercise', id: 'e', instrument: call, stock_recorded: true } as const;
    const option = buy('o', 0, 1, 2, { instrument: call });
    const booked = buy('b', 11 * DAY, 100, 200);
    expect(taxLots([option, booked], { events: [event] }).lots).toMatchObject([{ id: 'lot-b', cost_basis: 20_200 }]);
    const missed = taxLots([option], { events: [event] });
    expect(missed.problems).toMatchObject([{ code: 'exercise_without_shares', ids: ['e'] }]);
    expect(missed.lots).toMatchObject([{ id: 'lot-o', proceeds: 0 }]);
  });
});

describe('laws', () => {
  const story = fc
    .array(
      fc.record({
        minute: fc.integer({ min: 0, max: 400 }),
        buys: fc.boolean(),
        quantity: fc.integer({ min: 1, max: 50 }),
        price: fc.integer({ min: 1, max: 5_000 }),
        fee: fc.integer({ min: 0, max: 200 }),
      }),
      { maxLength: 40 },
    )
    .map((rows) =>
      rows.map(({ minute, buys, quantity, price, fee }, index): Execution =>
        (buys ? buy : sell)(`e${index}`, minute, quantity, price / 100, { commission: fee / 100 }),
      ),
    );

  it('what was paid and received is all in the lots, whatever the method', () => {
    fc.assert(
      fc.property(story, fc.constantFrom('fifo', 'lifo', 'hifo', 'avg_cost', 'max_st_loss'), (executions, method) => {
        const cash = executions.reduce((sum, { action, quantity, price, commission }) => {
          const value = Math.round(Number(quantity) * Number(price) * 100);
          return sum + (action === 'BOT' ? -value : value) - Math.round(Number(commission) * 100);
        }, 0);
        const inLots = taxLots(executions, { method }).lots.reduce(
          (sum, lot) => sum + Math.round(Number(lot.proceeds ?? 0) * 100) - Math.round(Number(lot.cost_basis) * 100),
          0,
        );
        expect(inLots).toBe(cash);
      }),
    );
  });

  it('the order of import does not matter', () => {
    fc.assert(
      fc.property(story, (executions) => {
        expect(taxLots(executions.toReversed()).lots).toEqual(taxLots(executions).lots);
      }),
    );
  });

  it('nothing throws', () => {
    fc.assert(
      fc.property(fc.anything(), (executions) => {
        expect(taxLots(executions as Execution[]).problems).toBeInstanceOf(Array);
      }),
    );
  });
});
