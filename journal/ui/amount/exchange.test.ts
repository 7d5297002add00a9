import { expect, test } from 'vitest';
import { cityOf, exchangeZone } from './exchange.ts';

test.each([
  ['AAPL', 'EQUITY', 'USD', 'America/New_York'],
  ['BRK.B', 'EQUITY', 'USD', 'America/New_York'],
  ['AAPL 261218 C 200', 'OPTION', 'USD', 'America/New_York'],
  ['NRTH.TO', 'EQUITY', 'CAD', 'America/Toronto'],
  ['VOD.L', 'EQUITY', 'GBP', 'Europe/London'],
  ['sap.de', 'EQUITY', 'EUR', 'Europe/Berlin'],
  ['ESZ6', 'FUTURE', 'USD', 'America/Chicago'],
  ['/MNQH27', 'FUTURE', 'USD', 'America/Chicago'],
  ['CL', 'FUTURE', 'USD', 'America/New_York'],
  ['ES 261218 P 6000', 'FUTURE_OPTION', 'USD', 'America/Chicago'],
])('%s (%s, %s) goes by the clock of %s', (instrument, asset_class, currency, zone) => {
  expect(exchangeZone({ instrument, asset_class, currency })).toBe(zone);
  // Every one is a zone that the browser knows.
  expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow();
});

test.each([
  ['SAP', 'EQUITY', 'EUR'],
  ['constructor', 'FUTURE', 'USD'],
  ['XYZ.constructor', 'EQUITY', 'EUR'],
  ['BTC-USD', 'CRYPTO', 'USD'],
  ['EUR.USD', 'FOREX', 'USD'],
  ['QQZ6', 'FUTURE', 'USD'],
])('of %s (%s, %s) no exchange is known', (instrument, asset_class, currency) => {
  expect(exchangeZone({ instrument, asset_class, currency })).toBeNull();
});

test('a time zone is named by its city', () => {
  expect(cityOf('America/New_York')).toBe('New York');
});
