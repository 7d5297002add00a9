// From a click to what it shows: immediately, also while other answers are pending.
import type { Page } from 'playwright-core';
import { test } from '@zorivest/pictures/test/browser-test';
import { expect } from 'vitest';
import { enter, settle, type World } from '../world.ts';

const railTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name });

export function clickWalks(world: () => World): void {
  test('a click on a page whose code has not come shows its heading, and the page once it has', async () => {
    const page = await world().open();
    await enter(world(), page);
    await settle(page);
    const held = Promise.withResolvers<void>();
    await page.route(/\/assets\//, async (route) => {
      await held.promise;
      await route.continue();
    });
    await railTo(page, 'Plans').click();
    await expect.poll(() => page.locator('h1').allTextContents()).toEqual(['Plans']);
    await expect.poll(() => page.title()).toBe('Plans · Zorivest');
    expect(await page.getByRole('main').locator('[aria-busy="true"]').count()).toBe(1);
    held.resolve();
    await page.getByRole('button', { name: 'New plan' }).waitFor();
    await expect.poll(() => page.locator('h1').allTextContents()).toEqual(['Plans']);
    await page.close();
  });

  test('a page that was there before is drawn with the click, and once', async () => {
    const page = await world().open();
    await page.addInitScript(`window.formatted = 0;
      const { format } = Object.getOwnPropertyDescriptors(Intl.NumberFormat.prototype);
      Object.defineProperty(Intl.NumberFormat.prototype, 'format', { ...format, get() {
        window.formatted += 1;
        return format.get.call(this);
      } });`);
    await enter(world(), page, '/accounts');
    await settle(page);
    await railTo(page, 'Plans').click();
    await page.getByRole('button', { name: 'New plan' }).waitFor();
    const before = await page.evaluate<number>('window.formatted');
    // In the page itself, so that nothing else comes between the click and the next frame.
    const heading = await page.evaluate(`(async () => {
      document.querySelector('.rail [title=Accounts]').click();
      await new Promise(requestAnimationFrame);
      return document.querySelector('h1').textContent;
    })()`);
    expect(heading).toBe('Accounts');
    // The title of the tab is the last to follow.
    await expect.poll(() => page.title()).toBe('Accounts · Zorivest');
    const formatted = (await page.evaluate<number>('window.formatted')) - before;
    const amounts = (await page.locator('.amount').allTextContents()).filter((text) => text !== '–');
    expect(amounts.length).toBeGreaterThan(10);
    expect(formatted).toBeLessThan(2 * amounts.length);
    await page.close();
  });

  test('a table longer than a screen is drawn to its end', async () => {
    const page = await world().open();
    await enter(world(), page, '/trades?period=all&as=pages');
    await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(51);
    await page.close();
  });
}
