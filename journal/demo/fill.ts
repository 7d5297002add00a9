// An empty book becomes a demo: eighteen months of one trader and everything that goes with them, and the mark that says
// so. All of it is stored, or nothing.
import { type Call, conflict, type Db, type Route } from '@zorivest/store';
import type { Settings } from '@zorivest/records';
import { givePrices, openAccounts, recordBalances, recordCash } from './accounts.ts';
import { DemoMarket } from './market.ts';
import { demoWriter } from './writer.ts';
import {
  connectBroker,
  describeSetups,
  describeTaxpayer,
  giveRates,
  schedulePolicy,
  setLimits,
  watch,
} from './rest.ts';
import { keepDiary, pictureTrades, planTrades, reviewTrades } from './reviews.ts';
import { recordExcursions, recordQuotes, recordTrades } from './trades.ts';
import { demoHistory } from './trader.ts';

export interface DemoParts {
  readonly settings: Settings;
  /** The tables that write what is in a book. */
  readonly routes: readonly Route[];
}

export async function fillDemo(call: Call, { settings, routes }: DemoParts, options: { seed: number; until: Date }) {
  const { seed, until } = options;
  const market = new DemoMarket();
  const history = demoHistory(market, seed, until);
  const now = until.toISOString();
  const { counts, marked } = await call.write(async (scope) => {
    await mustBeEmpty(scope.db);
    const writer = demoWriter(call, scope, routes);
    await openAccounts(writer, history);
    const trades = await recordTrades(writer, history);
    recordQuotes(writer, history, seed + 1);
    recordExcursions(writer, market, history);
    const reviewed = await reviewTrades(writer, history, seed + 2, now);
    const plans = await planTrades(writer, market, history, now);
    const images = await pictureTrades(writer, market, history);
    const journal_entries = await keepDiary(writer, history, now);
    await recordCash(writer, history, now);
    await recordBalances(writer, market, history);
    await giveRates(writer, market, history, now);
    await givePrices(writer, market, history, now);
    await describeTaxpayer(writer, now);
    await setLimits(writer, now);
    await describeSetups(writer, now);
    await schedulePolicy(writer, now);
    await connectBroker(writer, now);
    await watch(writer, now);
    const mark = await settings.store(scope.db, new Map([['book.demo', 'true']]), call.now());
    const written = { trades, ...reviewed, plans, images, journal_entries };
    scope.audit({ resource: 'setting', id: 'book.demo', before: { value: 'false' }, after: { value: 'true' } });
    scope.audit({ resource: 'book', id: 'demo', after: { seed, until: now, ...written } });
    return { counts: written, marked: mark };
  });
  marked.apply();
  return { status: 'filled' as const, seed, ...counts };
}

/** A first account is what `init` makes; with anything more it is somebody's book. */
async function mustBeEmpty(db: Db): Promise<void> {
  for (const table of ['trades', 'bank_transactions', 'trade_plans', 'journal_entries'] as const) {
    const row = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const { count } = row;
    if (count > 0)
      throw conflict(
        `the demo is for an empty book, and this one has ${count} rows in ${table.replaceAll('_', ' ')}: make another with \`zorivest init --home FOLDER\``,
      );
  }
}
