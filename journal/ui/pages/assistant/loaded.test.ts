import { expect, test } from 'vitest';
import { type Ask, hasOlder, horizonOf, isCut, mergeRows, newest, older } from './loaded.ts';

interface Row {
  readonly id: number;
  readonly at: string;
}

const row = (id: number): Row => ({ id, at: new Date(id * 1000).toISOString() });

/** A log of this many rows, as the service pages it. */
function logOf(length: number) {
  const asked: number[] = [];
  const ask: Ask<Row> = ({ limit, offset }) => {
    asked.push(offset);
    const items = Array.from({ length: Math.max(0, Math.min(limit, length - offset)) }, (_, i) =>
      row(length - offset - i),
    );
    return Promise.resolve({ items, total: length });
  };
  return { ask, asked };
}

const ids = ({ rows }: { readonly rows: readonly Row[] }) => rows.map(({ id }) => id);
const downFrom = (length: number, to = 1) => Array.from({ length: length - to + 1 }, (_, i) => length - i);

test('older rows come after the known ones, until all are there', async () => {
  const { ask } = logOf(1500);
  let known = mergeRows(undefined, await newest(undefined, ask));
  expect([known.rows.length, hasOlder(known)]).toEqual([200, true]);
  known = mergeRows(known, await older(known, ask));
  known = mergeRows(known, await older(known, ask));
  expect(ids(known)).toEqual(downFrom(1500));
  expect(hasOlder(known)).toBe(false);
});

test('rows that came while an older page was asked for leave no gap and no row twice', async () => {
  const known = mergeRows(undefined, await newest(undefined, logOf(500).ask));
  const after = mergeRows(known, await older(known, logOf(530).ask));
  expect(ids(after)).toEqual(downFrom(500));
  expect(ids(mergeRows(after, await newest(after, logOf(530).ask)))).toEqual(downFrom(530));
});

test('however many rows came since, the newest are fetched until they meet the known ones', async () => {
  const known = mergeRows(undefined, await newest(undefined, logOf(300).ask));
  const { ask, asked } = logOf(2600);
  const after = mergeRows(known, await newest(known, ask));
  expect(asked).toEqual([0, 200, 1200, 2200]);
  expect(ids(after)).toEqual(downFrom(2600));
});

test('a row that is reported again is as it is now', () => {
  const known = mergeRows<Row & { outcome: string }>(undefined, {
    items: [{ ...row(1), outcome: 'failed' }],
    total: 1,
  });
  expect(mergeRows(known, { items: [{ ...row(1), outcome: 'ok' }], total: 1 }).rows).toEqual([
    { ...row(1), outcome: 'ok' },
  ]);
});

test('two logs are shown as far back as both are known', () => {
  const whole = { rows: [row(9), row(2)], total: 2 };
  const part = { rows: [row(8), row(5)], total: 7 };
  expect(horizonOf([whole, part])).toBe(row(5).at);
  expect(horizonOf([whole])).toBe('');
});

test('no more is loaded than a page can hold', () => {
  const full = downFrom(10_000).map(row);
  const stateOf = (log: { readonly rows: readonly Row[]; readonly total: number }) => [hasOlder(log), isCut(log)];
  expect(stateOf({ rows: full, total: 12_000 })).toEqual([false, true]);
  expect(stateOf({ rows: full, total: 10_000 })).toEqual([false, false]);
  expect(stateOf({ rows: full.slice(0, 200), total: 12_000 })).toEqual([true, false]);
});
