import { z } from 'zod';
import { barIntervals, type DataType, dataTypes } from '@zorivest/vocabulary';
import { canonicalJson } from '@zorivest/kernel/json';
import { sha256 } from '../canonical.ts';
import type { CursorKey, FetchResult } from '../ports.ts';
import { defineStep, StepError, type StepContext } from '../step.ts';
import { fillAddress, isWrittenOut, WRITE_IT_OUT } from '../web-addresses.ts';
import { safeQuery } from './query.ts';

const DAY_MS = 86_400_000;
const FIRST_DAYS = 30;

const date = z.iso.date();

const MADE_UP = 'a dry run fetches nothing: what stands for the files is made up';

/** Which time range: fixed days, a number of days back, since the last run, or from the book. */
const criteria = z.strictObject({
  tickers: z.array(z.string().min(1).max(20)).max(500).optional(),
  symbol: z.string().min(1).max(20).optional(),
  query: z.string().max(200).optional(),
  interval: z.enum(barIntervals).default('1d'),
  relative: z
    .string()
    .regex(/^-\d{1,4}d$/, 'must look like -30d')
    .optional(),
  incremental: z.boolean().optional(),
  db_query: z.string().max(10_000).optional(),
  start_date: date.optional(),
  end_date: date.optional(),
  count: z.int().min(1).max(50).default(20),
  country: z.string().max(3).optional(),
});

type Criteria = z.output<typeof criteria>;

const params = z.strictObject({
  provider: z.string().optional(),
  data_type: z.enum(dataTypes).optional(),
  criteria: criteria.prefault({}),
  batch_size: z.int().min(1).max(500).default(100),
  use_cache: z.boolean().default(true),
  allowed_mime_types: z
    .array(z.enum(['application/json', 'text/csv', 'text/plain']))
    .default(['application/json', 'text/csv', 'text/plain']),
  urls: z.array(z.string().max(2000).refine(isWrittenOut, WRITE_IT_OUT)).max(5).default([]),
  url_values: z
    .record(z.string().regex(/^\w{1,64}$/), z.union([z.string().max(200), z.number()]))
    .default({})
    .describe('What stands for `{name}` in the path or in a query value of an address; it may come from a query.'),
  max_body_bytes: z
    .int()
    .min(1)
    .max(5 * 1024 * 1024)
    .default(5 * 1024 * 1024),
});

export const fetchStep = defineStep({
  type: 'fetch',
  summary: 'Gets market data from the providers, or files from up to five addresses.',
  sideEffects: false,
  since: 1,
  params,
  async run(input, context) {
    if (input.data_type === undefined && input.urls.length === 0) {
      throw new StepError('fetch needs a data_type or urls');
    }
    const urls = input.urls.map((url) => fillAddress(url, input.url_values));
    const files = await download(urls, input, context);
    const warnings = context.dryRun && files.length > 0 ? [MADE_UP] : [];
    if (input.data_type === undefined)
      return { output: { content: files, fetched_at: context.now().toISOString() }, warnings };
    return fetchRecords(input.data_type, input, context);
  },
});

async function download(urls: readonly string[], input: z.output<typeof params>, context: StepContext) {
  await context.spend('fetch', urls.length);
  const { allowed_mime_types: mimeTypes, max_body_bytes: maxBytes } = input;
  return Promise.all(
    urls.map(async (url) => {
      const { content, mimeType } = await context.market.download(url, { mimeTypes, maxBytes, signal: context.signal });
      return { url: new URL(url).origin + new URL(url).pathname, content, mime_type: mimeType };
    }),
  );
}

/** How many are requested in parallel. */
const MOST_PARALLEL = 5;

async function fetchRecords(type: DataType, input: z.output<typeof params>, context: StepContext) {
  const { criteria, batch_size } = input;
  const tickers = criteria.tickers ?? (criteria.symbol === undefined ? [] : [criteria.symbol]);
  const entities = tickers.length > 0 ? tickers.map((ticker) => ticker.toUpperCase()) : [undefined];
  const warnings: string[] = [];
  const found: FetchResult[] = [];
  const one = async (ticker: string | undefined): Promise<FetchResult | null> => {
    try {
      return await fetchEntity(type, ticker, input, context);
    } catch (error) {
      // One unknown symbol must not cost the other four hundred.
      if (entities.length === 1 || context.signal.aborted) throw error;
      warnings.push(`${ticker}: ${error instanceof Error ? error.message : 'failed'}`);
      return null;
    }
  };
  const together = Math.min(MOST_PARALLEL, batch_size);
  for (let from = 0; from < entities.length; from += together) {
    const answers = await Promise.all(entities.slice(from, from + together).map(one));
    found.push(...answers.filter((answer) => answer !== null));
  }
  if (found.length === 0 && warnings.length > 0) throw new StepError(warnings.join('; '));
  const records = found.flatMap((answer) => answer.records);
  return {
    output: {
      provider: [...new Set(found.map(({ provider }) => provider))].join(', '),
      data_type: type,
      content: records,
      content_hash: sha256(canonicalJson(records)),
      cache_status:
        (['miss', 'revalidated'] as const).find((how) => found.some(({ source }) => source === how)) ?? 'hit',
      fetched_at: context.now().toISOString(),
      warnings,
    },
    warnings,
  };
}

async function fetchEntity(
  type: DataType,
  ticker: string | undefined,
  { criteria, provider, use_cache }: z.output<typeof params>,
  context: StepContext,
): Promise<FetchResult> {
  const cursor: CursorKey = {
    policyId: context.policyId,
    provider: provider ?? 'any',
    dataType: type,
    entity: ticker ?? '*',
  };
  const range = await rangeOf(criteria, cursor, context);
  const query = {
    ...range,
    interval: criteria.interval,
    count: criteria.count,
    ...definedParams({ ticker, ...criteria }),
  };
  const answer = await context.market.fetch(type, query, {
    signal: context.signal,
    useCache: use_cache,
    ...(provider === undefined ? {} : { provider }),
  });
  if (criteria.incremental) await context.market.moveCursor(cursor, range.end);
  return answer;
}

function definedParams({
  ticker,
  query,
  country,
}: { ticker?: string | undefined } & Partial<Criteria>): Record<string, string> {
  return {
    ...(ticker === undefined ? {} : { ticker }),
    ...(query === undefined ? {} : { query }),
    ...(country === undefined ? {} : { country }),
  };
}

async function rangeOf(criteria: Criteria, cursor: CursorKey, context: StepContext) {
  const today = context.now().toISOString().slice(0, 10);
  const daysAgo = (days: number) => new Date(context.now().getTime() - days * DAY_MS).toISOString().slice(0, 10);
  if (criteria.db_query !== undefined) {
    const { rows } = await safeQuery(criteria.db_query, {}, 1, context);
    const [start, end] = Object.values(rows[0] ?? {});
    if (typeof start !== 'string' || typeof end !== 'string')
      throw new StepError('db_query gave no start and end date');
    return { start: start.slice(0, 10), end: end.slice(0, 10) };
  }
  if (criteria.incremental) {
    return { start: (await context.market.cursor(cursor)) ?? daysAgo(FIRST_DAYS), end: today };
  }
  const relative = criteria.relative === undefined ? FIRST_DAYS : -Number.parseInt(criteria.relative, 10);
  return { start: criteria.start_date ?? daysAgo(relative), end: criteria.end_date ?? today };
}
