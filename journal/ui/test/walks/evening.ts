// An evening: what was traded by week, trades reviewed by keys one after the other, a plan near its entry, and what a page follows and prints.
import { test } from '@zorivest/pictures/test/browser-test';
import { expect } from 'vitest';
import { violations } from '../axe.ts';
import { enter, settle, type World } from '../world.ts';

const money = (value: number): string =>
  Math.abs(value).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export function eveningWalks(world: () => World): void {
  test('trades stand by week and by day with their sums, which are those of the service', async () => {
    const { client } = world();
    const { days } = await client.analytics.equityCurve({ query: { period: 'ytd' } });
    const last = days.at(-1);
    const page = await world().open();
    await enter(world(), page, '/trades?as=day');
    await settle(page);
    const groups = page.locator('details.trade-group');
    await expect.poll(() => groups.count()).toBe(Math.min(60, days.length));
    const first = groups.first();
    await expect
      .poll(() => first.locator('summary [data-part="result"]').textContent())
      .toContain(money(last?.pnl ?? 0));
    const listed = await client.roundTrips.list({ query: { from: last?.day ?? '', to: last?.day ?? '' } });
    await expect.poll(() => first.getByRole('row').count()).toBe(listed.items.length + 1);
    expect(listed.sums.pnl).toBeCloseTo(last?.pnl ?? Number.NaN, 2);
    await page.getByLabel('Show as').selectOption('week');
    await expect.poll(() => page.url()).toContain('as=week');
    await settle(page);
    await expect.poll(() => groups.first().locator('summary').textContent()).toMatch(/^Mon .* to Sun /);
    expect(await violations(page)).toEqual([]);
    await page.close();
  });

  test('trades are reviewed by four keys each, and the next one opens automatically', async () => {
    const { client, account } = world();
    for (const n of [1, 2]) {
      const fill = { instrument: `ZZEVE${n}`, quantity: 10, account_id: account } as const;
      const time = (hour: number) => `2026-11-12T1${hour}:00:00Z`;
      await client.trades.create({
        body: { ...fill, exec_id: `eve-${n}-a`, action: 'BOT', price: 10, time: time(5) },
      });
      await client.trades.create({
        body: { ...fill, exec_id: `eve-${n}-b`, action: 'SLD', price: 11, time: time(6) },
      });
    }
    const page = await world().open();
    await enter(world(), page, '/trades?search=ZZEVE&sort=instrument');
    const grid = page.getByRole('grid', { name: 'Trades' });
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('2');
    await grid.getByText('ZZEVE1').click();
    await page.getByRole('button', { name: 'Review by keys' }).waitFor();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: 'Review of ZZEVE1' });
    await dialog.getByRole('radio', { name: 'A', exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    for (const key of ['b', '2', '1', 'Enter']) await page.keyboard.press(key);
    const next = page.getByRole('dialog', { name: 'Review of ZZEVE2' });
    await next.waitFor();
    for (const key of ['a', '3', '0']) await page.keyboard.press(key);
    const draftSaved = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && /\/drafts\//.test(answer.url()),
    );
    await page.keyboard.type('Waited for it.');
    expect((await draftSaved).status()).toBe(200);
    await page.keyboard.press('Enter');
    await next.waitFor({ state: 'detached' });
    const one = await client.roundTrips.get({ params: { trip_id: 'eve-1-a' } });
    expect(one.report).toMatchObject({ setup_quality: 'B', execution_quality: 'B', emotional_state: 'calm' });
    expect(one.mistakes.map(({ category }) => category)).toEqual(['early_exit']);
    const two = await client.roundTrips.get({ params: { trip_id: 'eve-2-a' } });
    expect(two.report).toMatchObject({ execution_quality: 'A', lessons_learned: 'Waited for it.' });
    expect(two.mistakes).toEqual([]);
    await page.close();
  });

  test('a plan says how near the last price is to its entry, in words and on its ladder', async () => {
    const { client } = world();
    for (const [ticker, price] of [
      ['ZZNEAR', 100.4],
      ['ZZPAST', 97.9],
      ['ZZFAR', 103],
    ] as const) {
      await client.worth.putPrices({ body: { prices: [{ date: '2026-11-13', instrument: ticker, price }] } });
      const levels = { entry: 100, stop: 98, target: 106 };
      const plan = await client.plans.create({
        body: { ticker, strategy_name: 'breakout', ...levels, conditions: 'closes above' },
      });
      await client.plans.setStatus({ params: { plan_id: plan.id }, body: { status: 'active' } });
    }
    const page = await world().open();
    await enter(world(), page, '/plans');
    const card = page.getByRole('article', { name: 'ZZNEAR long' });
    await card.getByText('near the entry').waitFor();
    const label = await card.getByRole('img').first().getAttribute('aria-label');
    expect(label).toBe('ZZNEAR long: stop 98.00, entry 100.00, target 106.00, last price 100.40 on Fri 13 Nov 2026');
    await page.getByRole('article', { name: 'ZZFAR long' }).getByText(', 1.5 R above the entry on ').waitFor();
    // Where its stop is passed, a distance alone would sound like any other.
    await page.getByRole('article', { name: 'ZZPAST long' }).getByText(', below its stop on ').waitFor();
    // Each level stands below its rung.
    const leftOf = async (place: string) => (await card.locator(place).boundingBox())?.x ?? 0;
    expect(await leftOf('.levels > :nth-child(2)')).toBeCloseTo(await leftOf('.rung.at-entry'), 0);
    await page.goto(`${world().url}/`);
    await page
      .getByRole('region', { name: 'Open plans, table' })
      .getByRole('row', { name: /^ZZPAST long .* 97\.90 below its stop$/ })
      .waitFor();
    await page.close();
  });

  test('the filter offers what a page follows, and on paper there is no frame', async () => {
    const page = await world().open();
    await enter(world(), page, '/worth');
    await settle(page);
    const filter = page.getByRole('group', { name: 'Filter' });
    await expect.poll(() => filter.getByLabel('Period', { exact: true }).count()).toBe(1);
    await expect.poll(() => filter.getByRole('group', { name: 'Show results in' }).count()).toBe(0);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Plans' }).click();
    await page.getByRole('heading', { name: 'Plans', level: 1 }).waitFor();
    await expect.poll(() => filter.count()).toBe(0);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await expect.poll(() => page.getByRole('navigation', { name: 'Pages' }).isVisible()).toBe(false);
    await expect.poll(() => page.getByRole('button', { name: 'Stop assistant' }).isVisible()).toBe(false);
    // Nor what can only be pressed.
    await page.locator('main .card').first().waitFor();
    await expect.poll(() => page.locator('main .button').filter({ visible: true }).count()).toBe(0);
    expect(await page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--paper')")).toBe('#fff');
    // A place to drop files on, a closed fold and a field next to a button are not printed.
    await page.goto(`${world().url}/imports`);
    await page.getByRole('heading', { name: 'Log' }).waitFor();
    expect(await page.getByText(/^Statements: drop/).isVisible()).toBe(false);
    expect(await page.locator('summary').filter({ visible: true }).count()).toBe(0);
    await page.close();
  });
}
