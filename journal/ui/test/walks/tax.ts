// The parts of the tax year, each with what it is for.
import { test } from '@zorivest/pictures/test/browser-test';
import { expect } from 'vitest';
import { violations } from '../axe.ts';
import { enter, settle, type World } from '../world.ts';

export function taxWalks(world: () => World): void {
  test('the parts of the tax year show what the service found, and stand in the address', async () => {
    const year = world().now().getFullYear();
    const found = await world().client.washSales.find({
      body: { date_range_start: `${year}-01-01`, date_range_end: `${year}-12-31` },
    });
    const page = await world().open();
    await enter(world(), page, `/tax/${year}`);
    const { symbols_total, by_symbol } = await world().client.tax.ytdSummary({ query: { tax_year: year } });
    await page.getByRole('link', { name: 'By instrument' }).click();
    const symbols = page.getByRole('region', { name: 'By instrument, table' }).getByRole('row');
    await expect.poll(() => symbols.count()).toBe(by_symbol.length + 1);
    expect(symbols_total).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Estimate' }).click();
    await page.getByRole('region', { name: 'Brackets, table' }).waitFor();
    await page.getByRole('link', { name: 'Wash sales' }).click();
    const rows = page.getByRole('region', { name: 'Wash sales, table' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(Math.min(found.total, 200) + 1);
    await page.getByRole('link', { name: 'Harvest' }).click();
    await page.getByRole('region', { name: 'Losses to harvest, table' }).waitFor();
    await page.getByRole('link', { name: 'Methods' }).click();
    await page.getByRole('region', { name: 'Estimation methods, table' }).waitFor();
    await page.getByRole('heading', { name: 'Tax saved by lot selection' }).waitFor();
    await page.getByRole('link', { name: 'Missing data' }).click();
    await expect.poll(() => page.url()).toContain('part=missing');
    await page.getByText(/^\d+ errors?, /).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.close();
  });

  test('a sale is worked out before it is made, and a wrong one says so at its field', async () => {
    const [held] = (await world().client.roundTrips.list({ query: { status: 'open', instrument: 'KO' } })).items;
    const page = await world().open();
    await enter(world(), page, `/tax/${world().now().getFullYear()}?part=what-if`);
    await settle(page);
    const form = page.locator('form').filter({ hasText: 'Lot selection' });
    await form.getByLabel('Instrument').fill('KO');
    await form.getByLabel('Quantity').fill('-1');
    await form.getByLabel('Price').fill('1,000');
    await form.getByLabel('Account').selectOption(held?.account_id ?? '');
    await form.getByRole('button', { name: 'Calculate' }).click();
    await form.locator('.field', { hasText: 'Quantity' }).locator('.fault').waitFor();
    await form.getByLabel('Quantity').fill('1');
    await form.getByRole('button', { name: 'Calculate' }).click();
    const lots = page.getByRole('region', { name: 'Lots sold, table' });
    await expect.poll(() => lots.getByRole('row').count()).toBe(2);
    await expect.poll(() => lots.textContent()).toContain('1,000.00');
    expect(await violations(page)).toEqual([]);
    world().faults.length = 0; // the browser reports the refused request itself
    await page.close();
  });

  test('a broker’s Form 1099 is imported, its differences stand with their rows, and it is undone', async () => {
    const year = world().now().getFullYear();
    const { client } = world();
    await client.accounts.create({ body: { account_id: 'FORM', name: 'Form', account_type: 'broker' } });
    const fill = { account_id: 'FORM', instrument: 'FRMX', quantity: 10 } as const;
    await client.trades.create({ body: { ...fill, action: 'BOT', price: 40, time: `${year}-01-06T15:00:00Z` } });
    await client.trades.create({ body: { ...fill, action: 'SLD', price: 46, time: `${year}-01-20T15:00:00Z` } });
    const page = await world().open();
    await enter(world(), page, `/tax/${year}?part=1099`);
    await page.getByText('each sale is reconciled with the book').waitFor();
    await page.getByLabel('Account', { exact: true }).selectOption('FORM');
    const form =
      'Description,Symbol,Quantity,Date acquired,Date sold,Proceeds,Cost or other basis,Wash sale loss disallowed,Box\n' +
      `FORM WORKS,FRMX,10,01/06/${year},01/20/${year},460.00,390.00,0,A\n` +
      `GHOST CO,GHST,5,01/06/${year},01/20/${year},5.00,4.00,0,A\n`;
    const file = { name: '1099-b.csv', mimeType: 'text/csv', buffer: Buffer.from(form) };
    await page.getByLabel(/^Form 1099-B or/).setInputFiles(file);
    await page.getByRole('status').filter({ hasText: '2 sales, 1 in the book, 2 differences' }).waitFor();
    const rows = page
      .getByRole('region', { name: 'Differences between the forms and the book, table' })
      .getByRole('row');
    await expect.poll(() => rows.count()).toBe(3);
    await expect.poll(() => rows.filter({ hasText: 'FRMX' }).textContent()).toMatch(/Cost basis.*390.*400/);
    await expect.poll(() => rows.filter({ hasText: 'GHOST CO' }).textContent()).toContain('Not in the book');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('region', { name: 'Forms 1099, table' }).getByRole('button', { name: /^Undo/ }).click();
    await page.getByText('each sale is reconciled with the book').waitFor();
    expect((await client.tax.forms1099({ query: { tax_year: year } })).forms).toEqual([]);
    await page.close();
  });

  test.each([
    ['Form 6781', '6781'],
    ['Schedule D', 'schedule-d'],
  ])('%s opens to print, and comes as CSV', async (name, form) => {
    const year = world().now().getFullYear();
    const page = await world().open();
    await enter(world(), page, `/tax/${year}`);
    const row = page.getByRole('row', { name: new RegExp(`^${name}`) });
    world().faults.length = 0; // of the walks before
    const [tab] = await Promise.all([page.waitForEvent('popup'), row.getByRole('button', { name: /print/ }).click()]);
    await tab.getByText(new RegExp(name)).first().waitFor();
    await tab.close();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: /CSV/ }).click(),
    ]);
    expect(download.suggestedFilename()).toContain(form);
    expect(world().faults).toEqual([]);
    await page.close();
  });
}
