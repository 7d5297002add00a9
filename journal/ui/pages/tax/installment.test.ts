import { expect, test } from 'vitest';
import { nextPayment, standingOf } from './installment.ts';

const quarter = (number: number, due_date: string, cumulative_due: number | null) => ({
  quarter: number,
  due_date,
  required: 500,
  paid: 0,
  due: cumulative_due,
  cumulative_due,
});

test('a quarter is paid, still open, or short once its day is over; without a profile it has no status', () => {
  expect(standingOf(quarter(1, '2026-04-15', 0), '2026-11-16')).toBe('paid');
  expect(standingOf(quarter(3, '2026-09-15', 310), '2026-11-16')).toBe('short');
  expect(standingOf(quarter(4, '2027-01-15', 1220), '2026-11-16')).toBe('open');
  expect(standingOf(quarter(4, '2027-01-15', 1220), '2027-01-15')).toBe('open');
  expect(standingOf(quarter(4, '2027-01-15', null), '2026-11-16')).toBe('unknown');
});

test('where nothing is required nothing is due, and a payment all the same is shown as paid', () => {
  const none = { ...quarter(2, '2026-06-15', 0), required: 0 };
  expect(standingOf(none, '2026-11-16')).toBe('none');
  expect(standingOf({ ...none, paid: 1250 }, '2026-11-16')).toBe('paid');
});

test('the next payment is that of the first quarter that wants money', () => {
  const [first, third, fourth] = [
    quarter(1, '2026-04-15', 0),
    quarter(3, '2026-09-15', 310),
    quarter(4, '2027-01-15', 1530),
  ];
  expect(nextPayment([first, third, fourth])).toEqual({ quarter: 3, amount: 310 });
  expect(nextPayment([first])).toBeNull();
  expect(nextPayment([])).toBeNull();
});
