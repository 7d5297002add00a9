// One trade from its plan to its lots: what was meant, what was seen, how well it was filled and which shares it sold.
import { test } from '@zorivest/pictures/test/browser-test';
import { expect } from 'vitest';
import { violations } from '../axe.ts';
import { paste } from '../paste.ts';
import { enter, settle, type World } from '../world.ts';

export function oneTradeWalks(world: () => World): void {
  test('a plan stands next to its result; a screenshot pasted on the trade is seen in the day of the calendar', async () => {
    const { client, account } = world();
    const trade = { instrument: 'ZZDAY', quantity: 10, account_id: account } as const;
    const at = (time: string) => `2026-02-11T${time}:00Z`;
    await client.trades.create({
      body: { ...trade, exec_id: 'day-1', action: 'BOT', price: 100.5, time: at('15:00') },
    });
    await client.trades.create({ body: { ...trade, exec_id: 'day-2', action: 'SLD', price: 104, time: at('18:00') } });
    const levels = { entry: 100, stop: 98, target: 106, conditions: 'closes above 99' };
    const plan = await client.plans.create({
      body: { ticker: 'ZZDAY', strategy_name: 'breakout', ...levels, shares_planned: 12 },
    });
    await client.plans.setStatus({
      params: { plan_id: plan.id },
      body: { status: 'executed', linked_trade_id: 'day-1' },
    });
    world().faults.length = 0; // of the walks before
    const page = await world().open();
    await enter(world(), page, '/trades/day-1');
    const comparison = page.getByRole('region', { name: 'Plan and result, table' });
    await expect.poll(() => comparison.getByRole('row', { name: /^Entry/ }).textContent()).toBe('Entry100.00100.50');
    await expect.poll(() => comparison.getByRole('row', { name: /^Shares/ }).textContent()).toBe('Shares1210');
    await expect
      .poll(() => comparison.getByRole('row', { name: /^Target/ }).textContent())
      .toBe('Target, exit106.00104.00');
    // A share risked 2.50 from where it was bought, and made 3.50.
    await expect.poll(() => comparison.getByRole('row', { name: /^R/ }).textContent()).toBe('R▲ +3.00 R▲ +1.40 R');
    await paste(page);
    await page.getByRole('list', { name: 'Images of ZZDAY long' }).getByRole('img').waitFor();

    await page.goto(`${world().url}/calendar/2026-02`);
    await settle(page);
    const month = page.getByRole('group', { name: /^Results of \d{4}-\d\d: arrow keys/ });
    await month.focus();
    await page.keyboard.press('Home');
    // Only days on which something can have happened have a place.
    const keys = await page.evaluate<string[]>(
      `[...document.querySelectorAll('section[aria-label="Month"] [data-key]')].map((mark) => mark.dataset.key)`,
    );
    for (let at = 0; at < keys.indexOf('2026-02-11'); at++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Wed 11 Feb 2026' });
    const screenshots = dialog.getByRole('list', { name: 'Screenshots of the day' });
    await screenshots.getByRole('img').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await screenshots.getByRole('button').first().click();
    await page.getByRole('dialog').last().locator('img.full-image').waitFor();
    expect(world().faults).toEqual([]);
    await page.close();
  });

  test('what an assistant changes while a form is open is not written back by Save', async () => {
    const { client, account } = world();
    await client.trades.create({
      body: { exec_id: 'both-1', instrument: 'ZZBOTH', action: 'BOT', quantity: 5, price: 10, account_id: account },
    });
    const page = await world().open();
    await enter(world(), page, '/trades/both-1');
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
    const form = page.getByRole('dialog', { name: 'Execution in ZZBOTH' });
    await expect.poll(() => form.getByLabel('Quantity').inputValue()).toBe('5');
    await client.trades.patch({ params: { exec_id: 'both-1' }, body: { quantity: 7 } });
    // The page behind has it.
    await page
      .getByRole('region', { name: 'Executions, table' })
      .getByRole('cell', { name: '7', exact: true })
      .waitFor();
    await form.getByLabel('Price').fill('11');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    expect(await client.trades.get({ params: { exec_id: 'both-1' } })).toMatchObject({ quantity: 7, price: 11 });

    // Nor by an earlier draft of a form.
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
    await expect.poll(() => form.getByLabel('Quantity').inputValue()).toBe('7');
    const draftSaved = page.waitForResponse((answer) => answer.url().endsWith('/drafts/trade%3Aboth-1') && answer.ok());
    await form.getByLabel('Price').fill('12');
    await draftSaved;
    await client.trades.patch({ params: { exec_id: 'both-1' }, body: { quantity: 9 } });
    await page.reload();
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
    await form.getByRole('button', { name: 'Continue' }).click();
    await expect.poll(() => form.getByLabel('Price').inputValue()).toBe('12');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    expect(await client.trades.get({ params: { exec_id: 'both-1' } })).toMatchObject({ quantity: 9, price: 12 });
    await page.close();
  });
}

/** For the long run. */
export function finerOneTradeWalks(world: () => World): void {
  test('a fill is graded against a quote; the lots of a sale are chosen by what each would mean, and a refusal says why', async () => {
    const { client, account } = world();
    const trade = { instrument: 'ZZLOT', quantity: 10, account_id: account } as const;
    for (const [exec_id, action, price, day] of [
      ['lot-a', 'BOT', 10, '2024-01-08'],
      ['lot-b', 'BOT', 20, '2025-10-06'],
      ['sale', 'SLD', 15, '2026-03-02'],
    ] as const)
      await client.trades.create({
        body: { ...trade, exec_id: `zz-${exec_id}`, action, price, time: `${day}T15:00:00Z` },
      });
    const profile = await client.taxProfiles.current();
    await client.taxProfiles.updateCurrent({ body: { default_cost_basis: 'fifo' } });
    const page = await world().open();
    await enter(world(), page, '/trades/zz-sale');
    // In the person's zone; in that of the exchange for who reaches it by pointer or keyboard.
    const { time_zone } = await client.roundTrips.get({ params: { trip_id: 'zz-sale' } });
    await client.settings.update({ body: { 'display.time_zone': 'Europe/Berlin' } });
    const time = page.getByRole('region', { name: 'Executions, table' }).locator('.moment').first();
    const there = time.getByRole('note');
    await expect.poll(() => time.locator('time').textContent()).toMatch(/ 1[67]:00$/);
    await expect.poll(() => there.count()).toBe(0);
    await time.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect.poll(() => there.textContent()).toMatch(/ 1[01]:00 in New York$/);
    expect(await violations(page)).toEqual([]);
    // In the list the row that is pointed at tells it.
    await page.goto(`${world().url}/trades?instrument=AMD`);
    const closed = page
      .getByRole('grid', { name: 'Trades' })
      .getByRole('gridcell', { name: /^\w{3} \d+ \w{3} 2026/ })
      .first();
    await closed.hover();
    await expect.poll(() => closed.getAttribute('title')).toMatch(/^\w{3} \d+ \w{3} 2026 .* in New York$/);
    await page.getByRole('heading', { level: 1 }).hover();
    await expect.poll(() => closed.getAttribute('title')).toBeNull();
    await client.settings.update({ body: { 'display.time_zone': time_zone } });
    await page.goto(`${world().url}/trades/zz-sale`);
    const more = page.getByRole('button', { name: /^More for the execution of Mon 2 Mar 2026/ });
    await more.click();
    await page.getByRole('button', { name: 'Grade execution zz-sale' }).click();
    const grade = page.getByRole('dialog', { name: /^How good was this fill/ });
    await grade.getByText('No quotes of ZZLOT are stored').waitFor();
    await grade.getByLabel('Bid').fill('15.01');
    await grade.getByLabel('Ask').fill('14');
    await grade.getByRole('button', { name: 'Grade with these quotes' }).click();
    await grade.getByText('The quote is crossed or incomplete.').waitFor();
    await grade.getByLabel('Ask').fill('15.03');
    await grade.getByRole('button', { name: 'Grade with these quotes' }).click();
    // Sold a cent below the bid, ten shares of it: seven basis points.
    await grade.getByText('6.67', { exact: true }).waitFor();
    await expect.poll(() => grade.locator('strong').textContent()).toBe('F');
    await grade.getByText('−0.10').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await more.click();
    await page.getByRole('button', { name: 'Lots of the sale zz-sale' }).click();
    const lots = page.getByRole('dialog', { name: /^The lots of this sale/ });
    const sold = lots.getByRole('region', { name: 'Lots sold on that day, table' }).getByRole('row');
    const offered = lots.getByRole('region', { name: /^Lots that could be sold instead/ }).getByRole('row');
    await expect.poll(() => sold.nth(1).textContent()).toMatch(/^Mon 8 Jan 2024.*\+50\.00long/);
    await expect.poll(() => offered.nth(1).textContent()).toMatch(/^Mon 6 Oct 2025.*−50\.00short/);
    expect(await violations(page)).toEqual([]);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/close')) asked.push(request.url());
    });
    // Another lot takes the place of the one whose button is pressed: the press chooses neither.
    await lots.getByRole('button', { name: /^This lot was sold of Mon 6 Oct 2025/ }).hover();
    await page.mouse.down();
    await client.taxProfiles.updateCurrent({ body: { default_cost_basis: 'hifo' } });
    await expect.poll(() => sold.nth(1).textContent()).toMatch(/^Mon 6 Oct 2025.*−50\.00short/);
    await expect.poll(() => offered.nth(1).textContent()).toMatch(/^Mon 8 Jan 2024.*\+50\.00long/);
    await page.mouse.up();
    await lots.getByRole('button', { name: /^This lot was sold of Mon 8 Jan 2024/ }).click();
    await lots.getByRole('alert').getByText('set it to specific_id first').waitFor();
    expect(asked).toHaveLength(1);
    await client.taxProfiles.updateCurrent({ body: { default_cost_basis: 'specific_id' } });
    await expect.poll(() => sold.nth(1).textContent()).toMatch(/^Mon 8 Jan 2024/);
    await lots.getByRole('button', { name: /^This lot was sold of Mon 6 Oct 2025/ }).click();
    await expect.poll(() => sold.nth(1).textContent()).toMatch(/^Mon 6 Oct 2025.*−50\.00short/);
    await expect.poll(() => offered.nth(1).textContent()).toMatch(/^Mon 8 Jan 2024.*\+50\.00long/);
    expect((await client.tax.lot({ params: { lot_id: 'lot-zz-lot-b' } })).parts).toMatchObject([{ status: 'closed' }]);
    await lots.getByText('Lots were selected for this sale on').waitFor();
    expect(await violations(page)).toEqual([]);
    await lots.getByRole('button', { name: 'Reset to the default method' }).click();
    await expect.poll(() => sold.nth(1).textContent()).toMatch(/^Mon 8 Jan 2024.*\+50\.00long/);
    await lots.getByText('Lots were selected for this sale on').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    const history = page.getByRole('region', { name: 'History' });
    await history.getByText(/^History \d/).click();
    await history.getByText('reset the lot choice of the tax lot').waitFor();
    await client.taxProfiles.updateCurrent({ body: { default_cost_basis: profile.default_cost_basis } });
    world().faults.length = 0; // the browser reports the refused choice itself
    await page.close();
  });
}
