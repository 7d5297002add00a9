// `npm run screens`: the pictures of the app in docs/screens, taken of the demo book in a real browser.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { enter, settle, startWorld, type World } from '../journal/ui/test/world.ts';

const FOLDER = join(import.meta.dirname, '../docs/screens');

interface Screen {
  readonly name: string;
  readonly path: string;
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  /** What happens on the page before the picture is taken. */
  readonly before?: (world: World, page: Page) => Promise<void>;
}

/** An assistant that has looked around and now wants to write, with a key that must ask. */
async function asking(world: World, page: Page): Promise<void> {
  const headers: Record<string, string> = {
    authorization: `Bearer ${world.apiKey}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const send = (method: string, params: object, id?: number) =>
    fetch(world.mcpUrl, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', method, params, id }) });
  const clientInfo = { name: 'cursor', version: '1.0' };
  const begun = await send('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }, 1);
  const session = begun.headers.get('mcp-session-id');
  if (session !== null) headers['mcp-session-id'] = session;
  await send('notifications/initialized', {});
  for (const name of ['list_trades', 'get_expectancy_metrics'])
    await (await send('tools/call', { name, arguments: {} }, 2)).text();
  await page.getByRole('combobox', { name: 'What IDE may do' }).selectOption('ask');
  const trade = { instrument: 'KO', action: 'SLD', quantity: 40, price: 70.16, account_id: 'DEMO-LONG' };
  // Nobody answers it: the picture is all that is wanted.
  const asked = { name: 'create_trade', arguments: { exec_id: 'asked-1', ...trade } };
  void send('tools/call', asked, 3).catch(() => {});
  await page.getByText(' now, ').waitFor();
}

const screens: readonly Screen[] = [
  { name: 'dashboard', path: '/' },
  { name: 'dashboard-dark', path: '/', theme: 'dark' },
  { name: 'trades', path: '/trades' },
  { name: 'trade', path: '/trades/TRIP' },
  { name: 'calendar', path: '/calendar' },
  { name: 'time', path: '/analytics/time', theme: 'dark' },
  { name: 'r', path: '/analytics/r' },
  { name: 'diary', path: '/diary' },
  { name: 'plans', path: '/plans' },
  { name: 'tax', path: '/tax' },
  { name: 'compare', path: '/analytics/time?compare=period:last_year' },
  { name: 'assistant', path: '/assistant', theme: 'dark', before: asking },
  { name: 'phone', path: '/', width: 360 },
];

mkdirSync(FOLDER, { recursive: true });
const world = await startWorld();
try {
  const [trip] = (await world.client.roundTrips.list({ query: { status: 'closed', limit: 1 } })).items;
  for (const { name, path, theme = 'light', width = 1280, before } of screens) {
    const page = await world.open({ theme, width });
    await enter(world, page);
    await page.goto(`${world.url}${path.replace('TRIP', encodeURIComponent(trip?.id ?? ''))}`);
    await settle(page);
    await before?.(world, page);
    const taken = await page.screenshot({ animations: 'disabled' });
    // A palette of 128 colours is enough for pages of few, and a fifth of the size.
    const small = await sharp(taken).png({ palette: true, colours: 128, effort: 10 }).toBuffer();
    writeFileSync(join(FOLDER, `${name}.png`), small);
    console.log(`docs/screens/${name}.png ${Math.round(small.length / 1000)} kB`);
    await page.close();
  }
} finally {
  await world.close();
}
