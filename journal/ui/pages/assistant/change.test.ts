import { expect, test } from 'vitest';
import { changeBetween, differencesOf, kindOf, sumHeld } from './change.ts';
import { isUsual } from './usual.ts';

test('a change is shown field by field, as it is and as it will be; what stays empty is left out', () => {
  expect(
    differencesOf({ before: { stop_loss: '9.5', notes: null }, after: { stop_loss: '9', notes: 'wait' } }),
  ).toEqual([
    { name: 'stop_loss', now: '9.50', next: '9.00' },
    { name: 'notes', now: '–', next: 'wait' },
  ]);
  expect(differencesOf({ before: null, after: { ticker: 'A', notes: '', tags: [] } })).toEqual([
    { name: 'ticker', now: null, next: 'A' },
  ]);
  expect(differencesOf({ before: { ticker: 'A', at: null }, after: null })).toEqual([
    { name: 'ticker', now: 'A', next: null },
  ]);
});

test('values are written as a trader writes them, and none with fewer digits than it has', () => {
  const after = {
    action: 'SLD',
    time_known: 1,
    asset_class: 'EQUITY',
    price: '12.5',
    quantity: '0.00010000',
    is_archived: 0,
  };
  expect(differencesOf({ before: null, after }).map(({ next }) => next)).toEqual([
    'sold',
    'yes',
    'stock',
    '12.50',
    '0.00010000',
    'no',
  ]);
  expect(differencesOf({ before: { setup_quality: 5 }, after: { setup_quality: 1 } })).toEqual([
    { name: 'setup_quality', now: 'A', next: 'F' },
  ]);
});

test('what nearly every row has need not be read; the same field with a word of its own must be', () => {
  const after = { price: '0', commission: '0.00', realized_pnl: 0, multiplier: 1, time_known: 1 };
  const names = Object.keys(after);
  expect(names.filter((name) => isUsual({ before: null, after }, name))).toEqual(names.slice(1));
  const usual = { commission: '0.01', realized_pnl: -3, multiplier: 100, time_known: 0 };
  expect(Object.keys(usual).filter((name) => isUsual({ before: usual, after: null }, name))).toEqual([]);
  // An option of one share, where nearly all are of a hundred.
  expect(isUsual({ before: null, after: { ...after, asset_class: 'OPTION' } }, 'multiplier')).toBe(false);
  expect(isUsual({ before: null, after: { ...after, asset_class: 'EQUITY' } }, 'multiplier')).toBe(true);
});

test('of two states of a thing only the changed fields are shown', () => {
  expect(changeBetween({ price: 1, notes: 'a' }, { price: 1, notes: 'b' })).toEqual({
    before: { notes: 'a' },
    after: { notes: 'b' },
  });
  expect(changeBetween(null, { price: 1 })).toEqual({ before: null, after: { price: 1 } });
});

test('signs that hide or reverse the text next to them are written out', () => {
  const after = { quantity: '\u202e001', instrument: 'A\u200bAPL', notes: 'one\ntwo' };
  expect(differencesOf({ before: null, after }).map(({ next }) => next)).toEqual([
    String.raw`\u{202e}001`,
    String.raw`A\u{200b}APL`,
    'one\ntwo',
  ]);
});

test('only the same act of the same key is equal, whatever its input', () => {
  const one = { key_id: 'k', operation: 'trades.create' };
  expect(kindOf(one)).toBe(kindOf({ ...one }));
  expect(kindOf(one)).not.toBe(kindOf({ ...one, key_id: 'other' }));
  expect(kindOf(one)).not.toBe(kindOf({ ...one, operation: 'plans.create' }));
});

test('a position is long above zero and short below it', () => {
  expect(sumHeld([])).toBe(0);
  expect(
    sumHeld([
      { direction: 'BOT', open_quantity: 100 },
      { direction: 'SLD', open_quantity: 30 },
      { direction: 'BOT', open_quantity: null },
    ]),
  ).toBe(70);
});
