// What a backtest request may hold (contract sections 3 and 4), defined once: the gateway checks what a client sends
// with it, the worker what arrives on its sockets.
import * as z from 'zod';
import { MOST_BAD } from '../candles/quality.ts';
import { INDICATOR_TYPES, INDICATORS } from '../indicators/registry.ts';
import { TIME_NAMES } from '../language/clock.ts';
import { FUNCTIONS, PRICES } from '../language/functions.ts';
import { LONGEST_EXPRESSION } from '../language/parse.ts';
import { expressionSchema } from './array-expression.ts';
import { modeSchema } from './mode.ts';
import { NO_STRATEGY, portfolioFields } from './portfolio.ts';
import { faultsAcrossFields } from './rules.ts';
import { text, textUpTo } from './text.ts';

/** A name as it is given; on the wire the request id follows it. */
export const LONGEST_NAME = 512;
const LONGEST_NAME_ON_WIRE = 1024;

const period = z.int().min(0).max(10_000_000);
const distance = z.number().min(0).nullable().optional();
const unixSeconds = z.int().describe('Unix time in seconds');
// The two words that decide where a message goes are no names in it, at any depth.
const timeframeName = z.string().regex(/^(?!type$|action$)[A-Za-z0-9]{1,8}$/i, 'a timeframe name such as h1 or m15');

/** Candles often come with long names. */
const LONG_NAMES: ReadonlyMap<string, string> = new Map([
  ['timestamp', 't'],
  ['time', 't'],
  ['open', 'o'],
  ['high', 'h'],
  ['low', 'l'],
  ['close', 'c'],
  ['volume', 'v'],
]);
const withShortNames = (value: unknown) =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, entry]) => [LONG_NAMES.get(key) ?? key, entry]))
    : value;

const FALSE_WORDS = ['no', '0', 'off', 'nil', 'false', ''];
const TRUE_WORDS = ['yes', '1', 'on', 't', 'true'];
/** The downstream's own writer takes these words for booleans; so do we, and refuse the rest. */
function wordToFlag(value: unknown): unknown {
  if (value === 0 || value === 1) return value === 1;
  if (typeof value !== 'string') return value;
  const word = value.trim().toLowerCase();
  if (FALSE_WORDS.includes(word)) return false;
  return TRUE_WORDS.includes(word) ? true : value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const candleSchema = z.preprocess(
  withShortNames,
  z.strictObject({
    t: unixSeconds,
    o: z.number().default(0),
    h: z.number().default(0),
    l: z.number().default(0),
    c: z.number(),
    v: z.number().default(0),
  }),
);

const expressionText = textUpTo(LONGEST_EXPRESSION);
/** A plain number is an expression, too. */
const measureText = z.preprocess((value) => (typeof value === 'number' ? String(value) : value), expressionText);

const strategyFields = z.strictObject({
  name: textUpTo(LONGEST_NAME_ON_WIRE).describe('Shown in results; the request id is carried behind it on the wire'),
  sma_short: period.optional().describe('The short (or only) period; needed unless entries are expressions'),
  sma_long: period
    .optional()
    .describe('The long period; a threshold or bin count for volsma, vwapvr and vpoc; needed as sma_short is'),
  sl: distance.describe('Stop distance in price units; with mode absent, null or 0 = no stop'),
  tp: distance.describe('Target distance in price units; with mode absent, null or 0 = no target'),
  volume: z.number().min(0),
  indicator_type: z.enum(INDICATOR_TYPES).optional().describe('Default: sma'),
  filter_enabled: z.preprocess(wordToFlag, z.boolean()).optional(),
  filter_tf: timeframeName.optional().describe('Key of aux_candles the filter reads, e.g. h1'),
  filter_period: period.optional(),
  filter_logic: text.optional().describe('PRICE_ABOVE_SMA or PRICE_BELOW_SMA'),
  entry_long: expressionText
    .optional()
    .describe(
      `When to buy, e.g. "cross_up(ema(close, 12), ema(close, 26)) and rsi(14)[1] < 70 and hour in 8..16". Names: ${[...Object.keys(PRICES), ...Object.keys(TIME_NAMES)].join(' ')}. Functions: ${[...Object.keys(FUNCTIONS), ...INDICATORS.map(({ name }) => name)].join(' ')}; several outputs as bb(20, 2).upper`,
    ),
  exit_long: expressionText.optional().describe('When to leave a long position'),
  entry_short: expressionText.optional().describe('When to sell short'),
  exit_short: expressionText.optional().describe('When to leave a short position'),
  filter: expressionText.optional().describe('Entries are taken only where this holds, e.g. "hour in 8..16"'),
  stop: measureText.optional().describe('Distance of the stop in price units, e.g. "2 * atr(14)"'),
  target: measureText.optional().describe('Distance of the target in price units'),
  trailing_stop: measureText.optional().describe('Distance of a stop that follows the best price since the entry'),
  break_even: measureText.optional().describe('Distance of profit from which the stop moves to the entry price'),
  time_stop: measureText.optional().describe('Bars after which a position is closed'),
  params: z
    .record(z.string(), z.number())
    .optional()
    .describe('Names of numbers that expressions use, e.g. {"fast": 12}'),
  entry_long_ast: expressionSchema.optional(),
  entry_short_ast: expressionSchema.optional(),
  exit_long_ast: expressionSchema.optional(),
  exit_short_ast: expressionSchema.optional(),
  band_mult: z.number().min(0).optional().describe('Default: 2'),
  atr_period: period.optional().describe('Default: 14'),
  atr_barrier_sl: z.number().min(0).optional().describe('Stop as a multiple of ATR; 0 = use sl'),
  atr_barrier_tp: z.number().min(0).optional().describe('Target as a multiple of ATR'),
});

/** The fields of a request, before the rules that span several of them. */
const fields = z.strictObject({
  request_id: text.max(200).optional().describe('Your id for this backtest; absent = a fresh UUID'),
  schema_version: z.literal(1, 'only schema_version 1 is known').optional(),
  strategy: strategyFields.prefault(NO_STRATEGY).describe('Not needed for symbols with weights, signals or orders'),
  ...portfolioFields(z.array(candleSchema).max(2_000_000)),
  symbol: text.max(64).optional().describe('Without candles or a file, data/historical/<symbol>_M1.csv is read'),
  timeframe: z.int().min(1).max(525_600).optional().describe('Minutes; bars are resampled to it'),
  data_id: text.optional().describe('Cache key of the candles downstream; default: the file'),
  candles_file: text.max(4096).optional().describe("CSV or Parquet, below the worker's working directory"),
  candles: z.array(candleSchema).max(2_000_000).optional().describe('Inline candles instead of a file'),
  aux_candles: z
    .record(timeframeName, z.array(candleSchema))
    .optional()
    .describe('Higher-timeframe candles for the filter'),
  aux_candles_files: z.record(timeframeName, text.max(4096)).optional(),
  start_time: unixSeconds.optional().describe('First bar, Unix seconds, inclusive'),
  end_time: unixSeconds.optional().describe('Last bar, Unix seconds, inclusive'),
  swap_history: z.array(z.strictObject({ t: unixSeconds, sl: z.number(), ss: z.number() })).optional(),
  include_trades: z.preprocess(wordToFlag, z.boolean()).optional().describe('Return the last 500 trades'),
  phase: text.optional(),
  range_id: text.optional(),
  data: z
    .strictObject({
      max_bad_share: z
        .number()
        .min(0)
        .max(1)
        .default(MOST_BAD)
        .describe('Share of bad rows that may be excluded; more of them fail the run'),
      holdout: z
        .string()
        .regex(/^\d{1,2}(\.\d{1,4})?%$/, 'a share such as "20%"')
        .refine((text) => Number.parseFloat(text) > 0, 'must be above 0%')
        .optional()
        .describe('The last share of the bars, e.g. "20%", is held out of the run'),
      open_holdout: z
        .boolean()
        .optional()
        .describe(
          'Run on the held-out bars instead: once for each shape of strategy, recorded in the ledger of trials',
        ),
    })
    .optional()
    .describe('Requirements on the candles'),
  mode: modeSchema.optional().describe('Run in the realistic mode with these options; absent = compatible mode'),
});

export const requestKeys = Object.keys(fields.shape);
export const strategyKeys = Object.keys(strategyFields.shape);

/** Rules across fields are looked at even when single fields are wrong, so that one answer names every fault. */
const always = { when: ({ value }: { readonly value: unknown }) => isObject(value) };

export const requestSchema = fields.superRefine((request, context) => {
  for (const { path, message, column } of faultsAcrossFields(request))
    context.addIssue({
      code: 'custom',
      path: [...path],
      message,
      ...(column === undefined ? {} : { params: { column } }),
    });
}, always);

/** Many clients cannot leave a key out, and an empty list is how Lisp says nothing: null means absent. */
export function withoutNulls(raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const present = Object.entries(raw).filter(([, value]) => value !== null);
  return Object.fromEntries(
    present.map(([key, value]) => [key, key === 'strategy' && isObject(value) ? withoutNulls(value) : value]),
  );
}

export type BacktestRequest = z.infer<typeof requestSchema>;
export type Strategy = z.infer<typeof strategyFields>;
