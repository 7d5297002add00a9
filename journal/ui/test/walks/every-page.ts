// What holds for every page: its heading, what axe has against it, its width on a telephone, whom it asks.
import type { Page, Request } from 'playwright-core';
import { test } from '@zorivest/pictures/test/browser-test';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { violations } from '../axe.ts';
import { enter, settle, type World } from '../world.ts';

/** Of the service, besides its feed. */
const MOST_REQUESTS = 12;

/** Parts of the one answer for the start of a page: a busy book leaves them out, and the page asks for them again. */
const ofStart = /^\/api\/v1\/(?:settings|settings\/resolved|accounts|tags|filters|drafts)$/;

/** What only programs read: a name with an underscore, an endpoint, a schedule in signs, an id of a row. */
const leaked =
  /\b[a-z]+_[a-z_]+\b|\b(?:GET|POST|PUT|PATCH|DELETE) \/|(?:[\d*,/-]+ ){4}[\d*,/-]+|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}\b/g;

export function everyPageWalks(world: () => World, paths: readonly string[]): void {
  describe('the page', () => {
    let page: Page;
    beforeAll(async () => {
      page = await world().open();
      await enter(world(), page);
      // What the first page still asks for is not the next one's.
      await settle(page);
    });
    afterAll(() => page?.close());

    test.each(paths)(
      '%s has one heading, no axe violation in both themes, fits a telephone, sends few requests and none elsewhere, and logs no error',
      async (path) => {
        await page.setViewportSize({ width: 1280, height: 900 });
        await page.emulateMedia({ colorScheme: 'light' });
        const asked: string[] = [];
        const note = (request: Request) => {
          const { pathname } = new URL(request.url());
          const isCounted = pathname !== '/api/v1/events' && !ofStart.test(pathname);
          if (pathname.startsWith('/api/') && isCounted) asked.push(pathname);
        };
        page.on('request', note);
        await page.goto(`${world().url}${path}`);
        await settle(page);
        page.off('request', note);
        const tooMany = asked.length > MOST_REQUESTS ? asked : [];
        const glyphs = await page.evaluate<string[]>(
          `[...document.querySelectorAll('.rail, .top-bar')].flatMap((part) => part.textContent.match(/[\\u2190-\\u2bff]/g) ?? [])`,
        );
        const headings = await page.locator('h1').count();
        // What is meant to be typed or read as code stands in its own letters.
        const read = await page.evaluate<string>(
          `(() => { const codes = [...document.querySelectorAll('main code, main pre')]; for (const code of codes) code.hidden = true;
          const read = document.querySelector('main').innerText; for (const code of codes) code.hidden = false; return read; })()`,
        );
        const leaks = read.match(leaked) ?? [];
        const light = await violations(page);
        await page.emulateMedia({ colorScheme: 'dark' });
        await page.locator('[data-theme="dark"]').waitFor();
        // Of all that axe looks at only colours differ between themes.
        const dark = await violations(page, 'color-contrast');
        // Nor at a tablet's width is a column of a table out of sight.
        const wide = `[...document.querySelectorAll('.scroll:has(> table)')].filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.getAttribute('aria-label'))`;
        await page.setViewportSize({ width: 768, height: 900 });
        await expect.poll(() => page.evaluate(wide)).toEqual([]);
        await page.setViewportSize({ width: 360, height: 900 });
        // Charts follow the width of their place a frame later.
        await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360);
        await expect.poll(() => page.evaluate(wide)).toEqual([]);
        expect({ headings, light, dark, tooMany, glyphs, leaks, faults: world().faults.splice(0) }).toEqual({
          headings: 1,
          tooMany: [],
          glyphs: [],
          leaks: [],
          light: [],
          dark: [],
          faults: [],
        });
      },
    );
  });
}
