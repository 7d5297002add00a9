// The questions: one filter each, with the days it means.
import type { JournalClient } from '@zorivest/contract';

type Query = NonNullable<NonNullable<Parameters<JournalClient['analytics']['expectancy']>[0]>['query']>;

export interface FilterQuery {
  readonly name: string;
  readonly query: Query;
  readonly span: { readonly from: string; readonly to: string };
}

const EVER = { from: '0000-01-01', to: '9999-12-31' };

function days(from: string, to: string): Pick<FilterQuery, 'span'> & { readonly query: Query } {
  return { span: { from, to }, query: { from, to } };
}

function namedPeriod(period: string, from: string, to: string): Pick<FilterQuery, 'span'> & { readonly query: Query } {
  return { span: { from, to }, query: { period } };
}

const PERIODS = {
  all: { span: EVER, query: { period: 'all' } },
  'everything by days': days('2000-01-01', '2030-12-31'),
  year: namedPeriod('2026', '2026-01-01', '2026-12-31'),
  january: namedPeriod('2026-01', '2026-01-01', '2026-01-31'),
  february: namedPeriod('2026-02', '2026-02-01', '2026-02-28'),
  march: namedPeriod('2026-03', '2026-03-01', '2026-03-31'),
  april: namedPeriod('2026-04', '2026-04-01', '2026-04-30'),
  may: namedPeriod('2026-05', '2026-05-01', '2026-05-31'),
  june: namedPeriod('2026-06', '2026-06-01', '2026-06-30'),
  'first quarter': namedPeriod('2026-Q1', '2026-01-01', '2026-03-31'),
  'second quarter': namedPeriod('2026-Q2', '2026-04-01', '2026-06-30'),
  'some weeks': days('2026-02-10', '2026-03-20'),
  'one day': days('2026-03-12', '2026-03-12'),
} as const;

export interface About {
  readonly accounts: readonly string[];
  readonly instrument: string;
  readonly underlying: string;
  readonly tag: string;
}

/** Thirty-two: periods, accounts, sides, results, tags, currencies, what is closed only, and what counts as one trade. */
export function filtersOf({ accounts, instrument, underlying, tag }: About): FilterQuery[] {
  const all: Query = { account_ids: accounts.join(',') };
  const ask = (period: keyof typeof PERIODS, more: Query = {}): FilterQuery => ({
    name: [period, ...Object.entries(more).map(([field, value]) => `${field}=${String(value)}`)].join(' '),
    span: PERIODS[period].span,
    query: { ...all, ...PERIODS[period].query, ...more },
  });
  const inOne = (account_id: string | undefined): Query => ({ account_id });
  const periods = Object.keys(PERIODS) as (keyof typeof PERIODS)[]; // its own names
  return [
    ...periods.map((period) => ask(period)),
    ask('all', inOne(accounts[0])),
    ask('march', inOne(accounts[1])),
    ask('all', { direction: 'long' }),
    ask('first quarter', { direction: 'short' }),
    ask('all', { result: 'win' }),
    ask('march', { result: 'loss' }),
    ask('year', { result: 'break_even' }),
    ask('all', { tags: tag }),
    ask('second quarter', { tags: tag }),
    ask('all', { currency: 'EUR' }),
    ask('april', { currency: 'EUR' }),
    ask('second quarter', { currency: 'EUR', result: 'win' }),
    ask('all', { open_positions: 'closed_only' }),
    ask('march', { open_positions: 'closed_only' }),
    ask('first quarter', { open_positions: 'closed_only', currency: 'EUR', result: 'loss' }),
    ask('second quarter', { unit: 'leg' }),
    ask('year', { follow_rolls: true }),
    ask('year', { instrument }),
    ask('first quarter', { underlying }),
  ];
}
