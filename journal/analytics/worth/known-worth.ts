// What accounts were worth before a period and are worth now, where it is known: what drawdowns are a share of.
import { type Evening, isNegative, isZero, rateOn, toDouble } from '@zorivest/domain';
import type { MarketService } from '@zorivest/market';
import type { KnownEquityAsked, KnownEquity } from '../performance/equity.ts';
import { accountsWithCash, textOfDay } from './ledger.ts';
import { worthScope } from './scope.ts';

/** None where somebody's cash was never stated, or a price or a rate is missing: positions alone are no equity. */
export const equityByWorth =
  (market: MarketService) =>
  async ({ call, accounts, from, currency }: KnownEquityAsked): Promise<KnownEquity> => {
    // A book without stated cash is not valued for nothing.
    if ((await accountsWithCash(call)).size === 0) return NOTHING_KNOWN;
    const scope = await worthScope(call, market, {
      ...(accounts !== null && { account_ids: [...accounts].join(',') }),
      ...(from !== -Infinity && { from: textOfDay(from) }),
    });
    if (scope.withoutCash.length > 0) return NOTHING_KNOWN;
    const worthOf = (evening: Evening | undefined): number | null => {
      if (evening === undefined || evening.value === null) return null;
      const rate = rateOn({ currency: scope.currency }, evening.day, currency, scope.rates);
      return rate === null ? null : toDouble(evening.value) * rate;
    };
    // A record begins with what first came into it.
    const first = scope.evenings.find(({ value }) => value === null || !(isZero(value) || isNegative(value)));
    return { start: worthOf(first), last: worthOf(scope.evenings.at(-1)) };
  };

const NOTHING_KNOWN: KnownEquity = { start: null, last: null };
