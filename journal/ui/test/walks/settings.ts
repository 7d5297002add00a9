// What the person decides about the app, the service and its guard.
import { readFile } from 'node:fs/promises';
import { test } from '@zorivest/pictures/test/browser-test';
import { expect } from 'vitest';
import { violations } from '../axe.ts';
import { enter, settle, type World } from '../world.ts';

export function settingsWalks(world: () => World): void {
  test('a setting that cannot be says so at its field and nothing is changed', async () => {
    const page = await world().open();
    await enter(world(), page, '/settings/backups');
    await settle(page);
    await page.getByRole('button', { name: 'Rules' }).click();
    await page.getByLabel('Keep backups for').fill('0');
    await page.getByLabel('Or after this many changes').fill('50');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.field', { hasText: 'Keep backups for' }).locator('.fault').waitFor();
    const threshold = { params: { key: 'backup.auto_change_threshold' } };
    expect((await world().client.settings.get(threshold)).value).toBe('100');
    await page.getByLabel('Keep backups for').fill('30');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await world().client.settings.get(threshold)).value).toBe('50');
    world().faults.length = 0; // the browser reports the refused request itself
    await page.close();
  });

  test('the guard is given limits, which the assistants then have', async () => {
    const page = await world().open();
    await enter(world(), page, '/settings/guard');
    await settle(page);
    await page.getByRole('button', { name: 'Limits' }).click();
    await page.getByLabel('Limit the number of calls').check();
    await page.getByLabel('Calls per minute').fill('77');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('may call 77 tools a minute').waitFor();
    expect((await world().client.guard.status()).calls_per_minute_limit).toBe(77);
    await page.close();
  });

  test('a second tab of the browser is signed in by the first, and hears the same feed', async () => {
    const context = await world().browser.newContext();
    context.setDefaultTimeout(120_000);
    const page = await context.newPage();
    await enter(world(), page);
    const second = await context.newPage();
    await second.goto(`${world().url}/trades?period=all`);
    await second.getByRole('status').getByText('live').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Stop assistant' }).click();
    await second.getByRole('button', { name: 'Resume' }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
    // Once the tab that reads the feed is gone, the other takes over.
    await second.getByRole('button', { name: 'Stop assistant' }).waitFor();
    await page.close();
    await world().client.guard.lock({ body: { reason: 'by a key' } });
    await second.getByRole('button', { name: 'Resume' }).waitFor();
    await second.getByRole('button', { name: 'Resume' }).click();
    await second.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
    await second.getByRole('button', { name: 'Stop assistant' }).waitFor();
    await context.close();
  });
}

/** For the long run. */
export function finerSettingsWalks(world: () => World): void {
  test('settings are exported, reset one by one and all together, and come back from the file, which is shown before it changes anything', async () => {
    const valueOf = async (key: string) => (await world().client.settings.get({ params: { key } })).value;
    await world().client.settings.update({ body: { 'ui.week_start': 'sunday', 'ui.idle_minutes': 45 } });
    const page = await world().open();
    await enter(world(), page, '/settings/own');
    const own = page.getByRole('region', { name: 'Settings changed by you, table' });
    await own.getByRole('row', { name: /ui\.idle_minutes 45 30/ }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export to a file' }).click(),
    ]);
    const exported = JSON.parse(await readFile(await download.path(), 'utf8')) as { settings: Record<string, unknown> };
    expect(exported.settings).toMatchObject({ 'ui.week_start': 'sunday', 'ui.idle_minutes': 45 });
    for (const stays of ['backup.copy_to', 'ui.trades.columns', 'book.demo'])
      expect(exported.settings).not.toHaveProperty(stays);

    const weekStart = own.getByRole('row', { name: /ui\.week_start/ });
    await own.getByRole('button', { name: 'Reset ui.week_start' }).click();
    await weekStart.waitFor({ state: 'detached' });
    await expect.poll(() => valueOf('ui.week_start')).toBe('monday');
    await page.getByRole('button', { name: 'Reset all' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset all' }).click();
    await page.getByText('All settings have their defaults.').waitFor();
    await expect.poll(() => valueOf('ui.idle_minutes')).toBe('30');

    const input = page.getByLabel(/^Import a settings file/);
    const file = (text: string) => ({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await input.setInputFiles(file('week_start = sunday'));
    await page.getByRole('alert').getByText('not JSON').waitFor();
    const settings = {
      'ui.week_start': 'sunday',
      'ui.density': 'compact',
      'ui.idle_minutes': 3,
      'backup.copy_to': '/elsewhere',
      'of.tomorrow': '<b>1</b>',
    };
    await input.setInputFiles(file(JSON.stringify({ ...exported, settings })));
    const shown = page.getByRole('region', { name: 'Changes from mine.json' });
    await shown.getByRole('row', { name: 'ui.week_start monday sunday' }).waitFor();
    await shown.getByText('ui.idle_minutes is refused: must be at least 5').waitFor();
    await shown.getByText('backup.copy_to is refused: belongs to its own machine').waitFor();
    await shown.getByText('of.tomorrow').waitFor();
    expect(await violations(page)).toEqual([]);
    await expect.poll(() => valueOf('ui.week_start')).toBe('monday');
    await shown.getByRole('button', { name: 'Change it' }).click();
    await page.getByText('One setting was changed.').waitFor();
    await weekStart.waitFor();
    expect([await valueOf('ui.week_start'), await valueOf('ui.idle_minutes')]).toEqual(['sunday', '30']);
    await world().client.settings.reset({ body: { keys: ['ui.week_start'] } });
    await page.close();
  });

  test('the look is chosen, stored in the book and the same in another browser', async () => {
    const page = await world().open();
    await enter(world(), page, '/settings/display');
    await settle(page);
    await page.getByLabel('Theme', { exact: true }).selectOption('dark');
    await page.getByLabel('Row height').selectOption('comfortable');
    await page.getByLabel('Colours of results').selectOption('green_red');
    await page.getByLabel('Numbers').selectOption('de-DE');
    await expect
      .poll(async () => (await world().client.settings.get({ params: { key: 'ui.locale' } })).value)
      .toBe('de-DE');
    const other = await world().open();
    await enter(world(), other);
    await other.locator('[data-theme="dark"][data-density="comfortable"][data-colours="green_red"]').waitFor();
    await expect.poll(() => other.locator('.figures').textContent()).toMatch(/\d,\d\d/);
    await other.close();
    const keys = ['ui.theme', 'ui.density', 'ui.colours', 'ui.locale'];
    await world().client.settings.reset({ body: { keys } });
    await page.locator('[data-colours="blue_orange"][data-theme="light"]').waitFor();
    // Without a choice it follows the system, on a dark one too.
    const dark = await world().open({ theme: 'dark' });
    await enter(world(), dark);
    await dark.locator('[data-theme="dark"][data-colours="blue_orange"]').waitFor();
    await dark.close();
    await page.close();
  });

  test('a backup is made, tried out, and the book is what it was once it is restored', async () => {
    const page = await world().open();
    await enter(world(), page, '/settings/backups');
    await settle(page);
    await page.getByRole('button', { name: 'Back up now' }).click();
    // The person's own; the service may add one of its own above it at any time.
    const row = page.getByRole('row').filter({ hasText: 'until you remove it' });
    await row.waitFor();
    await page.getByRole('button', { name: 'Test the newest' }).click();
    await page.getByText('could be restored').waitFor();
    await row.getByRole('button', { name: 'Verify' }).click();
    await row.getByText('whole').waitFor();
    const body = { exec_id: 'after-backup', instrument: 'LATER', action: 'BOT', quantity: 1, price: 1 } as const;
    await world().client.trades.create({ body: { ...body, account_id: world().account } });
    await row.getByRole('button', { name: 'Restore' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore this backup?' });
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await dialog.getByText('The book is as it was on').waitFor();
    expect((await world().client.trades.list({ query: { instrument: 'LATER' } })).total).toBe(0);
    world().faults.length = 0; // what was asked while the book was closed
    await page.close();
  });
}
