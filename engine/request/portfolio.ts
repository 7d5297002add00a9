// What a request for a portfolio may hold: many symbols, and one way to decide.
import * as z from 'zod';
import { condition, quantity } from '../language/compile.ts';
import { ExpressionError } from '../language/error.ts';
import { LONGEST_EXPRESSION } from '../language/parse.ts';
import { ORDER_KINDS } from '../portfolio/order-kinds.ts';
import type { Fault } from './expressions.ts';
import { unusedFields } from './portfolio-fields.ts';
import { text, textUpTo } from './text.ts';

const MOST_SYMBOLS = 5000;
const MOST_ORDERS = 200_000;

/** A date, or Unix seconds. */
const date = z.union([text.max(32), z.number()]);
const share = z.number().min(-1000).max(1000);
const rate = z.number().min(-10).max(10);
const expression = textUpTo(LONGEST_EXPRESSION);
const size = z.union([z.number(), z.enum(['max', '-max'])]);

/** In place of a symbol: every candle file of a folder. */
export const EVERY_SYMBOL = '*';

const symbolSchema = <T extends z.ZodType>(candles: T) =>
  z.strictObject({
    symbol: text.max(64).describe('Name of the symbol; "*" with a folder as dataset = every candle file in it'),
    candles: candles.optional().describe('Inline candles instead of a file'),
    dataset: text
      .max(4096)
      .optional()
      .describe('A candle file, CSV or Parquet: its path, or its name in data/historical'),
    sector: text.max(64).optional(),
    borrow_rate: rate
      .optional()
      .describe('Yearly borrow rate of short positions, as a fraction; default: costs.borrow_rate'),
    delisted: z
      .union([z.boolean(), z.strictObject({ price: z.number().min(0).optional() })])
      .optional()
      .describe('Delisted after its last bar: closed at its last price, or at this one'),
  });

const signal = z.union([expression, z.array(z.boolean().nullable()).max(2_000_000)]);
const signalSchema = z.strictObject({ entries: signal, exits: signal.optional() });

const costsSchema = z.strictObject({
  fee_rate: rate.optional().describe('Share of the traded value'),
  fee_bps: z.number().min(0).max(10_000).optional(),
  fixed_fee: z.number().min(0).optional(),
  fee_per_unit: z.number().min(0).optional(),
  min_fee: z.number().min(0).optional(),
  tiers: z
    .array(z.strictObject({ from: z.number().min(0), fee_rate: rate }))
    .max(100)
    .optional()
    .describe('Fee rates by the value of a fill, ascending; replaces fee_rate'),
  slippage: z.number().min(0).max(1).optional().describe('Share of the price'),
  spread: z
    .union([z.number().min(0), z.literal('estimated')])
    .optional()
    .describe('Full spread in price units, or estimated from daily bars (Corwin and Schultz)'),
  volume_share: z
    .strictObject({ most: z.number().positive().max(1), impact: z.number().min(0).optional() })
    .optional()
    .describe("A fill takes at most so much of its bar's volume and moves the price by impact times its share"),
  borrow_rate: rate.optional().describe('Yearly borrow rate of short positions, as a fraction'),
  funding_rate: rate.optional().describe('Yearly, on cash below zero'),
  swap: z
    .strictObject({
      long: z.number().optional(),
      short: z.number().optional(),
      triple: z.int().min(1).max(7).optional(),
    })
    .optional()
    .describe('Money per unit and night; three nights on the weekday triple, Monday 1'),
});

/** The fields of a request that only a portfolio has. */
export const portfolioFields = <T extends z.ZodType>(candles: T) => ({
  symbols: z
    .array(symbolSchema(candles))
    .min(1)
    .max(MOST_SYMBOLS)
    .optional()
    .describe('Many symbols, one account: give weights, signals or orders with them'),
  weights: z
    .union([
      z.strictObject({
        expression,
        rebalance: z.enum(['daily', 'weekly', 'monthly', 'on signal']).default('monthly'),
      }),
      z
        .array(
          z.strictObject({
            date,
            weights: z.record(z.string().max(64), share),
            cash_share: z.number().min(0).max(1).optional(),
          }),
        )
        .max(MOST_ORDERS),
    ])
    .optional()
    .describe(
      'Shares of the account, e.g. {"expression": "if(top(2, close / close[20]), 0.5, 0)", "rebalance": "monthly"}',
    ),
  signals: z
    .union([signalSchema, z.record(z.string().max(64), signalSchema)])
    .optional()
    .describe('When to enter and exit, for all symbols or for each'),
  orders: z
    .array(
      z.strictObject({
        date,
        symbol: text.max(64),
        size: size.optional(),
        money: z.number().optional(),
        type: z.enum(ORDER_KINDS).optional(),
        limit: z.number().positive().optional(),
        stop: z.number().positive().optional(),
        oco: z.union([text.max(64), z.number()]).optional(),
        time_in_force: z.union([z.enum(['gtc', 'day']), z.strictObject({ until: date })]).optional(),
      }),
    )
    .max(MOST_ORDERS)
    .optional()
    .describe('Orders by date; with a type active from the next bar, without one filled at the close of their own'),
  costs: costsSchema.optional().describe('Costs of a portfolio; mode.costs apply to runs on one symbol'),
  optimistic: z.boolean().optional().describe('When a bar reaches both orders of an oco group, the better one fills'),
  portfolio: z
    .strictObject({
      limits: z
        .strictObject({
          symbol: z.number().positive().optional(),
          sector: z.number().positive().optional(),
          gross: z.number().positive().optional(),
        })
        .optional()
        .describe('Largest position per symbol, per sector and in total, as shares of the account'),
      fill: z
        .enum(['close', 'next_open'])
        .optional()
        .describe('When weights and signals fill; default: mode.fill, else next_open'),
      size: size.optional().describe('Size of each entry; default: max'),
      size_type: z
        .enum(['amount', 'value', 'percent', 'targetamount', 'targetvalue', 'targetpercent'])
        .optional()
        .describe('Unit of sizes; default: amount (units)'),
      direction: z.enum(['both', 'longonly', 'shortonly']).optional(),
      call_sequence: z.enum(['default', 'reversed', 'auto']).optional(),
      integer_positions: z.boolean().optional(),
      lock_cash: z.boolean().optional(),
      update_value: z.boolean().optional(),
      rolls: z
        .array(z.strictObject({ date, symbol: text.max(64), gap: z.number() }))
        .max(10_000)
        .optional(),
    })
    .optional()
    .describe('Further rules of a portfolio'),
});

type UnknownRecord = Readonly<Record<string, unknown>>;
const asRecord = (value: unknown): UnknownRecord =>
  typeof value === 'object' && value !== null ? (value as UnknownRecord) : {}; // looked up one by one

const DECISIONS = ['weights', 'signals', 'orders'] as const;
/** The fields that only a portfolio has, its symbols first. */
export const PORTFOLIO_KEYS = ['symbols', ...DECISIONS, 'costs', 'optimistic', 'portfolio'] as const;
const ONLY_PORTFOLIOS = PORTFOLIO_KEYS.filter((name) => name !== 'symbols');
const ONLY_SINGLE = [
  'candles',
  'candles_file',
  'data_id',
  'symbol',
  'aux_candles',
  'aux_candles_files',
  'swap_history',
  'timeframe',
] as const;
/** What stands in for the strategy of a portfolio that names none. */
export const NO_STRATEGY = { name: 'portfolio', volume: 1 };
export const isNoStrategy = (strategy: UnknownRecord): boolean =>
  strategy.name === NO_STRATEGY.name && Object.keys(strategy).length === Object.keys(NO_STRATEGY).length;

export const isPortfolio = (request: UnknownRecord): boolean =>
  request.symbols !== undefined && request.symbols !== null;

/** What is wrong across the fields of a portfolio; each names the field to fix. */
export function portfolioFaults(request: UnknownRecord): readonly Fault[] {
  if (!isPortfolio(request))
    return ONLY_PORTFOLIOS.filter((name) => request[name] !== undefined).map((name) => ({
      path: [name],
      message: 'only applies to a portfolio; give symbols with it',
    }));
  const faults: Fault[] = ONLY_SINGLE.filter((name) => request[name] !== undefined).map((name) => ({
    path: [name],
    message: 'only applies to a run on one symbol; in a portfolio give it in each of symbols',
  }));
  const symbols = Array.isArray(request.symbols) ? (request.symbols as unknown[]).map(asRecord) : [];
  const names = symbols.map(({ symbol }) => symbol);
  for (const [i, { symbol, candles, dataset }] of symbols.entries()) {
    if (symbol === EVERY_SYMBOL) {
      if (candles !== undefined || dataset === undefined)
        faults.push({ path: ['symbols', i, 'dataset'], message: 'with the symbol * it names a folder' });
    } else if ((candles === undefined) === (dataset === undefined))
      faults.push({ path: ['symbols', i], message: 'needs candles or a dataset, one of them' });
    if (symbol !== EVERY_SYMBOL && names.indexOf(symbol) < i)
      faults.push({ path: ['symbols', i, 'symbol'], message: `${String(symbol)} is named twice` });
  }
  const decisions = DECISIONS.filter((name) => request[name] !== undefined);
  const isRuled = strategySignals(asRecord(request.strategy)) !== undefined;
  if (decisions.length + (isRuled ? 1 : 0) !== 1)
    faults.push({
      path: ['symbols'],
      message: `a portfolio needs one way to decide: weights, signals, orders, or entries of strategy; given: ${[...decisions, ...(isRuled ? ['strategy'] : [])].join(', ') || 'none'}`,
    });
  const [decision] = isRuled ? [...decisions, 'strategy' as const] : decisions;
  faults.push(...unusedFields(request, decision));
  faults.push(...nameFaults(request, new Set(names)), ...expressionFaultsOf(request));
  return faults;
}

function nameFaults(request: UnknownRecord, names: ReadonlySet<unknown>): Fault[] {
  if (names.has(EVERY_SYMBOL)) return []; // the worker knows them
  const faults: Fault[] = [];
  const check = (symbol: unknown, path: readonly (string | number)[]) => {
    if (!names.has(symbol))
      faults.push({ path, message: `unknown symbol ${String(symbol)}: symbols does not list it` });
  };
  if (Array.isArray(request.orders))
    for (const [i, order] of (request.orders as unknown[]).entries())
      check(asRecord(order).symbol, ['orders', i, 'symbol']);
  if (Array.isArray(request.weights))
    for (const [i, row] of (request.weights as unknown[]).entries())
      for (const symbol of Object.keys(asRecord(asRecord(row).weights)))
        check(symbol, ['weights', i, 'weights', symbol]);
  const signals = asRecord(request.signals);
  if (request.signals !== undefined && !('entries' in signals))
    for (const symbol of Object.keys(signals)) check(symbol, ['signals', symbol]);
  return faults.slice(0, 20);
}

function expressionFaultsOf(request: UnknownRecord): Fault[] {
  const parameters = new Map(
    Object.entries(asRecord(asRecord(request.strategy).params)).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number',
    ),
  );
  const faults: Fault[] = [];
  const attempt = (path: readonly (string | number)[], compile: () => unknown) => {
    try {
      compile();
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      faults.push({ path, message: error.message, column: error.column });
    }
  };
  const rule = asRecord(request.weights).expression;
  if (typeof rule === 'string') attempt(['weights', 'expression'], () => quantity(rule, parameters, { across: true }));
  const signals = asRecord(request.signals);
  const all =
    'entries' in signals
      ? [['signals', signals] as const]
      : Object.entries(signals).map(([name, each]) => [name, asRecord(each)] as const);
  for (const [name, each] of all)
    for (const key of ['entries', 'exits']) {
      const words = each[key];
      const path = name === 'signals' ? ['signals', key] : ['signals', name, key];
      if (typeof words === 'string') attempt(path, () => condition(words, parameters, { across: true }));
    }
  return faults;
}

/** The entries and exits of a strategy as signals of every symbol; undefined when it has none. */
export function strategySignals(
  strategy: UnknownRecord,
):
  | { readonly entries: string; readonly exits?: string; readonly direction: 'both' | 'longonly' | 'shortonly' }
  | undefined {
  const { entry_long, exit_long, entry_short, exit_short } = strategy;
  const isText = (value: unknown): value is string => typeof value === 'string';
  if (isText(entry_long) && isText(entry_short)) return { entries: entry_long, exits: entry_short, direction: 'both' };
  if (isText(entry_long))
    return { entries: entry_long, ...(isText(exit_long) ? { exits: exit_long } : {}), direction: 'longonly' };
  if (isText(entry_short))
    return { entries: entry_short, ...(isText(exit_short) ? { exits: exit_short } : {}), direction: 'shortonly' };
  return undefined;
}
