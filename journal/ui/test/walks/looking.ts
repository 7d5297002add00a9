// Looking at the book: what the dashboard shows, one day, the list in its forms, two filters side by side, one trade.
import { test } from '@zorivest/pictures/test/browser-test';
import { dateFormats } from '@zorivest/pictures/numbers';
import { expect } from 'vitest';
import { violations } from '../axe.ts';
import { enter, settle, type World } from '../world.ts';

/** As the page writes it. */
const multiple = (r: number): string =>
  `${r < 0 ? '−' : r > 0 ? '+' : ''}${Math.abs(r).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} R`;

const amount = (value: number): string =>
  Math.abs(value).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const dates = dateFormats('en-GB', 'UTC');

export function lookingWalks(world: () => World): void {
  test('the dashboard says what is at risk, which plans wait and which answers are missing, as the service has it', async () => {
    const fill = { exec_id: 'risky-1', instrument: 'RISKY', action: 'BOT', quantity: 10, price: 5 } as const;
    await world().client.trades.create({ body: { ...fill, account_id: world().account, risk_amount: 12.5 } });
    const plan = await world().client.plans.create({
      body: {
        ticker: 'WAITS',
        direction: 'short',
        conviction: 'high',
        strategy_name: 'Fade',
        entry_price: 101.25,
        stop_loss: 103.25,
        target_price: 95.25,
        entry_conditions: 'a second top',
        timeframe: 'days',
      },
    });
    const price = { instrument: 'WAITS', date: world().now().toISOString().slice(0, 10), price: 101.65 };
    await world().client.worth.putPrices({ body: { prices: [price] } });
    const event = await world().client.positionEvents.create({
      body: { kind: 'transfer', instrument: 'ASKS', time: '2026-02-02', quantity: 10, to_account_id: world().account },
    });
    const held = await world().client.roundTrips.open();
    const page = await world().open();
    await enter(world(), page);
    await settle(page);
    const risk = page.locator('.figure').filter({ hasText: 'Open risk' });
    const without = held.without_risk === 0 ? '' : `, ${held.without_risk} without a stop`;
    await risk.getByText(`in ${held.at_risk}${without}`, { exact: true }).waitFor();
    expect(held.at_risk).toBeGreaterThan(0);
    await page.getByRole('figure', { name: 'Equity', exact: true }).getByRole('img').first().waitFor();
    await expect
      .poll(async () => Number((await risk.locator('.amount').textContent())?.replaceAll(/[^\d.]/g, '')))
      .toBe(held.open_risk);
    await page
      .getByRole('region', { name: 'Open plans, table' })
      .getByRole('row', { name: 'WAITS short 101.25 103.25 95.25 3 to 1 101.65 0.2 R, near' })
      .waitFor();
    const missing = page.getByRole('region', { name: 'To do tonight' });
    await missing.getByRole('link', { name: 'WAITS short is near its entry, 0.2 R away' }).waitFor();
    await missing.getByRole('link', { name: /needs? your answer$/ }).click();
    await page.getByRole('article', { name: 'Transfer of ASKS needs an answer' }).waitFor();
    await page
      .getByRole('region', { name: 'Open positions, table' })
      .getByRole('row', { name: /^RISKY.* 12\.50 / })
      .waitFor();

    await page.goto(`${world().url}/analytics/results?period=all`);
    const { sqn, grade } = await world().client.analytics.sqn({ query: { period: 'all' } });
    const quality = page.getByRole('region', { name: 'System quality' });
    await quality.getByText(String(Math.round((sqn ?? 0) * 100) / 100), { exact: true }).waitFor();
    await quality.getByText(grade ?? '', { exact: true }).waitFor();
    await world().client.positionEvents.remove({ params: { event_id: event.id } });
    await world().client.plans.remove({ params: { plan_id: plan.id } });
    await world().client.trades.remove({ params: { exec_id: 'risky-1' } });
    await page.close();
  });

  test('a suspected mistake is answered in its row: it is not asked again, and Undo asks again', async () => {
    const findSuspects = () => world().client.mistakes.suspects({ query: { period: 'all' } });
    const suspectKeys = async () =>
      (await findSuspects()).suspects.map(({ trip_id, category }) => `${trip_id} ${category}`);
    const before = await suspectKeys();
    // The latest stand first: they are still remembered.
    const [latest] = (await findSuspects()).suspects.toSorted((a, b) =>
      (b.closed_at ?? b.opened_at).localeCompare(a.closed_at ?? a.opened_at),
    );
    const page = await world().open();
    await enter(world(), page, '/analytics/behaviour?period=all');
    await settle(page);
    const rows = page.getByRole('region', { name: 'Possible mistakes, table' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(12);
    await page.getByRole('button', { name: `Show all ${before.length}` }).click();
    await expect.poll(() => rows.count()).toBe(before.length);
    expect(await rows.first().textContent()).toContain(latest?.name);
    await rows.first().getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(suspectKeys).toEqual(before.filter((each) => each !== `${latest?.trip_id} ${latest?.category}`));
    const toast = page.locator('[role="status"] [data-part="toast"]');
    await toast.getByText(/refused suspicion/i).waitFor();
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(suspectKeys).toEqual(before);
    await expect.poll(() => rows.first().getByRole('button', { name: 'Record mistake' }).count()).toBe(1);
    await page.close();
  });

  test('tabs of Analytics open with a sentence: its sums are those of the API, and it opens the trades it is about', async () => {
    const { client } = world();
    const query = { period: 'all' } as const;
    const page = await world().open();
    await enter(world(), page, '/analytics/costs?period=all');
    const sentence = page.locator('.sentence');
    const { total_fees, execution_count, pnl_pct } = await client.costs.fees({ query });
    const executions = execution_count.toLocaleString('en-US');
    await sentence
      .getByText(`Fees took ${amount(total_fees)} USD over ${executions} executions, ${pnl_pct?.toFixed(1)} %`)
      .waitFor();

    // Over the whole demo the rule decides whether the mean is shown.
    const { trade_count, mean_r, std_r } = await client.analytics.rMultiples({ query });
    const within = (1.96 * (std_r ?? 0)) / Math.sqrt(trade_count);
    const isSure = trade_count >= 20 && Math.abs(mean_r ?? 0) > within;
    await page.goto(`${world().url}/analytics/r?period=all`);
    await settle(page);
    await expect.poll(() => sentence.count()).toBe(isSure ? 1 : 0);
    if (isSure) await sentence.getByText(`on average over ${trade_count} trades`).waitFor();

    await page.goto(`${world().url}/analytics/behaviour?period=all`);
    const summary = await client.mistakes.summary({ query });
    const dearest = summary.by_category.toSorted((a, b) => Math.abs(b.cost) - Math.abs(a.cost))[0];
    const mistakes = `${summary.count} mistakes cost ${amount(summary.total_cost)} USD; the costliest was`;
    await sentence.getByText(mistakes).waitFor();
    await expect.poll(() => sentence.textContent()).toContain(`${amount(dearest?.cost ?? 0)} over`);
    await sentence.getByRole('button').click();
    const slice = `mistake:${dearest?.category ?? ''}`;
    const made = await client.roundTrips.list({ query: { ...query, slice, limit: 1 } });
    const grid = page.getByRole('grid', { name: 'Trades' });
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(made.total));
    expect(made.total).toBe(dearest?.count);

    await page.goto(`${world().url}/analytics/drawdown?period=all`);
    const { points } = await client.analytics.equityCurve({ query });
    const deepest = Math.max(...points.drawdown.map((fall) => Math.abs(fall)));
    await sentence.getByText(`The largest drawdown took ${amount(deepest)} from`).waitFor();
    await page.close();
  });

  test('a day of the calendar opens with its trades and what was written; weeks begin where the person says', async () => {
    const { days } = await world().client.analytics.equityCurve({ query: { period: 'ytd' } });
    const { items: entries } = await world().client.journal.list({ query: { limit: 200 } });
    const written = new Set(entries.map(({ created_at }) => created_at.slice(0, 10)));
    const day = days.findLast((each) => !written.has(each.day))?.day ?? '';
    const trips = await world().client.roundTrips.list({ query: { from: day, to: day } });
    await world().client.settings.update({ body: { 'ui.week_start': 'sunday' } });
    const page = await world().open();
    await enter(world(), page, `/calendar/${day.slice(0, 7)}`);
    await settle(page);
    const month = page.getByRole('group', { name: /^Results of \d{4}-\d\d: arrow keys/ });
    await expect.poll(() => month.locator('text').first().textContent()).toBe('Su');
    // By keyboard: to the mark of that day, and into it.
    await month.focus();
    await page.keyboard.press('Home');
    for (let at = 1; at < Number(day.slice(8)); at++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: dates.day(day) });
    const rows = dialog.getByRole('region', { name: 'Trades of the day, table' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(trips.total + 1);
    await dialog.getByText('No entry.').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    // The same days as shares of what the book had before the year.
    const units = page.getByRole('group', { name: 'Show results in' });
    await units.getByRole('button', { name: '%' }).click();
    await expect.poll(() => month.locator('text', { hasText: /%$/ }).count()).toBeGreaterThan(0);
    await page.getByText(/^Month [▲▼] [+−]\d+\.\d\d %, year [▲▼] [+−]\d+\.\d\d %$/).waitFor();
    await units.getByRole('button', { name: 'R', exact: true }).click();
    // In R: the sum of the trades that closed on the day, of how many it is, and a dash where none has one.
    const inR = await world().client.analytics.equityCurve({ query: { period: day.slice(0, 4), with_r: true } });
    const known = inR.days.reduce((sum, { r_count }) => sum + (r_count ?? 0), 0);
    const closed = inR.days.reduce((sum, { trade_count }) => sum + trade_count, 0);
    expect(known).toBeGreaterThan(0);
    await page.getByText(`R is known for ${known} of ${closed} trades`).waitFor();
    const year = page.getByRole('group', { name: /^Results of \d{4}: arrow keys/ });
    for (const { day: at, r, trade_count } of inR.days.slice(-3)) {
      const expected = r === null || r === undefined ? '–' : multiple(r);
      await expect
        .poll(() => year.locator(`[data-key="${at}"]`).getAttribute('data-label'))
        .toContain(`${dates.day(at)}\n${expected}\n${trade_count === 1 ? '1 trade' : `${trade_count} trades`}`);
    }
    await world().client.settings.reset({ body: { keys: ['ui.week_start'] } });
    await page.close();
  });

  test('two filters stand side by side, each with its own figures', async () => {
    const { client } = world();
    const [year, before] = await Promise.all(
      (['ytd', 'last_year'] as const).map((period) => client.analytics.expectancy({ query: { period } })),
    );
    const page = await world().open();
    await enter(world(), page, '/analytics/results');
    await settle(page);
    await page.getByLabel('Compare with').selectOption({ label: 'Last year' });
    const column = (name: string) => page.getByRole('region', { name, exact: true });
    await expect.poll(() => column('Current filter').textContent()).toContain(`of ${year?.trade_count}`);
    await expect.poll(() => column('Last year').textContent()).toContain(`of ${before?.trade_count}`);
    expect(await violations(page)).toEqual([]);
    await page.close();
  });

  test('a trade says who changed what and takes it back, names its tax lots, and has a second opinion', async () => {
    const { client, account } = world();
    const trade = { instrument: 'ZZHIS', quantity: 2, account_id: account } as const;
    await client.trades.create({
      body: { ...trade, exec_id: 'his-1', action: 'BOT', price: 10, time: '2026-03-02T15:00:00Z' },
    });
    await client.trades.create({
      body: { ...trade, exec_id: 'his-2', action: 'SLD', price: 12, time: '2026-03-03T15:00:00Z' },
    });
    await client.trades.patch({ params: { exec_id: 'his-1' }, body: { notes: 'late <b>entry</b>' } });
    const page = await world().open();
    await enter(world(), page, '/trades/his-1');
    const history = page.getByRole('region', { name: 'History' });
    await history.getByText('History 3', { exact: true }).click();
    await history.getByText('Notes: – → late <b>entry</b>').waitFor();
    await page.getByRole('region', { name: 'Tax lots, table' }).getByRole('cell', { name: 'Tue 3 Mar 2026' }).waitFor();
    await page.getByRole('button', { name: 'Ask for a review' }).click();
    await page.getByText('No model is set up (Settings, Reviewer)').waitFor();
    expect(await violations(page)).toEqual([]);
    // The newest change stands first; the entries of the two fills have a way back of their own.
    await history.getByRole('button', { name: 'Undo' }).first().click();
    await expect.poll(async () => (await client.trades.get({ params: { exec_id: 'his-1' } })).notes ?? '').toBe('');
    await page.close();
  });
}

/** For the long run. */
export function finerLookingWalks(world: () => World): void {
  test('the list of trades is one of losers, of pages and of executions; a trade opened from it has its neighbours in the same order', async () => {
    const { client } = world();
    const lost = await client.roundTrips.list({ query: { period: 'all', result: 'loss', sort: 'pnl', limit: 3 } });
    const page = await world().open();
    await enter(world(), page, '/trades?period=all&sort=pnl');
    await page.getByRole('group', { name: 'Outcome' }).getByRole('button', { name: 'Lost' }).click();
    const grid = page.getByRole('grid', { name: 'Trades' });
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(lost.total));
    await page.getByLabel('Show as').selectOption('pages');
    const table = page.getByRole('region', { name: 'Trades, table' });
    await expect.poll(() => table.getByRole('row').count()).toBe(Math.min(50, lost.total) + 1);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText(/^51 to/).waitFor();
    await page.getByRole('button', { name: 'Previous' }).click();
    await table.getByRole('row').nth(1).getByRole('link').click();
    // What comes after the largest loss is the second largest.
    await page.getByRole('navigation', { name: 'Trades around' }).getByRole('link', { name: 'Next' }).click();
    await expect.poll(() => page.url()).toContain(`/trades/${encodeURIComponent(lost.items[1]?.id ?? '')}?`);
    const executions = await client.trades.list({ query: { search: 'AAPL', limit: 1 } });
    await page.goto(`${world().url}/trades?as=executions&search=AAPL`);
    await page.getByText(`1 to ${Math.min(50, executions.total)} of ${executions.total}`).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.close();
  });

  test('the dashboard is arranged by keyboard, stays so, and a figure opens the trades it stands on', async () => {
    const page = await world().open();
    await enter(world(), page);
    await settle(page);
    const headings = page.locator('.dashboard h2');
    await expect
      .poll(() => headings.allTextContents())
      .toEqual([
        'Equity',
        'Realised results and drawdown',
        'Days',
        'Recent trades',
        'Plans',
        'Open positions',
        'Assistant',
      ]);
    await page.getByRole('button', { name: 'Arrange' }).click();
    const dialog = page.getByRole('dialog', { name: 'Arrange the dashboard' });
    await dialog.getByLabel('Assistant', { exact: true }).focus();
    await page.keyboard.press('Space');
    await dialog.getByRole('button', { name: 'Plans up' }).focus();
    await page.keyboard.press('Enter');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    const chosen = ['Equity', 'Realised results and drawdown', 'Days', 'Plans', 'Recent trades', 'Open positions'];
    await expect.poll(() => headings.allTextContents()).toEqual(chosen);
    await page.reload();
    await expect.poll(() => headings.allTextContents()).toEqual(chosen);
    await page.getByRole('button', { name: 'Arrange' }).click();
    await dialog.getByRole('button', { name: 'Default layout' }).click();
    await expect.poll(() => headings.count()).toBe(7);

    // The definition of a figure opens by pointer, by keyboard and by a tap, and covers nothing.
    const convention = page.getByRole('note').filter({ hasText: 'Win rate = wins' });
    const sign = page.getByRole('button', { name: 'Definition' }).first();
    await expect.poll(() => convention.count()).toBe(0);
    await sign.hover();
    await convention.waitFor();
    const box = await convention.boundingBox();
    const below = await page.getByRole('region', { name: 'To do tonight' }).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    await page.mouse.move(0, 0);
    await convention.waitFor({ state: 'hidden' });
    await sign.click();
    await convention.waitFor();
    await sign.click();
    await page.mouse.move(0, 0);
    await convention.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Open risk' }).focus();
    await page.keyboard.press('Tab');
    await convention.waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Win rate' }).click();
    const won = await world().client.roundTrips.list({ query: { period: 'ytd', result: 'win', limit: 1 } });
    const grid = page.getByRole('grid', { name: 'Trades' });
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(won.total));
    await page.close();
  });

  test('days without trades lead to all of them with one click, on every page that has nothing to show', async () => {
    const page = await world().open();
    await enter(world(), page, '/?from=2031-01-01');
    await settle(page);
    const equity = page.getByRole('region', { name: 'Realised results and drawdown' });
    await equity.getByText('No trade was closed in this period.').waitFor();
    expect(await violations(page)).toEqual([]);
    await equity.getByRole('link', { name: 'Show all time' }).click();
    await equity.getByRole('button', { name: 'PNG' }).first().waitFor();
    for (const path of ['/trades', '/analytics/results', '/analytics/time']) {
      await page.goto(`${world().url}${path}?from=2031-01-01`);
      await page.getByRole('link', { name: 'Show all time' }).first().click();
      await expect.poll(() => page.url()).toBe(`${world().url}${path}?period=all`);
      await expect.poll(() => page.getByRole('link', { name: 'Show all time' }).count()).toBe(0);
    }
    await page.close();
  });
}
