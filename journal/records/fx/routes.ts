import { contract } from '@zorivest/contract';
import { DAY_MS, dayText } from '@zorivest/domain';
import { type Call, route } from '@zorivest/store';
import type { MarketService } from '@zorivest/market';
import { readEcbRates } from './ecb.ts';
import { fetchRates } from './fetch.ts';
import { ratesOf } from './rates.ts';
import { rateKey, storeRates } from './store.ts';

interface RateQuery {
  readonly base?: string | undefined;
  readonly quote?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

async function listRates(call: Call, { base, quote, from, to }: RateQuery) {
  if (base !== undefined && quote !== undefined) {
    const rates = await ratesOf(call);
    return rates.days(base, quote).flatMap((day) => {
      const date = dayText(day * DAY_MS);
      const known =
        (from === undefined || date >= from) && (to === undefined || date <= to) && rates.on(day, base, quote);
      // A rate carried over from the days before is that of those days.
      if (!known || known.day !== day) return [];
      return [{ date, base, quote, rate: known.rate.toDecimalPlaces(12).toNumber(), source: known.source }];
    });
  }
  let rows = call.db.selectFrom('fx_rates').selectAll();
  if (base !== undefined) rows = rows.where('base', '=', base);
  if (quote !== undefined) rows = rows.where('quote', '=', quote);
  if (from !== undefined) rows = rows.where('date', '>=', from);
  if (to !== undefined) rows = rows.where('date', '<=', to);
  const found = await rows.orderBy('date').orderBy('base').orderBy('quote').limit(MOST_ROWS).execute();
  return found.map((row) => ({ ...row, rate: Number(row.rate) }));
}

/** More than a person reads; a pair and days narrow it. */
const MOST_ROWS = 50_000;

export const fxRoutes = ({ market }: { readonly market: MarketService }) =>
  [
    route(contract.fx.rates, async ({ query }, call) => ({ items: await listRates(call, query) })),
    route(contract.fx.put, async ({ body }, call) => {
      const rows = body.rates.map(({ rate, source, ...row }) => ({
        ...row,
        rate: String(rate),
        source: source ?? 'person',
      }));
      await storeRates(call, rows);
      return { stored: new Set(rows.map(rateKey)).size };
    }),
    route(contract.fx.fetch, ({ body }, call) => fetchRates(call, market, body)),
    route(contract.fx.import, async ({ body }, call) => {
      const rows = readEcbRates(await body.file.bytes());
      if (rows.length > 0) await storeRates(call, rows);
      const days = [...new Set(rows.map(({ date }) => date))].toSorted();
      return {
        stored: rows.length,
        days: days.length,
        currencies: [...new Set(rows.map(({ quote }) => quote))].toSorted(),
        from: days[0] ?? null,
        to: days.at(-1) ?? null,
      };
    }),
  ] as const;
