import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFolder, run, slowLog, spxPair } from './program.ts';

let browser: Browser;
let page: string;

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  const folder = newFolder();
  const home = join(folder, 'home');
  const { json, text } = spxPair(folder, gzipSync);
  await run(['ingest', json, text, slowLog(folder)], { home });
  page = join(folder, 'report.html');
  writeFileSync(page, (await run(['report', '--format', 'html'], { home })).out);
});

afterAll(() => browser?.close());

test('the report opens in a browser without asking the network or failing, and its flame graph zooms', async () => {
  const tab = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const requests: string[] = [];
  const failures: string[] = [];
  tab.on('request', (request) => requests.push(request.url()));
  tab.on('pageerror', (error) => failures.push(error.message));
  tab.on('console', (message) => failures.push(message.text()));
  await tab.goto(pathToFileURL(page).href);

  expect(await tab.locator('h2').allTextContents()).toEqual([
    'What to fix first',
    'Endpoints',
    'Queries',
    'Functions',
    'Flame graphs',
    'Sources',
    'Thresholds',
  ]);
  expect(await tab.locator('.card').count()).toBeGreaterThan(0);

  const example = tab.locator('details.q pre');
  expect(await example.isVisible()).toBe(false);
  await tab.locator('details.q').click();
  expect(await example.textContent()).toBe('SELECT * FROM users WHERE token = ? AND id = ?');

  // Names from a profile are text, whatever they look like.
  const boxes = tab.locator('#flame .f');
  expect(await boxes.allTextContents()).toEqual(['GET /shop?…', 'index.php', 'Shop::<b>list</b>']);
  const width = async (i: number) => (await boxes.nth(i).boundingBox())!.width;
  expect((await width(2)) / (await width(1))).toBeCloseTo(0.75, 2);
  await boxes.nth(2).click();
  expect(await width(2)).toBe(await width(1));
  expect(await tab.locator('#crumbs').textContent()).toBe('GET /shop?… › index.php › Shop::<b>list</b>');
  expect(await tab.locator('#tip').textContent()).toContain('300 ms with what it calls (75.0 %)');
  await tab.locator('#reset').click();
  await tab.locator('#search').fill('shop::');
  expect(await tab.locator('#flame .f.dim').count()).toBe(2);

  expect(failures).toEqual([]);
  expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([]);
});
