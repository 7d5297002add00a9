// What axe has against a page.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Found {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: unknown; readonly failureSummary: string }[];
  }[];
}

/** In short; `only` names the rules that are asked, all of them when left out. */
export async function violations(page: Page, ...only: readonly string[]): Promise<string[]> {
  // The page's own policy forbids scripts from elsewhere; the debugger's do not count.
  await page.evaluate(axe);
  const found = await page.evaluate<Found>(`axe.run(${only.length === 0 ? '' : JSON.stringify({ runOnly: only })})`);
  return found.violations.map(
    ({ id, nodes: [first] }) => `${id}: ${JSON.stringify(first?.target)} ${first?.failureSummary}`,
  );
}
