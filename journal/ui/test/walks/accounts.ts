// Accounts from their opening to their end, and the money in them.
import { expect, test } from 'vitest';
import { violations } from '../axe.ts';
import { enter, settled, type World } from '../world.ts';

export function accountWalks(world: () => World): void {
  test('an account is opened, given a balance and a movement, put away, brought back and deleted', async () => {
    const page = await world().open();
    await enter(world(), page, '/accounts');
    await settled(page);
    await page.getByRole('button', { name: 'New account' }).click();
    await page.getByLabel('Name').fill('Savings');
    await page.getByLabel('Type').selectOption('bank');
    await page.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('region', { name: 'Accounts, table' }).getByRole('row', { name: /^Savings/ });
    await row.getByRole('button', { name: 'Balance of Savings' }).click();
    await page.getByRole('dialog').getByLabel('Balance').fill('1,234.5');
    await page.getByRole('button', { name: 'Save' }).click();
    await row.getByText('1,234.50 USD').waitFor();
    await row.getByRole('button', { name: 'History of Savings' }).click();
    await page.getByRole('dialog').getByRole('cell', { name: '1,234.50 USD' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Record a movement' }).click();
    const form = page.getByRole('dialog', { name: 'Record a movement' });
    await form.getByLabel('Account').selectOption({ label: 'Savings' });
    await form.getByLabel('Day').fill('2026-05-04');
    await form.getByLabel('Amount (below zero: out)').fill('-12.34');
    await form.getByLabel('What for').fill('<i>Fee</i>');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('Account of the movements').selectOption({ label: 'Savings' });
    const moved = page.getByRole('region', { name: 'Movements of money, table' });
    await moved.getByRole('row', { name: /<i>Fee<\/i>.*−12\.34 USD/ }).waitFor();

    await row.getByRole('button', { name: 'Archive' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByLabel('With archived ones').check();
    await row.getByRole('button', { name: 'Bring back' }).click();
    await row.getByRole('button', { name: 'Archive' }).waitFor();
    await row.getByRole('button', { name: 'Delete Savings' }).click();
    const question = page.getByRole('dialog', { name: 'Delete Savings?' });
    await question.getByText('No trade belongs to it.').waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
    const left = await world().client.accounts.list({ query: { include_archived: true } });
    expect(left.map(({ name }) => name)).not.toContain('Savings');
    await page.close();
  });
}
