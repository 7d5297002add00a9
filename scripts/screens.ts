// `npm run screens`: the pictures of the app in docs/screens, taken of the demo book in a real browser. `npm run
// screens:all` takes every page whole, at three widths in both themes, into var/screens, to be looked at one by one; words
// after it choose by address.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { addresses } from '../journal/ui/test/addresses.ts';
import { enter, settle, startWorld, type World } from '../journal/ui/test/world.ts';

const all = process.argv.includes('--all');
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const FOLDER = join(import.meta.dirname, all ? '../var/screens' : '../docs/screens');

/** What a page asks for once its first look is there comes within this. */
const LATER_MS = all ? 800 : 2500;

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
  await page.getByRole('combobox', { name: 'Permissions of IDE' }).selectOption('ask');
  const trade = { instrument: 'KO', action: 'SLD', quantity: 40, price: 70.16, account_id: 'DEMO-LONG' };
  // No one answers it: only the picture is needed.
  const asked = { name: 'create_trade', arguments: { exec_id: 'asked-1', ...trade } };
  void send('tools/call', asked, 3).catch(() => {});
  await page.getByText(' now, ').waitFor();
}

const WIDTHS = [1440, 768, 360];
const THEMES = ['light', 'dark'] as const;

/** Every page as a person has it at a desk, on a tablet and on the way, by day and at night. */
const everyPage = (): Screen[] =>
  [...addresses, '/trades/TRIP', '/trades/OPTIONS']
    .filter((path) => wanted.length === 0 || wanted.includes(path))
    .flatMap((path) => {
      const name = path === '/' ? 'dashboard' : path.slice(1).replaceAll(/[^\w]+/g, '-');
      return WIDTHS.flatMap((width) =>
        THEMES.map((theme) => ({ name: `${name}-${width}-${theme}`, path, width, theme })),
      );
    });

const shown: readonly Screen[] = [
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
  { name: 'phone', path: '/', width: 360 },
  // Last: what it asks for waits on every page after it.
  { name: 'assistant', path: '/assistant', theme: 'dark', before: asking },
];

const screens = all ? everyPage() : shown;

mkdirSync(FOLDER, { recursive: true });
const world = await startWorld();
try {
  const { items } = await world.client.roundTrips.list({ query: { status: 'closed', limit: 100 } });
  const trip = items.find(({ legs, asset_class }) => legs.length === 0 && asset_class === 'EQUITY');
  const options = items.find(({ legs }) => legs.length > 1);
  const addressOf = (path: string) =>
    path.replace('TRIP', encodeURIComponent(trip?.id ?? '')).replace('OPTIONS', encodeURIComponent(options?.id ?? ''));
  for (const { name, path, theme = 'light', width = 1280, before } of screens) {
    const page = await world.open({ theme, width });
    await enter(world, page);
    await page.goto(`${world.url}${addressOf(path)}`);
    await settle(page);
    await page.waitForTimeout(LATER_MS);
    await before?.(world, page);
    const taken = await page.screenshot({ animations: 'disabled', fullPage: all });
    // A palette of 128 colours is enough for pages of few, and a fifth of the size.
    const small = await sharp(taken).png({ palette: true, colours: 128, effort: 10 }).toBuffer();
    writeFileSync(join(FOLDER, `${name}.png`), small);
    console.log(`${name}.png ${Math.round(small.length / 1000)} kB`);
    await page.close();
  }
} finally {
  await world.close();
}
