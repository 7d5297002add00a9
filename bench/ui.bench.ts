// How fast the web app is on a large book, in a real browser before the real service. Goals stand next to the figures;
// on a machine that does something else they say little.
//   --quick   20,000 executions in place of 100,000
//   --stops   only how long a stop takes during each flood
//   --views   only how soon a view is drawn in a chat
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '../pictures/test/browser.ts';
import { measureBusy, openMeasuredPage } from './journal/measured-page.ts';
import { fillHome, passphrase, serve, type RunningService } from './journal/running-service.ts';
import { stopTable, timeOf } from './journal/stops.ts';
import { median } from './measure.ts';

const EXECUTIONS = process.argv.includes('--quick') ? 20_000 : 100_000;
const TIMES = 5;

const line = (...cells: (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`);
const result = (name: string, values: readonly number[], goal: number, unit = 'ms'): void =>
  line(name, `${Math.round(median(values) * 10) / 10} ${unit}`, `≤ ${goal} ${unit}`);

const several = async (work: (n: number) => Promise<number>): Promise<number[]> => {
  const values: number[] = [];
  for (let n = 0; n < TIMES; n++) values.push(await work(n));
  return values;
};

async function firstPaint(page: Page, served: RunningService): Promise<number> {
  await page.goto(`${served.url}/`);
  await page.getByRole('button', { name: 'Stop assistant' }).waitFor();
  // The button can be there a moment before the browser has noted its first paint.
  await page.waitForFunction("performance.getEntriesByName('first-contentful-paint').length > 0");
  return page.evaluate<number>("performance.getEntriesByName('first-contentful-paint')[0].startTime");
}

/** In the page itself, so that the way to the browser and back is not counted: from an act to the frame that shows it. */
const untilShown = (page: Page, act: string, shown: string): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    const from = performance.now();
    ${act};
    const look = () => ((${shown}) ? resolve(performance.now() - from) : requestAnimationFrame(look));
    requestAnimationFrame(look);
  })`);

const heading = (name: string): string => `document.querySelector('h1')?.textContent === ${JSON.stringify(name)}`;

const clickOnRail = (page: Page, name: string): Promise<number> =>
  untilShown(page, `document.querySelector('.rail [title=${JSON.stringify(name)}]').click()`, heading(name));

/** Until a row of the place that was jumped to has its figures. */
const jump = (page: Page, share: number): Promise<number> =>
  untilShown(
    page,
    `const grid = document.querySelector('[role=grid]'); grid.scrollTop = ${share} * grid.scrollHeight; const index = Math.floor(grid.scrollTop / document.querySelector('.grid-row[id]').offsetHeight)`,
    "document.querySelector('#trip-' + (index + 5) + ' .amount')",
  );

/** From a row to the page of its trade, and back. */
async function openTrade(page: Page, n: number): Promise<number> {
  const row = `document.querySelectorAll('.grid-row[id]')[${n}]`;
  const took = await untilShown(
    page,
    `${row}.click()`,
    "location.pathname.startsWith('/trades/') && document.querySelector('h1')?.textContent !== 'Trades'",
  );
  await page.goBack();
  await page.locator('.grid-row .amount').first().waitFor();
  return took;
}

/** Processor time of the page for one step of the wheel. */
async function wheel(page: Page, cdp: CDPSession): Promise<number> {
  await page.getByRole('grid', { name: 'Trades' }).hover();
  return measureBusy(cdp, 60, async () => {
    await page.mouse.wheel(0, 280);
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
  });
}

/** Processor time of the page for one move of the pointer over the curve, each onto another of its points. */
async function pointerMove(page: Page, cdp: CDPSession): Promise<number> {
  const plot = page.locator('.part-realised .plot svg');
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  if (box === null) throw new Error('there is no curve to move over');
  const moves = 120;
  await page.mouse.move(box.x + 10, box.y + box.height / 2);
  return measureBusy(cdp, moves, async (n) => {
    await page.mouse.move(box.x + 10 + ((box.width - 80) * n) / moves, box.y + box.height / 2);
    if (n === moves - 1) await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
  });
}

async function feedRow(page: Page, served: RunningService, n: number): Promise<number> {
  const exec_id = `bench-feed-${n}`;
  const trade = { exec_id, instrument: 'BENCH', action: 'BOT', quantity: 1, price: 1, account_id: 'main' } as const;
  await served.client.trades.create({ body: trade });
  const row = page.getByRole('log', { name: 'Activity' }).getByText(exec_id).first();
  // Its number stands in the folded part of the row, which comes with the row.
  return timeOf(() => row.waitFor({ state: 'attached' }));
}

/** Pressed in the page and seen in the page: from the click to the frame that says it is stopped. */
const pressStop = (page: Page): Promise<number> =>
  untilShown(
    page,
    "document.querySelector('.stop .danger').click()",
    "document.querySelector('.stop .stopped')?.textContent.startsWith('Stopped')",
  );

/** Three tabs of one browser load a book that has just changed, and the stop is pressed in each of them in turn. */
async function stops(browser: Browser, served: RunningService): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const paths = ['/', '/tax', '/trades?period=all'];
  const { session_token } = await served.person.system.unlock({ body: { passphrase } });
  await context.addInitScript(`sessionStorage.setItem('zorivest.session', ${JSON.stringify(session_token)})`);
  const tabs: Page[] = [];
  for (const path of paths) {
    const tab = await context.newPage();
    await tab.goto(`${served.url}${path}`);
    tabs.push(tab);
  }
  const { items } = await served.person.trades.list({ query: { limit: 1, offset: 900 } });
  let price = 40;
  const press = (at: number) => async (): Promise<number> => {
    price += 0.01;
    const params = { exec_id: items[0]?.exec_id ?? '' };
    await served.person.trades.patch({ params, body: { price } });
    const tab = tabs[at] as Page; // one for each path
    await tab.bringToFront();
    await Promise.all(tabs.map((each) => each.reload({ waitUntil: 'commit' })));
    await tab.locator('.stop .danger').waitFor();
    // In the middle of loading, not at its begin.
    await new Promise((resolve) => setTimeout(resolve, 300));
    return pressStop(tab);
  };
  const own = served.shell();
  const presses = paths.map((path, at) => ({ from: `the app at ${path}`, press: press(at) }));
  console.log('\nA stop while three tabs load the book\n');
  await stopTable(
    served,
    presses,
    process.argv.includes('--quick') ? 2 : 10,
    (...cells) => line(...cells),
    () => own.guard.unlock(),
  );
  await context.close();
}

async function app(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'zorivest-bench-ui-'));
  const apiKey = await fillHome(home, EXECUTIONS);
  const served = await serve(home, apiKey);
  const browser = await launchBrowser();
  try {
    if (process.argv.includes('--stops')) return await stops(browser, served);
    const { page, cdp } = await openMeasuredPage(browser, served);
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached', timeout: 120_000 });
    console.log(`${EXECUTIONS.toLocaleString('en')} executions, median of ${TIMES}\n`);
    line('what', 'figure', 'goal');
    line('---', '--:', '--:');
    result('first contentful paint of the dashboard', await several(() => firstPaint(page, served)), 500);
    result(
      'a click on the rail to the next page’s heading',
      await several((n) => clickOnRail(page, n % 2 === 0 ? 'Plans' : 'Accounts')),
      100,
    );
    await page.goto(`${served.url}/?period=all`);
    await page.locator('.part-realised .plot svg').waitFor({ timeout: 120_000 });
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached', timeout: 120_000 });
    result('processor time of a move of the pointer over a curve', await several(() => pointerMove(page, cdp)), 4);
    await page.goto(`${served.url}/trades?period=all`);
    await page.getByRole('grid', { name: 'Trades' }).waitFor({ timeout: 120_000 });
    result('a jump in the table of trades to its rows', await several((n) => jump(page, (n + 1) / (TIMES + 1))), 150);
    result('a click on a row to its trade’s heading', await several((n) => openTrade(page, n)), 100);
    result('processor time of a step of the wheel', await several(() => wheel(page, cdp)), 16.7);
    await page.goto(`${served.url}/assistant`);
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    result('an answered write of a key to its row in the feed', await several((n) => feedRow(page, served, n)), 300);
    await page.close();
    await stops(browser, served);
  } finally {
    await browser.close();
    await served.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Measured by the views' own house, whose sources have a page's types and are not to be seen from here. */
interface DrawingTimes {
  readonly measureViews: () => AsyncIterable<{ readonly name: string; readonly ms: number; readonly goal: number }>;
}

async function views(): Promise<void> {
  const source = new URL('../views/test/drawing-times.ts', import.meta.url).href;
  const { measureViews } = (await import(source)) as DrawingTimes;
  console.log('\nViews: from the answer in the page to the frame that shows it\n');
  line('what', 'figure', 'goal');
  line('---', '--:', '--:');
  for await (const { name, ms, goal } of measureViews()) result(name, [ms], goal);
}

if (!process.argv.includes('--views')) await app();
await views();
