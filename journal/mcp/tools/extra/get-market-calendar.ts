import type { CallOptions, ClientOutput, contract, JournalClient } from '@zorivest/contract';
import { codes, KernelError } from '@zorivest/kernel';
import { z } from 'zod';
import { ASKS_OUTSIDE, journalTool, NETWORK_MS } from '../../tool.ts';

const DAY_MS = 86_400_000;
/** More would use up what a provider allows in a minute. */
const MOST_TICKERS = 10;

interface Kind {
  readonly path: 'earnings' | 'dividends' | 'economic-calendar';
  /** Which field says when. */
  readonly date: string;
  /** Days before and after today, by default. */
  readonly usual: readonly [back: number, ahead: number];
}

const KINDS = {
  earnings: { path: 'earnings', date: 'report_date', usual: [100, 100] },
  dividends: { path: 'dividends', date: 'ex_date', usual: [365, 100] },
  economic: { path: 'economic-calendar', date: 'date', usual: [0, 7] },
} as const satisfies Record<string, Kind>;

type Row = ClientOutput<typeof contract.market.data>[number];

export const getMarketCalendar = journalTool({
  name: 'get_market_calendar',
  title: 'Market calendar',
  toolsets: [],
  description: {
    minimal: 'Get earnings or dividend dates of a ticker or of what is held, or economic events.',
    rich: 'Get dates that move prices: earnings reports and dividends of a ticker, or of everything held when no ticker is given, and economic events by country. Past ones with what came out, coming ones with what is expected. From the connected market-data providers, which are named. Headlines: {tool:get_market_news}.',
  },
  input: () =>
    z.object({
      kind: z.enum(['earnings', 'dividends', 'economic']),
      ticker: z.string().trim().min(1).max(20).toUpperCase().optional().describe('What is held when left out.'),
      start_date: z.iso.date().optional(),
      end_date: z.iso.date().optional(),
      country: z.string().trim().length(2).toUpperCase().optional().describe('Of economic events: US.'),
      limit: z.int().min(1).max(100).default(20),
    }),
  output: () =>
    z.looseObject({
      items: z.array(z.looseObject({ event: z.string().optional().meta({ foreign: 'name' }) })),
      providers: z.array(z.string()),
    }),
  hints: ASKS_OUTSIDE,
  cost: 'network',
  timeoutMs: NETWORK_MS,
  handler: async ({ kind, ticker, limit, country, ...range }, { api, options, app }) => {
    const { path, date, usual } = KINDS[kind];
    const [from, to] = daysOf(range, usual, app.host.now());
    const query = { start_date: from, end_date: to, limit: 1000, ...(country !== undefined && { country }) };
    const asked = kind === 'economic' ? [undefined] : ticker === undefined ? await heldTickers(api, options) : [ticker];
    const answers = await Promise.allSettled(
      asked.map((of) =>
        api.market.data(
          { params: { data_type: path }, query: { ...query, ...(of !== undefined && { ticker: of }) } },
          options,
        ),
      ),
    );
    const rows = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const [failed] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as Error] : []));
    // Where one of many is not known the others still are.
    if (failed !== undefined && answers.every(({ status }) => status === 'rejected')) throw failed;
    const missing = asked.filter((_, index) => answers[index]?.status === 'rejected');
    const dayOf = (row: Row): string => (row as Readonly<Record<string, string | undefined>>)[date] ?? '';
    const found = rows
      .filter((row) => dayOf(row) >= from && dayOf(row) <= to)
      .toSorted((a, b) => (dayOf(a) < dayOf(b) ? -1 : 1));
    return {
      kind,
      from,
      to,
      items: nearest(found, dayOf, new Date(app.host.now()).toISOString().slice(0, 10), limit).map(
        ({ provider: _provider, age_seconds: _age, ...row }) => row,
      ),
      total: found.length,
      providers: [...new Set(rows.map(({ provider }) => provider))],
      ...(missing.length > 0 && { not_known: missing }),
    };
  },
});

function daysOf(
  { start_date, end_date }: { readonly start_date?: string | undefined; readonly end_date?: string | undefined },
  [back, ahead]: readonly [number, number],
  now: number,
): readonly [from: string, to: string] {
  if (start_date !== undefined && end_date !== undefined && start_date > end_date)
    throw new KernelError(codes.invalidArguments, 'start_date is after end_date.');
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const from = start_date ?? day(Math.min(now, Date.parse(end_date ?? day(now))) - back * DAY_MS);
  return [from, end_date ?? day(Math.max(now, Date.parse(from)) + ahead * DAY_MS)];
}

/** What is coming first, and of what has been the latest: both in the order of the days. */
function nearest(rows: readonly Row[], dayOf: (row: Row) => string, today: string, limit: number): readonly Row[] {
  const coming = rows.filter((row) => dayOf(row) >= today).slice(0, limit);
  const been = rows.filter((row) => dayOf(row) < today);
  return [...been.slice(been.length - Math.min(been.length, limit - coming.length)), ...coming];
}

/** Stocks, and the stocks behind options, of which something is open. */
async function heldTickers(api: JournalClient, options: CallOptions): Promise<readonly string[]> {
  const { items } = await api.roundTrips.list({ query: { status: 'open', limit: 500, unit: 'leg' } }, options);
  const held = new Set(
    items
      .filter(({ asset_class }) => asset_class === 'EQUITY' || asset_class === 'OPTION')
      .map(({ underlying }) => underlying),
  );
  if (held.size === 0) throw new KernelError(codes.invalidArguments, 'Nothing is held; give a ticker.');
  return [...held].slice(0, MOST_TICKERS);
}
