// The finer points of the pages, and every tab: too long for every run.
import { afterAll, beforeAll } from 'vitest';
import { addresses, firstAddresses } from './addresses.ts';
import { chartWalks } from './walks/charts.ts';
import { clickWalks } from './walks/clicks.ts';
import { everyPageWalks } from './walks/every-page.ts';
import { reasonWalks } from './walks/reasons.ts';
import { reportWalks } from './walks/reports.ts';
import { scrollingWalks } from './walks/scrolling.ts';
import { sourceWalks } from './walks/sources.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

everyPageWalks(
  () => world,
  addresses.filter((path) => !firstAddresses.includes(path)),
);
scrollingWalks(() => world);
clickWalks(() => world);
chartWalks(() => world);
reasonWalks(() => world);
sourceWalks(() => world);
reportWalks(() => world);
