// A person at the page and an assistant at the other end: what one does, the other meets.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations } from './axe.ts';
import { enter, settled, startWorld, type World } from './world.ts';

let world: World;
let page: Page;
let assistant: Client;

beforeAll(async () => {
  world = await startWorld();
  page = await world.open();
  await enter(world, page, '/assistant');
  await settled(page);
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

test('a write of a key that must ask waits for the page, which shows all of it, and is done after Approve', async () => {
  await page
    .getByRole('combobox', { name: /^What .* may do$/ })
    .first()
    .selectOption('ask');
  const calling = assistant.callTool({ name: 'create_trade', arguments: newTrade() });
  const card = page.getByRole('article', { name: /wants create_trade/ });
  await card.waitFor();
  await expect.poll(() => page.title()).toMatch(/^\(1\) /);
  const shown = await card.textContent();
  for (const part of ['cursor', 'ASKED', '12.5', 'asked-1']) expect(shown).toContain(part);
  await card.getByRole('button', { name: 'Approve', exact: true }).click();
  expect((await calling).isError).not.toBe(true);
  await expect.poll(() => page.getByRole('log', { name: 'Activity' }).textContent()).toContain('trade');
  await expect.poll(() => page.title()).not.toMatch(/^\(/);
});

test('what is denied is not done', async () => {
  const calling = assistant.callTool({ name: 'create_trade', arguments: newTrade() });
  const card = page.getByRole('article', { name: /wants create_trade/ });
  await card.getByRole('button', { name: 'Deny' }).click();
  expect(JSON.stringify((await calling).content)).toContain('declined');
  await page.goto(`${world.url}/trades?period=all&search=asked-2`);
  await settled(page);
  expect(await page.getByText('No trade has this text.').count()).toBe(1);
});

test('an approval of a change says what the book says now and what it will say', async () => {
  await page.goto(`${world.url}/assistant`);
  const [before] = await world.client.accounts.list();
  const rename = { action: 'edit', account_id: before?.account_id, name: 'Renamed by the walk' };
  const calling = assistant.callTool({ name: 'manage_accounts', arguments: rename });
  const card = page.getByRole('article', { name: /wants manage_accounts/ });
  const row = card.getByRole('region', { name: 'What changes, table' }).getByRole('row', { name: /^name/ });
  await expect.poll(() => row.textContent()).toBe(`name${before?.name}Renamed by the walk`);
  await card.getByText('Before this:').waitFor();
  expect(await violations(page)).toEqual([]);
  await card.getByRole('button', { name: 'Deny' }).click();
  expect((await calling).isError).toBe(true);
  expect((await world.client.accounts.list())[0]?.name).toBe(before?.name);
});

test('equal acts are ticked one by one and decided together; what was not ticked goes on waiting', async () => {
  const asked = [newTrade(), newTrade(), newTrade()];
  const calls = asked.map((trade) => assistant.callTool({ name: 'create_trade', arguments: trade }));
  const cards = page.getByRole('article', { name: /wants create_trade/ });
  await expect.poll(() => cards.count()).toBe(3);
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

/** What the assistant is told. */
async function told(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
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
  ['get_fee_breakdown', { period: 'all' }, 'total_fees', 'All costs'],
  ['call_read', { name: 'get_ytd_tax_summary', arguments: {} }, 'realized_st_gain', 'Short term'],
])('the link of %s %j leads to a page with the same %s', async (tool, args, field, name) => {
  const answer = await told(tool, args);
  await page.goto(String(answer.link));
  await settled(page);
  expect(answer[field]).not.toBe(0);
  await expect.poll(() => figure(name)).toBe(answer[field]);
});

test('the link of a list leads to as many rows', async () => {
  const { link, total } = await told('get_round_trips', { account_id: 'DEMO-MARGIN', limit: 1 });
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
  expect(again.isError).not.toBe(true);
});
