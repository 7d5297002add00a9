// The first minute of a newcomer: no book, no terminal but the address that was printed, and a statement of their own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from '@zorivest/pictures/test/browser-test';
import { launchBrowser } from '@zorivest/pictures/test/browser';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { violations } from './axe.ts';

const ZORIVEST = join(import.meta.dirname, '../../cli/bin/zorivest.js');

/** The dashboard opens on this year; in January, when these days may be to come, on the last one that has trades. */
const NOW = new Date();
const YEAR = NOW.getUTCFullYear() - (NOW.getUTCMonth() === 0 ? 1 : 0);
const STATEMENT = `Date,Symbol,Side,Quantity,Price
${YEAR}-01-05 10:15,ZZONE,Buy,10,20
${YEAR}-01-05 11:15,ZZONE,Sell,10,21.5
${YEAR}-01-06 10:15,ZZTWO,Buy,5,40
${YEAR}-01-06 12:15,ZZTWO,Sell,5,38
`;

let browser: Browser;
let home: string;
let child: ChildProcess;
let setup: string;
beforeAll(async () => {
  browser = await launchBrowser();
  home = mkdtempSync(join(tmpdir(), 'zorivest-first-'));
  child = spawn(process.execPath, [ZORIVEST, 'up', '--home', home, '--json'], {
    env: { ...process.env, ZORIVEST_API_PORT: '0', ZORIVEST_MCP_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    ({ setup } = JSON.parse(line) as { readonly setup: string });
    break;
  }
});
afterAll(async () => {
  await browser?.close();
  child?.kill('SIGTERM');
  if (child?.exitCode === null) await once(child, 'exit');
  rmSync(home, { recursive: true, force: true });
});

test('a book is made, looks like a demo for a while and is empty again; a file gives the first curve in five clicks', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  page.setDefaultTimeout(120_000);
  let clicks = 0;
  const click = async (button: Locator) => {
    clicks += 1;
    await button.click();
  };
  await page.goto(setup);
  await page.getByLabel(/^Passphrase/).fill('a first passphrase');
  await page.getByLabel('Repeat passphrase').fill('a first passphrase');
  expect(await violations(page)).toEqual([]);
  await click(page.getByRole('button', { name: 'Create the book' }));
  const guide = page.getByRole('region', { name: 'Get started' });
  await guide.getByRole('heading', { name: 'Import a statement' }).waitFor();
  // Nothing but how to begin: no figure of trades there are none of.
  const hero = page.locator('[data-part="hero"]');
  await expect.poll(() => hero.count()).toBe(0);
  expect(await violations(page)).toEqual([]);

  await guide.getByRole('button', { name: 'Explore a demo first' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add demo data' }).click();
  await hero.waitFor();
  await page.getByRole('note').getByText('Demo').first().waitFor();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Backups' }).click();
  await page
    .getByRole('row')
    .filter({ hasText: 'until you remove it' })
    .getByRole('button', { name: 'Restore' })
    .click();
  const restore = page.getByRole('dialog', { name: 'Restore this backup?' });
  await restore.getByRole('button', { name: 'Restore', exact: true }).click();
  await restore.getByText('The book is as it was on').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Dashboard' }).click();

  await guide.getByLabel('Account', { exact: true }).waitFor();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), click(guide.getByLabel(/^Statements/))]);
  await chooser.setFiles({ name: 'first.csv', mimeType: 'text/csv', buffer: Buffer.from(STATEMENT) });
  await guide.getByText('4 new', { exact: true }).waitFor();
  await click(guide.getByRole('button', { name: 'Import', exact: true }));
  await guide.getByText('first.csv imported: 4 new').waitFor();
  await hero.getByText('+5.00').first().waitFor();
  const curve = page.getByRole('region', { name: 'Realised results and drawdown' });
  await curve.getByRole('figure', { name: 'Equity' }).getByRole('img').first().waitFor();
  expect(clicks).toBeLessThanOrEqual(5);
  // On a phone it is as wide as what stands above it.
  await page.setViewportSize({ width: 360, height: 800 });
  await expect.poll(async () => (await curve.boundingBox())?.width).toBe((await guide.boundingBox())?.width);
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await violations(page)).toEqual([]);

  // Closed, it stays so.
  await guide.getByRole('button', { name: 'Do not show this again' }).click();
  await page.reload();
  await hero.waitFor();
  await expect.poll(() => guide.count()).toBe(0);
  await page.close();
});
