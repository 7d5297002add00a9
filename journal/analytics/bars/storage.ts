// Bars that stay in the book: from files, how much room they take, and what goes first when it is used up.
import type { ClientOutput, contract, ReceivedFile } from '@zorivest/contract';
import { CandleFileError, parseCsv, type Series } from '@zorivest/engine';
import { type BarsToDrop, sumStoredBytes, dropBars, isTicker, type MarketService, storeSeries } from '@zorivest/market';
import { positionsOf, settingOf } from '@zorivest/records';
import { type Call, changedColumns, type Db, invalidField, type RowChange, type StoredRow } from '@zorivest/store';
import { type BarInterval, barIntervals, barSeconds } from '@zorivest/vocabulary';
import { scopeOf } from '../performance/scope.ts';
import { barsOfTrades, barTicker } from './trade-bars.ts';

const MOST_NAMED = 100;
const DAY_MS = 86_400_000;

export async function importBars(
  call: Call,
  { file, symbol, interval: stated }: { file: ReceivedFile; symbol: string; interval?: BarInterval | undefined },
): Promise<ClientOutput<typeof contract.bars.import>> {
  const { series, badRows } = readCandles(await file.bytes());
  const [first, last] = [series.t[0], series.t[series.length - 1]];
  if (first === undefined || last === undefined)
    throw invalidField(
      'file',
      `holds no bar that can be read${badRows[0] === undefined ? '' : ` (row ${badRows[0].line}: ${badRows[0].message})`}`,
    );
  const interval = stated ?? intervalOf(series);
  const name = symbol.trim();
  const ticker = barTicker(isTicker(name.toUpperCase()) ? name.toUpperCase() : name, first * 1000);
  const [start, end] = [first, last].map((at) => new Date(at * 1000).toISOString().slice(0, 10)) as [string, string]; // one for each
  const { t, o: open, h: high, l: low, c: close, v: volume } = series;
  const columns = { at: t.map((seconds) => seconds * 1000), open, high, low, close, volume };
  const most = await mostBytes(call);
  return call.write(async ({ db, audit }) => {
    const fetchedAt = call.now().getTime();
    const toStore = { ticker, interval, start, end, provider: 'file', fetchedAt, series: columns };
    // Fetched days need no notification; what a file brings is shown in the approval of its import.
    const days: RowChange[] = [];
    const tell = (change: RowChange) => void days.push(change);
    const added = await storeSeries(db, toStore, tell);
    const dropped = await makeRoom(db, most, tell);
    call.tellRows(days.filter(({ before, after }) => before === null || after === null || isOther(before, after)));
    audit({ resource: 'bars', id: `${ticker} ${interval}`, after: { bars: series.length, added, start, end } });
    return {
      symbol: ticker,
      interval,
      bars: series.length,
      added,
      from: new Date(first * 1000).toISOString(),
      to: new Date(last * 1000).toISOString(),
      invalid: badRows.slice(0, MOST_NAMED).map(({ line, message }) => ({ row: line, reason: message })),
      dropped,
    };
  });
}

function readCandles(bytes: Uint8Array) {
  try {
    return parseCsv(bytes);
  } catch (error) {
    if (error instanceof CandleFileError) throw invalidField('file', `cannot be read: ${error.message}`);
    throw error;
  }
}

/** As long as most bars are apart. */
function intervalOf({ t, length }: Series): BarInterval {
  const gaps = new Map<number, number>();
  for (let i = 1; i < length; i += 1) {
    const gap = (t[i] ?? 0) - (t[i - 1] ?? 0);
    gaps.set(gap, (gaps.get(gap) ?? 0) + 1);
  }
  const [usual] = [...gaps].reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0]);
  const found = (Object.entries(barSeconds) as [BarInterval, number][]).find(([, seconds]) => seconds === usual);
  if (found === undefined)
    throw invalidField(
      'interval',
      `must be given: bars of this file are mostly ${usual} seconds apart, which is none of ${barIntervals.join(', ')}`,
    );
  return found[0];
}

async function mostBytes(call: Call): Promise<number> {
  return Number(await settingOf(call, 'bars.max_mb')) * 1024 * 1024;
}

/** Lets go of what is farthest from any fill until the rest fits; how many days went. */
export async function trimBars(call: Call): Promise<number> {
  const most = await mostBytes(call);
  if ((await sumStoredBytes(call.db)) <= most) return 0;
  return call.write(({ db }) => makeRoom(db, most));
}

const isOther = (before: StoredRow, after: StoredRow): boolean => changedColumns(before, after).length > 0;

async function makeRoom(db: Db, most: number, tell?: (change: RowChange) => void): Promise<number> {
  return (await sumStoredBytes(db)) <= most ? 0 : dropBars(db, most, await farthestFirst(db), tell);
}

/** Minutes before days, and of each what is farthest from a fill of its instrument. */
async function farthestFirst(db: Db): Promise<BarsToDrop[]> {
  const rows = await db.selectFrom('kept_bars').select(['ticker', 'interval', 'day']).execute();
  const fills = new Map<string, number[]>();
  const executions = await db.selectFrom('trades').select(['instrument', 'time']).execute();
  for (const { instrument, time } of executions) {
    const at = Date.parse(time);
    const ticker = barTicker(instrument, at);
    const days = fills.get(ticker) ?? [];
    days.push(Math.floor(at / DAY_MS));
    fills.set(ticker, days);
  }
  const distance = ({ ticker, day }: BarsToDrop): number => {
    const at = Date.parse(day) / DAY_MS;
    return (fills.get(ticker) ?? []).reduce((least, one) => Math.min(least, Math.abs(one - at)), Infinity);
  };
  return rows
    .map((row) => ({ ...row, far: distance(row), isDaily: row.interval === '1d' }))
    .toSorted((a, b) => Number(a.isDaily) - Number(b.isDaily) || b.far - a.far || (a.day < b.day ? -1 : 1));
}

export async function listBars(
  call: Call,
  market: MarketService,
  { symbol }: { symbol?: string | undefined },
): Promise<ClientOutput<typeof contract.bars.list>> {
  const ticker = symbol === undefined ? undefined : barTicker(symbol.trim(), call.now().getTime());
  let rows = call.db
    .selectFrom('kept_bars')
    .select((eb) => [
      'ticker',
      'interval',
      'provider',
      eb.fn.min('day').as('from'),
      eb.fn.max('day').as('to'),
      eb.fn.countAll<number>().as('days'),
      eb.fn.sum<number>(eb.fn<number>('length', ['bars'])).as('bytes'),
    ])
    .where('last_at', 'is not', null)
    .groupBy(['ticker', 'interval', 'provider'])
    .orderBy('ticker')
    .orderBy('interval');
  if (ticker !== undefined) rows = rows.where('ticker', '=', ticker);
  const stored = Map.groupBy(await rows.execute(), ({ ticker: name, interval }) => `${name} ${interval}`);
  const missing = await missingBars(call, market, symbol);
  return {
    items: [...stored.values()].flatMap((some) => {
      const [first] = some;
      if (first === undefined) return [];
      return [
        {
          symbol: first.ticker,
          interval: first.interval as BarInterval, // stored under one of them
          from: some.reduce((least, { from }) => (from < least ? from : least), first.from),
          to: some.reduce((most, { to }) => (to > most ? to : most), first.to),
          days: some.reduce((sum, { days }) => sum + days, 0),
          bytes: some.reduce((sum, { bytes }) => sum + bytes, 0),
          providers: some.map(({ provider }) => provider),
        },
      ];
    }),
    bytes: await sumStoredBytes(call.db),
    max_bytes: await mostBytes(call),
    missing,
  };
}

async function missingBars(call: Call, market: MarketService, symbol: string | undefined) {
  const { trades } = await scopeOf(call, { unit: 'leg', ...(symbol !== undefined && { instrument: symbol.trim() }) });
  const bars = await barsOfTrades(call, market, trades);
  const without = trades.flatMap(({ id, instrument, opened_at }) => {
    const found = bars.get(id);
    if (found === undefined || found.columns !== null) return [];
    return [{ trip_id: id, instrument, day: opened_at.slice(0, 10), reason: found.reason }];
  });
  return { count: without.length, trades: without.slice(-MOST_NAMED).toReversed() };
}

/** What a job asks providers for: the days of each trade, and days around it, newest first. */
export async function barsWanted(call: Call): Promise<{ ticker: string; start: string; end: string; held: number }[]> {
  const { trips } = await positionsOf(call);
  const now = call.now().getTime();
  return trips
    .map(({ instrument, opened_at, closed_at }) => {
      const [from, to] = [Date.parse(opened_at), closed_at === null ? now : Date.parse(closed_at)];
      const [start, end] = [from, to].map((at) => new Date(at).toISOString().slice(0, 10)) as [string, string]; // one for each
      return { ticker: barTicker(instrument, to), start, end, held: to - from };
    })
    .toSorted((a, b) => (a.end < b.end ? 1 : -1));
}
