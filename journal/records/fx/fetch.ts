// The rates that the book needs, from any provider that has them: each currency against the euro, as the ECB quotes them.
import { DAY_MS, dayText, type RateRow } from '@zorivest/domain';
import { type Call, type Db, Fault, invalidField, today } from '@zorivest/store';
import { type MarketService, NoProvider } from '@zorivest/market';
import { settingOf } from '../settings/read.ts';
import { rateKey, storeRates } from './store.ts';

interface RateRequest {
  readonly currencies?: readonly string[] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Rates of the days before the first one are good for it. */
const DAYS_BEFORE = 7;

export async function fetchRates(call: Call, market: MarketService, asked: RateRequest) {
  const to = asked.to ?? today(call.now());
  const from = asked.from ?? weekBefore((await firstDay(call.db)) ?? to);
  if (from > to) throw invalidField('to', `must not be before from (${from})`);
  const currencies = new Set(asked.currencies ?? (await currenciesOf(call)));
  currencies.delete('EUR');
  const rows: RateRow[] = [];
  const unknown: string[] = [];
  let provider: string | null = null;
  let noProvider: NoProvider | null = null;
  for (const quote of [...currencies].toSorted()) {
    const found = await ask(market, call.signal, { ticker: `EUR${quote}`, start: from, end: to });
    if (found instanceof NoProvider) {
      // One currency without a provider must not cost the others.
      unknown.push(quote);
      noProvider = found;
      continue;
    }
    if (found.length === 0) unknown.push(quote);
    provider ??= found[0]?.provider ?? null;
    rows.push(
      ...found.map(({ date, base, rate, provider: source }) => ({ date, base, quote, rate: String(rate), source })),
    );
  }
  if (rows.length === 0 && noProvider !== null) throw new Fault(503, noProvider.message, { code: 'no_provider' });
  const manual = new Set((await manualRates(call.db)).map(rateKey));
  const news = rows.filter((row) => !manual.has(rateKey(row)));
  if (news.length > 0) await storeRates(call, news);
  const known = [...new Set(rows.map(({ quote }) => quote))];
  return { stored: news.length, provider, currencies: known, unknown, from, to };
}

async function ask(market: MarketService, signal: AbortSignal, query: { ticker: string; start: string; end: string }) {
  try {
    return await market.get('fx_rates', query, { signal });
  } catch (error) {
    if (error instanceof NoProvider) return error;
    throw error;
  }
}

function manualRates(db: Db): Promise<RateRow[]> {
  return db.selectFrom('fx_rates').selectAll().where('source', '=', 'person').execute();
}

/** What anything of the book is in, what figures are asked for in, and dollars for the tax return. */
async function currenciesOf(call: Call): Promise<string[]> {
  const { db } = call;
  const found = await Promise.all([
    db.selectFrom('trades').select('currency').distinct().execute(),
    db.selectFrom('trades').select('fx_currency as currency').distinct().execute(),
    db.selectFrom('bank_transactions').select('currency').distinct().execute(),
    db.selectFrom('accounts').select('currency').distinct().execute(),
    db.selectFrom('balance_snapshots').select('currency').distinct().execute(),
  ]);
  const base = await settingOf(call, 'book.base_currency');
  const all = [...found.flat().map(({ currency }) => currency), base, 'USD'];
  // A coin is traded like a currency, and no central bank quotes it.
  return [...new Set(all)].filter((currency) => currency !== null && /^[A-Z]{3}$/.test(currency)) as string[];
}

async function firstDay(db: Db): Promise<string | null> {
  const [trade, payment, balance] = await Promise.all([
    db
      .selectFrom('trades')
      .select((eb) => eb.fn.min('time').as('day'))
      .executeTakeFirst(),
    db
      .selectFrom('bank_transactions')
      .select((eb) => eb.fn.min('date').as('day'))
      .executeTakeFirst(),
    db
      .selectFrom('balance_snapshots')
      .select((eb) => eb.fn.min('datetime').as('day'))
      .executeTakeFirst(),
  ]);
  const days = [trade?.day, payment?.day, balance?.day].flatMap((day) => (day ? [day.slice(0, 10)] : []));
  return days.toSorted()[0] ?? null;
}

function weekBefore(day: string): string {
  return dayText(Date.parse(day) - DAYS_BEFORE * DAY_MS);
}
