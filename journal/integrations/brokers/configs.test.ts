import { expect, it } from 'vitest';
import { schwab } from './adapters/schwab.ts';
import { withoutSecrets } from './configs.ts';
import { nextSync } from './schedule.ts';

it('what a broker repeats of its credentials is left out, also where it is encoded or was given in exchange', () => {
  const credentials = {
    app_key: 'KEY/1+2',
    app_secret: 'abcd',
    callback_url: 'https://127.0.0.1:8182',
    refresh_token: 'given-in-exchange',
  };
  const message = 'no KEY/1+2, KEY%2F1%2B2 or abcd at https://127.0.0.1:8182 (given-in-exchange)';
  expect(withoutSecrets(message, schwab, credentials)).toBe('no …, … or … at https://127.0.0.1:8182 (…)');
});

it('a broker is asked again half an hour after the close of a weekday, after a number of hours, or not at all', () => {
  const at = (schedule: string, last: string) => nextSync(schedule, new Date(last))?.toISOString() ?? null;
  expect(at('after_close', '2026-03-06T12:00:00Z')).toBe('2026-03-06T21:30:00.000Z');
  // Over a weekend on which New York's clocks change.
  expect(at('after_close', '2026-03-06T21:30:00Z')).toBe('2026-03-09T20:30:00.000Z');
  expect(at('6h', '2026-03-06T22:00:00Z')).toBe('2026-03-07T04:00:00.000Z');
  expect(at('off', '2026-03-06T22:00:00Z')).toBeNull();
});
