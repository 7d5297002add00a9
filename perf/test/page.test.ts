import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { launchBrowser } from '@zorivest/pictures/test/browser';
import type { Browser } from 'playwright-core';
import { test } from '@zorivest/pictures/test/browser-test';
import { afterAll, beforeAll, expect } from 'vitest';
import { newFolder, slowLog, spxPair } from './program.ts';
import { runHere as run } from './shell-here.ts';

let browser: Browser;
let page: string;
let comparison: string;
let picture: string;

beforeAll(async () => {
  browser = await launchBrowser();
  const folder = newFolder();
  const home = join(folder, 'home');
  const { json, text } = spxPair(folder, gzipSync);
  await run(['ingest', json, text, slowLog(folder)], { home });
  page = join(folder, 'report.html');
  writeFileSync(page, (await run(['report', '--format', 'html'], { home })).out);
  const slower = join(folder, 'slower');
  mkdirSync(slower);
  const second = spxPair(slower, gzipSync, 2);
  await run(['ingest', second.json, second.text, slowLog(slower, 'b.log', 0.9)], { home });
  comparison = join(folder, 'compare.html');
  picture = join(folder, 'flame.svg');
  writeFileSync(comparison, (await run(['compare', '--format', 'html', '--flame', picture], { home })).out);
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
  expect(await tab.locator('#flame text').allTextContents()).toEqual(['GET /shop?…', 'index.php', 'Shop::<b>list</b>']);
  const boxes = tab.locator('#flame rect');
  const width = async (i: number) => (await boxes.nth(i).boundingBox())!.width;
  const whole = await width(1);
  expect((await width(2)) / whole).toBeCloseTo(0.75, 2);
  await boxes.nth(2).click();
  expect(await width(0)).toBeCloseTo(whole, 0);
  expect(await tab.locator('#crumbs').textContent()).toBe('GET /shop?… › index.php › Shop::<b>list</b>');
  expect(await tab.locator('#tip').textContent()).toContain('300 ms with what it calls (75.0 %)');
  // Back by its name, in by the keyboard, out by the button.
  await tab.locator('#crumbs button').first().click();
  expect(await boxes.count()).toBe(3);
  await tab.locator('#flame [data-key="0"]').press('Enter');
  expect(await tab.locator('#crumbs').textContent()).toBe('GET /shop?… › index.php');
  await tab.locator('#reset').click();
  await tab.locator('#search').fill('shop::');
  expect(await tab.locator('#flame .cell.loss').count()).toBe(1);

  expect(failures).toEqual([]);
  expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([]);
});

test('on a phone every figure is on the page: nothing is cut off, and nothing has to be pushed aside', async () => {
  const tab = await browser.newPage({ viewport: { width: 360, height: 780 } });
  for (const file of [page, comparison]) {
    await tab.goto(pathToFileURL(file).href);
    const cut =
      await tab.evaluate(`[document.documentElement, ...document.querySelectorAll('.box, .card, .tiles, details.q > summary')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(({ tagName, className, scrollWidth, clientWidth }) => [tagName, className, scrollWidth, clientWidth].join(' '))`);
    expect(cut).toEqual([]);
  }
  expect(await tab.locator('th', { hasText: 'now' }).first().isVisible()).toBe(true);
});

test('the comparison opens in a browser, and its flame graph shows what takes longer than before', async () => {
  const tab = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const failures: string[] = [];
  tab.on('pageerror', (error) => failures.push(error.message));
  tab.on('console', (message) => failures.push(message.text()));
  await tab.goto(pathToFileURL(comparison).href);
  expect(await tab.locator('h1').textContent()).toBe('This release is worse');
  const rows = tab.locator('h2#regressions + p + div tbody tr');
  expect(await rows.first().textContent()).toContain('select * from users');
  const boxes = tab.locator('#flame rect');
  expect(await tab.locator('#flame text').allTextContents()).toEqual(['GET /shop?…', 'index.php', 'Shop::<b>list</b>']);
  await boxes.nth(2).hover();
  expect(await tab.locator('#tip').textContent()).toContain('300 ms before, 600 ms now per request (+300 ms)');
  // The tone of a loss: it takes longer.
  expect(await boxes.nth(2).getAttribute('class')).toBe('cell loss');
  expect(failures).toEqual([]);
});

test('the difference is also a picture for a comment, which needs neither script nor network', async () => {
  const tab = await browser.newPage({ viewport: { width: 1280, height: 400 } });
  const requests: string[] = [];
  tab.on('request', (request) => requests.push(request.url()));
  await tab.goto(pathToFileURL(picture).href);
  const text = (await tab.locator('svg text').allTextContents()).join(' ');
  expect(text).toContain('GET /shop?…');
  expect(text).toContain('Shop::<b>list</b>');
  expect(text).toMatch(/400 ms.*800 ms/);
  expect(await tab.locator('script').count()).toBe(0);
  expect(requests).toHaveLength(1);
});

test('a profile of any language is a page: searched, zoomed, turned over, and as a difference', async () => {
  const folder = newFolder();
  const [before, after] = ['before', 'after'].map((name) => join(folder, `${name}.txt`)) as [string, string];
  writeFileSync(before, 'main;work;query 40\nmain;work 20\nmain;render;query 40\n');
  writeFileSync(after, 'main;work;query 90\nmain;work 20\nmain;render;query 30\n');
  const file = join(folder, 'flame.html');
  const tab = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const failures: string[] = [];
  tab.on('pageerror', (error) => failures.push(error.message));
  const open = async (...more: string[]) => {
    const { code, out } = await run(['ask', after, '--flame', file, ...more], { home: join(folder, 'home') });
    expect({ code, out: out.trim() }).toEqual({ code: 0, out: file });
    await tab.goto(pathToFileURL(file).href);
  };
  const names = () => tab.locator('#flame text').allTextContents();

  await open();
  expect(await names()).toEqual(['after.txt', 'main', 'work', 'query', 'render', 'query']);
  await tab.locator('#flame rect').nth(2).hover();
  expect(await tab.locator('#tip').textContent()).toContain('110 samples with what it calls (78.6 %), 20 samples own');
  // Turned over, what is called from two places is one box, and its callers hang below it.
  await tab.locator('#invert').click();
  expect((await names()).slice(0, 3)).toEqual(['after.txt', 'query', 'work']);
  await tab.locator('#flame rect').nth(1).hover();
  expect(await tab.locator('#tip').textContent()).toContain('120 samples');

  await open('--compare-with', before);
  await tab.locator('#flame rect').nth(3).hover();
  expect(await tab.locator('#tip').textContent()).toContain('40 samples before, 90 samples now (+50 samples)');
  await open('--focus', 'work');
  expect(await names()).toEqual(['after.txt', 'work', 'query']);
  expect(failures).toEqual([]);
});
