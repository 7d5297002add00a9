// The site as a visitor has it: built by its command, served as files by a host that knows nothing of it, walked in a browser.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '@zorivest/pictures/test/browser';
import { test } from '@zorivest/pictures/test/browser-test';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { violations } from '../../journal/ui/test/axe.ts';
import { settle } from '../../journal/ui/test/world.ts';
import { serveFolder } from '../serve.ts';

const root = join(import.meta.dirname, '../..');
const dist = join(root, 'site/dist');
const FIRST_LOAD = 200_000;

let browser: Browser;
let site: Awaited<ReturnType<typeof serveFolder>>;
const faults: string[] = [];

beforeAll(async () => {
  execFileSync('npm', ['run', '-s', 'site'], { cwd: root, stdio: 'inherit' });
  browser = await launchBrowser();
  site = await serveFolder(dist, 0);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** A page that reports every console message and request it should not have made. */
async function open(
  path: string,
  { width = 1440, theme = 'light' }: { readonly width?: number; readonly theme?: 'light' | 'dark' } = {},
): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: theme });
  page.setDefaultTimeout(60_000);
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`${page.url()}: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${site.url}/`) && !/^(?:data|blob):/.test(request.url())) faults.push(request.url());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(`${site.url}${path}`);
  return page;
}

const isTooWide = (page: Page, width: number) =>
  page.evaluate<boolean>(`document.documentElement.scrollWidth > ${width}`);

const pages = () =>
  globSync('0.1/**/*.html', { cwd: dist })
    .map((file) => `/${file}`)
    .toSorted();

describe('the pages', () => {
  test('the address without a version leads to the first page', async () => {
    const page = await open('/');
    await page.waitForURL('**/0.1/index.html');
    await expect.poll(() => page.locator('h1').textContent()).toContain('control for you');
    await expect.poll(() => page.locator('.product').count()).toBe(3);
    await page.close();
  });

  test('each has nothing that axe finds, by day, by night and on a telephone, and none is wider than its screen', async () => {
    const found: string[] = [];
    for (const path of pages().filter((each) => !/decisions\/\d/.test(each)))
      for (const [width, theme] of [
        [1440, 'light'],
        [360, 'dark'],
      ] as const) {
        const page = await open(path, { width, theme });
        found.push(...(await violations(page)).map((each) => `${path} ${width}: ${each}`));
        if (await isTooWide(page, width)) found.push(`${path} is wider than ${width}`);
        await page.close();
      }
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('none weighs more than its budget, as it lies on the disk; pictures further down come as they are scrolled to', async () => {
    const heavy: string[] = [];
    for (const path of pages()) {
      const page = await open(path);
      await page.waitForLoadState('networkidle');
      const bytes = await page.evaluate<number>(`(() => {
        const below = new Set([...document.images].filter((image) => image.getBoundingClientRect().top > innerHeight).map(({ src }) => src));
        return [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
          .reduce((sum, { name, encodedBodySize }) => sum + (below.has(name) ? 0 : encodedBodySize), 0);
      })()`);
      if (bytes > FIRST_LOAD) heavy.push(`${path}: ${bytes}`);
      await page.close();
    }
    expect(heavy).toEqual([]);
  });

  test('a word is found without asking anybody, and its link leads there', async () => {
    const page = await open('/0.1/guides/tax-season.html');
    await page.keyboard.press('/');
    await page.getByRole('searchbox', { name: 'Search the docs' }).fill('wash sal');
    await page
      .getByRole('link', { name: /Wash sales/ })
      .first()
      .click();
    await page.waitForURL('**/reference/tax.html#wash-sales');
    await page.close();
    expect(faults).toEqual([]);
  });

  test('the chosen theme is used from page to page', async () => {
    const page = await open('/0.1/index.html');
    const paper = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    expect(await paper()).toBe('rgb(255, 255, 255)');
    for (const name of ['System theme', 'Light theme']) await page.getByRole('button', { name }).click();
    expect(await paper()).toBe('rgb(18, 22, 28)');
    await page.goto(`${site.url}/0.1/quickstart.html`);
    expect(await paper()).toBe('rgb(18, 22, 28)');
    await page.close();
  });

  test('on a telephone the list of pages opens by its button', async () => {
    const page = await open('/0.1/quickstart.html', { width: 360 });
    const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Tax season' });
    await expect.poll(() => link.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await link.click();
    await page.waitForURL('**/guides/tax-season.html');
    await page.close();
  });

  test('no page of the lock or of the site says where a package was downloaded from', () => {
    expect(readFileSync(join(root, 'site/package-lock.json'), 'utf8')).not.toContain('resolved');
  });
});

describe('the demo', () => {
  const demo = async (address: string, options?: { width?: number; theme?: 'light' | 'dark' }) => {
    const page = await open(`/demo/index.html#${address}`, options);
    await page.getByRole('button', { name: 'Stop assistant' }).waitFor();
    await settle(page);
    return page;
  };

  test('every page of its rail and each of their tabs shows what was recorded, at its address and after a reload', async () => {
    const page = await demo('/');
    const links = (place: string) =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('${place} a[href^="#/"]')].map((link) => link.getAttribute('href'))`,
      );
    const rail = await links('.rail');
    expect(rail.length).toBeGreaterThan(12);
    const missing: string[] = [];
    const seen = new Set<string>();
    const look = async (address: string) => {
      if (seen.has(address)) return;
      seen.add(address);
      await page.evaluate(`location.hash = ${JSON.stringify(address.slice(1))}`);
      await settle(page);
      if ((await page.getByText('not recorded').count()) > 0) missing.push(address);
    };
    for (const address of rail) {
      await look(address);
      for (const tab of await links('main [role=navigation], main nav')) await look(tab);
    }
    expect(missing).toEqual([]);
    await page.reload();
    await settle(page);
    expect(page.url()).toContain('#/settings');
    expect(faults).toEqual([]);
    await page.close();
  });

  test('its clock stands at the day of the recording', async () => {
    const page = await demo('/');
    const notice = await page.locator('.recorded').textContent();
    const shown = await page.evaluate<string>(`new Date().toISOString().slice(0, 10)`);
    expect(shown).toBe('2026-11-13');
    expect(notice).toContain('November 13, 2026');
    await page.close();
  });

  test('each period of the filter was recorded; other days say that they were not', async () => {
    const page = await demo('/');
    const period = page.getByRole('combobox', { name: 'Period' });
    const values = await period
      .locator('option')
      .evaluateAll((all) => all.map((each) => each.getAttribute('value') ?? ''));
    const missing: string[] = [];
    for (const value of values) {
      await period.selectOption(value);
      await settle(page);
      if ((await page.getByText('not recorded').count()) > 0) missing.push(value);
    }
    expect(missing).toEqual([]);
    await page.evaluate(`location.hash = '#/?from=2025-03-03&to=2025-03-04'`);
    await page.getByText('not recorded').first().waitFor();
    await page.close();
  });

  test('a trade opens from the list, with its chart', async () => {
    const page = await demo('/trades');
    await page.evaluate(`location.hash = ''`);
    await settle(page);
    await page.locator('main a[href^="#/trades/"]').first().click();
    await settle(page);
    expect(page.url()).toMatch(/#\/trades\/.+/);
    await expect.poll(() => page.getByText('not recorded').count()).toBe(0);
    await page.close();
  });

  test('a write says that it is read-only', async () => {
    const page = await demo('/');
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByLabel('Name of this view').fill('mine');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('read-only: nothing can be changed').waitFor();
    await page.close();
  });

  test('it has nothing that axe finds, by day and on a telephone by night', async () => {
    for (const options of [{}, { width: 360, theme: 'dark' as const }]) {
      const page = await demo('/', options);
      expect(await violations(page)).toEqual([]);
      expect(await isTooWide(page, options.width ?? 1440)).toBe(false);
      await page.close();
    }
  });
});
