// What a pipeline would send, seen before it is agreed to.
import { expect, test } from 'vitest';
import { violations } from '../axe.ts';
import { enter, settled, type World } from '../world.ts';

export function reportWalks(world: () => World): void {
  test('the report of a pipeline is shown in a frame with its own looks, in which nothing runs', async () => {
    const page = await world().open();
    await enter(world(), page, '/pipelines');
    await settled(page);
    world().faults.length = 0;
    const card = page.getByRole('article', { name: 'Weekly review' });
    await card.getByRole('button', { name: /^What was approved/ }).click();
    await page.getByRole('button', { name: 'Show what it would write' }).click();
    const frame = page.locator('iframe');
    await frame.waitFor();
    expect(await frame.getAttribute('sandbox')).toBe('allow-same-origin');
    // Asked for from outside: inside nothing runs, not even a question of the test.
    const border = `{
      const heading = document.querySelector('iframe').contentDocument?.querySelector('h1');
      heading ? getComputedStyle(heading).borderBottomStyle : null;
    }`;
    await expect.poll(() => page.evaluate<string | null>(border)).toBe('solid');
    expect(await violations(page)).toEqual([]);
    // The policy of the page reaches into the frame: a style it refused would be told here.
    expect(world().faults).toEqual([]);
    await page.close();
  });
}
