// Going through a long list: rows that are still on their way, and what is asked for on the way.
import { type NamedTrade, nameTrade } from '@zorivest/vocabulary';
import type { Locator, Page } from 'playwright-core';
import { test } from '@zorivest/pictures/test/browser-test';
import { expect } from 'vitest';
import { enter, settle, type World } from '../world.ts';

/** What a row of the list has on the screen, by its place. */
interface RenderedRow {
  readonly index: number;
  readonly isBusy: boolean;
  readonly text: string;
  /** What stands where an amount is hidden. */
  readonly covers: readonly string[];
}

interface Steps {
  /** Every frame's rows, a frame for each step of the wheel. */
  readonly frames: readonly (readonly RenderedRow[])[];
  readonly nodesAdded: number;
  readonly nodesRemoved: number;
}

/**
 * Scrolls by some rows a frame, as a wheel does, in the page itself: what a frame shows is read before the next. Who
 * waits continues once every row has come.
 */
const scrollBy = (page: Page, rows: number, times: number, waits = false): Promise<Steps> =>
  page.evaluate<Steps>(`(async () => {
    const grid = document.querySelector('[role=grid]');
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let [nodesAdded, nodesRemoved] = [0, 0];
    const watch = new MutationObserver((changes) => {
      for (const { addedNodes, removedNodes } of changes) {
        nodesAdded += addedNodes.length;
        nodesRemoved += removedNodes.length;
      }
    });
    watch.observe(grid, { childList: true, subtree: true });
    const stateOf = (row) => ({
      index: Number(row.getAttribute('aria-rowindex')) - 2,
      isBusy: row.getAttribute('aria-busy') === 'true',
      text: row.textContent,
      covers: Array.from(row.querySelectorAll('.amount.hidden'), (amount) => amount.textContent),
    });
    const frames = [];
    for (let n = 0; n < ${times}; n++) {
      grid.scrollTop += ${rows} * grid.querySelector('[role=row][id]').offsetHeight;
      // The scroll event comes with the next frame, before the callbacks of that frame.
      await frame();
      frames.push(Array.from(grid.querySelectorAll('[role=row][id]'), stateOf));
      while (${waits} && grid.querySelector('[aria-busy=true]')) await frame();
    }
    await frame();
    watch.disconnect();
    return { frames, nodesAdded, nodesRemoved };
  })()`);

const isVisible = (row: Locator): Promise<boolean> =>
  row.evaluate((element) => {
    const grid = element.closest('[role=grid]');
    const head = grid?.querySelector('.head');
    if (!grid || !head) return false;
    const { top, bottom } = element.getBoundingClientRect();
    return (
      top >= head.getBoundingClientRect().bottom - 1 &&
      bottom <= grid.getBoundingClientRect().top + grid.clientHeight + 2
    );
  });

/** The rows of the list as a screen reader gets them. */
async function rowsRead(page: Page): Promise<string[]> {
  const cdp = await page.context().newCDPSession(page);
  const { nodes } = await cdp.send('Accessibility.getFullAXTree');
  await cdp.detach();
  const group = nodes.find(({ role }) => role?.value === 'rowgroup');
  return (group?.childIds ?? []).map((id) => String(nodes.find(({ nodeId }) => nodeId === id)?.name?.value));
}

interface Trip extends NamedTrade {
  readonly pnl: number;
}

const isOf = (text: string, trip: Trip | undefined): boolean =>
  trip !== undefined && text.includes(nameTrade(trip)) && text.includes(figure(Math.abs(trip.pnl)));

/** As the page writes it. */
const figure = (value: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const HIDDEN = '•••••';

export function scrollingWalks(world: () => World): void {
  test('a row that is not there yet waits still in its place, and shows its own trade once it has come', async () => {
    const page = await world().open({ isMoving: true });
    const held = Promise.withResolvers<void>();
    const asked: string[] = [];
    await page.route(/\/round-trips\?.*offset=[1-9]/, async (route) => {
      // A page of rows, and the same with their small pictures: each of them once.
      asked.push(new URL(route.request().url()).search);
      await held.promise;
      await route.continue();
    });
    await enter(world(), page, '/trades?period=all');
    const grid = page.getByRole('grid', { name: 'Trades' });
    await grid.focus();
    await settle(page);
    const total = Number(await grid.getAttribute('aria-rowcount'));
    await page.keyboard.press('End');
    const last = grid.locator(`#trip-${total - 1}`);
    await expect.poll(() => last.getAttribute('aria-busy')).toBe('true');
    await expect.poll(() => last.textContent()).toBe('');
    // Every one that moves is a layer of its own: hundreds of them keep the browser from drawing what has come.
    expect(await grid.evaluate((element) => element.getAnimations({ subtree: true }).length)).toBe(0);
    held.resolve();
    await expect.poll(() => last.getAttribute('aria-busy')).toBe(null);
    const { items } = await world().client.roundTrips.list({
      query: { period: 'all', sort: '-closed_at', limit: 1, offset: total - 1 },
    });
    await expect.poll(() => last.textContent()).toContain(items[0] && nameTrade(items[0]));
    expect(asked).toHaveLength(new Set(asked).size);
    await page.close();
  });

  test('rows are drawn by the elements that are there: none is made or removed, and each shows its own trade in every frame', async () => {
    const page = await world().open();
    await enter(world(), page, '/trades?period=all');
    await page.getByRole('grid', { name: 'Trades' }).waitFor();
    await settle(page);
    const trips: Trip[] = [];
    for (let offset = 0; ; offset += 200) {
      const { items, total } = await world().client.roundTrips.list({
        query: { period: 'all', sort: '-closed_at', limit: 200, offset },
      });
      trips.push(...items);
      if (trips.length >= total) break;
    }
    expect(trips.length).toBeGreaterThan(100);
    const times = Math.ceil(trips.length / 10);
    // A page of rows that is left behind before it has come is given up, and would be asked for on the way back.
    const down = await scrollBy(page, 10, times, true);
    const back = await scrollBy(page, -10, times);
    // There and back over rows that were fetched.
    expect([back.nodesAdded, back.nodesRemoved]).toEqual([0, 0]);
    const drawn = [...down.frames, ...back.frames].flat();
    expect(drawn.filter(({ isBusy, text }) => isBusy && text !== '')).toEqual([]);
    const others = drawn.filter(({ isBusy, index, text }) => !isBusy && !isOf(text, trips[index]));
    expect(others).toEqual([]);
    // The visible rows are drawn with the frame that scrolled there, and every row once.
    for (const [n, frame] of back.frames.entries()) {
      const rows = frame.map(({ index }) => index).toSorted((a, b) => a - b);
      expect(rows).toEqual(Array.from(rows, (_, i) => (rows[0] ?? 0) + i));
      if (n === times - 1) expect(rows[0]).toBe(0);
    }
    await page.close();
  });

  test('the keyboard stays with a trade when its row is scrolled away, and so does a box that was clicked', async () => {
    const page = await world().open();
    await enter(world(), page, '/trades?period=all');
    const grid = page.getByRole('grid', { name: 'Trades' });
    await settle(page);
    const { items } = await world().client.roundTrips.list({ query: { period: 'all', sort: '-closed_at', limit: 60 } });
    const id = (index: number) => `#trip-${index}`;
    await grid.locator(id(3)).getByRole('checkbox').click();
    await page.getByText('1 selected').waitFor();
    const hasKeys = () => grid.evaluate((element) => element.matches(':focus'));
    expect([await hasKeys(), await grid.getAttribute('aria-activedescendant')]).toEqual([true, 'trip-3']);
    // Far away the element of the row shows another trade: it is neither active nor chosen.
    await scrollBy(page, 10, 8);
    await settle(page);
    expect([await hasKeys(), await grid.getAttribute('aria-activedescendant')]).toEqual([true, null]);
    await expect.poll(() => grid.locator('.active, [aria-selected="true"], :checked').count()).toBe(0);
    await scrollBy(page, -10, 8);
    await expect.poll(() => grid.getAttribute('aria-activedescendant')).toBe('trip-3');
    await expect.poll(() => grid.locator('[aria-selected="true"]').getAttribute('id')).toBe('trip-3');
    await expect.poll(() => grid.locator(id(3)).getByRole('checkbox').isChecked()).toBe(true);
    // A trade that an assistant records above it moves the row, and the keys go along.
    const fill = { exec_id: 'above-1', instrument: 'ABOVE', action: 'BOT', quantity: 1, price: 5 } as const;
    await world().client.trades.create({ body: { ...fill, account_id: world().account } });
    await grid.getByText('ABOVE').waitFor();
    await expect.poll(() => grid.getAttribute('aria-activedescendant')).toBe('trip-4');
    await world().client.trades.remove({ params: { exec_id: fill.exec_id } });
    await grid.getByText('ABOVE').waitFor({ state: 'detached' });
    await expect.poll(() => grid.getAttribute('aria-activedescendant')).toBe('trip-3');
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor({ state: 'detached' });

    // The row that keys lead to is seen whole, and rows are read out in the order of the list.
    await scrollBy(page, 10, 8);
    for (const key of ['PageDown', 'PageDown', 'j']) await page.keyboard.press(key);
    await expect.poll(() => grid.getAttribute('aria-activedescendant')).toBe('trip-44');
    await expect.poll(() => isVisible(grid.locator(id(44)))).toBe(true);
    const [frame = []] = (await scrollBy(page, 0, 1)).frames;
    const first = Math.min(...frame.map(({ index }) => index));
    expect(first).toBeGreaterThan(0);
    const read = await rowsRead(page);
    expect(read).toHaveLength(frame.length);
    for (const [n, row] of read.entries()) {
      const trip = items[first + n];
      expect(row).toContain(trip === undefined ? 'no more rows' : nameTrade(trip));
    }
    // Space previews the trade next to the list, and follows the keys.
    const peek = page.getByRole('complementary', { name: 'Preview' });
    await page.keyboard.press('Space');
    await expect.poll(() => peek.getByRole('heading').textContent()).toBe(items[44] && nameTrade(items[44]));
    await page.keyboard.press('j');
    await expect.poll(() => peek.getByRole('heading').textContent()).toBe(items[45] && nameTrade(items[45]));
    await page.keyboard.press('k');
    await page.keyboard.press('Escape');
    await peek.waitFor({ state: 'detached' });
    const place = await grid.evaluate((element) => element.scrollTop);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain(`/trades/${encodeURIComponent(items[44]?.id ?? '')}?`);
    // Back is where one was.
    await page.goBack();
    await expect.poll(() => grid.evaluate((element) => element.scrollTop)).toBe(place);
    await page.close();
  });

  test('a hidden amount that was uncovered is covered again when its row is scrolled away', async () => {
    const page = await world().open();
    await enter(world(), page, '/trades?period=all');
    const grid = page.getByRole('grid', { name: 'Trades' });
    await settle(page);
    await page.getByRole('button', { name: 'Hide amounts' }).click();
    const amounts = grid.locator('.amount.hidden');
    const listUncovered = async () => (await amounts.allTextContents()).filter((text) => /\d/.test(text));
    await expect.poll(() => amounts.count()).toBeGreaterThan(0);
    expect(await listUncovered()).toEqual([]);
    await page.keyboard.down('Alt');
    const box = await grid.locator('#trip-5 .amount').first().boundingBox();
    await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
    await page.mouse.move((box?.x ?? 0) + 8, (box?.y ?? 0) + 8);
    await expect.poll(async () => (await listUncovered()).length).toBe(1);
    // In the frame of the scroll, before the pointer is found to be over another row.
    const [frame = []] = (await scrollBy(page, 60, 1)).frames;
    expect(frame.map(({ index }) => index)).not.toContain(5);
    expect(new Set(frame.flatMap(({ covers }) => covers))).toEqual(new Set([HIDDEN]));
    await page.keyboard.up('Alt');
    await page.close();
  });
}
