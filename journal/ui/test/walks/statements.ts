// Statements of every kind of trouble, from the file to the book and back.
import { test } from '@zorivest/pictures/test/browser-test';
import { THIRTEEN } from '@zorivest/imports/testing/thirteen';
import { expect } from 'vitest';
import { violations } from '../axe.ts';
import { pasteText } from '../paste.ts';
import { enter, settle, type World } from '../world.ts';

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

const UNKNOWN = 'Wann;Papier;Stk;Kurs;KV\n03.02.2026 10:15;ZZSAP;10;180,50;K\n04.02.2026 11:00;ZZSAP;10;190,25;V\n';

interface Rows {
  readonly left_out: readonly { readonly count: number }[];
}

/** What was left out, added up. */
const foldRows = (rows: Rows | null | undefined) => ({
  ...rows,
  left_out: (rows?.left_out ?? []).reduce((sum, { count }) => sum + count, 0),
});

export function statementWalks(world: () => World): void {
  test('an unknown statement is mapped column by column, imported, inspected and undone', async () => {
    const page = await world().open();
    await enter(world(), page, '/imports');
    await settle(page);
    await page.getByLabel('Account', { exact: true }).selectOption(world().account);
    await page.getByLabel(/^Statements/).setInputFiles(file('depot.csv', UNKNOWN));
    await page.getByRole('button', { name: 'Map columns' }).click();
    for (const [field, column] of [
      ['Date, or date and time', 'Wann'],
      ['Instrument', 'Papier'],
      ['Buy or sell', 'KV'],
      ['Quantity', 'Stk'],
      ['Price', 'Kurs'],
    ] as const)
      await page.getByLabel(field, { exact: true }).selectOption(column);
    await page.getByLabel('Words for a buy').fill('K');
    await page.getByLabel('Words for a sell').fill('V');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('2 new', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('depot.csv imported: 2 new').waitFor();
    const trips = (await world().client.roundTrips.list({ query: { search: 'ZZSAP' } })).items;
    expect(trips.map(({ entry_avg_price, exit_avg_price }) => [entry_avg_price, exit_avg_price])).toEqual([
      [180.5, 190.25],
    ]);
    const row = page.getByRole('row', { name: /depot\.csv/ });
    await row.getByRole('button', { name: 'Details of depot.csv' }).click();
    await page.getByText('Every row was imported.').waitFor();
    await page.keyboard.press('Escape');

    // Work of one's own is not undone without a second question.
    const [trip] = trips;
    const review = { setup_quality: 'A', execution_quality: 'A', followed_plan: true } as const;
    await world().client.reports.create({ params: { exec_id: trip?.entry_exec_ids[0] ?? '' }, body: review });
    await row.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo anyway' }).click();
    await row.getByText('undone').waitFor();
    expect((await world().client.roundTrips.list({ query: { search: 'ZZSAP' } })).total).toBe(0);
    world().faults.length = 0; // the browser reports the refused undo itself
    await page.close();
  });

  test('a file of accounts the book does not know asks which they are, and waits for it', async () => {
    const page = await world().open();
    await enter(world(), page, '/imports');
    await settle(page);
    const text =
      'Date,Symbol,Side,Quantity,Price,Account\n2026-02-03 10:15,ZZACC,Buy,5,10.5,FOREIGN-1\n2026-02-04 10:15,ZZACC,Buy,5,11.5,FOREIGN-2\n';
    await page.getByLabel(/^Statements/).setInputFiles(file('foreign.csv', text));
    await page.getByRole('list', { name: 'Needs attention' }).getByText('FOREIGN-1').first().waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Nothing is stored yet').waitFor();
    expect((await world().client.roundTrips.list({ query: { search: 'ZZACC' } })).total).toBe(0);
    for (const name of ['FOREIGN-1', 'FOREIGN-2'])
      await page.getByLabel(`${name} in the file is`).selectOption(world().account);
    await page.getByText('The book does not know').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('foreign.csv imported: 2 new').waitFor();
    const { items } = await world().client.roundTrips.list({ query: { search: 'ZZACC' } });
    expect(items.map(({ account_id, open_quantity }) => [account_id, open_quantity])).toEqual([[world().account, 10]]);
    await page.close();
  });

  test('rows that were copied are pasted as a statement; their times are of the zone the person says; a deleted one is brought back', async () => {
    const page = await world().open();
    await enter(world(), page, '/imports');
    await settle(page);
    await page.getByLabel('Account', { exact: true }).selectOption(world().account);
    const rows = 'Date,Symbol,Side,Quantity,Price\n2026-02-03 10:15,ZZPASTE,Buy,5,10.5\n';
    await pasteText(page, rows);
    const upload = page.locator('.upload').filter({ hasText: 'pasted.csv' });
    await upload.getByText('1 new', { exact: true }).waitFor();
    await upload.getByText('Different time zone').click();
    const zone = upload.getByLabel(/^Time zone of the file/);
    await zone.fill('Mars/Olympus');
    await zone.press('Tab');
    await upload.getByText('"Mars/Olympus" is not a time zone').waitFor();
    await zone.fill('Europe/Berlin');
    await zone.press('Tab');
    // A quarter past ten in Berlin, by the clock of New York.
    await upload.getByRole('cell', { name: 'Tue 3 Feb 2026 04:15, Buy 5 ZZPASTE at 10.5' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await upload.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('pasted.csv imported: 1 new').waitFor();
    const { items } = await world().client.trades.list({ query: { instrument: 'ZZPASTE' } });
    expect(items.map(({ time }) => time)).toEqual(['2026-02-03T09:15:00Z']);

    // What a person deletes stays deleted when the statement comes again, until they bring it back, with its tag.
    const exec_id = items[0]?.exec_id ?? '';
    await world().client.tags.apply({ body: { exec_ids: [exec_id], add: ['lasting'] } });
    await world().client.trades.remove({ params: { exec_id } });
    await pasteText(page, rows);
    await upload.getByText('Different time zone').click();
    await zone.fill('Europe/Berlin');
    await zone.press('Tab');
    await upload.getByRole('button', { name: 'Restore' }).click();
    // The page states it only until the import is opened again.
    const back = () => world().client.trades.list({ query: { instrument: 'ZZPASTE' } });
    await expect.poll(async () => (await back()).items.map((trade) => trade.exec_id)).toEqual([exec_id]);
    expect((await world().client.tags.list()).items.map(({ tag }) => tag)).toContain('lasting');
    await page.close();
  });

  test('a broker is set up with what it needs, shown without its credentials, and forgotten', async () => {
    const page = await world().open();
    await enter(world(), page, '/imports');
    await settle(page);
    // The person's own stand alone; the others are behind their number.
    const others = page.getByText(/^Available brokers \(\d+\)$/);
    await others.waitFor();
    expect(await page.getByRole('button', { name: 'Set up Alpaca paper trading' }).isVisible()).toBe(false);
    await others.click();
    await page.getByRole('button', { name: 'Set up Alpaca paper trading' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Account for its fills').selectOption(world().account);
    for (const field of await dialog.locator('input[type=password]').all()) await field.fill('secret-of-the-walk');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const row = page.getByRole('row', { name: /Alpaca paper trading/ });
    await row.getByText('set up, not synced yet').waitFor();
    expect(await page.content()).not.toContain('secret-of-the-walk');
    await row.getByRole('button', { name: 'Forget Alpaca paper trading' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click();
    await row.getByText('set up, not synced yet').waitFor({ state: 'detached' });
    // What is to be known of a service in between stands before anything can be entered.
    await page.getByRole('button', { name: 'Set up SnapTrade' }).click();
    await expect
      .poll(() => page.getByRole('dialog').locator('form').innerText())
      .toMatch(/pass through its servers[^]*Account for its fills/);
    await page.close();
  });
}

/** For the long run. */
export function finerStatementWalks(world: () => World): void {
  test("a bank's unknown statement is mapped once, the next one is read by that, and the mapping is forgotten", async () => {
    const account = { account_id: 'KONTO', name: 'Konto', account_type: 'bank', currency: 'EUR' } as const;
    await world().client.accounts.create({ body: account });
    const page = await world().open();
    await enter(world(), page, '/imports');
    await settle(page);
    await page.getByLabel('Account', { exact: true }).selectOption('KONTO');
    const statements = page.getByLabel(/^Statements/);
    const head = 'Gebucht;Zweck;Wert;Richtung\n';
    await statements.setInputFiles(
      file('konto.csv', `${head}02.01.2026;Miete;1.200,00;S\n05.01.2026;Lohn;2.500,00;H\n`),
    );
    await page.getByLabel('This table holds').selectOption('bank');
    await page.getByRole('button', { name: 'Map columns' }).click();
    const form = page.getByRole('dialog', { name: 'Column mapping' });
    for (const [field, column] of [
      ['Amount (one column)', 'Wert'],
      ['Debit or credit (unsigned amounts)', 'Richtung'],
      ['Payee or description', 'Zweck'],
    ] as const)
      await form.getByLabel(field).selectOption(column);
    expect(await violations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    // A missing required value is reported at its field.
    await form.locator('.field', { hasText: 'Booking date' }).locator('.fault').waitFor();
    world().faults.length = 0; // the browser reports the refused request itself
    await form.getByLabel('Booking date').selectOption('Gebucht');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('2 new', { exact: true }).waitFor();
    // Which way the money goes is seen before it is stored.
    const first = page.getByRole('region', { name: 'First bank transactions, table' });
    await first.getByRole('row', { name: /^2026-01-02 Miete.*−1,200\.00$/ }).waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('konto.csv imported: 2 new').waitFor();
    const { items } = await world().client.banking.transactions({ query: { account_id: 'KONTO' } });
    expect(items.map(({ date, amount }) => [date, amount])).toEqual([
      ['2026-01-05', 2500],
      ['2026-01-02', -1200],
    ]);

    await statements.setInputFiles(file('februar.csv', `${head}02.02.2026;Miete;1.200,00;S\n`));
    await page.getByText('1 new', { exact: true }).waitFor();
    await expect.poll(() => page.getByLabel('Mapping', { exact: true }).inputValue()).toBe('konto');
    const saved = page
      .getByRole('region', { name: 'Saved mappings' })
      .getByRole('listitem')
      .filter({ hasText: 'konto' });
    await saved.getByRole('button', { name: 'Forget konto' }).click();
    await page
      .getByRole('dialog', { name: 'Forget the mapping konto?' })
      .getByRole('button', { name: 'Forget' })
      .click();
    await saved.waitFor({ state: 'detached' });
    await expect.poll(() => world().client.banking.profiles()).toEqual([]);
    // Without it the table is unknown again.
    await expect.poll(() => page.getByLabel('This table holds').inputValue()).toBe('broker_csv');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByLabel('This table holds').waitFor({ state: 'detached' });
    await page.close();
  });

  test('thirteen statements of a trader come in one after the other, and every row is accounted for', async () => {
    for (const account_id of ['YEAR', 'TAXED', 'ROTH'])
      await world().client.accounts.create({ body: { account_id, name: account_id, account_type: 'broker' } });
    const page = await world().open();
    await enter(world(), page, '/imports');
    await settle(page);
    await page.getByLabel('Account', { exact: true }).selectOption('YEAR');
    for (const { name, bytes, accounts = {} } of THIRTEEN) {
      await page
        .getByLabel(/^Statements/)
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });
      const upload = page.locator('.upload').filter({ hasText: name });
      await upload.waitFor();
      for (const [named, account] of Object.entries(accounts))
        await upload.getByLabel(`${named} in the file is`).selectOption(account);
      await upload.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByText(`${name} imported`).waitFor();
    }
    const { items } = await world().client.imports.list({ query: { limit: 50 } });
    const runs = THIRTEEN.map(({ name }) => items.find(({ file_name }) => file_name === name));
    expect(runs.map((run) => [run?.file_name, run?.status, foldRows(run?.rows)])).toEqual(
      THIRTEEN.map(({ name, rows }) => [name, 'success', { ...rows, asked: 0, unreadable: 0, known: 0 }]),
    );
    await page.close();
  });
}
