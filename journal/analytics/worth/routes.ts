import { contract } from '@zorivest/contract';
import { mustHaveAccount, stateCash, storePrices } from '@zorivest/records';
import type { MarketService } from '@zorivest/market';
import { type Call, route } from '@zorivest/store';
import { isZero } from '@zorivest/domain';
import { namesIn } from '../performance/scope.ts';
import { heldInBook } from '../prices/held-positions.ts';
import { bookPrices, presentPrice } from '../prices/prices.ts';
import { income } from './income.ts';
import { cashBalances } from './ledger.ts';
import { netWorth } from './net-worth.ts';
import { returns } from './returns.ts';

/** What worth needs besides the book. */
export interface WorthParts {
  readonly market: MarketService;
}

export const worthRoutes = ({ market }: WorthParts) =>
  [
    route(contract.worth.cashBalances, ({ query }, call) => cashBalances(call, query)),
    route(contract.worth.stateCash, async ({ body }, call) => {
      const { account_id, currency } = await mustHaveAccount(call.db, body.account_id);
      const stated = {
        account_id,
        currency: body.currency ?? currency,
        balance: body.balance,
        date: body.date ?? call.now().toISOString().slice(0, 10),
      };
      await call.write(async (scope) => {
        await stateCash(scope, stated, call.now());
        scope.audit({ resource: 'cash', id: `${account_id} ${stated.currency} ${stated.date}`, after: stated });
      });
      const { items } = await cashBalances(call, { account_id, date: stated.date });
      const found = items.find((one) => one.currency === stated.currency);
      if (found === undefined) throw new Error('a balance that was stated is not there');
      return found;
    }),
    route(contract.worth.prices, ({ query }, call) => listPrices(call, market, query)),
    route(contract.worth.putPrices, async ({ body }, call) => ({ stored: await storePrices(call, body.prices) })),
    route(contract.worth.netWorth, ({ query }, call) => netWorth(call, market, query)),
    route(contract.worth.returns, ({ query }, call) => returns(call, market, query)),
    route(contract.worth.income, ({ query }, call) => income(call, market, query)),
  ] as const;

/** Those that count on a day, of what is held then or was named; or everything that is known of what was named. */
async function listPrices(
  call: Call,
  market: MarketService,
  asked: {
    readonly instrument?: string | undefined;
    readonly date?: string | undefined;
    readonly history: 'no' | 'yes';
  },
) {
  const named = asked.instrument === undefined ? null : namesIn(asked.instrument);
  const { prices, dayOf, today, oldestDays } = await bookPrices(call, market, named ?? []);
  const day = asked.date === undefined ? today : Date.parse(asked.date) / 86_400_000;
  if (named !== null && asked.history === 'yes')
    return {
      items: named.flatMap((name) => prices.historyOf(name).map((point) => presentPrice(name, point))),
      gaps: [],
      oldest_days: oldestDays,
    };
  const held = (await heldInBook(call)).filter(({ changes, assetClass }) => {
    const last = changes.findLast(({ time, timeKnown }) => (dayOf(time, timeKnown) ?? 0) <= day);
    return assetClass !== 'FOREX' && last !== undefined && !isZero(last.shares);
  });
  const wanted = named ?? [...new Set(held.map(({ instrument }) => instrument))].toSorted();
  const found = wanted.map((name) => [name, prices.on(name, day)] as const);
  return {
    items: found.flatMap(([name, priced]) => (priced === null ? [] : [presentPrice(name, priced)])),
    gaps: found.flatMap(([name, priced]) => (priced === null ? [name] : [])),
    oldest_days: oldestDays,
  };
}
