import { describe, expect, it } from 'vitest';
import { buy, sell } from '../testing/executions.ts';
import type { Execution } from '../executions/index.ts';
import { exitsOf, roundTrips } from '../trips/index.ts';
import { definedRisk, legsOf, structureName, type Structure, structuresOf, type StructureChoice } from './index.ts';

const [P540, P550, C650, C660] = ['SPY 260220 P 540', 'SPY 260220 P 550', 'SPY 260220 C 650', 'SPY 260220 C 660'];

function structures(executions: readonly Execution[], choices: readonly StructureChoice[] = []) {
  return structuresOf(roundTrips(executions).round_trips, executions, choices);
}

/** Sold for 1.20 + 1.10, the wings bought for 0.40 + 0.30: a credit of 1.60. */
function condor(minute: number, more: Partial<Execution>): Execution[] {
  return [
    buy(`${minute}-1`, minute, 1, 0.4, { instrument: P540, ...more }),
    sell(`${minute}-2`, minute, 1, 1.2, { instrument: P550, ...more }),
    sell(`${minute}-3`, minute, 1, 1.1, { instrument: C650, ...more }),
    buy(`${minute}-4`, minute, 1, 0.3, { instrument: C660, ...more }),
  ];
}

function closing(minute: number, more: Partial<Execution>): Execution[] {
  return [
    sell(`${minute}-1`, minute, 1, 0.1, { instrument: P540, ...more }),
    buy(`${minute}-2`, minute, 1, 0.5, { instrument: P550, ...more }),
    buy(`${minute}-3`, minute, 1, 0.4, { instrument: C650, ...more }),
    sell(`${minute}-4`, minute, 1, 0.1, { instrument: C660, ...more }),
  ];
}

describe('legs of one order are one trade', () => {
  it('adds up an iron condor, which is short because it was opened for a credit', () => {
    const [one, ...others] = structures([...condor(0, { order_id: 'A' }), ...closing(60, { order_id: 'B' })]);
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      id: 'st-0-1',
      instrument: 'SPY',
      direction: 'short',
      status: 'closed',
      quantity: 1,
      entry_avg_price: 1.6,
      exit_avg_price: 0.7,
      realized_pnl: 90,
      opened_at: '2026-01-05T14:30:00Z',
      closed_at: '2026-01-05T15:30:00Z',
      rolled_from: null,
    });
    expect(one && structureName(one)).toBe('Short Iron Condor');
  });

  it('joins legs filled minutes apart, when the order is one', () => {
    const legged = condor(0, { order_id: 'A' }).map((leg, i) => ({ ...leg, time: `2026-01-05T14:3${i}:00Z` }));
    expect(structures(legged)).toHaveLength(1);
  });

  it('a trade of one leg is that trip itself, and no copy of it', () => {
    const executions = [buy('a', 0, 1, 10), sell('b', 5, 1, 11)];
    const { round_trips: trips } = roundTrips(executions);
    const [one] = structuresOf(trips, executions);
    expect(one).toBe(trips[0]);
    expect(one && legsOf(one)).toEqual(trips);
  });

  it('joins by underlying and second where there are no orders, and never by a time that is not known', () => {
    expect(structures(condor(0, {}))).toHaveLength(1);
    expect(structures(condor(0, { time_known: false }))).toHaveLength(4);
  });

  it('keeps two orders of one second apart, and so two accounts', () => {
    const [first, second, ...rest] = condor(0, { order_id: 'A' });
    expect(first && second && structures([first, { ...second, order_id: 'B' }, ...rest])).toHaveLength(2);
    expect(first && second && structures([first, { ...second, account_id: 'ira' }, ...rest])).toHaveLength(2);
  });

  it('takes a contract traded twice within one second for two trades', () => {
    const again = [buy('a', 0, 1, 10), sell('b', 0, 1, 11), buy('c', 0, 1, 10), sell('d', 0, 1, 9)];
    expect(structures(again).map(({ realized_pnl }) => realized_pnl)).toEqual([1, -1]);
  });

  it('is closed only with its last leg, and each exit keeps its own day', () => {
    const [p540, p550, c650, c660] = closing(60, {});
    const later = [p540, p550].map((leg) => ({ ...leg, time: '2026-02-03T15:00:00Z' }) as Execution);
    const [one] = structures([...condor(0, {}), ...[c650, c660].flatMap((leg) => leg ?? []), ...later]);
    expect(one).toMatchObject({ status: 'closed', closed_at: '2026-02-03T15:00:00Z', realized_pnl: 90 });
    const january = exitsOf(one as Structure).filter(({ time }) => time.startsWith('2026-01')); // there is one
    expect(january.reduce((sum, { pnl }) => sum + pnl, 0)).toBe(50);
  });
});

describe('R of an option structure', () => {
  const riskOf = (executions: readonly Execution[]) => structures(executions).map(definedRisk);

  it('is its largest loss at opening: wings of 10 less a credit of 1.60', () => {
    expect(riskOf(condor(0, { commission: 0.65 }))).toEqual([840]);
  });

  it('of a bought option is its premium; of a written call it has no limit and is not known', () => {
    expect(riskOf([buy('a', 0, 2, 3.5, { instrument: C650 })])).toEqual([700]);
    expect(riskOf([sell('a', 0, 2, 3.5, { instrument: C650 })])).toEqual([null]);
  });

  it('is not known over two expiries, nor of shares', () => {
    const calendar = [sell('a', 0, 1, 3, { instrument: C650 }), buy('b', 0, 1, 5, { instrument: 'SPY 260320 C 650' })];
    expect(riskOf(calendar)).toEqual([null]);
    expect(riskOf([buy('a', 0, 100, 10)])).toEqual([null]);
  });
});

describe('rolls', () => {
  const roll = (order: string) => [
    buy(`${order}-1`, 60, 1, 2, { instrument: C650, order_id: order }),
    sell(`${order}-2`, 60, 1, 3, { instrument: 'SPY 260320 C 650', order_id: order }),
  ];

  it('links the contract an order opened to the one it closed', () => {
    const executions = [
      sell('a', 0, 1, 1.5, { instrument: C650, order_id: 'A' }),
      ...roll('B'),
      buy('z', 90, 1, 1, { instrument: 'SPY 260320 C 650', order_id: 'C' }),
    ];
    const found = structures(executions);
    expect(found.map(({ id, rolled_from = null, realized_pnl }) => ({ id, rolled_from, realized_pnl }))).toEqual([
      { id: 'rt-a', rolled_from: null, realized_pnl: -50 },
      { id: 'rt-B-2', rolled_from: 'rt-a', realized_pnl: 200 },
    ]);
  });

  it('a leg rolled alone stays in its structure', () => {
    const found = structures([...condor(0, { order_id: 'A' }), ...roll('B')]);
    expect(found).toHaveLength(1);
    expect(found[0]?.legs).toHaveLength(5);
    // As it was opened.
    expect(found.map(definedRisk)).toEqual([840]);
  });

  it('a put closed and a call opened is no roll', () => {
    const executions = [
      sell('a', 0, 1, 1.5, { instrument: P550, order_id: 'A' }),
      buy('b', 60, 1, 1, { instrument: P550, order_id: 'B' }),
      sell('c', 60, 1, 1, { instrument: C650, order_id: 'B' }),
    ];
    expect(structures(executions).map(({ rolled_from = null }) => rolled_from)).toEqual([null, null]);
  });
});

describe('what a person says', () => {
  const spreads = condor(0, {}).map((leg, i) => ({ ...leg, order_id: i < 2 ? 'puts' : 'calls' }));

  it('joins whole structures by any of their executions', () => {
    expect(structures(spreads)).toHaveLength(2);
    const [one, ...others] = structures(spreads, [{ kind: 'join', exec_ids: ['0-2', '0-3'] }]);
    expect(others).toEqual([]);
    expect(one && structureName(one)).toBe('Short Iron Condor');
  });

  it('splits, and a later word stands over an earlier one; executions that are gone are passed over', () => {
    const split: StructureChoice = { kind: 'split', exec_ids: ['0-1', '0-2', 'gone'] };
    expect(structures(spreads, [split])).toHaveLength(3);
    expect(structures(spreads, [split, { kind: 'join', exec_ids: ['0-1', '0-2'] }])).toHaveLength(2);
  });
});
