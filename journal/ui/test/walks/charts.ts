// Charts with the trades behind their marks, as files and as tables.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { test } from '@zorivest/pictures/test/browser-test';
import { expect } from 'vitest';
import { violations } from '../axe.ts';
import { enter, settle, type World } from '../world.ts';

/** The file a click hands over. */
async function saveDownload(page: Page, act: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  const bytes = readFileSync(await download.path());
  const text = bytes.toString('utf8');
  return { name: download.suggestedFilename(), begins: text.slice(0, 4), lines: text.split('\r\n') };
}

export function chartWalks(world: () => World): void {
  test('a trade has its prices as candles, with a table, as files, and what it could have been', async () => {
    const trips = (await world().client.roundTrips.list({ query: { status: 'closed', limit: 200 } })).items;
    const stock = trips.find(({ asset_class, legs }) => asset_class === 'EQUITY' && legs.length === 0);
    const page = await world().open();
    await enter(world(), page, `/trades/${encodeURIComponent(stock?.id ?? '')}`);
    const prices = page.getByRole('region', { name: 'Chart' });
    await prices.locator('canvas').first().waitFor();
    await prices.getByRole('link', { name: 'TradingView Lightweight Charts™' }).waitFor();
    await prices.getByText('Table').click();
    const bars = await world().client.roundTrips.bars({ params: { trip_id: stock?.id ?? '' } });
    const figures = prices.getByRole('region', { name: /^Figures of/ });
    await expect.poll(() => figures.getByRole('row').count()).toBe(bars.bars.time.length + 1);
    expect(await violations(page)).toEqual([]);
    expect(await saveDownload(page, () => prices.getByRole('button', { name: /^PNG/ }).click())).toMatchObject({
      name: `${stock?.instrument.toLowerCase()}-prices.png`,
      begins: '\u{FFFD}PNG',
    });
    const csv = await saveDownload(page, () => prices.getByRole('button', { name: /^CSV/ }).click());
    expect(csv.lines[0]).toBe('Time,Open,High,Low,Close,Volume');
    expect(csv.lines[1]).toContain(`,${bars.bars.open[0]},${bars.bars.high[0]},`);
    await page.getByRole('button', { name: 'Compute best and worst price' }).click();
    await page.getByText('Best (MFE)').waitFor();
    // Hidden prices are in no file either.
    await page.getByRole('button', { name: 'Hide amounts' }).click();
    const hidden = await saveDownload(page, () => prices.getByRole('button', { name: /^CSV/ }).click());
    expect(hidden.lines[1]).not.toContain(String(bars.bars.open[0]));
    await page.getByRole('button', { name: 'Hide amounts' }).click();

    const options = trips.find(({ legs }) => legs.length > 1);
    await page.goto(`${world().url}/trades/${encodeURIComponent(options?.id ?? '')}`);
    await page.getByRole('region', { name: 'Result at expiry' }).getByRole('img').waitFor();
    expect(await violations(page)).toEqual([]);
    // Where it breaks even is written clear of the curve.
    const payoff = page.getByRole('region', { name: 'Result at expiry' });
    const curve = await payoff.locator('svg path.line').first().boundingBox();
    const named = await payoff.locator('svg text.named').first().boundingBox();
    expect((named?.y ?? Infinity) + (named?.height ?? 0)).toBeLessThanOrEqual(curve?.y ?? 0);
    // The buttons of an execution have room next to its figures, also where a sale has one more.
    const executions = page.getByRole('region', { name: 'Executions, table' });
    await executions
      .getByRole('button', { name: /^More for the execution of/ })
      .last()
      .waitFor();
    expect(await executions.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
    // How its figures are counted stands in the line of their heading.
    const facts = page.getByRole('region', { name: 'Trade details' });
    const heading = await facts.getByRole('heading').boundingBox();
    const sign = await facts.getByRole('button', { name: 'Definition' }).boundingBox();
    expect(Math.abs((heading?.y ?? 0) - (sign?.y ?? 0))).toBeLessThan(8);
    // In words: no field name of the service's answer is on the screen.
    await facts.getByRole('button', { name: 'Definition' }).click();
    const definition = (await facts.getByRole('note').textContent()) ?? '';
    expect(definition).toContain('result in period is what its exits in the period brought');
    expect(definition).not.toMatch(/[a-z]_[a-z]/);
    expect(world().faults).toEqual([]);
    await page.close();
  });

  test('who has just come to the list steps into it by keys, without pointing at it first', async () => {
    const page = await world().open();
    await enter(world(), page, '/trades');
    const second = (await page.locator('#trip-1 .of-instrument').textContent()) ?? 'no trade';
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Space');
    const peek = page.getByRole('complementary', { name: 'Preview' });
    await expect.poll(() => peek.getByRole('heading').textContent()).toBe(second);
    await page.close();
  });

  test('on a telephone the year is moved to its month, and its table stays visible', async () => {
    const page = await world().open({ width: 360 });
    await enter(world(), page, '/calendar/2026-10');
    const year = page.getByRole('region', { name: 'Year by day' });
    await expect.poll(() => year.evaluate((shown) => shown.scrollLeft)).toBeGreaterThan(100);
    const table = year.locator('summary');
    expect((await table.boundingBox())?.x).toBeGreaterThan(0);
    await table.click();
    await year.getByRole('region', { name: /^Figures of/ }).waitFor();
    expect((await table.boundingBox())?.x).toBeGreaterThan(0);
    await page.close();
  });

  test('when each tag is traded is a map of hours, whose cells open their trades', async () => {
    const { cells } = await world().client.analytics.hoursOfWeek({ query: { rows: 'tag' } });
    const some = cells.find(({ tag, trade_count }) => tag !== 'untagged' && trade_count > 1);
    const page = await world().open();
    await enter(world(), page, '/analytics/strategies?period=all');
    await settle(page);
    const map = page.getByRole('region', { name: 'Time of day and tag' });
    await map.locator(`[data-key="tag:${some?.tag};hour:${some?.hour}"]`).click();
    const grid = page.getByRole('grid', { name: 'Trades' });
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(some?.trade_count));
    await page.close();
  });

  test('a trade that is open says what it stands at, and at which price', async () => {
    const { items } = await world().client.roundTrips.open();
    const held = items.find(({ price, trip_id }) => price !== null && trip_id.startsWith('rt-'));
    const page = await world().open();
    await enter(world(), page, `/trades/${encodeURIComponent(held?.trip_id ?? '')}`);
    const hero = page.locator('[data-part="hero"]');
    await hero.getByText(/^unrealised, at /).waitFor();
    const shown = (await hero.locator('.amount').first().textContent())?.replaceAll(/[^\d.]/g, '');
    expect(Number(shown)).toBe(Math.abs(held?.unrealized_pnl ?? Number.NaN));
    await page.close();
  });

  test('a mark of a chart opens its trades, by pointer and by keys; the chart is a picture and a table', async () => {
    const page = await world().open();
    await enter(world(), page, '/analytics/time?period=all');
    await settle(page);
    const { by_weekday } = await world().client.analytics.timeBreakdown();
    const [first] = by_weekday;
    const card = page.getByRole('region', { name: 'By weekday' });
    await card.getByRole('group', { name: /Enter opens/ }).focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => card.getByRole('status').textContent()).toContain(first?.name);
    await page.keyboard.press('Enter');
    const grid = page.getByRole('grid', { name: 'Trades' });
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(first?.trade_count));
    expect(new URL(page.url()).searchParams.get('slice')).toBe(`weekday:${first?.name}`);
    await page.getByRole('button', { name: `Clear filter: ${first?.name}` }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('slice')).toBeNull();

    await page.goBack();
    await settle(page);
    const week = page.getByRole('region', { name: 'Time of day and weekday' });
    const { cells } = await world().client.analytics.hoursOfWeek();
    const some = cells.find(({ trade_count }) => trade_count > 1);
    const mark = `weekday:${some?.weekday};hour:${some?.hour}`;
    await week.locator(`[data-key="${mark}"]`).click();
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(some?.trade_count));
    await page.goBack();
    await settle(page);
    const picture = await saveDownload(page, () => week.getByRole('button', { name: /^PNG/ }).click());
    expect(picture).toMatchObject({ name: 'results-by-weekday-and-hour.png', begins: '\u{FFFD}PNG' });
    await week.getByText('Table').click();
    expect(await violations(page)).toEqual([]);
    expect(world().faults).toEqual([]);
    await page.close();
  });

  test('a curve is drawn over that of the period before, and a note of that day is a pin on it', async () => {
    const { id } = await world().client.journal.create({ body: { title: 'Pinned thought', body: 'as it happened' } });
    const page = await world().open();
    await enter(world(), page, '/');
    await settle(page);
    const realised = page.getByRole('region', { name: 'Realised results and drawdown' });
    await realised.getByRole('checkbox', { name: 'Compare with previous period' }).check();
    await realised.locator('svg text', { hasText: 'Previous period' }).waitFor();
    await realised.getByRole('checkbox', { name: 'Compare with previous period' }).uncheck();
    await realised.locator('svg text', { hasText: 'Previous period' }).waitFor({ state: 'detached' });
    const equity = page.getByRole('region', { name: 'Equity', exact: true });
    await equity.locator('.note[data-label$="Pinned thought"]').click();
    await page.getByRole('article', { name: 'Pinned thought' }).waitFor();
    await page.getByRole('button', { name: /^Clear filter/ }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('day')).toBeNull();
    await world().client.journal.remove({ params: { journal_entry_id: id } });
    expect(world().faults).toEqual([]);
    await page.close();
  });

  test('a curve tells the point under the pointer and at the keys, opens its trade, and a stretch across it is a period', async () => {
    const page = await world().open();
    await enter(world(), page, '/');
    await settle(page);
    const realised = page.getByRole('region', { name: 'Realised results and drawdown' });
    const card = realised.locator('[role="tooltip"]');
    const picture = realised.locator('svg.picture');
    /** Across by a share of the picture, in the upper of its two curves. */
    const moveTo = async (share: number) => {
      await picture.scrollIntoViewIfNeeded();
      const box = await picture.boundingBox();
      if (box === null) throw new Error('there is no picture');
      await page.mouse.move(box.x + box.width * share, box.y + box.height / 3, { steps: 4 });
    };
    /** Moved again while the page still fills, and the picture with it moves away from the pointer. */
    const readCard = async (share: number) => {
      await moveTo(share);
      return (await card.isVisible()) ? ((await card.textContent()) ?? '') : '';
    };
    await expect.poll(() => readCard(0.3)).toMatch(/^\w{3} \d+ \w{3} 2026\nRealised .*\nThat day /);
    await expect.poll(async () => ![await readCard(0.3), ''].includes(await readCard(0.7))).toBe(true);
    await page.mouse.move(0, 0);
    await expect.poll(() => card.isVisible()).toBe(false);
    await realised.getByRole('group', { name: /Enter opens/ }).focus();
    await page.keyboard.press('End');
    const status = realised.getByRole('status');
    await expect
      .poll(async () => (await card.isVisible()) && (await card.textContent()) === (await status.textContent()))
      .toBe(true);

    const period = () => new URL(page.url()).searchParams;
    await moveTo(0.3);
    await page.mouse.down();
    await moveTo(0.6);
    await page.mouse.up();
    await expect.poll(() => period().get('from')).toMatch(/^2026-/);
    expect((period().get('to') ?? '') > (period().get('from') ?? '')).toBe(true);
    await settle(page);
    await expect.poll(() => readCard(0.5)).toContain('Realised');
    await page.mouse.down();
    await page.mouse.up();
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/trades\/./);
    expect(world().faults).toEqual([]);
    await page.close();
  });

  test('what is open has its result at the last price, and says whose price it is and of when', async () => {
    const held = await world().client.roundTrips.open();
    const page = await world().open();
    await enter(world(), page, '/accounts');
    const table = page.getByRole('region', { name: 'Open positions, table' });
    await expect.poll(() => table.getByRole('row').count()).toBe(held.items.length + 1);
    const priced = held.items.find(({ price }) => price !== null);
    const row = table
      .getByRole('row')
      .filter({ hasText: priced?.instrument ?? '' })
      .first();
    await expect.poll(() => row.textContent()).toContain('given');
    await page.getByRole('button', { name: 'Refresh prices' }).click();
    await page.getByText('Unrealised').first().waitFor();
    await page.close();
  });
}
