// What every figure is asked for with and comes back with.
import { z } from 'zod';
import { directions, openPositionRules, tradeResults, tradeUnits } from '@zorivest/vocabulary';
import { idText, isoDay, queryFlag } from '../core/fields.ts';
import { once } from '../core/once.ts';

/** By a word, by a number of days, or a year, quarter or month; `this_month` is another word for `mtd`, and so on. */
export const period = z
  .string()
  .regex(
    /^(all|today|yesterday|ytd|mtd|qtd|wtd|7d|30d|90d|1y|(this|last)_(week|month|quarter|year)|(19|20|21)\d\d(-(0[1-9]|1[0-2]|Q[1-4]))?)$/,
    'must be all, today, yesterday, ytd, mtd, qtd, wtd, 7d, 30d, 90d, 1y, this_ or last_ week, month, quarter or year ' +
      '(last_month), a year (2026), a quarter (2026-Q3) or a month (2026-03)',
  );

export const currencyCode = z.string().regex(/^[A-Z]{3,5}$/, 'must be a currency code such as USD');

/** Names separated by commas; any of them is meant. */
export const names = z
  .string()
  .max(2000)
  .regex(/[^\s,]/, 'must name at least one, several by comma');

/** What trades a question is about: the same on every route of the analytics, costs, mistakes and round trips. */
export const filter = once(() => ({
  account_id: idText.optional(),
  account_ids: names.optional().describe('Several accounts, by comma'),
  period: period.optional(),
  from: isoDay.optional().describe('First day of the exits that count'),
  to: isoDay.optional().describe('Last day of them'),
  tags: names.optional().describe('Any of these tags, by comma'),
  strategy: names
    .optional()
    .describe('As the strategy breakdown names it: a tag, a plan’s strategy, an option structure'),
  instrument: names.optional().describe('Exactly as recorded, several by comma'),
  underlying: names.optional().describe('Stocks, futures roots or the underlyings of options, several by comma'),
  direction: z.enum(directions).optional(),
  result: z.enum(tradeResults).optional(),
  currency: currencyCode.optional().describe('What amounts are in; the base currency when left out'),
  unit: z.enum(tradeUnits).optional().describe('What counts as one trade; the setting analytics.unit when left out'),
  open_positions: z.enum(openPositionRules).default('realised').describe('Whether what open positions realised counts'),
  follow_rolls: queryFlag(false).describe(
    'Whether trades that follow from each other are one: rolls, and a wheel of puts, assigned shares and calls',
  ),
}));

export type Filter = z.output<z.ZodObject<ReturnType<typeof filter>>>;

/** The trades of a question over a period. */
export function over(byDefault: string) {
  return z.object({ ...filter(), period: period.optional().describe(`${byDefault} when left out`) });
}

export const problem = once(() =>
  z.object({ code: z.string(), message: z.string(), ids: z.array(z.string()).optional() }),
);

/** What a number of an answer is, and so how it is rounded at the edge. */
export const figureKinds = z.registry<{ readonly kind: 'money' | 'exact' | 'ratio' }>();

/** An amount in the answer's currency: shown to that currency's places. */
export const money = z.number().register(figureKinds, { kind: 'money' });
/** The money of one row, exact to eight places: who adds rows up and rounds once has the total. */
export const exactMoney = z.number().register(figureKinds, { kind: 'exact' });
/** A share, a rate, a score: shown to six significant digits. */
export const ratio = z.number().register(figureKinds, { kind: 'ratio' });
export const maybeMoney = money.nullable();
export const maybeRatio = ratio.nullable();
export const maybe = z.number().nullable();

export const leftOut = once(() =>
  z.object({
    reason: z.string(),
    count: z.int(),
    amount: maybeMoney.describe('What they realised; null where that is not known in this currency'),
    ids: z.array(z.string()).describe('The first hundred of them'),
  }),
);

/** What the figures of an answer are of: on every answer with figures. */
export const figureBasis = once(() => ({
  period: z.string().describe('As asked for, or its first and last day'),
  time_zone: z.string().describe('Whose days are meant'),
  unit: z.string().describe('What counts as one trade: structure or leg; execution in lists of executions'),
  /** What every amount is in. */
  currency: z.string(),
  convention: z.string(),
}));

/** The same of a list whose rows are each in their own money. */
export const listBasis = once(() => ({
  ...figureBasis(),
  currency: z.string().nullable().describe('Of every row; null where rows differ: each says its own'),
}));

/** How far the accounts an answer rests on were reconciled with their brokers; of several, as far as the one least far. */
export const bookMark = once(() => ({
  reconciled_to: z.string().nullable().optional().describe('The evening up to which statements agree with the book'),
  differences: z.int().optional().describe('Open differences between the book and its brokers’ statements'),
}));

/** On every answer over trades; what has no rate into its currency is left out and counted. */
export const basis = once(() => ({
  account_id: z.string().nullable().describe('Null: all of them, or several'),
  ...figureBasis(),
  trade_count: z.int().describe('Trades in `unit` with an exit in the period'),
  left_out: z.array(leftOut()),
  problems: z.array(problem()),
  ...bookMark(),
}));
