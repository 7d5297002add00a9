import { readFileSync } from 'node:fs';
import { createClient } from '@zorivest/contract';
import { test } from '@zorivest/pictures/test/browser-test';
import type { Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { firstAddresses } from './addresses.ts';
import { violations } from './axe.ts';
import { paste } from './paste.ts';
import { everyPageWalks } from './walks/every-page.ts';
import { settingsWalks } from './walks/settings.ts';
import { statementWalks } from './walks/statements.ts';
import { enter, settle, startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

describe('the door', () => {
  test('opens to the address that was printed, without a question, once; and the ticket leaves the address', async () => {
    const page = await world.open();
    await page.goto(world.openUrl);
    await page.getByRole('button', { name: 'Stop assistant' }).waitFor();
    await expect.poll(() => page.locator('h1').textContent()).toBe('Dashboard');
    expect(page.url()).toBe(`${world.url}/`);
    await page.close();
    const second = await world.open();
    await second.goto(world.openUrl);
    await second.getByLabel('Passphrase').waitFor();
    await second.close();
    // The browser reports the refused request itself.
    world.faults.length = 0;
  });

  test('S16: opens to a ticket that was sent in a form, and no address that the browser saw has it', async () => {
    const page = await world.open();
    const seen: string[] = [];
    page.on('framenavigated', (frame) => seen.push(frame.url()));
    const person = createClient({ baseUrl: world.url, auth: { kind: 'passphrase', passphrase: world.passphrase } });
    const { ticket } = await person.auth.issueTicket();
    await page.setContent(
      `<form method="post" action="${world.url}/open"><input name="ticket" value="${ticket}"><button>Open</button></form>`,
    );
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('button', { name: 'Stop assistant' }).waitFor();
    expect(page.url()).toBe(`${world.url}/`);
    expect(seen).toContain(`${world.url}/open`);
    expect(seen.join(' ')).not.toContain(ticket);
    await expect.poll(() => page.locator('meta[name="zorivest-ticket"]').count()).toBe(0);
    await page.close();
  });

  test('asks for the passphrase, refuses a wrong one in words, shows nothing of the book, and opens to the right one', async () => {
    const page = await world.open();
    await page.goto(`${world.url}/trades`);
    await page.getByLabel('Passphrase').fill('not it');
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/passphrase/i);
    await expect.poll(() => page.getByRole('grid').count()).toBe(0);
    await page.getByLabel('Passphrase').fill(world.passphrase);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByRole('grid', { name: 'Trades' }).waitFor();
    expect(page.url()).toBe(`${world.url}/trades`);
    await page.close();
    // The browser reports the refused request itself.
    world.faults.length = 0;
  });
});

everyPageWalks(() => world, firstAddresses);

test('on a telephone there are five places under the thumb, one row above the title, and it says that the book is a demo', async () => {
  const page = await world.open({ width: 360 });
  await enter(world, page);
  await settle(page);
  await page.getByRole('note').getByText('Demo book').waitFor();
  const tops = await page.evaluate<number[]>(
    "[...document.querySelectorAll('.top-bar button, .top-bar select')].map((each) => Math.round(each.getBoundingClientRect().top / 16))",
  );
  expect(new Set(tops).size).toBe(1);
  const title = await page.locator('h1').boundingBox();
  expect((title?.y ?? 0) + (title?.height ?? 0)).toBeLessThanOrEqual(96);
  const bar = page.getByRole('navigation', { name: 'Pages' });
  await expect
    .poll(() => bar.locator('a, button').allTextContents())
    .toEqual(['Dashboard', 'Trades', 'Calendar', 'Assistant', 'More']);
  await bar.getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog', { name: 'More' }).getByRole('link', { name: 'Tax' }).click();
  await expect.poll(() => page.url()).toContain('/tax');
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  await page.close();
});

test('hidden amounts are not in the page, and stay hidden after a reload', async () => {
  const page = await world.open();
  await enter(world, page);
  await settle(page);
  await expect.poll(() => page.locator('.figures').textContent()).toMatch(/\d[,.]\d\d/);
  await page.getByRole('button', { name: 'Hide amounts' }).click();
  await page.reload();
  await settle(page);
  const first = page.locator('.figures .figure').first();
  await expect.poll(() => first.textContent()).not.toMatch(/\d/);
  // One value is seen while Alt is held over it, and is gone from the page with the key.
  await page.keyboard.down('Alt');
  await first.locator('.amount').first().hover();
  await expect.poll(() => first.textContent()).toMatch(/\d[,.]\d\d/);
  await page.keyboard.up('Alt');
  await expect.poll(() => first.textContent()).not.toMatch(/\d/);
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
  await page.getByLabel('Period', { exact: true }).selectOption('all');
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

test('a trade is recorded by hand, corrected in every field, reviewed with a mistake and a screenshot, deleted and brought back', async () => {
  const page = await world.open();
  await enter(world, page, '/trades?period=all');
  await page.getByRole('button', { name: 'New trade' }).click();
  await page.getByLabel('Instrument').fill('ZZTOP');
  await page.getByLabel('Side').selectOption('BOT');
  await page.getByLabel('Quantity').fill('ten');
  await page.getByLabel('Price').fill('12.5');
  await page.getByLabel('Account').selectOption(world.account);
  await page.getByLabel('Notes').fill('<b>by hand</b>');
  // A screenshot before there is a trade: held by the form until it is stored.
  await paste(page, 'dialog form');
  const held = page.getByRole('list', { name: 'Images to save' }).getByRole('listitem');
  await expect.poll(() => held.count()).toBe(1);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  // The service's sentence stands at the field it is about.
  await expect.poll(() => page.locator('.field', { hasText: 'Quantity' }).locator('.fault').count()).toBe(1);
  world.faults.length = 0;
  await page.getByLabel('Quantity').fill('1,000');
  const broken = { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') };
  await page.getByLabel(/^Add a screenshot/).setInputFiles(broken);
  await expect.poll(() => held.count()).toBe(2);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('alert').getByText('Saved, but one image was not').waitFor();
  await expect.poll(() => held.count()).toBe(1);
  world.faults.length = 0;
  await page.getByRole('button', { name: 'Remove image 1' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const [stored, ...twice] = (await world.client.trades.list({ query: { instrument: 'ZZTOP' } })).items;
  expect(twice).toEqual([]);
  const exec_id = stored?.exec_id ?? '';
  await expect.poll(() => world.client.images.listForTrade({ params: { exec_id } })).toHaveLength(1);
  await page.goto(`${world.url}/trades?period=all&search=ZZTOP`);
  await page.getByRole('row').filter({ hasText: 'ZZTOP' }).click();
  await expect.poll(() => page.locator('h1').textContent()).toBe('ZZTOP long');
  // Text stays text.
  await page.getByText('<b>by hand</b>').waitFor();

  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Instrument').fill('ZZBOT');
  await page.getByLabel('Side').selectOption('SLD');
  await page.getByLabel('Quantity').fill('7');
  await page.getByLabel('Price', { exact: true }).fill('13.25');
  await page.getByLabel(/^Time \(/).fill('2026-03-02T10:30:00');
  await page.getByLabel('Fees').fill('1.5');
  await page.getByLabel('Risk amount').fill('40');
  await page.getByLabel('Notes').fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.goto(`${world.url}/trades?period=all&search=ZZBOT`);
  await page.getByRole('row').filter({ hasText: 'ZZBOT' }).click();
  await expect.poll(() => page.locator('h1').textContent()).toBe('ZZBOT short');
  await settle(page);
  const executions = page.getByRole('region', { name: 'Executions, table' });
  for (const shown of ['Mon 2 Mar 2026 10:30', 'ZZBOT', 'Sell', '7', '13.25', '1.50'])
    await expect.poll(() => executions.textContent()).toContain(shown);
  expect(await executions.textContent()).not.toContain('by hand');

  await page.getByRole('button', { name: 'Write a review' }).click();
  await page.getByLabel('Setup').selectOption('B');
  await page.getByLabel('Lessons').fill('Wait for the close.');
  await page.getByLabel('Tags').fill('breakout, by hand');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Wait for the close.').waitFor();
  await page.getByRole('button', { name: 'Add a mistake' }).click();
  await page.getByLabel('Mistake', { exact: true }).selectOption('chasing');
  await page.getByLabel('Approximate cost').fill('12');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('list', { name: 'Mistakes' }).getByText('Chased the price').first().waitFor();
  const images = page.getByRole('list', { name: 'Images of ZZBOT short' }).getByRole('img');
  const before = await images.count();
  await paste(page);
  await expect.poll(() => images.count()).toBe(before + 1);
  expect(await violations(page)).toEqual([]);

  const address = page.url();
  const remove = async () => {
    // A picture still on its way would be missing once its trade is gone.
    await settle(page);
    await page.getByRole('button', { name: /^More for the execution of/ }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => page.locator('h1').textContent()).toBe('Trades');
  };
  // It comes back from the toast with what hung on it, and from its own address.
  await remove();
  const toast = page.getByRole('status').locator('[data-part="toast"]').filter({ hasText: 'Deleted' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await toast.getByText('Undone.').waitFor();
  await page.goto(address);
  await page.getByText('Wait for the close.').waitFor();
  await page.getByRole('list', { name: 'Mistakes' }).getByText('Chased the price').first().waitFor();
  await expect.poll(() => images.count()).toBe(2);
  await remove();
  await page.goto(address);
  await page.getByText(/^This trade was deleted on .* by you: deleted the /).waitFor();
  expect(await violations(page)).toEqual([]);
  world.faults.length = 0; // the browser reports the trade that is missing itself
  await page.getByRole('main').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => page.locator('h1').textContent()).toBe('ZZBOT short');
  await remove();
  await page.goto(`${world.url}/trades?period=all&search=ZZBOT`);
  await page.getByText('No trade in this period contains this text.').waitFor();
  expect(world.faults).toEqual([]);
  await page.close();
});

test("an execution's address leads to its trade", async () => {
  const [trip] = (await world.client.roundTrips.list({ query: { limit: 1 } })).items;
  const page = await world.open();
  await enter(world, page, `/trades/${trip?.entry_exec_ids.at(-1)}`);
  await expect.poll(() => page.url()).toBe(`${world.url}/trades/${encodeURIComponent(trip?.id ?? '')}`);
  await page.close();
});

test('a form that is open before the accounts are known keeps the account of its trade', async () => {
  const [trip] = (await world.client.roundTrips.list({ query: { account_id: 'DEMO-MARGIN', limit: 1 } })).items;
  const page = await world.open();
  await enter(world, page, '/diary');
  const known = Promise.withResolvers<undefined>();
  const hold = async (route: Route) => {
    await known.promise;
    await route.continue();
  };
  await page.route('**/api/v1/app/start', hold);
  await page.route(/\/api\/v1\/accounts(\?|$)/, hold);
  await page.goto(`${world.url}/trades/${encodeURIComponent(trip?.id ?? '')}`);
  await page.getByRole('button', { name: 'Edit' }).first().click();
  const account = page.getByRole('dialog').getByLabel('Account');
  await expect.poll(() => account.inputValue()).toBe('DEMO-MARGIN');
  known.resolve(undefined);
  await account.getByRole('option', { name: 'Margin account' }).waitFor({ state: 'attached' });
  await expect.poll(() => account.inputValue()).toBe('DEMO-MARGIN');
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
  await enter(world, page, '/reports');
  const card = page.getByRole('article', { name: 'Friday' });
  await card.getByText('Not approved').waitFor();
  await card.getByRole('button', { name: 'Review and approve' }).click();
  const dialog = page.getByRole('dialog', { name: 'Friday' });
  await dialog.getByText('Sends nothing').waitFor();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await card.getByText(/^Approved \w{3} \d+ \w{3} 20/).waitFor();
  await card.getByRole('button', { name: 'Dry run' }).click();
  const runs = page.getByRole('region', { name: 'Runs, table' });
  await runs.getByText('success, without effects').waitFor();
  await runs.getByRole('button', { name: 'Steps' }).first().click();
  await page.getByRole('dialog').getByRole('cell', { name: 'count' }).waitFor();
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: 'Run now' }).click();
  const own = runs.getByRole('row').filter({ hasText: 'Friday' });
  await own.getByRole('cell', { name: 'success', exact: true }).waitFor();
  await card.getByRole('button', { name: 'More for Friday' }).click();
  await card.getByRole('button', { name: 'Schedule Friday' }).click();
  await page.getByLabel('Switched on').uncheck();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await card.getByText('Switched off').waitFor();

  await world.client.scheduling.updatePolicy({
    params: { policy_id: id },
    body: { policy_json: { ...policy_json, trigger: { cron_expression: '0 * * * *' } } },
  });
  await card.getByText('Not approved').waitFor();
  await card.getByRole('button', { name: 'Review and approve' }).click();
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
  await enter(world, page, '/accounts');
  const question = page.getByRole('article', { name: 'Transfer of MOVED needs an answer' });
  await question.getByRole('button', { name: 'Answer' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('2024-03-01, 10, 185.00');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
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
  await enter(world, page, '/trades?period=all&search=bulk-');
  const grid = page.getByRole('grid', { name: 'Trades' });
  await grid.waitFor();
  // By keyboard: choose the first, move, choose the second.
  await grid.focus();
  for (const key of ['x', 'j', 'x']) await page.keyboard.press(key);
  await page.getByText('2 selected').waitFor();
  await expect.poll(() => grid.locator('[aria-selected="true"]').count()).toBe(2);
  const [chosen] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV of selected' }).click(),
  ]);
  const { bytes } = await world.client.exports.roundTrips({ query: { period: 'all', search: 'bulk-' } });
  // The service tells an empty text from nothing, for it reads its files back.
  const linesOf = (text: string) => text.trimEnd().replaceAll('""', '').split('\r\n').toSorted();
  expect(linesOf(readFileSync(await chosen.path(), 'utf8'))).toEqual(linesOf(new TextDecoder().decode(bytes)));
  await page.getByRole('button', { name: 'Tag', exact: true }).click();
  await page.getByLabel('Add, separated by commas').fill('evening');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.goto(`${world.url}/settings/tags`);
  await page.getByRole('row', { name: /^evening 2/ }).waitFor();
  await page.getByRole('button', { name: 'Rename evening' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('late');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('row', { name: /^late 2/ }).waitFor();
  await page.goto(`${world.url}/trades?period=all`);
  await page.getByLabel('Tag', { exact: true }).selectOption('late');
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('2');
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByLabel('Name of this view').fill('Late trades');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Late trades', exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.goto(`${world.url}/trades`);
  await page.getByRole('grid', { name: 'Trades' }).waitFor();
  // Typed and entered before the list of filters has arrived: the filter that was meant is taken all the same.
  const list = Promise.withResolvers<void>();
  await page.route(/\/filters(\?|$)/, async (route) => {
    await list.promise;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Page or action' }).fill('late');
  await page.keyboard.press('Enter');
  list.resolve();
  await expect.poll(() => page.url()).toContain('tags=late');
  await page.close();
});

test('results are shown in money, percent or R, as the address says', async () => {
  const page = await world.open();
  await enter(world, page, '/trades?period=all');
  const results = page.getByRole('gridcell').filter({ hasText: /[▲▼]/ });
  await results.first().waitFor();
  await page.getByRole('group', { name: 'Show results in' }).getByRole('button', { name: '%' }).click();
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
  await page.getByRole('combobox', { name: 'Page or action' }).pressSequentially('diary.');
  await expect.poll(() => page.getByRole('combobox', { name: 'Page or action' }).inputValue()).toBe('diary.');
  expect(await violations(page)).toEqual([]);
  await page.close();
});

statementWalks(() => world);
settingsWalks(() => world);

test('after a quarter of an hour the passphrase is asked for once more, and the act continues', async () => {
  const page = await world.open();
  await enter(world, page, '/imports');
  await settle(page);
  world.goAhead(16 * 60_000);
  await page.getByText(/^Available brokers/).click();
  await page.getByRole('button', { name: 'Set up Alpaca paper trading' }).click();
  const form = page.getByRole('dialog', { name: 'Alpaca paper trading' });
  await form.waitFor();
  for (const field of await form.locator('input[type=password]').all()) await field.fill('a-secret');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Confirm your passphrase' });
  await question.getByLabel('Passphrase').fill('not it');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await question.getByRole('alert').waitFor();
  expect((await world.client.brokers.list()).map(({ name }) => name)).not.toContain('Alpaca paper trading');
  await question.getByLabel('Passphrase').fill(world.passphrase);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByText('set up, not synced yet').waitFor();
  world.goAhead(0);
  world.faults.length = 0; // the browser reports the refused requests itself
  await page.close();
});

// The last, since it empties the book.
test('an empty book begins in place: an assistant is connected there, a demo is refused where something is written; it can be closed', async () => {
  const { items } = await world.client.trades.list({ query: { limit: 1000 } });
  for (let at = 0; at < items.length; at += 200)
    await world.client.trades.removeMany({
      body: { exec_ids: items.slice(at, at + 200).map(({ exec_id }) => exec_id) },
    });
  const page = await world.open();
  await enter(world, page);
  const guide = page.getByRole('region', { name: 'Get started' });
  await guide.getByRole('button', { name: 'New trade' }).waitFor();
  await guide.getByLabel('Program').selectOption({ label: 'Cursor' });
  await guide.getByRole('button', { name: 'Connect', exact: true }).click();
  const copied = guide.getByRole('region', { name: 'Text to copy' });
  await expect.poll(() => copied.textContent()).toContain(world.mcpUrl);
  await guide.getByText('Waiting for its first call').waitFor();
  expect(await violations(page)).toEqual([]);
  const [, apiKey = ''] = /Bearer (\S+?)"/.exec((await copied.textContent()) ?? '') ?? [];
  await createClient({ baseUrl: world.url, auth: { kind: 'key', apiKey } }).accounts.list();
  await guide.getByText('Connected: first call received.').waitFor();
  // There are plans and a diary: it is somebody's book.
  await guide.getByRole('button', { name: 'Explore a demo first' }).click();
  const question = page.getByRole('dialog', { name: 'Fill this book with demo data?' });
  await question.getByRole('button', { name: 'Add demo data' }).click();
  await question.getByRole('alert').getByText('the demo is for an empty book').waitFor();
  await question.getByRole('button', { name: 'Keep it empty' }).click();
  world.faults.length = 0; // the browser reports the refused request itself
  await guide.getByRole('button', { name: 'Do not show this again' }).click();
  await page.reload();
  await settle(page);
  await expect.poll(() => guide.count()).toBe(0);

  // Without an account a statement has nowhere to go: one is opened where the statement is.
  for (const { account_id } of await world.client.accounts.list())
    await world.client.accounts.archive({ params: { account_id } });
  await page.goto(`${world.url}/imports`);
  await page.getByText('Trades belong to an account').waitFor();
  await page.getByRole('button', { name: 'New account' }).click();
  await page.getByLabel('Name').fill('First');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Trades belong to an account').waitFor({ state: 'detached' });
  const [opened] = await world.client.accounts.list();
  await expect.poll(() => page.getByLabel('Account', { exact: true }).inputValue()).toBe(opened?.account_id);
  await page.close();
});
