// Plans, the diary, structures, reviews of many, the tax of the year: why a trade was made, and what it costs.
import { test } from '@zorivest/pictures/test/browser-test';
import { expect } from 'vitest';
import { violations } from '../axe.ts';
import { paste } from '../paste.ts';
import { enter, settle, type World } from '../world.ts';

export function reasonWalks(world: () => World): void {
  test('a plan is written, sized by what may be lost, given a picture, and shows one R', async () => {
    const page = await world().open();
    await enter(world(), page, '/plans');
    await settle(page);
    // By keyboard: what the book knows comes first, then what the provider finds; its last price stands next to it.
    await page.getByRole('button', { name: 'New plan' }).press('Enter');
    const instrument = page.getByRole('combobox', { name: 'Instrument' });
    await instrument.pressSequentially('ko');
    const offers = page.getByRole('listbox', { name: 'Instruments' }).getByRole('option');
    await expect.poll(() => offers.first().textContent()).toMatch(/^KO.*executions$/);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => offers.first().getAttribute('aria-selected')).toBe('true');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect.poll(() => instrument.inputValue()).toBe('KO');
    const figures = page.getByRole('region', { name: 'Calculated' });
    await figures.getByText(/^KO last traded at .*demo/).waitFor();
    await figures.getByRole('button', { name: 'Use as entry' }).click();
    const { price } = await world().client.market.price({ query: { ticker: 'KO' } });
    expect(Number(await page.getByLabel('Entry', { exact: true }).inputValue())).toBeGreaterThan(0.5 * (price ?? 0));
    // An unknown one shows nothing.
    await instrument.fill('ZZPLAN');
    await figures.getByText('last traded at').waitFor({ state: 'detached' });
    await page.getByLabel('Strategy').fill('breakout');
    // One press of Escape, outside of a list that it would close, does not throw away what was typed.
    await page.getByLabel('Strategy').press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
    await page.getByLabel('Entry conditions').fill('closes above 99');
    await page.getByLabel('Entry', { exact: true }).fill('100');
    const stop = page.getByRole('textbox', { name: 'Stop' });
    await stop.fill('101');
    await page.getByRole('textbox', { name: 'Target' }).fill('106');
    await figures.getByText('The stop of a long plan stands below its entry.').waitFor();
    await stop.fill('98');
    await figures.getByText('3 to 1').waitFor();
    await page.getByLabel('Balance').fill('20,000');
    // 1 % of 20,000 is 200; a share risks 2.
    await figures.getByRole('button', { name: 'Take 100 shares' }).click();
    await expect.poll(() => page.getByLabel('Shares', { exact: true }).inputValue()).toBe('100');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const card = page.getByRole('article', { name: 'ZZPLAN long' });
    await card.getByText('3 to 1').waitFor();
    await card.getByText('1 R is 200.00').waitFor();
    await card.getByRole('button', { name: 'Size of ZZPLAN' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Balance').fill('50,000');
    await dialog.getByLabel('Risk per trade').fill('1');
    await dialog.getByRole('button', { name: 'Calculate' }).click();
    // 1 % of 50,000 is 500; a share risks 2.
    await dialog.getByText('500.00', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await card.getByText('1 R is 500.00').waitFor();
    await card.getByText('the target makes 1,500.00').waitFor();
    await card.getByText('Images', { exact: true }).click();
    await card.getByLabel(/^Add a screenshot/).waitFor();
    await paste(page, 'article[aria-label="ZZPLAN long"] .images');
    await card.getByRole('list', { name: 'Images of ZZPLAN long' }).getByRole('img').waitFor();
    await page.close();
  });

  test('a diary entry is written, shown as text with any content, and takes a pasted picture', async () => {
    const page = await world().open();
    await enter(world(), page, '/diary');
    await settle(page);
    await page.getByRole('button', { name: 'New entry' }).click();
    await page.getByLabel('Title').fill('Late entries');
    await page.getByLabel('Text').fill('**Waited** too long. <img src=x onerror=alert(1)> [site](https://example.com)');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const entry = page.getByRole('article', { name: 'Late entries' });
    await entry.locator('strong', { hasText: 'Waited' }).waitFor();
    await entry.getByText('<img src=x onerror=alert(1)>').waitFor();
    await entry.getByText('Add an image', { exact: true }).click();
    await entry.getByLabel(/^Add a screenshot/).waitFor();
    await paste(page, 'article[aria-labelledby^="entry-"] .images');
    await entry.getByRole('list', { name: 'Images of Late entries' }).getByRole('img').waitFor();
    await page.close();
  });

  test('two trades are joined into one and split again', async () => {
    const leg = { quantity: 1, price: 5, account_id: world().account, action: 'BOT' } as const;
    for (const exec_id of ['leg-1', 'leg-2'])
      await world().client.trades.create({ body: { ...leg, exec_id, instrument: exec_id.toUpperCase() } });
    const page = await world().open();
    await enter(world(), page, '/trades?period=all&search=leg-');
    const grid = page.getByRole('grid', { name: 'Trades' });
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('2');
    await grid.focus();
    for (const key of ['x', 'j', 'x']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Merge' }).click();
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('1');
    await grid.getByRole('row').nth(1).click();
    const split = page.getByRole('button', { name: 'Split into legs' });
    await split.click();
    // Leaving sooner would give the act up: the heading of both may begin as that of the leg does.
    await split.waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('h1').textContent()).toMatch(/^LEG-/);
    await page.goto(`${world().url}/trades?period=all&search=leg-`);
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('2');
    await page.close();
  });

  test('many trades are reviewed and given a mistake in one step, by keys; columns are selected, sorted and exported', async () => {
    const page = await world().open();
    await enter(world(), page, '/trades?period=all&search=leg-');
    const grid = page.getByRole('grid', { name: 'Trades' });
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('2');
    await grid.focus();
    for (const key of ['x', 'j', 'x', 'r']) await page.keyboard.press(key);
    const dialog = page.getByRole('dialog', { name: 'Review of 2 trades' });
    await dialog.getByLabel('Lessons').fill('Both too early.');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    // A first review has grades: the service says so, and neither was written.
    await dialog.getByText('has no review yet').waitFor();
    await dialog.getByLabel('Setup').selectOption('C');
    await dialog.getByLabel('Execution').selectOption('D');
    await dialog.getByLabel('Followed the plan').selectOption('no');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    for (const exec_id of ['leg-1', 'leg-2'])
      await expect
        .poll(() => world().client.reports.get({ params: { exec_id } }))
        .toMatchObject({
          execution_quality: 'D',
          lessons_learned: 'Both too early.',
        });
    await grid.focus();
    await page.keyboard.press('m');
    const mistake = page.getByRole('dialog', { name: 'A mistake in 2 trades' });
    await mistake.getByLabel('Mistake', { exact: true }).selectOption('fomo_entry');
    await mistake.getByRole('button', { name: 'Save', exact: true }).click();
    await mistake.waitFor({ state: 'detached' });
    const { items } = await world().client.mistakes.list({ query: { limit: 200 } });
    expect(items.filter(({ trade_id }) => trade_id.startsWith('leg-'))).toHaveLength(2);

    const menu = page.getByRole('button', { name: 'More for the list' });
    await menu.click();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByLabel('Account', { exact: true }).check();
    await page.getByLabel('Fees', { exact: true }).uncheck();
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await grid.getByRole('columnheader', { name: 'Account' }).waitFor();
    await expect.poll(() => grid.getByRole('columnheader', { name: 'Fees' }).count()).toBe(0);
    await grid.getByRole('button', { name: 'Instrument' }).click();
    await expect.poll(() => page.url()).toContain('sort=-instrument');
    await expect.poll(() => grid.locator('#trip-0').textContent()).toContain('LEG-2');
    await menu.click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV', exact: true }).click(),
    ]);
    const text = Buffer.concat(await (await download.createReadStream()).toArray()).toString();
    const rows = text.trimEnd().split('\r\n').slice(1);
    expect(rows.map((row) => row.split(',')[2])).toEqual(['LEG-2', 'LEG-1']);
    world().faults.length = 0; // the browser reports the refused review itself
    await page.close();
  });

  test('the tax of the year: a profile, a payment, and a form that opens to be printed', async () => {
    const page = await world().open();
    await enter(world(), page, '/tax/2026');
    await settle(page);
    await page.getByRole('button', { name: /ax profile/ }).click();
    await page.getByLabel('Filing status').selectOption('married_joint');
    await page.getByLabel('Other income of the year').fill('120,000');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect
      .poll(() => world().client.taxProfiles.get({ params: { year: 2026 } }))
      .toMatchObject({
        filing_status: 'married_joint',
        agi_estimate: 120_000,
      });
    const readPaid = async () =>
      (await world().client.tax.ytdSummary({ query: { tax_year: 2026 } })).quarterly_payments[0]?.paid ?? 0;
    const before = await readPaid();
    await page.getByRole('button', { name: 'Record a payment' }).click();
    await page.getByLabel('Quarter', { exact: true }).selectOption('Q1');
    await page.getByLabel('Amount', { exact: true }).fill('1,234.5');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(readPaid).toBe(before + 1234.5);
    const shown = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 }).format(before + 1234.5);
    await page.getByRole('row', { name: /^Q1/ }).getByText(shown).first().waitFor();
    const [form] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Open to print Form 8949' }).click(),
    ]);
    await form.getByRole('heading', { level: 1, name: /Form 8949/ }).waitFor();
    expect(await form.title()).toContain('2026');
    // Its own sheet holds: the line for the name stands above its words.
    expect(await form.evaluate("getComputedStyle(document.querySelector('.who')).display")).toBe('flex');
    await form.close();
    await page.close();
  });
}
