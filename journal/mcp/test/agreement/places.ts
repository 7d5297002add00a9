// Every place that states a result of a period, and what it states of it.
import type { JournalClient } from '@zorivest/contract';
import type { Assistant } from '../fixture-service.ts';
import type { FilterQuery } from './filters.ts';
import { cents, type ExpectedFigures, units } from './plain-loop.ts';

export interface StatedFigure {
  readonly what: string;
  readonly got: number | null;
  readonly want: number;
}

export interface Place {
  readonly name: string;
  readonly ask: (asked: FilterQuery, expected: ExpectedFigures) => Promise<readonly StatedFigure[]>;
}

function sumOf<T>(rows: readonly T[], of: (row: T) => number): number {
  return cents(rows.reduce((sum, row) => sum + units(of(row)), 0n));
}

const total = (rows: readonly { readonly total_pnl: number }[]): number => sumOf(rows, ({ total_pnl }) => total_pnl);
const count = (rows: readonly { readonly trade_count: number }[]): number =>
  rows.reduce((sum, { trade_count }) => sum + trade_count, 0);

/** The day of a moment as the books of the tests count them. */
function dayIn(time: string): string {
  // What ends on a day, as an option that expires, ends at no moment of it.
  if (!time.includes('T')) return time;
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date(time));
}

type List = Awaited<ReturnType<JournalClient['roundTrips']['list']>>;

/** By question: several places are compared with the same rows. */
const known = new WeakMap<FilterQuery, Promise<{ first: List; items: List['items'] }>>();

function everyRow(api: JournalClient, asked: FilterQuery): Promise<{ first: List; items: List['items'] }> {
  let rows = known.get(asked);
  if (rows === undefined) known.set(asked, (rows = readEveryRow(api, asked)));
  return rows;
}

async function readEveryRow(
  api: JournalClient,
  { query }: FilterQuery,
): Promise<{ first: List; items: List['items'] }> {
  const first = await api.roundTrips.list({ query: { ...query, limit: 1000 } });
  const items = [...first.items];
  while (items.length < first.total) {
    const next = await api.roundTrips.list({ query: { ...query, limit: 1000, offset: items.length } });
    if (next.items.length === 0) break;
    items.push(...next.items);
  }
  return { first, items };
}

function netOfClosedOnly(
  left_out: readonly { reason: string; amount: number | null }[],
  expected: ExpectedFigures,
): StatedFigure {
  const got = left_out.find(({ reason }) => reason === 'not closed in the period')?.amount ?? 0;
  return { what: 'left out', got, want: cents(expected.leftOut) };
}

/** The questions whose every line is opened. */
const OPENED = new Set(['first quarter', 'second quarter', 'some weeks']);

export function routes(api: JournalClient): Place[] {
  return [
    {
      name: 'round trips: sums',
      ask: async (asked, expected) => {
        const { sums, trade_count, left_out } = await api.roundTrips.list({ query: { ...asked.query, limit: 1 } });
        return [
          { what: 'pnl', got: sums.pnl, want: cents(expected.pnl) },
          { what: 'costs', got: sums.total_commission, want: cents(expected.costs) },
          { what: 'gross', got: sums.gross_pnl, want: cents(expected.pnl + expected.costs) },
          { what: 'trades', got: trade_count, want: expected.count },
          { what: 'wins', got: sums.wins, want: expected.wins },
          { what: 'losses', got: sums.losses, want: expected.losses },
          netOfClosedOnly(left_out, expected),
        ];
      },
    },
    {
      name: 'round trips: rows',
      ask: async (asked, expected) => {
        const { items } = await everyRow(api, asked);
        const faulty = items.filter(
          ({ gross_pnl, total_commission, pnl }) => units(gross_pnl) - units(total_commission) !== units(pnl),
        );
        return [
          { what: 'pnl', got: sumOf(items, ({ pnl_in_period }) => pnl_in_period), want: cents(expected.pnl) },
          { what: 'costs', got: sumOf(items, ({ costs_in_period }) => costs_in_period), want: cents(expected.costs) },
          { what: 'rows whose gross less costs is not net', got: faulty.length, want: 0 },
        ];
      },
    },
    {
      name: 'round-trips.csv',
      ask: async (asked, expected) => {
        const { bytes } = await api.exports.roundTrips({ query: asked.query });
        const [head = '', ...lines] = new TextDecoder().decode(bytes).trim().split('\r\n');
        const place = head.split(',').indexOf('pnl_in_period');
        const amounts = lines.map((line) => Number(line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)[place]));
        const rows = await everyRow(api, asked);
        return [
          { what: 'pnl', got: sumOf(amounts, (amount) => amount), want: cents(expected.pnl) },
          { what: 'rows', got: lines.length, want: rows.first.total },
        ];
      },
    },
    {
      name: 'expectancy',
      ask: async ({ query }, expected) => {
        const found = await api.analytics.expectancy({ query });
        return [
          { what: 'pnl', got: found.total_pnl, want: cents(expected.pnl) },
          { what: 'trades', got: found.trade_count, want: expected.count },
          { what: 'wins', got: found.wins, want: expected.wins },
          { what: 'losses', got: found.losses, want: expected.losses },
          netOfClosedOnly(found.left_out, expected),
        ];
      },
    },
    {
      name: 'net worth: bridge',
      ask: async ({ name, query }, expected) => {
        const { account_id, account_ids: several, period, from, to, ...more } = query;
        // Of some trades only there is no net worth, nor in another currency than the book's.
        if (Object.keys(more).length > 0) return [];
        const asked = { account_ids: account_id ?? several, period, from, to };
        const { bridge } = await api.worth.netWorth({ query: asked });
        if (bridge === null) return [];
        const { start, end, withdrawals, fees, withholding, ...lines } = bridge;
        const sum = Object.values(lines).reduce((all, amount) => all + units(amount), units(start));
        const stated = [
          { what: 'the end', got: cents(sum - units(withdrawals) - units(fees) - units(withholding)), want: end },
          { what: 'realised', got: bridge.realised, want: cents(expected.pnl) },
        ];
        if (!OPENED.has(name)) return stated;
        const taken = ['withdrawals', 'fees', 'withholding'];
        for (const rows of Object.keys(bridge) as (keyof typeof bridge)[]) {
          if (rows === 'start' || rows === 'end') continue;
          const found = (await api.worth.netWorth({ query: { ...asked, rows } })).rows ?? [];
          const got = sumOf(found, ({ amount }) => amount);
          stated.push({ what: `rows of ${rows}`, got: taken.includes(rows) ? 0 - got : got, want: bridge[rows] });
        }
        return stated;
      },
    },
    {
      name: 'equity curve and calendar',
      ask: async ({ query }, expected) => {
        const found = await api.analytics.equityCurve({ query: { ...query, max_points: 5000 } });
        const wrong = found.days.filter(({ day, pnl, trade_count }) => {
          const known = expected.byDay.get(day);
          return known === undefined || cents(known.pnl) !== cents(units(pnl)) || known.count !== trade_count;
        });
        return [
          { what: 'pnl', got: sumOf(found.days, ({ pnl }) => pnl), want: cents(expected.pnl) },
          { what: 'days', got: found.days.length, want: expected.byDay.size },
          { what: 'days with another result', got: wrong.length, want: 0 },
        ];
      },
    },
    {
      name: 'drawdown',
      ask: async ({ query }, expected) => {
        const found = await api.analytics.drawdown({ query: { ...query, simulations: 100 } });
        const { points } = await api.analytics.equityCurve({ query: { ...query, max_points: 5000 } });
        return [
          { what: 'trades', got: found.trade_count, want: expected.count },
          { what: 'deepest of the curve', got: found.max_drawdown ?? 0, want: Math.min(0, ...points.drawdown) },
        ];
      },
    },
    {
      name: 'time breakdown',
      ask: async ({ query }, expected) => {
        const found = await api.analytics.timeBreakdown({ query });
        const wrong = found.by_month.filter(
          ({ name, total_pnl }) => cents(expected.byMonth.get(name) ?? -1n) !== cents(units(total_pnl)),
        );
        return [
          { what: 'months', got: total(found.by_month), want: cents(expected.pnl) },
          { what: 'months with another result', got: wrong.length, want: 0 },
          { what: 'weekdays', got: total(found.by_weekday), want: cents(expected.pnl) },
          { what: 'holding times', got: total(found.by_holding_time), want: cents(expected.pnl) },
          { what: 'sides', got: total(found.by_direction), want: cents(expected.pnl) },
          { what: 'instruments', got: total(found.by_instrument), want: cents(expected.pnl) },
          { what: 'underlyings', got: total(found.by_underlying), want: cents(expected.pnl) },
          { what: 'trades of the sides', got: count(found.by_direction), want: expected.count },
          { what: 'wins', got: found.by_direction.reduce((sum, { wins }) => sum + wins, 0), want: expected.wins },
        ];
      },
    },
    {
      name: 'breakdown and hours of the week',
      ask: async ({ query }, expected) => {
        const parts = ['weekday', 'hour', 'side', 'month', 'account'] as const;
        const found = await Promise.all(
          parts.map((by) => api.analytics.breakdown({ query: { ...query, by, limit: 500 } })),
        );
        const { cells } = await api.analytics.hoursOfWeek({ query });
        return [
          ...found.map(({ by, parts: own }) => ({ what: by, got: total(own), want: cents(expected.pnl) })),
          ...found
            .filter(({ by }) => by === 'side' || by === 'account')
            .map(({ by, parts: own }) => ({ what: `trades by ${by}`, got: count(own), want: expected.count })),
          { what: 'hours of the week', got: total(cells), want: cents(expected.pnl) },
        ];
      },
    },
    {
      name: 'strategy breakdown',
      ask: async ({ query }, expected) => {
        const found = await api.analytics.strategyBreakdown({ query });
        return [
          { what: 'plans', got: total(found.by_plan), want: cents(expected.pnl) },
          { what: 'exits', got: total(found.by_exit), want: cents(expected.pnl) },
          { what: 'kinds', got: total(found.by_category), want: cents(expected.pnl) },
          { what: 'sides', got: total(found.by_direction), want: cents(expected.pnl) },
          { what: 'trades of the plans', got: count(found.by_plan), want: expected.count },
        ];
      },
    },
    {
      name: 'R, SQN and excursions',
      ask: async ({ query }, expected) => {
        const [multiples, quality, far] = await Promise.all([
          api.analytics.rMultiples({ query }),
          api.analytics.sqn({ query }),
          api.analytics.excursions({ query }),
        ]);
        const without = multiples.left_out.find(({ reason }) => reason === 'no initial risk');
        const uncomputed = far.left_out.find(({ reason }) => reason === 'no excursion was computed');
        return [
          {
            what: 'trades with R and without',
            got: multiples.trade_count + (without?.count ?? 0),
            want: expected.count,
          },
          { what: 'trades of the SQN', got: quality.trade_count, want: expected.count },
          {
            what: 'trades with excursions and without',
            got: far.trade_count + (uncomputed?.count ?? 0),
            want: expected.count,
          },
        ];
      },
    },
    {
      name: 'costs and mistakes',
      ask: async ({ query }, expected) => {
        const period = query.period ?? (query.from === undefined ? 'all' : undefined);
        const asked = { ...query, period };
        const [fees, free, mistakes] = await Promise.all([
          api.costs.fees({ query: asked }),
          api.costs.costOfFree({ query: asked }),
          api.mistakes.summary({ query: asked }),
        ]);
        return [
          { what: 'trades of the fees', got: fees.trade_count, want: expected.count },
          { what: 'trades of the cost of free', got: free.trade_count, want: expected.count },
          { what: 'trades of the mistakes', got: mistakes.trade_count, want: expected.count },
        ];
      },
    },
    {
      name: 'weekly facts',
      ask: async ({ query, span }) => {
        const { account_id } = query;
        if (account_id === undefined || span.from > '0000-01-01') return [];
        const closed = { account_id, unit: 'leg', status: 'closed', sort: '-closed_at', limit: 1 } as const;
        const [last] = (await api.roundTrips.list({ query: closed })).items;
        if (last?.closed_at === undefined || last.closed_at === null) return [];
        const { facts } = await api.reviews.request({
          body: { trade_exec_id: last.entry_exec_ids[0] ?? '', review_type: 'weekly' },
        });
        // A trade whose first fill also closed another one is reviewed as the one it opened.
        const { week, trade } = facts as unknown as {
          week: { total_pnl: number; trade_count: number };
          trade: { closed_at: string | null };
        };
        // One that is open still is reviewed as of today.
        const to = dayIn(trade.closed_at ?? new Date().toISOString());
        const from = new Date(Date.parse(to) - 6 * 86_400_000).toISOString().slice(0, 10);
        const rows = await everyRow(api, {
          name: '',
          span,
          query: { account_id, unit: 'leg', from, to, currency: last.trade_currency },
        });
        const own = rows.items.filter(({ trade_currency }) => trade_currency === last.trade_currency);
        return [
          { what: 'pnl', got: week.total_pnl, want: sumOf(own, ({ pnl_in_period }) => pnl_in_period) },
          { what: 'trades', got: week.trade_count, want: own.length },
        ];
      },
    },
    {
      name: 'account',
      ask: async ({ query, span }, expected) => {
        const isWhole = Object.keys(query).every((name) => ['account_id', 'account_ids', 'period'].includes(name));
        if (query.account_id === undefined || !isWhole || span.from > '0000-01-01') return [];
        const found = await api.accounts.get({ params: { account_id: query.account_id } });
        return [{ what: 'pnl', got: found.total_realized_pnl, want: cents(expected.pnl) }];
      },
    },
  ];
}

/** The fields of the filter that tools take. */
const TAKEN = new Set(['account_id', 'period', 'from', 'to', 'tags', 'instrument', 'unit']);

/** The tools, asked by a real client; a filter that names what they do not take is none of theirs. */
export function tools(assistant: Assistant): Place[] {
  const call = async (name: string, { query }: FilterQuery): Promise<Record<string, unknown>> => {
    const { isError, data, structured } = await assistant.call(name, { ...query });
    if (isError) throw new Error(`${name}: ${JSON.stringify(data)}`);
    // What a page draws from is complete; the text next to it is cut where it is long.
    return structured ?? data;
  };
  const asTool =
    (ask: (asked: FilterQuery, expected: ExpectedFigures) => Promise<readonly StatedFigure[]>): Place['ask'] =>
    async (asked, expected) => {
      const { account_ids: _, ...query } = asked.query;
      if (query.account_id === undefined || !Object.keys(query).every((name) => TAKEN.has(name))) return [];
      return ask({ ...asked, query }, expected);
    };
  const number = (data: Record<string, unknown>, name: string): number | null => {
    const value = data[name];
    return typeof value === 'number' ? value : null;
  };
  return [
    {
      // It takes every field of the filter.
      name: 'get_round_trips',
      ask: async (asked, expected) => {
        const found = (await call('get_round_trips', asked)) as unknown as List;
        return [
          { what: 'pnl', got: found.sums.pnl, want: cents(expected.pnl) },
          { what: 'wins', got: found.sums.wins, want: expected.wins },
          { what: 'losses', got: found.sums.losses, want: expected.losses },
        ];
      },
    },
    {
      name: 'get_expectancy_metrics',
      ask: asTool(async (asked, expected) => {
        const found = await call('get_expectancy_metrics', asked);
        return [
          { what: 'pnl', got: number(found, 'total_pnl'), want: cents(expected.pnl) },
          { what: 'trades', got: number(found, 'trade_count'), want: expected.count },
          { what: 'wins', got: number(found, 'wins'), want: expected.wins },
        ];
      }),
    },
    {
      // What the chat's pages draw: the table adds up rows, the page of results asks for its curve.
      name: 'chat views',
      ask: asTool(async (asked, expected) => {
        const found = (await call('get_round_trips', {
          ...asked,
          query: { ...asked.query, limit: 500 } as FilterQuery['query'],
        })) as unknown as List;
        const { curve } = (await call('page_results', asked)) as unknown as {
          curve: Awaited<ReturnType<JournalClient['analytics']['equityCurve']>>;
        };
        const rows = found.items.filter((row) => row.status !== 'open' || netOf(row) !== 0);
        return [
          ...(found.items.length < found.total
            ? []
            : [
                { what: 'net of the rows', got: sumOf(rows, netOf), want: cents(expected.pnl) },
                {
                  what: 'won rows',
                  got: rows.filter((row) => Math.round(netOf(row) * 100) > 0).length,
                  want: expected.wins,
                },
              ]),
          { what: 'days of the curve', got: sumOf(curve.days, ({ pnl }) => pnl), want: cents(expected.pnl) },
        ];
      }),
    },
    ...['get_sqn', 'simulate_drawdown', 'get_strategy_breakdown', 'get_fee_breakdown'].map((name) => ({
      name,
      ask: asTool(async (asked, expected) => {
        const { period = asked.query.from === undefined ? 'all' : undefined } = asked.query;
        const found = await call(name, {
          ...asked,
          query: { ...asked.query, ...(period !== undefined && { period }) },
        });
        return [{ what: 'trades', got: number(found, 'trade_count'), want: expected.count }];
      }),
    })),
    {
      name: 'get_breakdown',
      ask: asTool(async (asked, expected) => {
        const { unit: _, ...query } = asked.query;
        const by = { ...asked, query: { ...query, by: 'side' } as FilterQuery['query'] };
        const found = asked.query.unit === undefined ? await call('get_breakdown', by) : null;
        if (found === null) return [];
        const parts = found['parts'] as { total_pnl: number; trade_count: number }[];
        return [
          { what: 'pnl', got: total(parts), want: cents(expected.pnl) },
          { what: 'trades', got: number(found, 'trade_count'), want: expected.count },
        ];
      }),
    },
    {
      name: 'query_trade_analytics',
      ask: asTool(async ({ query, ...asked }, expected) => {
        const found = await call('query_trade_analytics', {
          ...asked,
          query: { ...query, metrics: ['expectancy'] } as FilterQuery['query'],
        });
        return [{ what: 'pnl', got: findFigure(found, 'total_pnl'), want: cents(expected.pnl) }];
      }),
    },
  ];
}

/** As `views/journal/round-trips.ts` reads a row: a short answer leaves out what equals the whole. */
function netOf({ pnl, pnl_in_period }: Partial<List['items'][number]>): number {
  return pnl_in_period ?? pnl ?? 0;
}

/** A figure, however deep it stands. */
function findFigure(found: unknown, name: string): number | null {
  if (typeof found !== 'object' || found === null) return null;
  const own: unknown = Reflect.get(found, name);
  if (typeof own === 'number') return own;
  return Object.values(found).reduce<number | null>((known, part) => known ?? findFigure(part, name), null);
}

/** What a book says of itself, row by row, where no plain loop knows it: all other places must say the same. */
export async function byRows(api: JournalClient, asked: FilterQuery): Promise<ExpectedFigures> {
  const { first, items } = await everyRow(api, asked);
  const { days } = await api.analytics.equityCurve({ query: { ...asked.query, max_points: 10 } });
  const byMonth = new Map<string, bigint>();
  for (const { day, pnl } of days) byMonth.set(day.slice(0, 7), (byMonth.get(day.slice(0, 7)) ?? 0n) + units(pnl));
  const exited = items.filter(
    ({ exit_exec_ids, exits_outside_period }) => exit_exec_ids.length > 0 || exits_outside_period > 0,
  );
  const sum = (of: (row: List['items'][number]) => number): bigint =>
    items.reduce((all, row) => all + units(of(row)), 0n);
  const shown = exited.map(({ pnl_in_period }) => cents(units(pnl_in_period)));
  return {
    pnl: sum(({ pnl_in_period }) => pnl_in_period),
    costs: sum(({ costs_in_period }) => costs_in_period),
    count: first.trade_count,
    wins: shown.filter((amount) => amount > 0).length,
    losses: shown.filter((amount) => amount < 0).length,
    leftOut: units(first.left_out.find(({ reason }) => reason === 'not closed in the period')?.amount ?? 0),
    byMonth,
    byDay: new Map(days.map(({ day, pnl, trade_count }) => [day, { pnl: units(pnl), count: trade_count }])),
  };
}
