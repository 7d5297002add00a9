// The diary while it is written: nothing that was typed is lost, and nothing of somebody else's is written over.
import { createClient } from '@zorivest/contract';
import type { Page } from 'playwright-core';
import { test } from '@zorivest/pictures/test/browser-test';
import { expect } from 'vitest';
import { violations } from '../axe.ts';
import { paste } from '../paste.ts';
import { enter, settle, type World } from '../world.ts';

const textOf = (page: Page) => page.getByLabel('Text (Markdown)');
const waitForDraft = (page: Page) => page.getByText(/^Draft saved at/).waitFor();

export function writingWalks(world: () => World): void {
  test('a text is saved over a reload, another page and a locked vault, with a preview next to it', async () => {
    const { client, url, passphrase } = world();
    const person = createClient({ baseUrl: url, auth: { kind: 'passphrase', passphrase } });
    const page = await world().open();
    await enter(world(), page, '/diary');
    await settle(page);
    await page.getByRole('button', { name: 'New entry' }).click();
    await textOf(page).fill('**Waited** for it <img src=x onerror=alert(1)>');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.locator('strong', { hasText: 'Waited' }).waitFor();
    await preview.getByText('<img src=x onerror=alert(1)>').last().waitFor();
    // The evening is about the day's trades: they stand next to it.
    const { items } = await client.roundTrips.list({ query: { from: '2026-11-13', to: '2026-11-13' } });
    const traded = page.getByRole('region', { name: 'Closed on Fri 13 Nov 2026, table' }).locator('tbody tr');
    await expect.poll(() => traded.count()).toBe(items.length);
    await waitForDraft(page);
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await expect.poll(() => textOf(page).inputValue()).toContain('**Waited**');

    // Closed before a letter could be sent automatically: sent on the way out.
    await textOf(page).fill('Waited, then left.');
    await page.reload();
    const drafts = async () =>
      (await person.drafts.list()).items.flatMap(({ form, fields }) =>
        form.startsWith('diary:') ? [fields['body']] : [],
      );
    await expect.poll(drafts).toEqual(['Waited, then left.']);
    await page.goto(`${url}/diary`);
    const unfinished = page.getByRole('region', { name: 'Unfinished' });
    await unfinished.getByRole('button', { name: 'Continue with Waited, then left.' }).click();
    await expect.poll(() => textOf(page).inputValue()).toBe('Waited, then left.');
    // Back before the page has fetched its drafts again.
    await textOf(page).fill('Waited, then went to the plans.');
    const isBack = Promise.withResolvers<void>();
    await page.route(/\/drafts$/, async (route) => {
      await isBack.promise;
      // Removed just now, the route lets it pass.
      await route.continue().catch(() => {});
    });
    const draftSent = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await page.getByRole('link', { name: 'Plans' }).click();
    await expect.poll(() => page.locator('h1').textContent()).toBe('Plans');
    await draftSent;
    await page.goBack();
    await expect.poll(() => textOf(page).inputValue()).toBe('Waited, then went to the plans.');
    isBack.resolve();
    await page.unroute(/\/drafts$/);

    // The vault is locked while the last words are on their way.
    const locked = Promise.withResolvers<void>();
    await page.route(/\/drafts\//, async (route) => {
      await locked.promise;
      await route.continue();
    });
    await textOf(page).fill('Waited behind a locked door.');
    await client.auth.lock();
    locked.resolve();
    await page.getByLabel('Passphrase').waitFor();
    expect(await page.content()).not.toContain('locked door');
    await page.getByLabel('Passphrase').fill(passphrase);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect.poll(() => textOf(page).inputValue()).toBe('Waited behind a locked door.');
    await waitForDraft(page);
    // A screenshot is stored with the draft, over a reload, and is the entry's once it is saved.
    await paste(page);
    const drafted = page.getByRole('list', { name: 'Images of this draft' }).getByRole('listitem');
    await expect.poll(() => drafted.count()).toBe(1);
    await page.reload();
    await expect.poll(() => drafted.count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Title').fill('Patience');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('article', { name: 'Patience' }).getByText('Waited behind a locked door.').waitFor();
    const images = page.getByRole('article', { name: 'Patience' }).getByRole('list', { name: 'Images of Patience' });
    await expect.poll(() => images.getByRole('listitem').count()).toBe(1);
    await expect.poll(() => drafts()).toEqual([]);
    world().faults.length = 0; // what was asked while the vault was locked
    await page.close();
  });
}

/** For the long run. */
export function finerWritingWalks(world: () => World): void {
  test('an entry that an assistant changed meanwhile, and a draft open in another tab, wait for the person', async () => {
    const { client, url } = world();
    const { id } = await client.journal.create({ body: { title: 'Two pens', body: 'First', tags: ['mood'] } });
    const params = { journal_entry_id: id };
    const page = await world().open();
    await enter(world(), page, '/diary');
    await page.getByRole('button', { name: 'Edit Two pens' }).click();
    await expect.poll(() => textOf(page).inputValue()).toBe('First');
    await textOf(page).fill('Mine');
    await waitForDraft(page);
    await client.journal.update({ params, body: { body: 'By the assistant' } });
    const changed = page.getByRole('alert', { name: 'Changed elsewhere' });
    await changed.getByText('Current version').click();
    await changed.getByText('By the assistant').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
    expect((await client.journal.get({ params })).body).toBe('By the assistant');
    await changed.getByRole('button', { name: 'Replace it with mine' }).click();
    await waitForDraft(page);

    const other = await world().open();
    await enter(world(), other, `/diary?write=${id}`);
    await expect.poll(() => textOf(other).inputValue()).toBe('Mine');
    await textOf(other).fill('From the other tab');
    await waitForDraft(other);
    await textOf(page).fill('Mine again');
    const elsewhere = page.getByRole('alert', { name: 'Edited elsewhere' });
    await elsewhere.getByText(/^Version saved there/).click();
    await elsewhere.getByText('From the other tab').waitFor();
    expect(await violations(page)).toEqual([]);
    await elsewhere.getByRole('button', { name: 'Keep the other' }).click();
    await expect.poll(() => textOf(page).inputValue()).toBe('From the other tab');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('article', { name: 'Two pens' }).getByText('From the other tab').waitFor();
    await expect
      .poll(() => client.journal.get({ params }))
      .toMatchObject({ body: 'From the other tab', tags: ['mood'] });
    await page.getByRole('article', { name: 'Two pens' }).getByRole('button', { name: '#mood' }).click();
    await page.getByRole('button', { name: 'Clear filter: #mood' }).waitFor();
    await expect.poll(() => page.getByRole('article').count()).toBe(1);

    // The other tab hears of it, and throws its own words away.
    await other.getByRole('alert', { name: 'Changed elsewhere' }).waitFor();
    await other.getByRole('button', { name: 'Close' }).click();
    await other.getByRole('article', { name: 'Two pens' }).waitFor();
    await other.goto(`${url}/diary?write=${id}`);
    await textOf(other).fill('Not worth it');
    await waitForDraft(other);
    await other.getByRole('button', { name: 'Discard' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await other.getByRole('article', { name: 'Two pens' }).waitFor();
    await expect.poll(() => other.getByRole('region', { name: 'Unfinished' }).count()).toBe(0);
    world().faults.length = 0; // the browser reports the refused draft itself
    await other.close();
    await page.close();
  });
}
