/** Parameters that many tools share, described once: in a word, and where words are cheap in a sentence. */
import { z } from 'zod';

/** An id as the service takes it; what it may look like is the service's business. */
function id(short: string, detail: string) {
  return z.string().trim().min(1).max(200).describe(short).meta({ detail });
}

export const execId = id('Execution id.', 'The exec_id of one execution, from {list_trades}.');
export const tradeId = id('Execution id of the trade.', 'An exec_id from {list_trades}.');
export const accountId = id('Account.', 'All accounts when left out.').optional();

export const instrument = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .describe('Symbol.')
  .meta({ detail: 'A ticker such as AAPL, or an option symbol such as AAPL 260320C00200000.' });

export const ticker = z
  .string()
  .trim()
  .toUpperCase()
  .min(1)
  .max(20)
  .describe('Ticker.')
  .meta({ detail: 'Such as AAPL or BRK.B; letter case does not matter.' });

export function period(byDefault: 'ytd' | 'all') {
  return z.string().trim().max(10).default(byDefault).describe('ytd, mtd, qtd, all, 30d, 90d, 1y, YYYY or YYYY-MM.');
}
