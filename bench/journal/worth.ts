// What ten years of daily values cost: a book of 100,000 executions over 500 instruments, a price of each every sixth day, cash
// stated. First after the unlock, again, and after one trade has changed.
import { initBook, startService } from '@zorivest/api';
import { demoBook } from '@zorivest/demo';
import { createClient } from '@zorivest/contract';
import { executionsOf } from '../domain/area.ts';
import { fillBook } from '../fill-book.ts';
import { formatTaken, measureRoutes, measureWork, waitUntilPrepared, route, type TimeSpent } from './cost.ts';
import { passphrase, quickKdf, type RunningService } from './running-service.ts';

const DAY_MS = 86_400_000;
const DAYS = 3650;
const SYMBOLS = 500;
const PRICED_EVERY = 6;
/** As many as one request may bring. */
const PRICES_PER_REQUEST = 10_000;

/** The last day is yesterday: what is held today has a price. */
export async function fillTenYears(home: string, executions: number): Promise<string> {
  const { api_key: apiKey } = await initBook(home, passphrase, quickKdf);
  const service = await startService({ demo: demoBook, home, port: 0 });
  const client = createClient({ baseUrl: service.url, auth: { kind: 'key', apiKey } });
  const begin = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAYS * DAY_MS;
  const dateAt = (day: number): string => new Date(begin + day * DAY_MS).toISOString().slice(0, 10);
  const rows = executionsOf(executions, SYMBOLS).map((execution, i) => ({
    ...execution,
    order_id: `${execution.instrument}-${execution.order_id ?? ''}`,
    time: new Date(
      begin + Math.floor((i / executions) * (DAYS - 10)) * DAY_MS + (900 + (i % 300)) * 60_000,
    ).toISOString(),
  }));
  await fillBook(service, client, rows);
  const prices: { date: string; instrument: string; price: number }[] = [];
  for (let day = -1; day < DAYS; day += PRICED_EVERY)
    for (let symbol = 0; symbol < SYMBOLS; symbol += 1)
      prices.push({ date: dateAt(day), instrument: `SYM${symbol}`, price: 50 + symbol / 5 + (day % 97) / 10 });
  for (let from = 0; from < prices.length; from += PRICES_PER_REQUEST) {
    const put = () => client.worth.putPrices({ body: { prices: prices.slice(from, from + PRICES_PER_REQUEST) } });
    // The service lives in this process: while it writes, nothing looks after an idle connection.
    await put().catch(put);
  }
  for (const account_id of ['main', 'ira'])
    await client.worth.stateCash({ body: { account_id, balance: 1_000_000, date: dateAt(-2) } });
  await service.stop();
  return apiKey;
}

/** Asked the moment the book is open, before anything is prepared. The service has been started and is locked. */
export async function measureReturnsAfterUnlock({ client, apiKey, pid }: RunningService): Promise<TimeSpent> {
  await client.auth.unlock({ body: { api_key: apiKey } });
  return measureWork(pid, () => client.worth.returns({ query: {} }));
}

/** The same, once the service has prepared itself. */
export async function worthTable(
  served: RunningService,
  returnsAfterUnlock: TimeSpent,
  line: (...cells: string[]) => void,
): Promise<void> {
  const { client, apiKey } = served;
  line('ten years by day, ms waited / worked', 'first', 'again', 'after one changed trade');
  line('---', '---', '---', '---');
  await client.auth.unlock({ body: { api_key: apiKey } });
  const took = await waitUntilPrepared(served.pid);
  await measureRoutes(
    served,
    [
      route('returns', () => client.worth.returns({ query: {} })),
      route('returns of one year', () =>
        client.worth.returns({ query: { period: String(new Date().getFullYear() - 3) } }),
      ),
      route('net worth with its bridge', () => client.worth.netWorth({ query: {} })),
      route('income', () => client.worth.income({ query: { period: 'all' } })),
      route('drawdown from net worth', () => client.analytics.drawdown({ query: {} })),
    ],
    line,
  );
  console.log('');
  line('prepared after the unlock within', `${took.toFixed(0)} ms`);
  line('returns asked the moment the book is open', formatTaken(returnsAfterUnlock, Infinity));
  console.log('');
}
