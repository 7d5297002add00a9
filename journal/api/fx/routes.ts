import { contract } from '@zorivest/contract';
import { DAY_MS, dayText } from '@zorivest/domain';
import type { Call } from '../core/call.ts';
import { route, type Route } from '../core/route.ts';
import type { FxTables } from './tables.ts';
import { readEcbRates } from './ecb.ts';
import { ratesOf } from './rates.ts';

type RateRow = FxTables['fx_rates'];

interface Asked {
  readonly base?: string | undefined;
  readonly quote?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

async function listRates(call: Call, { base, quote, from, to }: Asked) {
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

function storeRates(call: Call, rows: readonly RateRow[]): Promise<void> {
  return call.write(async ({ db, insertMany, audit }) => {
    const keys = new Set(rows.map(({ base, quote }) => `${base}/${quote}`));
    const [first, last] = [rows.reduce(earlier).date, rows.reduce(later).date];
    const known = await db
      .selectFrom('fx_rates')
      .selectAll()
      .where('date', '>=', first)
      .where('date', '<=', last)
      .execute();
    const given = new Map(rows.map((row) => [keyOf(row), row]));
    for (const key of keys) {
      const [base = '', quote = ''] = key.split('/');
      await db
        .deleteFrom('fx_rates')
        .where('base', '=', base)
        .where('quote', '=', quote)
        .where('date', '>=', first)
        .where('date', '<=', last)
        .execute();
    }
    const kept = known.filter((row) => keys.has(`${row.base}/${row.quote}`) && !given.has(keyOf(row)));
    insertMany<RateRow>('fx_rates', ['date', 'base', 'quote', 'rate', 'source'], [...kept, ...given.values()]);
    audit({
      resource: 'fx_rates',
      id: `${first}..${last}`,
      after: { pairs: [...keys].slice(0, 50), rates: given.size },
    });
  });
}

function keyOf({ date, base, quote }: RateRow): string {
  return `${date} ${base}/${quote}`;
}

function earlier(a: RateRow, b: RateRow): RateRow {
  return a.date <= b.date ? a : b;
}

function later(a: RateRow, b: RateRow): RateRow {
  return a.date >= b.date ? a : b;
}

export const fxRoutes: readonly Route[] = [
  route(contract.fx.rates, async ({ query }, call) => ({ items: await listRates(call, query) })),
  route(contract.fx.put, async ({ body }, call) => {
    const rows = body.rates.map(({ rate, source, ...row }) => ({
      ...row,
      rate: String(rate),
      source: source ?? 'person',
    }));
    await storeRates(call, rows);
    return { stored: new Set(rows.map(keyOf)).size };
  }),
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
];
