import { expect, test } from 'vitest';
import { namedValues, describeRow as understoodIn } from './understood.ts';

const describeIn = (row: Readonly<Record<string, unknown>>) => understoodIn(row, 'America/New_York');

const fill = {
  row: 2,
  exec_id: 'generic-20260106-1',
  time: '2026-01-06',
  instrument: 'AAPL',
  action: 'BOT',
  quantity: 10,
  price: 90,
  account_id: 'main',
  commission: 1,
  realized_pnl: 0,
  multiplier: 1,
  currency: null,
};

test('a fill is described in plain words, with the other values of the row and without ids', () => {
  expect(describeIn(fill)).toBe('Tue 6 Jan 2026, Buy 10 AAPL at 90.00, commission 1.00');
  expect(describeIn({ ...fill, multiplier: 100 })).toBe(
    'Tue 6 Jan 2026, Buy 10 AAPL at 90.00, commission 1.00, multiplier 100',
  );
  expect(describeIn({ ...fill, asset_class: 'EQUITY' })).toBe(describeIn(fill));
  expect(describeIn({ ...fill, commission: 0, asset_class: 'FUTURE' })).toContain(', kind future');
  expect(describeIn({ ...fill, action: 'SLD', commission: 0 })).toBe('Tue 6 Jan 2026, Sell 10 AAPL at 90.00');
});

test('its time is that of the clocks of the person', () => {
  expect(describeIn({ ...fill, time: '2026-01-06T15:00:00Z' })).toBe(
    'Tue 6 Jan 2026 10:00, Buy 10 AAPL at 90.00, commission 1.00',
  );
});

test('a row of a whole trade is both its fills', () => {
  const exit = { ...fill, action: 'SLD', price: 95, time: '2026-01-08' };
  expect(describeIn({ ...fill, exit })).toBe(
    'Tue 6 Jan 2026, Buy 10 AAPL at 90.00, commission 1.00; Thu 8 Jan 2026, Sell 10 AAPL at 95.00, commission 1.00',
  );
});

test('a movement of money is described by its fields, a row left out by its reason', () => {
  expect(describeIn({ row: 4, account_id: 'main', date: '2026-01-09', amount: -12.5, description: '' })).toBe(
    'date 2026-01-09, amount -12.5',
  );
  expect(describeIn({ reason: 'A subtotal' })).toBe('A subtotal');
});

test('cells of the file stand under their headings, empty ones not at all', () => {
  expect(namedValues({ Symbol: 'AAPL', Qty: '10', Note: '' })).toBe('Symbol AAPL, Qty 10');
});
