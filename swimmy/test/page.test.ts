// The tear sheet in a real browser: on a telephone and on a desk, light and dark, without a network.
import {
  combinations,
  generateCsv,
  modeSchema,
  parseCsv,
  realisticOutcome,
  requestSchema,
  runTrials,
  rankInMemory,
  sweepDetails,
  sweepSpace,
  trialsOf,
} from '@zorivest/engine';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launchBrowser } from '@zorivest/pictures/test/browser';
import type { Browser } from 'playwright-core';
import { test } from '@zorivest/pictures/test/browser-test';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { comparisonHtml } from '../report/compare.ts';
import { tearSheetHtml } from '../report/tear-sheet.ts';

let browser: Browser;
let folder: string;
const pages: Record<string, string> = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'swimmy-page-'));
  const { series } = parseCsv(new TextEncoder().encode([...generateCsv(90_000, 42)].join('')));
  const modeInput = { report: true, sweep: { fast: [5, 8, 12, 20], slow: [30, 50, 80], where: 'fast * 2 < slow' } };
  const request = requestSchema.parse({
    symbol: 'USDJPY',
    strategy: {
      name: 'A strategy with a long name, as people give them when they try many things',
      volume: 100,
      entry_long: 'cross_up(ema(close, fast), ema(close, slow)) and close > tf(60, sma(close, 20)) and hour in 6..20',
      exit_long: 'cross_down(ema(close, fast), ema(close, slow))',
      stop: '2 * atr(14)',
    },
    mode: modeInput,
  });
  const mode = modeSchema.parse(modeInput);
  const input = { series, strategy: request.strategy, mode, symbol: 'USDJPY', aux: new Map(), swaps: [] };
  const rows = runTrials(input, trialsOf(combinations(request.strategy, mode), mode));
  const details = sweepDetails(rankInMemory(rows, sweepSpace(request.strategy, mode).axes, 'sharpe'), 'sharpe');
  const outcome = realisticOutcome(request, mode, series, { sweep: details }, false);
  if (outcome.sheet === undefined) throw new Error('no sheet');
  const write = async (name: string, html: string) => {
    await writeFile(join(folder, name), html);
    pages[name] = pathToFileURL(join(folder, name)).href;
  };
  await write('sheet.html', tearSheetHtml({ request, outcome, sheet: outcome.sheet, writtenAt: new Date(0) }));
  const run = { name: 'run', figures: [['Sharpe', '1.5']] as const, equity: outcome.details.equity_curve ?? [] };
  await write('compare.html', comparisonHtml([run, { ...run, name: 'the other run' }], new Date(0)));
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

describe.each(['sheet.html', 'compare.html'])('%s', (name) => {
  test.each([
    [320, 'light'],
    [320, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const)('at %i pixels, %s', async (width, colorScheme) => {
    const tab = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    const asked: string[] = [];
    const failures: string[] = [];
    tab.on('request', (request) => asked.push(request.url()));
    tab.on('console', (message) => failures.push(message.text()));
    await tab.goto(pages[name] ?? '');
    expect(asked).toEqual([pages[name]]);
    expect(failures).toEqual([]);
    const { wide, background, tallest, smallest } = (await tab.evaluate(`({
      wide: document.documentElement.scrollWidth,
      background: getComputedStyle(document.body).backgroundColor,
      tallest: Math.max(...[...document.querySelectorAll('svg')].map((svg) => svg.getBoundingClientRect().height)),
      smallest: Math.min(...[...document.querySelectorAll('svg text')].map((text) => text.getBoundingClientRect().height).filter((height) => height > 0)),
    })`)) as { wide: number; background: string; tallest: number; smallest: number }; // what the page was asked for
    expect(wide).toBe(width);
    expect(background).toBe(colorScheme === 'dark' ? 'rgb(18, 22, 28)' : 'rgb(255, 255, 255)');
    expect(tallest).toBeGreaterThan(150);
    expect(smallest).toBeGreaterThan(9); // labels can be read, not only drawn
    await tab.close();
  });
});

test('the trades of the page are a CSV that can be saved', async () => {
  const tab = await browser.newPage();
  await tab.goto(pages['sheet.html'] ?? '');
  const [download] = await Promise.all([tab.waitForEvent('download'), tab.click('a[download]')]);
  expect(download.suggestedFilename()).toBe('trades.csv');
  await tab.close();
});
