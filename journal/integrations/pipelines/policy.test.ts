import { describe, expect, test } from 'vitest';
import { policyHash } from './canonical.ts';
import { cronFault, firingsBetween, nextFiring } from './cron.ts';
import { sqlFaults } from './sql.ts';
import { databaseInMemory, policyOf } from './testing.ts';
import { validatePolicy } from './validate.ts';

const { sql } = databaseInMemory();
const { signal } = new AbortController();
const trigger = { cron_expression: '30 16 * * 1-5', timezone: 'America/New_York' };
const fetchQuote = { id: 'quotes', type: 'fetch', params: { data_type: 'quote', criteria: { tickers: ['AAPL'] } } };
const good = { name: 'Daily', trigger, steps: [fetchQuote] };

const faultsOf = async (document: unknown) =>
  (await validatePolicy(document, sql, signal)).faults.map(
    ({ field, message, severity }) => `${severity} ${field}: ${message}`,
  );

describe('a policy', () => {
  test('that is sound gets its defaults and no fault', async () => {
    const { policy, faults } = await validatePolicy(good, sql, signal);
    expect(faults).toEqual([]);
    expect(policy?.steps[0]).toMatchObject({
      timeout: 300,
      on_error: 'fail_pipeline',
      retry: { max_attempts: 3, backoff_factor: 2, jitter: true },
    });
  });

  test('may say backoff_seconds for the factor, as the first tools did', async () => {
    const steps = [{ ...fetchQuote, retry: { max_attempts: 2, backoff_seconds: 4 } }];
    const { policy } = await validatePolicy({ ...good, steps }, sql, signal);
    expect(policy?.steps[0]?.retry).toEqual({ max_attempts: 2, backoff_factor: 4, jitter: true });
  });

  test.each<[string, object, string]>([
    ['an unknown field', { ...good, color: 'red' }, 'Unrecognized key: "color"'],
    ['no steps', { ...good, steps: [] }, 'steps'],
    ['an unknown step type', { ...good, steps: [{ id: 'a', type: 'dance' }] }, 'there is no step type "dance"'],
    ['two steps of one id', { ...good, steps: [fetchQuote, fetchQuote] }, 'two steps are called "quotes"'],
    [
      'a reference forward',
      { ...good, steps: [{ id: 'a', type: 'render', params: { template: { ref: 'ctx.b.text' } } }] },
      '"b" is not an earlier step',
    ],
    ['cron nonsense', { ...good, trigger: { cron_expression: 'every day' } }, 'has five fields'],
    ['an impossible cron', { ...good, trigger: { cron_expression: '0 0 31 2 *' } }, 'never fires'],
    ['no such time zone', { ...good, trigger: { ...trigger, timezone: 'Mars/Olympus' } }, 'is not a time zone'],
    [
      'SQL that writes',
      {
        ...good,
        schema_version: 2,
        steps: [{ id: 'a', type: 'query', params: { queries: [{ name: 'x', sql: 'delete from trades' }] } }],
      },
      'only SELECT is allowed',
    ],
    [
      'a step of version 2 in version 1',
      {
        ...good,
        steps: [{ id: 'a', type: 'query', params: { queries: [{ name: 'x', sql: 'select 1' }] } }],
      },
      'needs schema_version 2',
    ],
    ['a bad parameter', { ...good, steps: [{ id: 'a', type: 'fetch', params: { data_type: 'moon' } }] }, 'data_type'],
    ['a pasted key', { ...good, metadata: { description: `sk-${'a'.repeat(24)}` } }, 'there seems to be an API key'],
    [
      'an undefined variable',
      { ...good, steps: [{ ...fetchQuote, params: { data_type: { var: 'kind' } } }] },
      '"kind"',
    ],
  ])('with %s is refused with the reason', async (_, document, reason) => {
    expect((await faultsOf(document)).join('\n')).toContain(reason);
  });

  test('with an unused variable gets a warning', async () => {
    expect(await faultsOf({ ...good, schema_version: 2, variables: { spare: 1 } })).toEqual([
      'warning variables.spare: is never used',
    ]);
  });

  test('keeps its approval when it is switched off, and loses it when anything else changes', () => {
    const one = policyOf([fetchQuote]);
    const off = policyOf([fetchQuote], { trigger: { ...one.trigger, enabled: false } });
    const later = policyOf([fetchQuote], { trigger: { ...one.trigger, cron_expression: '0 7 * * 1-5' } });
    const none = new Map<string, null>();
    expect(policyHash(off, none)).toBe(policyHash(one, none));
    expect(policyHash(later, none)).not.toBe(policyHash(one, none));
  });
});

describe('cron', () => {
  const daily = (time: string, after: string) => nextFiring(time, 'America/New_York', new Date(after))?.toISOString();

  test('follows the clocks of its time zone', () => {
    expect(daily('0 9 * * *', '2026-03-07T18:00:00Z')).toBe('2026-03-08T13:00:00.000Z');
    expect(daily('0 9 * * *', '2026-03-06T18:00:00Z')).toBe('2026-03-07T14:00:00.000Z');
  });

  test('fires once on the night an hour is missing, and once on the night it comes twice', () => {
    const night = (from: string, to: string, cron: string) =>
      firingsBetween(cron, 'America/New_York', new Date(from), new Date(to), 10);
    expect(night('2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z', '30 2 * * *')).toHaveLength(1);
    expect(night('2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z', '30 1 * * *')).toHaveLength(1);
  });

  test('takes 0 and 7 for Sunday', () => {
    expect(daily('0 0 * * 0', '2026-03-04T00:00:00Z')).toBe(daily('0 0 * * 7', '2026-03-04T00:00:00Z'));
    expect(cronFault('0 0 * * 8', 'UTC')).not.toBeNull();
  });
});

describe('the SQL sandbox', () => {
  test.each([
    'select instrument, count(*) from trades group by instrument',
    "select 'drop table trades; --' as text",
    'with t as (select * from trades) select * from t;',
    'select * from trades where instrument = :symbol',
    "select replace(instrument, ' ', '') from trades",
    'with recursive n(x) as (select 1 union all select x + 1 from n limit 9) select x from n',
  ])('lets through: %s', async (statement) => {
    expect(await sqlFaults([statement], sql, signal)).toEqual([[]]);
  });

  test.each([
    ['insert into trades values (1)', 'only SELECT'],
    ['select 1; drop table trades', 'only one statement'],
    ["attach 'x.db' as x", 'only SELECT'],
    ['pragma key', 'only SELECT'],
    ['select * from api_keys', 'table "api_keys" may not be read'],
    ['select * from all_keys', 'table "api_keys" may not be read'],
    ['select (select count(*) from "api_keys")', 'table "api_keys" may not be read'],
    ['select * from sqlite_master', 'may not be read'],
    ['select * from pragma_table_info(1)', 'may not be read'],
    ["select value from json_each('[1,2]')", 'may not be read'],
    ["select load_extension('x')", 'LOAD_EXTENSION'],
    ['select * from nowhere', 'no such table'],
    ['select', 'incomplete input'],
    ['', 'empty'],
    ['replace into trades values (1)', 'only SELECT'],
    ['with x as (select 1) replace into trades select * from x', 'REPLACE'],
    ['/* select */ delete from trades', 'only SELECT'],
    ['with x as (select 1) delete from trades', 'DELETE'],
  ])('refuses: %s', async (statement, reason) => {
    expect((await sqlFaults([statement], sql, signal)).join()).toContain(reason);
  });
});
