import { describe, expect, it } from 'vitest';
import { type FillLike, matchFills, mayBeAnyOf, type SeenFill } from './like-fills.ts';

const fill: FillLike = {
  exec_id: 'a',
  account_id: 'U1',
  action: 'BOT',
  quantity: '10',
  price: '41.5',
  time: '2025-03-04T15:00:00Z',
  time_known: 1,
  order_id: null,
};
const seenFill = (change: Partial<SeenFill>): SeenFill => ({
  ...fill,
  exec_id: 'b',
  commission: '0',
  import_batch_id: 'run',
  by: ['acme'],
  isSameSource: false,
  ...change,
});
const idOf = (hash: string) => `acme-20250304-${hash.padEnd(16, '0')}-1`;
const alike = (fresh: readonly Partial<FillLike>[], known: readonly SeenFill[]) =>
  matchFills(
    fresh.map((change) => ({ ...fill, ...change })),
    known,
    () => false,
  ).map(([row, other]) => [row.exec_id, other.exec_id]);

describe('two exports of one broker', () => {
  it('one names the account and the other does not: the ids differ, the moment and the figures do not', () => {
    const own = seenFill({ exec_id: idOf('1'), isSameSource: true });
    expect(alike([{ exec_id: idOf('2') }], [own])).toHaveLength(1);
    expect(alike([{ exec_id: idOf('2'), time: '2025-03-04T15:00:01Z' }], [own])).toEqual([]);
    const day = { time_known: 0 };
    expect(
      alike([{ exec_id: idOf('2'), time: '2025-03-04T17:00:03Z', ...day }], [{ ...own, ...day }]),
      'of a day without times, whatever second of it they were given',
    ).toHaveLength(1);
  });

  it('ids of the broker tell fills apart, but not those of an order from those of a fill', () => {
    expect(alike([{ exec_id: 'X2' }], [seenFill({ exec_id: 'X1', isSameSource: true })])).toEqual([]);
    expect(alike([{ exec_id: 'HARB-USD-2' }], [seenFill({ exec_id: 'X1', isSameSource: true })])).toHaveLength(1);
    const order = { exec_id: idOf('2'), order_id: '7', time: '2025-03-04T15:00:02Z' };
    expect(alike([order], [seenFill({ exec_id: idOf('1'), isSameSource: true })])).toHaveLength(1);
  });

  it('one adds up what was filled within a second', () => {
    const parts = [
      seenFill({ exec_id: 'p1', quantity: '0.3', price: '2500' }),
      seenFill({ exec_id: 'p2', quantity: '0.2', price: '2500.5' }),
    ];
    const whole = { exec_id: 'w', quantity: '0.5', price: '2500.2' };
    expect(alike([whole], parts)).toEqual([['w', 'p1']]);
    expect(alike(parts, [seenFill(whole)])).toEqual([
      ['p1', 'w'],
      ['p2', 'w'],
    ]);
    expect(alike([{ ...whole, quantity: '0.6' }], parts), 'only what they come to').toEqual([]);
  });

  it('one prints the price of a coin, the other what was paid for a part of it', () => {
    const coin = { quantity: '0.002', price: '95123.46' };
    expect(alike([coin], [seenFill({ quantity: '0.002', price: '95123.995' })])).toHaveLength(1);
    expect(alike([coin], [seenFill({ quantity: '0.003', price: '95123.46' })]), 'half as much again').toEqual([]);
  });

  it('the fill with the very same figures is taken before one that is near', () => {
    const near = seenFill({ exec_id: 'near', price: '41.504' });
    const exact = seenFill({ exec_id: 'exact', time: '2025-03-04T15:00:03Z' });
    expect(alike([{}], [near, exact])).toEqual([['a', 'exact']]);
  });
});

it('of the fills that files of the same format have brought, only those of a moment that is asked about are compared', () => {
  const mayBe = mayBeAnyOf([{ ...fill, exec_id: idOf('2') }]);
  const own = { exec_id: idOf('1'), isSameSource: true };
  expect(mayBe(seenFill(own))).toBe(true);
  expect(mayBe(seenFill({ ...own, time: '2025-03-04T15:00:01Z' }))).toBe(false);
  expect(mayBe(seenFill({ ...own, time: '2025-03-04T15:00:01Z', order_id: '7' })), 'an order').toBe(true);
  expect(mayBe(seenFill({ ...own, time: '2025-03-04T15:00:01Z', exec_id: 'X1' })), 'the broker’s own id').toBe(true);
  expect(mayBe(seenFill({ exec_id: idOf('1'), time: '2025-03-04T15:00:01Z' })), 'another source').toBe(true);
  expect(mayBeAnyOf([{ ...fill, exec_id: 'X2' }])(seenFill({ exec_id: 'X1', isSameSource: true }))).toBe(false);
});
