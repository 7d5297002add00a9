// A person at the page and an assistant at the other end: what one does, the other meets.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createClient } from '@zorivest/contract';
import type { Page } from 'playwright-core';
import { test } from '@zorivest/pictures/test/browser-test';
import { afterAll, beforeAll, expect } from 'vitest';
import { violations } from './axe.ts';
import { enter, settle, startWorld, type World } from './world.ts';

/** With its day, as moments are written. */
const LAST_USED = /last used \w{3} \d+ \w{3} 20/;

let world: World;
let page: Page;
let assistant: Client;

beforeAll(async () => {
  world = await startWorld();
  page = await world.open();
  await enter(world, page, '/assistant');
  await settle(page);
  assistant = new Client({ name: 'cursor', version: '1.0' });
  const headers = { authorization: `Bearer ${world.apiKey}` };
  await assistant.connect(new StreamableHTTPClientTransport(new URL(world.mcpUrl), { requestInit: { headers } }));
});
afterAll(async () => {
  await assistant?.close();
  await world?.close();
});

let made = 0;
const newTrade = () => ({
  exec_id: `asked-${++made}`,
  instrument: 'ASKED',
  action: 'BOT',
  quantity: 3,
  price: 12.5,
  account_id: world.account,
});

test('a key that is used for the first time says so, and its calls are counted and drawn, without loading again', async () => {
  const keys = page.getByRole('region', { name: 'Keys, table' });
  const person = createClient({ baseUrl: world.url, auth: { kind: 'passphrase', passphrase: world.passphrase } });
  const { raw_key } = await person.auth.createKey({ body: { name: 'newcomer', role: 'read-only' } });
  const row = keys.getByRole('row', { name: /newcomer/ });
  await row.getByText('unused').waitFor();
  const newcomer = createClient({ baseUrl: world.url, auth: { kind: 'key', apiKey: raw_key } });
  for (const tool of ['list_trades', 'list_trades', 'get_account'])
    await newcomer.guard.check({ body: { tool, client: 'newcomer' } });
  await row.getByText(LAST_USED).waitFor();
  await row.getByText('3 in the last hour').waitFor();
  await row.getByRole('img', { name: /^Calls per minute in the last hour/ }).waitFor();
  const { recent_calls_1hr } = await world.client.guard.status();
  await page.getByRole('list', { name: 'Call counts' }).getByText(`${recent_calls_1hr} in the last hour`).waitFor();
});

test('a write of a key that must ask waits for the page, which shows all of it, and is done after Approve', async () => {
  const may = page.getByRole('combobox', { name: /^Permissions of / }).first();
  await may.selectOption('ask');
  // It shows what the service has stored, not what was picked.
  await expect.poll(() => may.inputValue()).toBe('ask');
  const calling = assistant.callTool({ name: 'create_trade', arguments: newTrade() });
  const card = page.getByRole('article', { name: /wants: Record an execution/ });
  await card.waitFor();
  await expect.poll(() => page.title()).toMatch(/^\(1\) /);
  for (const part of ['cursor', 'adds the execution ASKED', 'Sidebought', 'Price12.50', 'Time knownyes', 'asked-1'])
    await expect.poll(() => card.textContent()).toContain(part);
  const changes = await card.getByLabel('Changes', { exact: true }).textContent();
  // What every execution has is folded away.
  expect(await card.getByText('Time known', { exact: true }).isVisible()).toBe(false);
  await card.getByText('Default values: commission, result, multiplier, time known').waitFor();
  await card.getByRole('button', { name: 'Approve', exact: true }).click();
  expect((await calling).isError).not.toBe(true);
  // A change approved here is reported here, with its undo.
  const toast = page.locator('[role="status"] [data-part="toast"]');
  await toast.getByText(/recorded the execution ASKED, .*bought 3 at 12\.50/).waitFor();
  await toast.getByRole('button', { name: 'Undo' }).waitFor();
  const log = page.getByRole('log', { name: 'Activity' });
  await log.getByText('recorded the execution ASKED, bought 3 at 12.50').waitFor();
  // One clock: the book's, on the card and in the log.
  expect(changes).toMatch(/ 16:[345]\d:\d\d/);
  await log
    .getByRole('listitem')
    .filter({ hasText: /^16:[345]\d:\d\d/ })
    .first()
    .waitFor();
  await expect.poll(() => page.title()).not.toMatch(/^\(/);
});

test('what is denied is not done', async () => {
  const calling = assistant.callTool({ name: 'create_trade', arguments: newTrade() });
  const card = page.getByRole('article', { name: /wants: Record an execution/ });
  await card.getByRole('button', { name: 'Deny' }).click();
  expect(JSON.stringify((await calling).content)).toContain('declined');
  await page.getByRole('log', { name: 'Activity' }).getByText('create trade: declined').waitFor();
  await page.goto(`${world.url}/trades?period=all&search=asked-2`);
  await settle(page);
  await expect.poll(() => page.getByText('No trade in this period contains this text.').count()).toBe(1);
});

test('an approval of a change says what the book says now and what it will say', async () => {
  await page.goto(`${world.url}/assistant`);
  const [before] = await world.client.accounts.list();
  const rename = { action: 'edit', account_id: before?.account_id, name: 'Renamed by the walk' };
  const calling = assistant.callTool({ name: 'manage_accounts', arguments: rename });
  const card = page.getByRole('article', { name: /wants: Change some fields of an account/ });
  const row = card.getByRole('group', { name: 'Changes, table' }).getByRole('row', { name: /^Name/ });
  await expect.poll(() => row.textContent()).toBe(`Name${before?.name}Renamed by the walk`);
  await card.getByText('Before this:').waitFor();
  expect(await violations(page)).toEqual([]);
  await card.getByRole('button', { name: 'Deny' }).click();
  expect((await calling).isError).toBe(true);
  expect((await world.client.accounts.list())[0]?.name).toBe(before?.name);
});

test('what an act outside has changed is shown once it is done', async () => {
  const person = createClient({ baseUrl: world.url, auth: { kind: 'passphrase', passphrase: world.passphrase } });
  const { raw_key } = await person.auth.createKey({ body: { name: 'measures', role: 'read-write' } });
  const measuring = createClient({ baseUrl: world.url, auth: { kind: 'key', apiKey: raw_key } });
  const [trip] = (await person.roundTrips.list({ query: { status: 'closed', sort: '-opened_at', limit: 1 } })).items;
  const params = { exec_id: trip?.entry_exec_ids[0] ?? '' };
  await measuring.approvals.request({ body: { operation: 'analytics.excursion', params } });
  const name = 'Compute and keep how far the price went for and against a trade';
  const card = page.getByRole('article', { name: `measures wants: ${name}` });
  await card.getByText('Asks a market-data provider').waitFor();
  await card.getByRole('button', { name: 'Approve', exact: true }).click();
  const done = page.getByRole('article', { name: `Done: ${name}` });
  await done.getByText(/^Done: .* In the book it (adds|changes) 1 excursion\.$/).waitFor();
  await done.getByText('Changes', { exact: true }).click();
  await done.getByText('Computed at', { exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);
  await done.getByRole('button', { name: 'Close' }).click();
  await done.waitFor({ state: 'detached' });
});

test('a yes is not clicked on a card that has just moved under the pointer', async () => {
  const clickable =
    "[...document.querySelectorAll('.waiting .agree')].map((each) => getComputedStyle(each).pointerEvents)";
  await page.locator('.waiting').waitFor({ state: 'detached' });
  const first = assistant.callTool({ name: 'create_trade', arguments: newTrade() });
  await expect.poll(() => page.evaluate(clickable)).toContain('auto');
  // What could be clicked at the very change that brought the second card.
  await page.evaluate(`{
    const cards = document.querySelector('.waiting');
    const watch = new MutationObserver(() => {
      if (cards.querySelectorAll('article').length < 2) return;
      window.atTheChange = ${clickable};
      watch.disconnect();
    });
    watch.observe(cards, { childList: true, subtree: true });
  }`);
  const rename = { action: 'edit', account_id: world.account, name: 'Never' };
  const second = assistant.callTool({ name: 'manage_accounts', arguments: rename });
  await page.getByRole('article', { name: /wants: Change some fields of an account/ }).waitFor();
  expect(new Set(await page.evaluate<string[]>('window.atTheChange'))).toEqual(new Set(['none']));
  await expect.poll(() => page.evaluate(clickable)).not.toContain('none');
  for (const act of ['Record an execution', 'Change some fields of an account'])
    await page
      .getByRole('article', { name: `wants: ${act}` })
      .getByRole('button', { name: 'Deny' })
      .click();
  expect([(await first).isError, (await second).isError]).toEqual([true, true]);
});

test('an import that an assistant wants says which file and which account; nothing is stored before Approve', async () => {
  const statement = [
    'Statement,Header,Field Name,Field Value',
    'Statement,Data,BrokerName,Interactive Brokers',
    'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code',
    'Trades,Data,Order,Stocks,USD,ZZIMP,"2026-01-05, 10:00:00",10,500,500,-5000,-1,5001,0,0,O',
    '',
  ].join('\n');
  const file_path = join(world.home, 'january.csv');
  writeFileSync(file_path, statement);
  const args = { file_path, account_id: world.account };
  const countStored = async () => (await world.client.trades.list({ query: { instrument: 'ZZIMP' } })).total;
  const card = page.getByRole('article', { name: /wants: Import a broker file/ });
  // A tool that the client does not list is called through one that it does.
  const ask = () =>
    assistant.callTool({ name: 'call_write', arguments: { name: 'import_broker_csv', arguments: args } });
  const denied = ask();
  await card.getByText('january.csv').first().waitFor();
  await expect.poll(() => card.textContent()).toContain(world.account);
  expect(await violations(page)).toEqual([]);
  await card.getByRole('button', { name: 'Deny' }).click();
  expect((await denied).isError).toBe(true);
  expect(await countStored()).toBe(0);
  await card.waitFor({ state: 'detached' });
  const approved = ask();
  await card.getByRole('button', { name: 'Approve', exact: true }).click();
  expect((await approved).isError).not.toBe(true);
  expect(await countStored()).toBe(1);
});

test('the feed goes back as far as one scrolls, draws the visible rows, and its file has all that the filter matches', async () => {
  const OLD = 2000;
  const old = Array.from({ length: OLD }, (_, n) => ({
    id: `old-${n}`,
    kind: 'tool' as const,
    tool: n === 0 ? 'the_first_call' : 'older_call',
    outcome: 'failed' as const,
    client: { name: 'cursor', version: '1.0' },
    arguments: JSON.stringify({ n }),
    duration_ms: 1,
    answer_bytes: 0,
  }));
  for (const calls of [old.slice(0, 1000), old.slice(1000)]) await world.client.activity.record({ body: { calls } });
  await page.goto(`${world.url}/assistant`);
  await settle(page);
  const log = page.getByRole('log', { name: 'Activity' });
  await page.getByLabel('Kind').selectOption('refused');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const file = await (await downloading).path();
  const lines = readFileSync(file, 'utf8').split('\r\n');
  expect(lines.filter((line) => /older_call|the_first_call/.test(line))).toHaveLength(OLD);
  expect(lines.filter((line) => line.includes('create_trade') && line.includes(',ok,'))).toEqual([]);
  await log.focus();
  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return log.getByText('the first call').count();
    })
    .toBe(1);
  await expect.poll(() => log.getByRole('listitem').count()).toBeLessThan(200);
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Tool').selectOption('the_first_call');
  await expect.poll(() => log.getByRole('listitem').count()).toBe(1);
});

test('the assistants fit their place next to the feed, whole, and their limits are set there', async () => {
  const keys = page.getByRole('region', { name: 'Keys, table' });
  await keys.getByText(LAST_USED).first().waitFor();
  const cut =
    "[...document.querySelectorAll('.assistant .scroll')].filter((each) => each.scrollWidth > each.clientWidth).length";
  await expect.poll(() => page.evaluate(cut)).toBe(0);
  await page.getByRole('button', { name: 'Limits' }).click();
  await page.getByLabel('Limit the number of calls').check();
  await page.getByLabel('Calls per minute', { exact: true }).fill('600');
  await page.getByLabel('Calls per hour', { exact: true }).fill('6000');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('may call 600 tools a minute and 6000 an hour').waitFor();
  await expect.poll(() => world.client.guard.status()).toMatchObject({ is_enabled: true, calls_per_minute_limit: 600 });
  await page.getByRole('meter', { name: 'Of the limit, last hour' }).waitFor();
  await page.getByText(/\d of 6,000 in the last hour$/).waitFor();
});

test('equal acts are ticked one by one and decided together; what was not ticked keeps waiting', async () => {
  const asked = [newTrade(), newTrade(), newTrade()];
  const cards = page.getByRole('article', { name: /wants: Record an execution/ });
  const calls: ReturnType<typeof assistant.callTool>[] = [];
  for (const trade of asked) {
    calls.push(assistant.callTool({ name: 'create_trade', arguments: trade }));
    // One after the other: on a busy machine three at once may wait for each other longer than an ask may wait.
    await expect.poll(() => cards.count()).toBe(calls.length);
  }
  const cardOf = (index: number) => cards.filter({ hasText: asked[index]?.exec_id ?? '' });
  await cardOf(0)
    .getByText('flat now')
    .or(cardOf(0).getByText(/long \d+ now/))
    .waitFor();
  for (const index of [0, 2]) await cardOf(index).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Approve the 2 ticked' }).click();
  await expect.poll(() => cards.count()).toBe(1);
  await cardOf(1).getByRole('button', { name: 'Deny' }).click();
  const answers = await Promise.all(calls);
  expect(answers.map(({ isError }) => isError === true)).toEqual([false, true, false]);
});

/** The answer that the assistant gets. */
async function callAndRead(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { content } = await assistant.callTool({ name, arguments: args });
  const [{ text } = { text: '' }] = content as { text: string }[];
  return JSON.parse(text) as Record<string, unknown>;
}

/** The number behind a name on the page, without the signs that are there for the eye. */
async function figure(name: string): Promise<number> {
  const row = page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
  const text = await row.locator('dd').first().innerText();
  return Number(text.replace('−', '-').replaceAll(/[^\d.-]/g, ''));
}

test.each([
  ['get_expectancy_metrics', { period: 'all' }, 'total_pnl', 'Net P&L'],
  ['get_expectancy_metrics', { period: 'all', tags: 'pullback' }, 'total_pnl', 'Net P&L'],
  ['get_fee_breakdown', { period: 'all' }, 'total_fees', 'Total cost'],
  ['call_read', { name: 'get_ytd_tax_summary', arguments: {} }, 'realized_st_gain', 'Short term'],
])('the link of %s %j leads to a page with the same %s', async (tool, args, field, name) => {
  const answer = await callAndRead(tool, args);
  await page.goto(String(answer.link));
  await settle(page);
  expect(answer[field]).not.toBe(0);
  await expect.poll(() => figure(name)).toBe(answer[field]);
});

test('the link of a list leads to as many rows', async () => {
  const { link, total } = await callAndRead('get_round_trips', { account_id: 'DEMO-MARGIN', limit: 1 });
  await page.goto(String(link));
  const grid = page.getByRole('grid', { name: 'Trades' });
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(total));
  expect(link).toContain('account_ids=DEMO-MARGIN');
});

test('a stop ends what the assistant may do, and Resume lets it go on', async () => {
  await page.getByRole('button', { name: 'Stop assistant' }).click();
  await expect.poll(() => page.locator('.stopped').textContent()).toContain('Stopped by you');
  const refused = await assistant.callTool({ name: 'list_trades', arguments: {} });
  expect(refused.isError).toBe(true);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByLabel('Passphrase').fill(world.passphrase);
  await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Stop assistant' }).waitFor();
  const again = await assistant.callTool({ name: 'list_trades', arguments: {} });
  // As a whole: where it is refused all the same, its words say why.
  expect(again).not.toMatchObject({ isError: true });
});

// The last, since the book is stopped afterwards.
test('a vault locked from the page is closed to the assistant and the page alike, until the passphrase', async () => {
  await page.goto(`${world.url}/assistant`);
  await settle(page);
  await page.getByRole('button', { name: 'Lock the vault' }).click();
  await page.getByLabel('Passphrase').waitFor();
  await expect.poll(() => page.getByRole('log').count()).toBe(0);
  const refused = await assistant.callTool({ name: 'list_trades', arguments: {} });
  expect(refused.isError).toBe(true);
  await page.getByLabel('Passphrase').fill(world.passphrase);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await page.getByRole('log', { name: 'Activity' }).waitFor();
  const again = await assistant.callTool({ name: 'list_trades', arguments: {} });
  expect(again.isError).not.toBe(true);
});
