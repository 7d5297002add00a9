// What a person stores in addition to the trades: keys, watchlists, a diary that knows its trades, preferences.
import { nameTrade } from '@zorivest/vocabulary';
import { createClient } from '@zorivest/contract';
import { test } from '@zorivest/pictures/test/browser-test';
import { expect } from 'vitest';
import { violations } from '../axe.ts';
import { enter, settle, type World } from '../world.ts';

export function keepingWalks(world: () => World): void {
  test('a key is made, shown once with what a program needs, and works; it is then only a name in the list', async () => {
    const page = await world().open();
    await enter(world(), page, '/settings/keys');
    await settle(page);
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Assistant or program').fill('Notebook');
    await page.getByLabel('Access').selectOption('read-only');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const shown = page.getByRole('dialog', { name: 'The key of Notebook' });
    const copied = shown.getByRole('region', { name: 'Text to copy' });
    const apiKey = (await copied.textContent()) ?? '';
    await shown.getByLabel('Program').selectOption({ label: 'Cursor' });
    await shown.getByText('~/.cursor/mcp.json').waitFor();
    expect(JSON.parse((await copied.textContent()) ?? '')).toEqual({
      mcpServers: { zorivest: { url: world().mcpUrl, headers: { Authorization: `Bearer ${apiKey}` } } },
    });
    await shown.getByText('Waiting for its first call').waitFor();
    const client = createClient({ baseUrl: world().url, auth: { kind: 'key', apiKey } });
    expect((await client.accounts.list()).length).toBeGreaterThan(0);
    await shown.getByText('Connected: first call received.').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /^Notebook read-only/ }).waitFor();
    expect(await page.content()).not.toContain(apiKey);
    await page.close();
  });

  test('minutes out of range are refused and reverted on the page; a system notification is asked for first', async () => {
    const context = await world().browser.newContext();
    context.setDefaultTimeout(120_000);
    await context.grantPermissions(['notifications'], { origin: world().url });
    const page = await context.newPage();
    await enter(world(), page, '/settings/privacy');
    await settle(page);
    const minutes = page.getByLabel(/^Lock after minutes/);
    await minutes.fill('1');
    await minutes.blur();
    await page.getByRole('alert').waitFor();
    await expect.poll(() => minutes.inputValue()).toBe('30');
    await minutes.fill('45');
    await minutes.blur();
    const setting = async (key: string) => (await world().client.settings.get({ params: { key } })).value;
    await expect.poll(() => setting('ui.idle_minutes')).toBe('45');
    await page.getByLabel(/^Show a system notification/).click();
    await expect.poll(() => setting('ui.notify_approvals')).toBe('true');
    await world().client.settings.reset({ body: { keys: ['ui.idle_minutes', 'ui.notify_approvals'] } });
    await context.close();

    // A browser that forbids them says so, and how to change that.
    const forbidden = await world().open();
    await enter(world(), forbidden, '/settings/privacy');
    await forbidden.getByLabel(/^Show a system notification/).click();
    await forbidden.getByRole('alert').getByText('Notifications are blocked').waitFor();
    await expect.poll(() => setting('ui.notify_approvals')).toBe('false');
    await forbidden.close();
  });

  test('the record of what assistants did comes as a file', async () => {
    const page = await world().open();
    await enter(world(), page, '/assistant');
    await settle(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV', exact: true }).click(),
    ]);
    const parts: Buffer[] = [];
    for await (const part of await file.createReadStream()) parts.push(part as Buffer);
    expect(file.suggestedFilename()).toBe('activity.csv');
    expect(Buffer.concat(parts).toString().split('\n')[0]).toContain('tool');
    await page.close();
  });

  test('what is typed into a form is offered again, asks before it goes, and a save can be undone', async () => {
    const page = await world().open();
    await enter(world(), page, '/trades');
    await settle(page);
    const begin = () => page.getByRole('button', { name: 'New trade' }).click();
    const dialog = page.getByRole('dialog', { name: 'New trade' });
    const draftSaved = page.waitForResponse(
      (answer) => answer.url().endsWith(`/drafts/${encodeURIComponent('trade:new')}`) && answer.ok(),
    );
    await begin();
    await dialog.getByLabel('Instrument').fill('ZZDRAFT');
    await dialog.getByLabel('Price').fill('12.5');
    await draftSaved;
    await page.reload();
    await settle(page);
    await begin();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect.poll(() => dialog.getByLabel('Instrument').inputValue()).toBe('ZZDRAFT');
    await expect.poll(() => dialog.getByLabel('Price').inputValue()).toBe('12.5');
    expect(await violations(page)).toEqual([]);
    const question = dialog.getByRole('alertdialog');
    await dialog.getByLabel('Price').press('Escape');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'detached' });
    await dialog.getByLabel('Quantity').fill('3');
    await dialog.getByLabel('Account').selectOption(world().account);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const toast = page.locator('[role="status"] [data-part="toast"]');
    await toast.getByText(/^Recorded the execution ZZDRAFT/).waitFor();
    await toast.getByRole('button', { name: 'Undo' }).click();
    const countTrades = async () => (await world().client.trades.list({ query: { instrument: 'ZZDRAFT' } })).total;
    await expect.poll(countTrades).toBe(0);

    // Nothing of it is left to be offered; what is thrown away is not offered either.
    await begin();
    await dialog.getByLabel('Instrument').fill('ZZGONE');
    await dialog.getByLabel('Instrument').press('Escape');
    if ((await question.count()) === 0) await dialog.getByRole('button', { name: 'Close' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.reload();
    await settle(page);
    await begin();
    await expect.poll(() => dialog.getByRole('button', { name: 'Continue' }).count()).toBe(0);
    expect(world().faults).toEqual([]);
    await page.close();
  });
}

/** For the long run. */
export function finerKeepingWalks(world: () => World): void {
  test('an entry of the diary begins with a template, is linked to a trade and leads to it', async () => {
    const [trip] = (await world().client.roundTrips.list({ query: { sort: '-opened_at', limit: 1 } })).items;
    const page = await world().open();
    await enter(world(), page, '/diary');
    await settle(page);
    await page.getByRole('group', { name: 'Template' }).getByRole('button', { name: 'After the close' }).click();
    await expect.poll(() => page.getByLabel('Text (Markdown)').inputValue()).toContain('## What I did well');
    await page.getByLabel('Title').fill('A quiet evening');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const entry = page.getByRole('article', { name: 'A quiet evening' });
    await entry.getByRole('heading', { name: 'What I did well' }).waitFor();
    await entry.getByRole('button', { name: 'More for A quiet evening' }).click();
    await entry.getByRole('button', { name: /^Link a trade/ }).click();
    await page.getByLabel('Trade (latest first)').selectOption(trip?.entry_exec_ids[0] ?? '');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const linked = entry.getByRole('list', { name: 'Trades of A quiet evening' });
    await linked.getByRole('link', { name: nameTrade({ instrument: trip?.instrument ?? '' }) }).click();
    const diary = page.getByRole('region', { name: 'Diary' });
    await diary.getByRole('link', { name: 'A quiet evening' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.goBack();
    await linked.getByRole('button', { name: /^Unlink/ }).click();
    await linked.waitFor({ state: 'detached' });
    await page.close();
  });

  test('a watchlist is made, filled, corrected, emptied and deleted', async () => {
    const page = await world().open();
    await enter(world(), page, '/plans');
    await settle(page);
    await page.getByText(/^Watchlists \(/).click();
    await page.getByRole('button', { name: 'New watchlist' }).click();
    await page.getByLabel('Name').fill('Earnings <i>week</i>');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const list = page.getByRole('article', { name: 'Earnings <i>week</i>' });
    await list.getByRole('button', { name: /^Add a ticker/ }).click();
    await page.getByRole('combobox', { name: 'Ticker' }).fill('nflx');
    await page.getByLabel('Waiting for').fill('A close above 700');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const row = list.getByRole('row', { name: /^NFLX A close above/ });
    await row.getByRole('button', { name: 'Edit NFLX' }).click();
    await page.getByLabel('Waiting for').fill('A close above 720');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await list.locator('span.wrapped').getByText('A close above 720').waitFor();
    // Of this one no price is known; of the other the market of the demo has one.
    await list.getByRole('button', { name: /^Add a ticker/ }).click();
    await page.getByRole('combobox', { name: 'Ticker' }).fill('KO');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await list.getByRole('row', { name: /^KO – \d+\.\d\d demo, / }).waitFor();
    await expect.poll(() => row.textContent()).toContain('720–');
    await list.getByRole('button', { name: 'Remove KO' }).click();
    await list.getByRole('button', { name: 'Remove NFLX' }).click();
    await list.getByRole('row').first().waitFor({ state: 'detached' });
    expect(await violations(page)).toEqual([]);
    await list.getByRole('button', { name: 'More for Earnings <i>week</i>' }).click();
    await list.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await list.waitFor({ state: 'detached' });
    await page.close();
  });
}
