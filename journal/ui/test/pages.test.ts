// What a person does on the pages that have a world to themselves: one service, one browser, walk after walk.
import { afterAll, beforeAll } from 'vitest';
import { accountWalks } from './walks/accounts.ts';
import { eveningWalks } from './walks/evening.ts';
import { keepingWalks } from './walks/keeping.ts';
import { lookingWalks } from './walks/looking.ts';
import { oneTradeWalks } from './walks/one-trade.ts';
import { taxWalks } from './walks/tax.ts';
import { weekWalks } from './walks/week.ts';
import { writingWalks } from './walks/writing.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.close());

lookingWalks(() => world);
taxWalks(() => world);
weekWalks(() => world);
oneTradeWalks(() => world);
accountWalks(() => world);
keepingWalks(() => world);
writingWalks(() => world);
eveningWalks(() => world);
