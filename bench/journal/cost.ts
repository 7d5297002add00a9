// What answers cost on a book of 100,000 executions, as the built service gives them: the first after an unlock, every
// route's first, the same again, and after one trade has changed.
import type { JournalClient } from '@zorivest/contract';
import { memoryOf, processorMs, type RunningService } from './running-service.ts';

export interface MeasuredRoute {
  readonly name: string;
  readonly ask: (client: JournalClient) => Promise<unknown>;
  readonly first: number;
  readonly again: number;
}

const FIRST = 500;
const AGAIN = 50;

export const route = (name: string, ask: MeasuredRoute['ask'], first = FIRST, again = AGAIN): MeasuredRoute => ({
  name,
  ask,
  first,
  again,
});

const ROUTES: readonly MeasuredRoute[] = [
  route('round trips (first after the unlock)', (client) => client.roundTrips.list({ query: {} }), 2000),
  route('trades, newest page', (client) => client.trades.list()),
  route('accounts', (client) => client.accounts.list()),
  route('expectancy', (client) => client.analytics.expectancy({ query: {} })),
  route('SQN', (client) => client.analytics.sqn({ query: {} })),
  route('R-multiples', (client) => client.analytics.rMultiples({ query: {} })),
  route('drawdown, 10,000 paths', (client) => client.analytics.drawdown({ query: {} })),
  route('strategy breakdown', (client) => client.analytics.strategyBreakdown({ query: {} })),
  route('time breakdown', (client) => client.analytics.timeBreakdown({ query: {} })),
  route('equity curve', (client) => client.analytics.equityCurve({ query: {} })),
  route('fees', (client) => client.costs.fees({ query: { period: 'all' } })),
  route('mistake summary', (client) => client.mistakes.summary({ query: { period: 'all' } })),
  route('mistake suspects', (client) => client.mistakes.suspects({ query: { period: 'all' } })),
  route('tax lots', (client) => client.tax.lots({ query: { with_prices: false } }), 2000, 100),
];

const CHANGED = 150;

export interface TimeSpent {
  readonly waited: number;
  /** What the service worked for it: what a busy machine hardly changes. */
  readonly worked: number;
}

export async function measureWork(pid: number, work: () => Promise<unknown>): Promise<TimeSpent> {
  const before = processorMs(pid);
  const started = performance.now();
  await work();
  return { waited: performance.now() - started, worked: processorMs(pid) - before };
}

/** Until the service has computed in the background what it prepares after an unlock: as long as that takes, in milliseconds. */
export async function waitUntilPrepared(pid: number): Promise<number> {
  const started = performance.now();
  for (let idle = 0; idle < 5;) {
    const before = processorMs(pid);
    await new Promise((resolve) => setTimeout(resolve, 100));
    idle = processorMs(pid) - before <= 10 ? idle + 1 : 0;
  }
  return performance.now() - started - 500;
}

const STATEMENTS = 50;
const RECONCILED = 5000;

/** The ends of fifty months as a broker states them: positions with cost and mark, and cash. */
async function addStatements(client: JournalClient): Promise<void> {
  const [account] = await client.accounts.list();
  const account_id = account?.account_id ?? '';
  const { items } = await client.roundTrips.open({ query: {} });
  const held = items.filter((one) => one.account_id === account_id).slice(0, 20);
  for (let month = 0; month < STATEMENTS; month += 1) {
    const [first, last] = [0, 1].map((more) =>
      new Date(Date.UTC(2016, month + 1 + more, more === 0 ? 1 : 0)).toISOString().slice(0, 10).replaceAll('-', ''),
    );
    const positions = held
      .map(
        ({ instrument, open_quantity, avg_price }) =>
          `<OpenPosition assetCategory="STK" currency="USD" multiplier="1" symbol="${instrument}" position="${open_quantity}" markPrice="${avg_price}" positionValue="${open_quantity * avg_price}" costBasisMoney="${open_quantity * avg_price}" reportDate="${last}" levelOfDetail="SUMMARY"/>`,
      )
      .join('');
    const text = `<FlexQueryResponse><FlexStatements><FlexStatement accountId="${account_id}" fromDate="${first}" toDate="${last}"><AccountInformation accountId="${account_id}" currency="USD"/><OpenPositions>${positions}</OpenPositions><CashReport><CashReportCurrency currency="USD" startingCash="${month}" endingCash="${month + 1}"/></CashReport></FlexStatement></FlexStatements></FlexQueryResponse>`;
    await client.imports.brokerCsv({
      body: { account_id, file: { name: `${last}.xml`, bytes: new TextEncoder().encode(text) } },
    });
  }
}

async function changeThenRun(client: JournalClient, pid: number): Promise<TimeSpent> {
  const { items } = await client.trades.list({ query: { limit: 1, offset: 900 } });
  await client.trades.patch({ params: { exec_id: items[0]?.exec_id ?? '' }, body: { price: 49 } });
  return measureWork(pid, () => client.reconciliations.run({ body: {} }));
}

export const formatTaken = ({ waited, worked }: TimeSpent, goal: number) =>
  `${waited.toFixed(0)} / ${worked.toFixed(0)}${waited > goal ? ` (goal ${goal})` : ''}`;

/** What one call takes is the collector's affair: again is the middle of fifteen, after a change of seven. */
const AGAIN_TIMES = 15;
const CHANGED_TIMES = 7;

async function middleOf(times: number, measure: () => Promise<TimeSpent>): Promise<TimeSpent> {
  const taken: TimeSpent[] = [];
  for (let i = 0; i < times; i += 1) taken.push(await measure());
  const [first, ...rest] = taken.toSorted((a, b) => a.waited - b.waited);
  return rest[(times >> 1) - 1] ?? first ?? { waited: 0, worked: 0 };
}

/** Each route as it answers first, again, and after one trade has changed. */
export async function measureRoutes(
  { client, pid }: RunningService,
  routes: readonly MeasuredRoute[],
  line: (...cells: string[]) => void,
): Promise<void> {
  let changes = 0;
  for (const { name, ask, first, again } of routes) {
    const cold = await measureWork(pid, () => ask(client));
    const warm = await middleOf(AGAIN_TIMES, () => measureWork(pid, () => ask(client)));
    const changed = await middleOf(CHANGED_TIMES, async () => {
      changes += 1;
      const { items } = await client.trades.list({ query: { limit: 1, offset: 500 + changes } });
      const exec_id = items[0]?.exec_id ?? '';
      await client.trades.patch({ params: { exec_id }, body: { price: 50 + changes / 100 } });
      return measureWork(pid, () => ask(client));
    });
    line(name, formatTaken(cold, first), formatTaken(warm, again), formatTaken(changed, CHANGED));
  }
}

/** The service has been started and is locked. */
export async function costTable(served: RunningService, line: (...cells: string[]) => void): Promise<void> {
  const { client, pid } = served;
  let most = { all: 0, largestChild: 0 };
  const look = setInterval(() => {
    const now = memoryOf(pid);
    if (now !== null && now.all > most.all) most = now;
  }, 100);
  line('route, ms waited / worked', 'first', 'again', 'after one changed trade');
  line('---', '---', '---', '---');
  const unlocked = await measureWork(pid, () => client.auth.unlock({ body: { api_key: served.apiKey } }));
  const [first, ...others] = ROUTES;
  if (first !== undefined) await measureRoutes(served, [first], line);
  const took = await waitUntilPrepared(pid);
  await measureRoutes(served, others, line);
  await addStatements(client);
  const held = await measureWork(pid, () => client.reconciliations.run({ body: {} }));
  const again = await measureWork(pid, () => client.reconciliations.run({ body: {} }));
  const changed = await changeThenRun(client, pid);
  line(
    `reconciliations:run, ${STATEMENTS} statements`,
    formatTaken(held, RECONCILED),
    formatTaken(again, AGAIN),
    formatTaken(changed, RECONCILED),
  );
  clearInterval(look);
  console.log('');
  line('unlock without deriving', `${unlocked.waited.toFixed(0)} ms`);
  line('prepared after the unlock and the first question within', `${took.toFixed(0)} ms`);
  line('API process and its children, most memory', `${most.all.toFixed(0)} MB (goal 600)`);
  console.log('');
}
