// A person at the page and an assistant at the other end: what one does, the other meets.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enter, settled, startWorld, type World } from './world.ts';

let world: World;
let page: Page;
let assistant: Client;

beforeAll(async () => {
  world = await startWorld();
  page = await world.open();
  await enter(world, page);
  await page.goto(`${world.url}/assistant`);
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
