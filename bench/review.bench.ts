// What the evening's review costs: other exits of ten thousand trades over stored bars of a real encrypted book, compared with a plain script over
// files of the same bars; and a step and a frame of a replay in a real browser. On a machine that does something else they say little.
//   --quick   1,000 trades in place of 10,000
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { initBook, startService } from '@zorivest/api';
import { createClient, type JournalClient } from '@zorivest/contract';
import { demoBook } from '@zorivest/demo';
import type { Execution } from '@zorivest/domain';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../pictures/test/browser.ts';
import { fillBook } from './fill-book.ts';
import { measureBusy, openMeasuredPage } from './journal/measured-page.ts';
import { passphrase, quickKdf, type RunningService, serve } from './journal/running-service.ts';
import { median } from './measure.ts';

const TRADES = process.argv.includes('--quick') ? 1000 : 10_000;
const SYMBOLS = 50;
const A_DAY = 2;
const MINUTES = 390;
const REPLAYED = 2000;
const SHARE = 0.5;
const DAY_MS = 86_400_000;

const line = (...cells: (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`);
const roundToTenth = (value: number): number => Math.round(value * 10) / 10;

/** Numbers that look like chance and are the same every time. */
function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Weekdays that are over, from an opening in New York. */
function openings(count: number): number[] {
  const found: number[] = [];
  for (let at = Date.parse('2025-01-06T14:30:00Z'); found.length < count; at += DAY_MS)
    if (![0, 6].includes(new Date(at).getUTCDay())) found.push(at);
  return found;
}

interface Market {
  readonly executions: readonly Execution[];
  /** A file of minutes for each symbol. */
  readonly files: ReadonlyMap<string, string>;
}

function makeMarket(folder: string): Market {
  const executions: Execution[] = [];
  const files = new Map<string, string>();
  const days = openings(TRADES / SYMBOLS / A_DAY);
  for (let symbol = 0; symbol < SYMBOLS; symbol += 1) {
    const next = drawing(symbol + 1);
    const instrument = `WIF${symbol}`;
    const rows = ['timestamp,open,high,low,close,volume'];
    let price = 50 + symbol;
    for (const opens of days) {
      const closes: number[] = [];
      for (let minute = 0; minute < MINUTES; minute += 1) {
        const open = price;
        price = Math.max(1, Math.round((price + (next() - 0.5) * 0.2) * 100) / 100);
        const high = Math.max(open, price) + Math.round(next() * 5) / 100;
        const low = Math.min(open, price) - Math.round(next() * 5) / 100;
        rows.push([opens / 1000 + minute * 60, open, high.toFixed(2), low.toFixed(2), price, 100].join(','));
        closes.push(price);
      }
      for (let n = 0; n < A_DAY; n += 1) {
        const from = n * 190 + Math.floor(next() * 30);
        const to = from + 20 + Math.floor(next() * 120);
        const side = next() < 0.5 ? 1 : -1;
        const fill = (minute: number, isEntry: boolean): Execution => ({
          exec_id: `${instrument}-${opens}-${minute}`,
          time: new Date(opens + minute * 60_000).toISOString(),
          instrument,
          action: (side === 1) === isEntry ? 'BOT' : 'SLD',
          quantity: 100,
          price: closes[minute - 1] ?? closes[0] ?? price,
          account_id: 'main',
          commission: 0.35,
        });
        executions.push(fill(from + 1, true), fill(to + 1, false));
      }
    }
    const file = join(folder, `${instrument}.csv`);
    writeFileSync(file, rows.join('\n'));
    files.set(instrument, file);
  }
  return { executions, files };
}

/** Half of the best price while each was open, by a script as anybody would write it: files, lines, numbers, a loop. */
function plainScript({ executions, files }: Market): number {
  let sum = 0;
  for (const [instrument, file] of files) {
    const bars = readFileSync(file, 'utf8')
      .split('\n')
      .slice(1)
      .map((row) => row.split(',').map(Number));
    const byDay = Map.groupBy(bars, ([time = 0]) => Math.floor(time / 86_400));
    const fills = executions.filter((one) => one.instrument === instrument);
    for (let i = 0; i < fills.length; i += 2) {
      const [entry, exit] = [fills[i], fills[i + 1]];
      if (entry === undefined || exit === undefined) continue;
      const [from, to] = [Date.parse(entry.time) / 1000, Date.parse(exit.time) / 1000];
      const side = entry.action === 'BOT' ? 1 : -1;
      const paid = Number(entry.price);
      let best = paid;
      for (const [time = 0, , high = 0, low = 0] of byDay.get(Math.floor(from / 86_400)) ?? []) {
        if (time < from || time + 60 > to) continue;
        const favourable = side === 1 ? high : low;
        if (side * (favourable - best) > 0) best = favourable;
      }
      sum += side * SHARE * (best - paid) * 100 - 0.7;
    }
  }
  return sum;
}

async function measureTime<T>(work: () => T | Promise<T>): Promise<{ readonly ms: number; readonly value: T }> {
  const from = performance.now();
  const value = await work();
  return { ms: performance.now() - from, value };
}

const askExits = (client: JournalClient) =>
  client.whatIf.exits({ body: { filter: {}, rule: { kind: 'mfe', value: SHARE } } });

/** A trade of an instrument whose bars go on without a pause, so that two thousand of them lie in three days. */
function replayedTrade(): { readonly csv: string; readonly executions: readonly Execution[]; readonly at: number } {
  const next = drawing(7);
  const begins = Date.parse('2025-03-03T00:00:00Z');
  let price = 100;
  const rows = Array.from({ length: 3 * 1440 }, (_, minute) => {
    const open = price;
    price = Math.round((price + (next() - 0.5) * 0.2) * 100) / 100;
    const [high, low] = [Math.max(open, price) + 0.03, Math.min(open, price) - 0.03];
    return [begins / 1000 + minute * 60, open, high.toFixed(2), low.toFixed(2), price, 100].join(',');
  });
  const fill = (exec_id: string, action: 'BOT' | 'SLD', minute: number): Execution => ({
    exec_id,
    time: new Date(begins + minute * 60_000).toISOString(),
    instrument: 'RPL',
    action,
    quantity: 100,
    price: 100,
    account_id: 'main',
    commission: 1,
  });
  return {
    csv: rows.join('\n'),
    executions: [fill('replay-1', 'BOT', 5), fill('replay-2', 'SLD', 2 * 1440 + 900)],
    at: begins / 1000 + REPLAYED * 60,
  };
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

async function fillReview(home: string, market: Market, replayed: ReturnType<typeof replayedTrade>): Promise<string> {
  const { api_key: apiKey } = await initBook(home, passphrase, quickKdf);
  const service = await startService({ demo: demoBook, home, port: 0 });
  const client = createClient({ baseUrl: service.url, auth: { kind: 'key', apiKey } });
  await fillBook(service, client, [...market.executions, ...replayed.executions]);
  for (const [symbol, file] of market.files)
    await client.bars.import({ body: { file: { bytes: readFileSync(file), name: `${symbol}.csv` }, symbol } });
  await client.bars.import({ body: { file: { bytes: bytesOf(replayed.csv), name: 'rpl.csv' }, symbol: 'RPL' } });
  await service.stop();
  return apiKey;
}

async function whatIf(served: RunningService, market: Market): Promise<void> {
  const plain: number[] = [];
  const [first, again, changed]: [number[], number[], number[]] = [[], [], []];
  const { items } = await served.client.trades.list({ query: { limit: 1, offset: 100 } });
  let price = 40;
  for (let n = 0; n < 3; n += 1) {
    const script = await measureTime(() => plainScript(market));
    plain.push(script.ms);
    // The event loop was blocked meanwhile: give it time to notice connections that were closed.
    await setTimeout(100);
    const asked = await measureTime(() => askExits(served.client));
    (n === 0 ? first : again).push(asked.ms);
    const { n: count, what_if_net_pnl } = asked.value;
    const own = asked.value.trades.filter(({ id }) => id !== 'rt-replay-1').length;
    if (n === 0 && own !== TRADES) throw new Error(`${own} of ${TRADES} trades were left otherwise`);
    const others = asked.value.trades.reduce((sum, one) => (one.id === 'rt-replay-1' ? sum + one.what_if : sum), 0);
    if (n === 0 && Math.abs(what_if_net_pnl - others - script.value) > 0.01 * count)
      throw new Error(`the plain script has ${script.value}, the service ${what_if_net_pnl - others}`);
    again.push((await measureTime(() => askExits(served.client))).ms);
    price += 0.01;
    await served.person.trades.patch({ params: { exec_id: items[0]?.exec_id ?? '' }, body: { price } });
    changed.push((await measureTime(() => askExits(served.client))).ms);
  }
  const plainMs = median(plain);
  console.log(`Half of the best price, ${TRADES.toLocaleString('en')} trades with stored minutes\n`);
  line('what', 'ms', 'goal', 'of the plain script');
  line('---', '--:', '--:', '--:');
  line('a plain script over files of the same bars', roundToTenth(plainMs), '', 1);
  for (const [name, values] of [
    ['the service, asked first', first],
    ['asked again', again],
    ['asked after one change', changed],
  ] as const)
    line(name, roundToTenth(median(values)), '≤ 1000', Math.round((median(values) / plainMs) * 100) / 100);
}

/** In the page itself: from the press to the frame that shows the next moment. Waiting draws no frame of its own. */
const step = (page: Page): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    const from = performance.now();
    const time = () => document.querySelector('.figures dd')?.textContent;
    const before = time();
    const seen = new MutationObserver(() => {
      if (time() === before) return;
      seen.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - from));
    });
    seen.observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true });
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Step').click();
  })`);

async function replay(served: RunningService, at: number): Promise<void> {
  const browser = await launchBrowser();
  try {
    const { page, cdp } = await openMeasuredPage(browser, served);
    await page.goto(`${served.url}/trades/rt-replay-1/replay?at=${at}`);
    await page.locator('.candles canvas').first().waitFor({ timeout: 60_000 });
    for (let n = 0; n < 20; n += 1) await step(page);
    const took: number[] = [];
    const perStep = await measureBusy(cdp, 60, async () => void took.push(await step(page)));
    const box = await page.locator('.candles canvas').first().boundingBox();
    if (box === null) throw new Error('there is no chart to move');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    // Back and forth, so that bars come into sight with each.
    const perFrame = await measureBusy(cdp, 120, async (n) => {
      await page.mouse.move(x + 10 * (n % 40 < 20 ? n % 20 : 20 - (n % 20)), y);
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
    });
    await page.mouse.up();
    console.log(`\nA replay after ${REPLAYED.toLocaleString('en')} bars\n`);
    line('what', 'ms', 'goal');
    line('---', '--:', '--:');
    line('processor time of the page for a step, at most 20 a second', roundToTenth(perStep), '≤ 50');
    line('from the press to the frame that shows it', roundToTenth(median(took)), '');
    line('processor time of a frame while the chart is dragged', roundToTenth(perFrame), '≤ 16.7');
  } finally {
    await browser.close();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'zorivest-bench-review-'));
const home = join(folder, 'home');
try {
  const market = makeMarket(folder);
  const replayed = replayedTrade();
  const apiKey = await fillReview(home, market, replayed);
  const served = await serve(home, apiKey);
  try {
    await whatIf(served, market);
    await replay(served, replayed.at);
  } finally {
    await served.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
