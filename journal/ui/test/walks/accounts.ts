// Accounts from their opening to their end, and the money in them.
import { test } from '@zorivest/pictures/test/browser-test';
import { expect } from 'vitest';
import { violations } from '../axe.ts';
import { enter, settle, type World } from '../world.ts';

export function accountWalks(world: () => World): void {
  test('a statement that differs from the book is shown on its account and in the head of the dashboard, and settled there', async () => {
    const account_id = 'HELD';
    await world().client.accounts.create({ body: { account_id, name: 'Held', account_type: 'broker' } });
    const text =
      'Symbol,Description,Quantity,Price,Market Value,Cost Basis\nHARB,HARBOUR TOOLS,10,44.00,440.00,415.00\n';
    const file = { bytes: new TextEncoder().encode(text), name: 'positions-2026-05-04.csv' };
    const { run_id } = await world().client.imports.brokerCsv({ body: { account_id, file } });
    const page = await world().open();
    await enter(world(), page, '/');
    await settle(page);
    await page.getByRole('link', { name: 'Book: one open difference' }).click();
    const row = page.getByRole('region', { name: 'Accounts, table' }).getByRole('row', { name: /^Held/ });
    await row.getByText('one open difference').waitFor();
    const differences = page.getByRole('region', { name: 'Differences, table' });
    await differences
      .getByRole('row', { name: /position HARB.*10 more than the book: they were bought on or before/ })
      .waitFor();
    expect(await violations(page)).toEqual([]);
    await differences.getByRole('button', { name: /^Record the purchase/ }).click();
    const form = page.getByRole('dialog', { name: 'Record the purchase' });
    await expect.poll(() => form.getByLabel('Price per unit').inputValue()).toBe('41.5');
    expect(await violations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await row.getByText('to Mon 4 May 2026').waitFor();
    await differences.waitFor({ state: 'detached' });
    await page.close();
    const { items } = await world().client.trades.list({ query: { account_id } });
    expect(items).toMatchObject([{ instrument: 'HARB', action: 'BOT', quantity: 10, price: 41.5 }]);
    for (const { exec_id } of items) await world().client.trades.remove({ params: { exec_id } });
    await world().client.imports.undo({ params: { run_id: run_id ?? '' }, query: {} });
    await world().client.accounts.remove({ params: { account_id } });
  });

  test('an account is worth what the chart, the bridge and the service say, and a price that is given changes it', async () => {
    const account_id = 'WORTH';
    const { client, url } = world();
    await client.accounts.create({ body: { account_id, name: 'Worth', account_type: 'broker' } });
    await client.worth.stateCash({ body: { account_id, balance: 1000, date: '2026-10-01' } });
    const fill = { exec_id: 'worth-1', instrument: 'WRTH', action: 'BOT', quantity: 10, price: 5, account_id } as const;
    await client.trades.create({ body: { ...fill, time: '2026-10-05T15:00:00Z' } });
    await client.banking.submit({
      body: {
        account_id,
        transactions: [
          { date: '2026-10-06', amount: 100, description: 'From the bank', category: 'deposit' },
          { date: '2026-10-07', amount: 12.34, description: 'Dividend', category: 'dividend', symbol: 'WRTH' },
        ],
      },
    });
    const page = await world().open();
    await enter(world(), page, `/worth?account_ids=${account_id}`);
    await settle(page);
    // The fill's own price holds for a week.
    await page.getByText(/^WRTH: \d+ days from Tue 13 Oct 2026 to Fri 13 Nov 2026$/).waitFor();
    await page.getByText(/^No price or rate at one end.*WRTH\.$/).waitFor();
    const last = page.getByRole('region', { name: 'Figures of Value by day' }).getByRole('row').last();
    await page.getByText('Table of Value by day').click();
    await last.getByRole('cell', { name: '–', exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Enter a price' }).click();
    const form = page.getByRole('dialog', { name: 'Price', exact: true });
    await form.getByLabel('Instrument', { exact: true }).fill('WRTH');
    await form.getByLabel('Price').fill('six');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.locator('.field', { hasText: 'Price' }).locator('.fault').waitFor();
    world().faults.length = 0; // the browser reports the refused request itself
    await form.getByLabel('Price').fill('6');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    const bridge = page.getByRole('region', { name: 'Change in value, table' });
    await bridge.getByRole('row', { name: 'Value at the end 1,122.34' }).waitFor();
    await last.getByRole('cell', { name: '1,122.34', exact: true }).waitFor();
    const worth = await client.worth.netWorth({ query: { period: 'ytd', account_ids: account_id } });
    expect([worth.bridge?.end, worth.series.at(-1)?.value]).toEqual([1122.34, 1122.34]);
    await bridge.getByRole('button', { name: 'Deposits' }).click();
    const rows = page.getByRole('dialog', { name: 'Deposits' });
    await rows.getByRole('row', { name: /Tue 6 Oct 2026.*From the bank.*\+100\.00/ }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await bridge.getByRole('button', { name: 'Unrealised change' }).click();
    await page
      .getByRole('dialog')
      .getByRole('row', { name: /WRTH.*\+10\.00/ })
      .waitFor();
    await page.keyboard.press('Escape');

    // A pasted list; then the same money in another instrument.
    await page.getByRole('button', { name: 'Prices from a list' }).click();
    const list = page.getByRole('dialog', { name: 'Prices from a list' });
    await list.getByLabel(/per row/).fill('2025-12-31, BENCH, 100\n2026-11-13, BENCH, 110\nsoon, BENCH, 1');
    await list.getByRole('button', { name: 'Import' }).click();
    await list.getByText('2 prices of 1 instruments').waitFor();
    await list.getByText(/^Row 3: /).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const returns = page.getByRole('region', { name: 'Returns', exact: true });
    await returns.getByLabel(/^Benchmark/).fill('BENCH');
    await returns.getByRole('button', { name: 'Compare' }).click();
    await returns.getByRole('row', { name: /^Time-weighted .*\+10\.00 %$/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('benchmark')).toBe('BENCH');

    await page.goto(`${url}/income?account_ids=${account_id}`);
    await settle(page);
    const paid = page.getByRole('region', { name: 'Income by instrument, table' });
    await paid.getByRole('row', { name: /^WRTH 1 12\.34 0\.00 12\.34 24\.68 % 20\.57 %$/ }).waitFor();
    await page.close();
    await client.trades.remove({ params: { exec_id: fill.exec_id } });
    await client.accounts.remove({ params: { account_id } });
  });

  test('on a phone the amounts of movements stand below each other, and what can be done with one in its corner', async () => {
    const page = await world().open({ width: 360 });
    await enter(world(), page, '/accounts');
    await settle(page);
    const rows = page.getByRole('region', { name: 'Cash movements, table' }).locator('tbody tr');
    await rows.first().waitFor();
    const ends = await rows.evaluateAll((found) =>
      found.map((row) => {
        const { right, top } = row.getBoundingClientRect();
        return ['.amount', '.menu'].map((each) => {
          const at = row.querySelector(each)?.getBoundingClientRect();
          return [Math.round(right - (at?.right ?? 0)), Math.round((at?.top ?? 0) - top)];
        });
      }),
    );
    expect(ends.length).toBeGreaterThan(20);
    for (const [amount, acts] of ends) {
      expect([amount?.[0], acts?.[0]]).toEqual([0, 0]);
      expect(acts?.[1]).toBeLessThan(amount?.[1] ?? 0);
    }
    await page.close();
  });

  test('an account with trades is deleted only with a place for them', async () => {
    const account_id = 'TO-GO';
    await world().client.accounts.create({ body: { account_id, name: 'To go', account_type: 'broker' } });
    const fill = { exec_id: 'moved-1', instrument: 'MOVED', action: 'BOT', quantity: 1, price: 5, account_id } as const;
    await world().client.trades.create({ body: fill });
    const page = await world().open();
    await enter(world(), page, '/accounts');
    const row = page.getByRole('region', { name: 'Accounts, table' }).getByRole('row', { name: /^To go/ });
    const menu = row.getByRole('button', { name: 'More for To go' });
    await menu.click();
    await row.getByRole('button', { name: 'Delete To go' }).click();
    const question = page.getByRole('dialog', { name: 'Delete To go?' });
    await question.getByText('(one execution) move to the account SYSTEM_DEFAULT').waitFor();
    expect(await violations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Keep' }).click();
    await question.waitFor({ state: 'detached' });
    expect((await world().client.accounts.get({ params: { account_id } })).execution_count).toBe(1);
    await menu.click();
    await row.getByRole('button', { name: 'Delete To go' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
    const { items } = await world().client.trades.list({ query: { instrument: 'MOVED' } });
    expect(items.map((trade) => [trade.exec_id, trade.account_id])).toEqual([['moved-1', 'SYSTEM_DEFAULT']]);
    await world().client.trades.remove({ params: { exec_id: 'moved-1' } });
    await page.close();
  });

  test('balances are asked account by account: a difference shows immediately, and what is left waits', async () => {
    const account_id = 'REVIEWED';
    await world().client.accounts.create({ body: { account_id, name: 'Reviewed', account_type: 'bank' } });
    await world().client.accounts.recordBalance({
      params: { account_id },
      body: { balance: 1000, snapshot_datetime: '2020-01-01T00:00:00Z' },
    });
    const before = await world().client.accounts.list();
    const page = await world().open();
    await enter(world(), page, '/accounts');
    await settle(page);
    await page.getByRole('button', { name: 'Review balances' }).click();
    const dialog = page.getByRole('dialog', { name: 'Review balances' });
    for (let at = 1; at <= before.length; at++) {
      await dialog.getByText(`${at} of ${before.length}`, { exact: true }).waitFor();
      if ((await dialog.getByRole('heading', { level: 3 }).textContent()) !== 'Reviewed') {
        await dialog.getByRole('button', { name: 'Later' }).click();
        continue;
      }
      const field = dialog.getByLabel('Balance now, in USD');
      await field.fill('plenty');
      await dialog.getByRole('button', { name: 'Save and continue' }).click();
      await dialog.locator('.field .fault').waitFor();
      world().faults.length = 0; // the browser reports the refused request itself
      await field.fill('1,250.5');
      await dialog.getByText('+250.50 USD').waitFor();
      expect(await violations(page)).toEqual([]);
      await field.press('Enter');
    }
    const rows = dialog.getByRole('region', { name: 'Balances entered, table' }).getByRole('row');
    await rows.filter({ hasText: /^Reviewed1,000\.001,250\.50 USD.*\+250\.50$/ }).waitFor();
    await expect.poll(() => rows.filter({ hasText: 'later' }).count()).toBe(before.length - 1);
    await dialog.getByRole('button', { name: /^Continue with/ }).click();
    await dialog.getByText(`1 of ${before.length - 1}`, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const after = await world().client.accounts.list();
    const balances = (accounts: typeof after) => accounts.map((each) => [each.name, each.latest_balance]);
    expect(balances(after)).toEqual(balances(before).map(([name, old]) => [name, name === 'Reviewed' ? 1250.5 : old]));
    await world().client.accounts.remove({ params: { account_id } });
    await page.close();
  });
}

/** For the long run. */
export function finerAccountWalks(world: () => World): void {
  test('an account is opened, given a balance and a movement, put away, brought back and deleted', async () => {
    const page = await world().open();
    await enter(world(), page, '/accounts');
    await settle(page);
    await page.getByRole('button', { name: 'New account' }).click();
    await page.getByLabel('Name').fill('Savings');
    await page.getByLabel('Type').selectOption('bank');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const row = page.getByRole('region', { name: 'Accounts, table' }).getByRole('row', { name: /^Savings/ });
    const menu = row.getByRole('button', { name: 'More for Savings' });
    await menu.click();
    await row.getByRole('button', { name: 'Balance of Savings' }).click();
    await page.getByRole('dialog').getByLabel('Balance').fill('1,234.5');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await row.getByText('1,234.50 USD').waitFor();
    await menu.click();
    await row.getByRole('button', { name: 'History of Savings' }).click();
    await page.getByRole('dialog').getByRole('cell', { name: '1,234.50 USD' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Record a cash movement' }).click();
    const form = page.getByRole('dialog', { name: 'Record a cash movement' });
    await form.getByLabel('Account').selectOption({ label: 'Savings' });
    await form.getByLabel('Day').fill('2026-05-04');
    await form.getByLabel('Amount (negative: outflow)').fill('-12.34');
    await form.getByLabel('Description').fill('<i>Fee</i>');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByLabel('Account of the cash movements').selectOption({ label: 'Savings' });
    const moved = page.getByRole('region', { name: 'Cash movements, table' });
    await moved.getByRole('row', { name: /<i>Fee<\/i>.*−12\.34 USD/ }).waitFor();

    await menu.click();
    await row.getByRole('button', { name: 'Archive' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByLabel('Show archived').check();
    await row.getByRole('button', { name: 'Restore' }).click();
    await menu.click();
    await row.getByRole('button', { name: 'Delete Savings' }).click();
    const question = page.getByRole('dialog', { name: 'Delete Savings?' });
    await question.getByText('It has no trades.').waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
    const left = await world().client.accounts.list({ query: { include_archived: true } });
    expect(left.map(({ name }) => name)).not.toContain('Savings');
    await page.close();
  });
}
