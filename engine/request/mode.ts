// Options of the realistic mode. Their presence in a request chooses that mode.
import * as z from 'zod';
import { isTimeZone } from '../language/clock.ts';
import { LONGEST_EXPRESSION } from '../language/parse.ts';
import { text, textUpTo } from './text.ts';

const price = z.number().min(0).max(1e9);

const costsSchema = z.strictObject({
  symbol: text.max(64).optional().describe('These costs apply to this symbol; absent = any symbol not named'),
  spread: price.default(0).describe('Full spread in price units; half is paid on each side'),
  slippage: price.default(0).describe('Price units lost on each market or stop fill'),
  commission: z.number().min(0).max(1e9).default(0).describe('Account currency per unit of volume, each side'),
  swap_long: z.number().default(0).describe('Price units per night held, long (negative = paid)'),
  swap_short: z.number().default(0).describe('Price units per night held, short'),
});
export type Costs = z.infer<typeof costsSchema>;

/** Strategy parameters that may vary in a sweep. */
export const SWEEPABLE = [
  'sma_short',
  'sma_long',
  'sl',
  'tp',
  'band_mult',
  'atr_period',
  'atr_barrier_sl',
  'atr_barrier_tp',
] as const;

/** In a list null says none, as 0 does. */
const sweptValues = z.union([
  z
    .array(z.union([z.number(), z.null().transform(() => 0)]))
    .min(1)
    .max(10_000),
  z.strictObject({ from: z.number(), to: z.number(), step: z.number().positive() }),
]);

/** Plain parameters, and those of `strategy.params` under their own names; the rules across fields know which they are. */
const sweepSchema = z
  .object({
    where: textUpTo(LONGEST_EXPRESSION).optional().describe('Combinations to run, e.g. "fast < slow"'),
  })
  .catchall(sweptValues);

const RANKINGS = [
  'sharpe',
  'sortino',
  'calmar',
  'return',
  'cagr',
  'pnl',
  'profit_factor',
  'adjusted_sharpe',
  'max_drawdown',
  'ulcer',
] as const;
export type Ranking = (typeof RANKINGS)[number];

const FILLS = ['close', 'next_open', 'intrabar'] as const;
export type Fill = (typeof FILLS)[number];
const DEFAULT_FILL = 'next_open';

export const modeSchema = z.strictObject({
  fill: z
    .enum(FILLS)
    .optional()
    // No default of the schema: a portfolio must see whether it was given.
    .meta({ default: DEFAULT_FILL })
    .describe(
      'close: at the close that decided; next_open: at the next open; intrabar: next open, and stops and targets inside the bar',
    ),
  same_bar: z
    .enum(['stop_first', 'target_first', 'nearest_to_open'])
    .default('stop_first')
    .describe('Which fills when stop and target fall in one bar (intrabar fills)'),
  direction: z.enum(['both', 'long', 'short']).default('both'),
  costs: z.array(costsSchema).max(200).default([]),
  size: z
    .strictObject({
      volume: z.number().positive().optional().describe('Fixed volume; default: the strategy volume'),
      risk_percent: z
        .number()
        .positive()
        .max(100)
        .optional()
        .describe('Volume so that the stop loses this share of equity'),
    })
    .default({}),
  contract_size: z.number().positive().default(1).describe('Units of account currency per price unit and volume 1'),
  leverage: z
    .number()
    .positive()
    .max(10_000)
    .optional()
    .describe(
      'A position is worth at most this many times the equity, and larger ones are cut down; absent = no limit',
    ),
  maintenance: z
    .number()
    .positive()
    .max(1)
    .optional()
    .describe(
      "Equity that must be left at the worst price of a bar, as a share of the position's value, or it is liquidated there; default: half of 1/leverage",
    ),
  initial_equity: z.number().positive().default(10_000),
  periods_per_year: z
    .number()
    .positive()
    .max(1e6)
    .optional()
    .describe('Annualises Sharpe, Sortino and volatility; default: days with bars per year of the data'),
  sweep: sweepSchema
    .optional()
    .describe(
      `Values of ${SWEEPABLE.join(', ')} or of names in strategy.params; every combination runs, the best is the result`,
    ),
  search: z
    .strictObject({
      method: z.enum(['grid', 'random']).default('grid').describe('grid: every combination; random: some of them'),
      samples: z.int().min(1).max(200_000).default(1000).describe('How many random combinations to run'),
      seed: z.int().min(0).max(0xffffffff).default(1),
    })
    .optional()
    .describe('How the combinations of a sweep are chosen; absent = grid'),
  rank_by: z.enum(RANKINGS).default('sharpe'),
  walk_forward: z
    .strictObject({
      train_bars: z.int().min(10),
      test_bars: z.int().min(1),
      anchored: z.boolean().default(false).describe('Training always starts at the first bar'),
    })
    .optional()
    .describe('Choose by the sweep on each training window, trade the bars after it'),
  bootstrap: z
    .strictObject({
      samples: z.int().min(10).max(100_000).default(1000),
      seed: z.int().min(0).max(0xffffffff).default(1),
      block_days: z
        .int()
        .min(1)
        .max(1000)
        .default(1)
        .describe('Days drawn together as one block; 1 = independent days'),
    })
    .optional()
    .describe('Confidence of Sharpe and drawdown'),
  time_zone: z
    .string()
    .max(64)
    .refine(isTimeZone, 'not a time zone such as Europe/Berlin')
    .default('UTC')
    .describe('Time zone of hour, minute and weekday in expressions, and of the days and weeks bars are resampled to'),
  lookahead_check: z.boolean().default(false).describe('Re-run on truncated data and compare the decisions'),
  benchmark: z
    .strictObject({ candles_file: text.max(4096) })
    .optional()
    .describe('Buy-and-hold benchmark, as a CSV of candles; absent = the traded candles'),
  equity_curve: z.boolean().default(false),
  report: z.boolean().default(false).describe('Write a one-page HTML report and answer with its path'),
});
export type Mode = z.infer<typeof modeSchema>;

/** When decisions fill: what the portfolio says, else the mode, else the default. */
export function fillOf(mode: Pick<Mode, 'fill'> | undefined, portfolio?: { readonly fill?: Fill | undefined }): Fill {
  return portfolio?.fill ?? mode?.fill ?? DEFAULT_FILL;
}
