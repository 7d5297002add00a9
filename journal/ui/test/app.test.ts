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
  '/pipelines',
  '/settings/display',
  '/settings/privacy',
  '/settings/tags',
  '/settings/providers',
  '/settings/mail',
  '/settings/reviewer',
  '/settings/backups',
  '/settings/keys',
  '/settings/guard',
  '/settings/logs',
  '/settings/about',
];

interface Found {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: unknown; readonly failureSummary: string }[];
  }[];
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

/** What axe finds wrong, in short; `only` names the rules that are asked, all of them when left out. */
async function violations(page: Page, ...only: readonly string[]): Promise<string[]> {
  // The page's own policy forbids scripts from elsewhere; the debugger's do not count.
  await page.evaluate(axe);
  const found = await page.evaluate<Found>(`axe.run(${only.length === 0 ? '' : JSON.stringify({ runOnly: only })})`);
  return found.violations.map(
    ({ id, nodes: [first] }) => `${id}: ${JSON.stringify(first?.target)} ${first?.failureSummary}`,
  );
}

describe('the page', () => {
  let page: Page;
  beforeAll(async () => {
    page = await world.open();
    await enter(world, page);
  });
  afterAll(() => page?.close());

  test.each(pages)(
    '%s has one heading, nothing wrong for axe in both themes, fits a telephone, makes no error and asks nobody else',
    async (path) => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(`${world.url}${path}`);
      await settled(page);
      const headings = await page.locator('h1').count();
      const light = await violations(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.locator('[data-theme="dark"]').waitFor();
      // Of all that axe looks at only colours differ between themes.
      const dark = await violations(page, 'color-contrast');
      await page.setViewportSize({ width: 360, height: 900 });
      // Charts follow the width of their place a frame later.
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
      expect({ headings, light, dark, faults: world.faults.splice(0) }).toEqual({
        headings: 1,
        light: [],
        dark: [],
        faults: [],
      });
    },
  );
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

/** A picture of one pixel, as a clipboard holds it. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** What a person does who copied a screenshot and presses Ctrl+V. */
const paste = (page: Page): Promise<void> =>
  page.evaluate(`{
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob('${PIXEL}'), (each) => each.charCodeAt(0));
    data.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }`);

test('a trade is recorded by hand, corrected in every field, reviewed with a mistake and a screenshot, and deleted', async () => {
  const page = await world.open();
  await enter(world, page);
  await page.goto(`${world.url}/trades?period=all`);
  await page.getByRole('button', { name: 'New trade' }).click();
  await page.getByLabel('Instrument').fill('ZZTOP');
  await page.getByLabel('Side').selectOption('BOT');
  await page.getByLabel('Quantity').fill('ten');
  await page.getByLabel('Price').fill('12.5');
  await page.getByLabel('Account').selectOption(world.account);
  await page.getByLabel('Notes').fill('<b>by hand</b>');
  await page.getByRole('button', { name: 'Save' }).click();
  // The service's sentence stands at the field it is about.
  await expect.poll(() => page.locator('.field', { hasText: 'Quantity' }).locator('.fault').count()).toBe(1);
  world.faults.length = 0;
  await page.getByLabel('Quantity').fill('1,000');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.goto(`${world.url}/trades?period=all&search=ZZTOP`);
  await page.getByRole('row').filter({ hasText: 'ZZTOP' }).click();
  await settled(page);
  expect(await page.locator('h1').textContent()).toBe('ZZTOP long');
  // Text stays text.
  expect(await page.getByText('<b>by hand</b>').count()).toBe(1);

  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Instrument').fill('ZZBOT');
  await page.getByLabel('Side').selectOption('SLD');
  await page.getByLabel('Quantity').fill('7');
  await page.getByLabel('Price').fill('13.25');
  await page.getByLabel('When').fill('2026-03-02T10:30:00');
  await page.getByLabel('Costs').fill('1.5');
  await page.getByLabel('At risk').fill('40');
  await page.getByLabel('Notes').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.goto(`${world.url}/trades?period=all&search=ZZBOT`);
  await page.getByRole('row').filter({ hasText: 'ZZBOT' }).click();
  await expect.poll(() => page.locator('h1').textContent()).toBe('ZZBOT short');
  await settled(page);
  const executions = await page.getByRole('region', { name: 'Executions, table' }).textContent();
  for (const shown of ['2026-03-02 10:30', 'ZZBOT', 'Sell', '7', '13.25', '1.50']) expect(executions).toContain(shown);
  expect(executions).not.toContain('by hand');

  await page.getByRole('button', { name: 'Write a review' }).click();
  await page.getByLabel('Setup').selectOption('B');
  await page.getByLabel('Lessons').fill('Wait for the close.');
  await page.getByLabel('Tags').fill('breakout, by hand');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Wait for the close.').waitFor();
  await page.getByRole('button', { name: 'Add a mistake' }).click();
  await page.getByLabel('Mistake', { exact: true }).selectOption('chasing');
  await page.getByLabel('What it cost').fill('12');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('list', { name: 'Mistakes' }).getByText('Chased the price').first().waitFor();
  await paste(page);
  await page.getByRole('list', { name: 'Images of ZZBOT short' }).getByRole('img').waitFor();
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => page.locator('h1').textContent()).toBe('Trades');
  await page.goto(`${world.url}/trades?period=all&search=ZZBOT`);
  await page.getByText('No trade has this text.').waitFor();
  expect(world.faults).toEqual([]);
  await page.close();
});

test('a trade has its prices as candles, with a table, as files, and what it could have been', async () => {
  const trips = (await world.client.roundTrips.list({ query: { status: 'closed', limit: 200 } })).items;
  const stock = trips.find(({ asset_class, legs }) => asset_class === 'EQUITY' && legs.length === 0);
  const page = await world.open();
  await enter(world, page);
  await page.goto(`${world.url}/trades/${encodeURIComponent(stock?.id ?? '')}`);
  const prices = page.getByRole('region', { name: 'Prices' });
  await prices.locator('canvas').first().waitFor();
  await prices.getByRole('link', { name: 'TradingView Lightweight Charts™' }).waitFor();
  await prices.getByText('Table').click();
  const bars = await world.client.roundTrips.bars({ params: { trip_id: stock?.id ?? '' } });
  const figures = prices.getByRole('region', { name: /^Figures of/ });
  await expect.poll(() => figures.getByRole('row').count()).toBe(bars.bars.time.length + 1);
  expect(await violations(page)).toEqual([]);
  expect(await saved(page, () => prices.getByRole('button', { name: /^PNG/ }).click())).toMatchObject({
    name: `${stock?.instrument.toLowerCase()}-prices.png`,
    begins: '\u{FFFD}PNG',
  });
  const csv = await saved(page, () => prices.getByRole('button', { name: /^CSV/ }).click());
  expect(csv.lines[0]).toBe('Time,Open,High,Low,Close,Volume');
  expect(csv.lines[1]).toContain(`,${bars.bars.open[0]},${bars.bars.high[0]},`);
  await page.getByRole('button', { name: 'Compute best and worst price' }).click();
  await page.getByText('Best (MFE)').waitFor();
  // Hidden prices are in no file either.
  await page.getByRole('button', { name: 'Hide amounts' }).click();
  const hidden = await saved(page, () => prices.getByRole('button', { name: /^CSV/ }).click());
  expect(hidden.lines[1]).not.toContain(String(bars.bars.open[0]));
  await page.getByRole('button', { name: 'Hide amounts' }).click();

  const options = trips.find(({ legs }) => legs.length > 1);
  await page.goto(`${world.url}/trades/${encodeURIComponent(options?.id ?? '')}`);
  await page.getByRole('region', { name: 'Result at expiry' }).getByRole('img').waitFor();
  expect(await violations(page)).toEqual([]);
  expect(world.faults).toEqual([]);
  await page.close();
});

/** The file a click hands over. */
async function saved(page: Page, act: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  const bytes = readFileSync(await download.path());
  const text = bytes.toString('utf8');
  return { name: download.suggestedFilename(), begins: text.slice(0, 4), lines: text.split('\r\n') };
}

test('a mark of a chart opens its trades, by pointer and by keys; the chart is a picture and a table', async () => {
  const page = await world.open();
  await enter(world, page);
  await page.goto(`${world.url}/analytics/time?period=all`);
  await settled(page);
  const { by_weekday } = await world.client.analytics.timeBreakdown();
  const [first] = by_weekday;
  const card = page.getByRole('region', { name: 'By weekday' });
  await card.getByRole('group', { name: /Enter opens/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => card.getByRole('status').textContent()).toContain(first?.name);
  await page.keyboard.press('Enter');
  const grid = page.getByRole('grid', { name: 'Trades' });
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(first?.trade_count));
  expect(new URL(page.url()).searchParams.get('slice')).toBe(`weekday:${first?.name}`);
  await page.getByRole('button', { name: `Show all again, not only ${first?.name}` }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('slice')).toBeNull();

  await page.goBack();
  await settled(page);
  const week = page.getByRole('region', { name: 'Time of day and weekday' });
  const { cells } = await world.client.analytics.hoursOfWeek();
  const some = cells.find(({ trade_count }) => trade_count > 1);
  const mark = `weekday:${some?.weekday};hour:${some?.hour}`;
  await week.locator(`[data-key="${mark}"]`).click();
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(some?.trade_count));
  await page.goBack();
  await settled(page);
  const picture = await saved(page, () => week.getByRole('button', { name: /^PNG/ }).click());
  expect(picture).toMatchObject({ name: 'results-by-weekday-and-hour.png', begins: '\u{FFFD}PNG' });
  await week.getByText('Table').click();
  expect(await violations(page)).toEqual([]);
  expect(world.faults).toEqual([]);
  await page.close();
});

test('what is open has its result at the last price, and says whose price it is and of when', async () => {
  const held = await world.client.roundTrips.open();
  const page = await world.open();
  await enter(world, page);
  await page.goto(`${world.url}/accounts`);
  const table = page.getByRole('region', { name: 'Open positions, table' });
  await expect.poll(() => table.getByRole('row').count()).toBe(held.items.length + 1);
  const priced = held.items.find(({ price }) => price !== null);
  const row = table
    .getByRole('row')
    .filter({ hasText: priced?.instrument ?? '' })
    .first();
  expect(await row.textContent()).toContain('demo');
  await page.getByRole('button', { name: 'Ask for prices' }).click();
  await page.getByText('Unrealised').first().waitFor();
  await page.close();
});

test("an execution's address leads to its trade", async () => {
  const [trip] = (await world.client.roundTrips.list({ query: { limit: 1 } })).items;
  const page = await world.open();
  await enter(world, page);
  await page.goto(`${world.url}/trades/${trip?.entry_exec_ids.at(-1)}`);
  await expect.poll(() => page.url()).toBe(`${world.url}/trades/${encodeURIComponent(trip?.id ?? '')}`);
  await page.close();
});

test('a pipeline is looked at, approved, changed by its assistant and shown as a difference; a dry run has its steps', async () => {
  const step = {
    id: 'count',
    type: 'query',
    params: { queries: [{ name: 'n', sql: 'select count(*) as n from trades' }] },
  };
  const policy_json = {
    schema_version: 2,
    name: 'Friday',
    trigger: { cron_expression: '0 17 * * 5' },
    steps: [step],
  };
  const { id } = await world.client.scheduling.createPolicy({ body: { policy_json } });
  const page = await world.open();
  await enter(world, page);
  await page.goto(`${world.url}/pipelines`);
  const card = page.getByRole('article', { name: 'Friday' });
  await card.getByText('Not approved').waitFor();
  await card.getByRole('button', { name: 'Look and approve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Friday' });
  await dialog.getByText('Sends nothing').waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await card.getByText(/^Approved 20/).waitFor();
  await card.getByRole('button', { name: 'Try without effects' }).click();
  const runs = page.getByRole('region', { name: 'Runs, table' });
  await runs.getByText('success, without effects').waitFor();
  await runs.getByRole('button', { name: 'Steps' }).first().click();
  await page.getByRole('dialog').getByRole('cell', { name: 'count' }).waitFor();
  await page.keyboard.press('Escape');

  await world.client.scheduling.updatePolicy({
    params: { policy_id: id },
    body: { policy_json: { ...policy_json, trigger: { cron_expression: '0 * * * *' } } },
  });
  await card.getByText('Not approved').waitFor();
  await card.getByRole('button', { name: 'Look and approve' }).click();
  await dialog.getByText('2 lines differ').waitFor();
  expect((await dialog.locator('.removed').textContent())?.trim()).toContain('cron_expression: 0 17 * * 5');
  expect((await dialog.locator('.added').textContent())?.trim()).toContain('cron_expression: 0 * * * *');
  expect(await violations(page)).toEqual([]);
  await page.close();
});

test('an event that needs an answer asks it, and takes it', async () => {
  await world.client.positionEvents.create({
    body: { kind: 'transfer', instrument: 'MOVED', time: '2026-02-02', quantity: 10, to_account_id: world.account },
  });
  const page = await world.open();
  await enter(world, page);
  await page.goto(`${world.url}/accounts`);
  const question = page.getByRole('article', { name: 'Transfer of MOVED needs an answer' });
  await question.getByRole('button', { name: 'Answer' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('2024-03-01, 10, 185.00');
  await page.getByRole('button', { name: 'Save' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await violations(page)).toEqual([]);
  await page.close();
});

test('trades that were chosen are tagged together; the tag is a filter, is renamed and hidden; the filter has a name', async () => {
  for (const exec_id of ['bulk-1', 'bulk-2'])
    await world.client.trades.create({
      body: { exec_id, instrument: exec_id, action: 'BOT', quantity: 1, price: 5, account_id: world.account },
    });
  const page = await world.open();
  await enter(world, page);
  await page.goto(`${world.url}/trades?period=all&search=bulk-`);
  const grid = page.getByRole('grid', { name: 'Trades' });
  await grid.waitFor();
  // By keyboard: choose the first, move, choose the second.
  await grid.focus();
  for (const key of ['x', 'j', 'x']) await page.keyboard.press(key);
  await page.getByText('2 chosen').waitFor();
  expect(await grid.locator('[aria-selected="true"]').count()).toBe(2);
  await page.getByRole('button', { name: 'Tag', exact: true }).click();
  await page.getByLabel('Add, by comma').fill('evening');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.goto(`${world.url}/settings/tags`);
  await page.getByRole('row', { name: /^evening 2/ }).waitFor();
  await page.getByRole('button', { name: 'Rename evening' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('late');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /^late 2/ }).waitFor();
  await page.goto(`${world.url}/trades?period=all`);
  await page.getByLabel('Tag', { exact: true }).selectOption('late');
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('2');
  await page.getByRole('button', { name: 'Filters by name' }).click();
  await page.getByLabel('Name for what is shown now').fill('Late trades');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Late trades', exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.goto(`${world.url}/trades`);
  await page.getByRole('grid', { name: 'Trades' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Page or act' }).fill('late');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toContain('tags=late');
  await page.close();
});

test('results are shown in money, percent or R, as the address says', async () => {
  const page = await world.open();
  await enter(world, page);
  await page.goto(`${world.url}/trades?period=all`);
  const results = page.getByRole('gridcell').filter({ hasText: /[▲▼]/ });
  await results.first().waitFor();
  await page.getByRole('group', { name: 'Results in' }).getByRole('button', { name: '%' }).click();
  await expect.poll(() => page.url()).toContain('show=percent');
  await expect.poll(() => results.first().textContent()).toMatch(/%$/);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect.poll(() => page.url()).toContain('show=percent');
  await page.close();
});

test('keys are listed, and no key is stolen from a field', async () => {
  const page = await world.open();
  await enter(world, page);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).getByText('stop the assistants').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Page or act' }).pressSequentially('diary.');
  expect(await page.getByRole('combobox', { name: 'Page or act' }).inputValue()).toBe('diary.');
  expect(await violations(page)).toEqual([]);
  await page.close();
});

// The last, since it empties the book.
test('on an empty book the dashboard says how to begin, and that it can be closed', async () => {
  const { items } = await world.client.trades.list({ query: { limit: 1000 } });
  for (const { exec_id } of items) await world.client.trades.remove({ params: { exec_id } });
  const page = await world.open();
  await enter(world, page);
  const guide = page.getByRole('region', { name: 'Begin here' });
  await guide.getByRole('link', { name: 'Imports' }).waitFor();
  expect(await guide.getByText('Open an account ✓').count()).toBe(1);
  expect(await violations(page)).toEqual([]);
  await guide.getByRole('button', { name: 'Do not show this again' }).click();
  await page.reload();
  await settled(page);
  expect(await guide.count()).toBe(0);
  await page.close();
});
