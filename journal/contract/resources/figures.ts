// What every figure is asked for with and comes back with.
import { z } from 'zod';
import { idText } from '../core/fields.ts';
import { once } from '../core/once.ts';

/** all, ytd, mtd, qtd, 7d, 30d, 90d, 1y, a year or a month. */
export const period = z
  .string()
  .regex(
    /^(all|ytd|mtd|qtd|7d|30d|90d|1y|(19|20|21)\d\d(-(0[1-9]|1[0-2]))?)$/,
    'must be all, ytd, mtd, qtd, 7d, 30d, 90d, 1y, a year (2026) or a month (2026-03)',
  );

export const problem = once(() =>
  z.object({ code: z.string(), message: z.string(), ids: z.array(z.string()).optional() }),
);
const leftOut = once(() => z.object({ reason: z.string(), count: z.int() }));
export const maybe = z.number().nullable();

/** On every answer. */
export const basis = once(() => ({
  account_id: z.string().nullable(),
  /** What every amount is in; trades in another are left out and counted. */
  currency: z.string(),
  trade_count: z.int(),
  convention: z.string(),
  left_out: z.array(leftOut()),
  problems: z.array(problem()),
}));

/** All trades or one account's, over a period. */
export function over(byDefault: string) {
  return z.object({ account_id: idText.optional(), period: period.default(byDefault) });
}
