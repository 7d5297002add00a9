// What holds for every page: its heading, what axe has against it, its width on a telephone, whom it asks.
import type { Page } from 'playwright-core';
import { test } from '@zorivest/pictures/test/browser-test';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { violations } from '../axe.ts';
import { enter, settle, type World } from '../world.ts';

export function everyPageWalks(world: () => World, paths: readonly string[]): void {
  describe('the page', () => {
    let page: Page;
    beforeAll(async () => {
      page = await world().open();
      await enter(world(), page);
    });
    afterAll(() => page?.close());

    test.each(paths)(
      '%s has one heading, nothing wrong for axe in both themes, fits a telephone, makes no error and asks nobody else',
      async (path) => {
        await page.setViewportSize({ width: 1280, height: 900 });
        await page.emulateMedia({ colorScheme: 'light' });
        await page.goto(`${world().url}${path}`);
        await settle(page);
        const headings = await page.locator('h1').count();
        const light = await violations(page);
        await page.emulateMedia({ colorScheme: 'dark' });
        await page.locator('[data-theme="dark"]').waitFor();
        // Of all that axe looks at only colours differ between themes.
        const dark = await violations(page, 'color-contrast');
        await page.setViewportSize({ width: 360, height: 900 });
        // Charts follow the width of their place a frame later.
        await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
        expect({ headings, light, dark, faults: world().faults.splice(0) }).toEqual({
          headings: 1,
          light: [],
          dark: [],
          faults: [],
        });
      },
    );
  });
}
