// `npm run screens`: the pictures of the app in docs/screens, taken of the demo book in a real browser.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { enter, settled, startWorld } from '../journal/ui/test/world.ts';

const FOLDER = join(import.meta.dirname, '../docs/screens');

interface Screen {
  readonly name: string;
  readonly path: string;
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
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
  { name: 'assistant', path: '/assistant', theme: 'dark' },
  { name: 'phone', path: '/', width: 360 },
];

mkdirSync(FOLDER, { recursive: true });
const world = await startWorld();
try {
  const [trip] = (await world.client.roundTrips.list({ query: { status: 'closed', limit: 1 } })).items;
  for (const { name, path, theme = 'light', width = 1280 } of screens) {
    const page = await world.open({ theme, width });
    await enter(world, page);
    await page.goto(`${world.url}${path.replace('TRIP', encodeURIComponent(trip?.id ?? ''))}`);
    await settled(page);
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
