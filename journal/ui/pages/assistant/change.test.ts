import { expect, test } from 'vitest';
import { differencesOf, kindOf, sumHeld } from './change.ts';

test('a change is said field by field, as it is and as it will be; what stays empty is left out', () => {
  expect(
    differencesOf({ before: { stop_loss: '9.5', notes: null }, after: { stop_loss: '9', notes: 'wait' } }),
  ).toEqual([
    { name: 'stop_loss', now: '9.5', next: '9' },
    { name: 'notes', now: '–', next: 'wait' },
  ]);
  expect(differencesOf({ before: null, after: { ticker: 'A', notes: '', tags: [] } })).toEqual([
    { name: 'ticker', now: null, next: 'A' },
  ]);
  expect(differencesOf({ before: { ticker: 'A', at: null }, after: null })).toEqual([
    { name: 'ticker', now: 'A', next: null },
  ]);
});

test('signs that hide or turn around what is beside them are written out', () => {
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
