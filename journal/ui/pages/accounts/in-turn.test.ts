import { expect, test } from 'vitest';
import { differenceOf, inTurn } from './in-turn.ts';

test('accounts are asked for in the order of their last balance, the ones without any first, archived ones not at all', () => {
  const account = (name: string, latest_balance_date: string | null, is_archived = false) => ({
    name,
    latest_balance_date,
    is_archived,
  });
  const asked = inTurn([
    account('new', '2026-11-01T00:00:00Z'),
    account('old', '2026-01-01T00:00:00Z'),
    account('never, too', null),
    account('never', null),
    account('gone', null, true),
  ]);
  expect(asked.map(({ name }) => name)).toEqual(['never', 'never, too', 'old', 'new']);
});

test('a difference needs a number on both sides', () => {
  expect(differenceOf(1000, '1,250.5')).toBe(250.5);
  expect(differenceOf(1000, '900')).toBe(-100);
  expect(differenceOf(1000, ' ')).toBeNull();
  expect(differenceOf(1000, 'plenty')).toBeNull();
  expect(differenceOf(null, '900')).toBeNull();
});
