import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enter, settled, startWorld, type World } from './world.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

const pages = [
  '/',
  '/trades',
  '/calendar/2026-10',
  '/analytics/results',
  '/analytics/time',
  '/analytics/strategies',
  '/analytics/r',
  '/analytics/drawdown',
  '/analytics/costs',
  '/analytics/behaviour',
  '/diary',
  '/plans',
  '/accounts',
  '/imports',
  '/tax/2026',
  '/assistant',
  '/settings/display',
  '/settings/backups',
  '/settings/keys',
  '/settings/guard',
  '/settings/about',
];

interface Found {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: unknown; readonly failureSummary: string }[];
  }[];
}

/** What axe finds wrong, in short. */
async function violations(page: Page): Promise<string[]> {
  // The page's own policy forbids scripts from elsewhere; the debugger's do not count.
  await page.evaluate(axe);
  const found = await page.evaluate<Found>('axe.run()');
  return found.violations.map(
    ({ id, nodes: [first] }) => `${id}: ${JSON.stringify(first?.target)} ${first?.failureSummary}`,
  );
}

describe('the door', () => {
  test('opens to the address that was printed, without a question, once; and the ticket leaves the address', async () => {
    const page = await world.open();
    await page.goto(world.openUrl);
    await page.getByRole('button', { name: 'Stop assistant' }).waitFor();
    expect(await page.locator('h1').textContent()).toBe('Dashboard');
    expect(page.url()).toBe(`${world.url}/`);
    await page.close();
    const second = await world.open();
    await second.goto(world.openUrl);
    await second.getByLabel('Passphrase').waitFor();
    await second.close();
    // The browser reports the refused request itself.
    world.faults.length = 0;
  });

  test('asks for the passphrase, refuses a wrong one in words, and nothing of the book is on the page', async () => {
    const page = await world.open();
    await page.goto(`${world.url}/trades`);
    await page.getByLabel('Passphrase').fill('not it');
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/passphrase/i);
    expect(await page.getByRole('grid').count()).toBe(0);
    await page.close();
    // The browser reports the refused request itself.
    world.faults.length = 0;
  });
});

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test('every page has one heading, nothing wrong for axe, no error and no request elsewhere', async () => {
    const page = await world.open({ theme });
    await enter(world, page);
    for (const path of pages) {
      await page.goto(`${world.url}${path}`);
      await settled(page);
      expect({
        path,
        headings: await page.locator('h1').count(),
        violations: await violations(page),
        faults: world.faults.splice(0),
      }).toEqual({ path, headings: 1, violations: [], faults: [] });
    }
    await page.close();
  });
});

test('nothing is wider than a telephone', async () => {
  const page = await world.open({ width: 360 });
  await enter(world, page);
  for (const path of pages) {
    await page.goto(`${world.url}${path}`);
    await settled(page);
    expect({ path, width: await page.evaluate('document.documentElement.scrollWidth') }).toEqual({
      path,
      width: 360,
    });
  }
  await page.close();
});

test('hidden amounts are not in the page, and stay hidden after a reload', async () => {
  const page = await world.open();
  await enter(world, page);
  await settled(page);
  const shown = await page.locator('.figures').textContent();
  expect(shown).toMatch(/\d[,.]\d\d/);
  await page.getByRole('button', { name: 'Hide amounts' }).click();
  await page.reload();
  await settled(page);
  expect(await page.locator('.figures .figure').first().textContent()).not.toMatch(/\d/);
  await page.getByRole('button', { name: 'Hide amounts' }).click();
  await page.close();
});

test('the stop holds over a reload, says who pressed it, and is lifted with the passphrase', async () => {
  const page = await world.open();
  await enter(world, page);
  await page.getByRole('button', { name: 'Stop assistant' }).click();
  await expect.poll(() => page.locator('.stopped').textContent()).toContain('Stopped by you');
  await page.reload();
  await expect.poll(() => page.locator('.stopped').textContent()).toContain('Stopped by you');
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByLabel('Passphrase').fill(world.passphrase);
  await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Stop assistant' }).waitFor();
  await page.close();
});

test('the filter stands in the address and goes along', async () => {
  const page = await world.open();
  await enter(world, page);
  await page.getByLabel('Period').selectOption('all');
  await expect.poll(() => page.url()).toContain('period=all');
  await page.getByRole('link', { name: 'Trades' }).click();
  await expect.poll(() => page.url()).toContain('/trades?period=all');
  const grid = page.getByRole('grid', { name: 'Trades' });
  await grid.waitFor();
  const total = Number(await grid.getAttribute('aria-rowcount'));
  expect(total).toBeGreaterThan(50);
  await page.getByRole('searchbox').fill('no such thing');
  await expect.poll(() => page.url()).toContain('search=no+such+thing');
  await page.close();
});

test('a trade is recorded by hand and found again', async () => {
  const page = await world.open();
  await enter(world, page);
  await page.goto(`${world.url}/trades?period=all`);
  await page.getByRole('button', { name: 'New trade' }).click();
  await page.getByLabel('Instrument').fill('ZZTOP');
  await page.getByLabel('Quantity').fill('10');
  await page.getByLabel('Price').fill('12.5');
  await page.getByLabel('Notes').fill('<b>by hand</b>');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.goto(`${world.url}/trades?period=all&search=ZZTOP`);
  const row = page.getByRole('row').filter({ hasText: 'ZZTOP' });
  await row.click();
  await settled(page);
  expect(await page.locator('h1').textContent()).toBe('ZZTOP long');
  // Text stays text.
  expect(await page.getByText('<b>by hand</b>').count()).toBe(1);
  await page.close();
});
