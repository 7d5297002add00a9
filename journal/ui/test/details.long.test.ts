// The finer points of the pages, and every tab: too long for every run.
import { afterAll, beforeAll } from 'vitest';
import { addresses, firstAddresses } from './addresses.ts';
import { finerAccountWalks } from './walks/accounts.ts';
import { chartWalks } from './walks/charts.ts';
import { clickWalks } from './walks/clicks.ts';
import { everyPageWalks } from './walks/every-page.ts';
import { finerKeepingWalks } from './walks/keeping.ts';
import { finerLookingWalks } from './walks/looking.ts';
import { finerOneTradeWalks } from './walks/one-trade.ts';
import { reasonWalks } from './walks/reasons.ts';
import { reportWalks } from './walks/reports.ts';
import { scrollingWalks } from './walks/scrolling.ts';
import { finerSettingsWalks } from './walks/settings.ts';
import { sourceWalks } from './walks/sources.ts';
import { finerStatementWalks } from './walks/statements.ts';
import { finerWritingWalks } from './walks/writing.ts';
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
finerLookingWalks(() => world);
finerOneTradeWalks(() => world);
finerAccountWalks(() => world);
finerKeepingWalks(() => world);
finerStatementWalks(() => world);
finerSettingsWalks(() => world);
finerWritingWalks(() => world);
