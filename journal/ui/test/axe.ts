// What axe has against a page.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** In short; `only` names the rules that are asked, all of them when left out. */
export async function violations(page: Page, ...only: readonly string[]): Promise<string[]> {
  const found = await askAxe(page, only);
  // Figures may have turned pale while they were looked at: what is wrong with a page is wrong a moment later, too.
  return found.length === 0 ? found : askAxe(page, only);
}

async function askAxe(page: Page, only: readonly string[]): Promise<string[]> {
  // Figures that are asked for again are paler until the answer is there; where the service is away, they stay so.
  const stale = page.locator('[data-stale]').first();
  await stale.waitFor({ state: 'detached', timeout: 10_000 }).catch(() => {});
  // A colour on its way from one theme to the other is neither.
  await page.evaluate(
    `Promise.all(document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      .map(({ finished }) => finished.catch(() => {})))`,
  );
  // The page's own policy forbids scripts from elsewhere; the debugger's do not count.
  await page.evaluate(axe);
  const options = JSON.stringify({ resultTypes: ['violations'], ...(only.length > 0 && { runOnly: only }) });
  // Shortened in the page: what axe has found good is megabytes, and slower to hand over than to find.
  return page.evaluate<string[]>(
    `axe.run(${options}).then(({ violations }) => violations.map(({ id, nodes: [first] }) =>
      id + ': ' + JSON.stringify(first?.target) + ' ' + first?.failureSummary))`,
  );
}
