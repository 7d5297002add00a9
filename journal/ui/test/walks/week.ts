// The week on one page, a day replayed, a rule compared with its trader, and what-if.
import { nameWeek } from '@zorivest/vocabulary';
import { test } from '@zorivest/pictures/test/browser-test';
import { expect } from 'vitest';
import { violations } from '../axe.ts';
import { enter, settle, type World } from '../world.ts';

const money = (value: number): string =>
  Math.abs(value).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export function weekWalks(world: () => World): void {
  test('a week shows its result, opens after one click, and begins the entry about it', async () => {
    const week = await world().client.week.get({ params: { iso: 'last' } });
    const page = await world().open();
    await enter(world(), page, '/reports/week/last');
    await settle(page);
    await page.getByRole('heading', { level: 1, name: nameWeek(week.week) }).waitFor();
    for (const question of week.questions) await page.getByText(question).waitFor();
    if (week.best !== null)
      await page.getByRole('heading', { name: `Best: ${week.best.instrument}`, exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Every Saturday as a PDF' }).click();
    const comes = page.getByRole('link', { name: 'Created every Saturday' });
    await comes.waitFor();
    await expect.poll(() => comes.getAttribute('href')).toBe('/reports');
    const { policies } = await world().client.scheduling.listPolicies({ query: {} });
    expect(policies.find(({ name }) => name === 'The week')).toMatchObject({ approved: true, enabled: true });
    const [pdf] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'PDF', exact: true }).click(),
    ]);
    expect(pdf.suggestedFilename()).toBe(`week-${week.week}.pdf`);
    const [card] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Share card' }).click(),
    ]);
    expect(card.suggestedFilename()).toBe(`week-${week.week}.png`);
    await page.getByRole('link', { name: 'Write about it' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe(nameWeek(week.week));
    const text = page.getByRole('textbox', { name: 'Text (Markdown)' });
    for (const question of week.questions) await expect.poll(() => text.inputValue()).toContain(`## ${question}`);
    await enter(world(), page, `/reports/week/${week.week}`);
    await page.getByRole('link', { name: 'Previous week', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: nameWeek(week.previous) }).waitFor();
    await page.close();
  });

  test('a day is replayed on one clock, and a trade is not on the page before it was opened', async () => {
    const { items } = await world().client.roundTrips.list({
      query: { status: 'closed', unit: 'leg', sort: '-closed_at', limit: 50 },
    });
    const trade = items.find(
      ({ opened_at, closed_at, asset_class }) =>
        asset_class === 'EQUITY' && closed_at !== null && opened_at.slice(0, 10) === closed_at.slice(0, 10),
    );
    const day = trade?.opened_at.slice(0, 10) ?? '';
    const page = await world().open();
    await enter(world(), page, `/replay/${day}`);
    await settle(page);
    await page.getByRole('button', { name: 'Step' }).waitFor();
    await expect.poll(() => page.getByRole('main').innerText()).not.toContain(trade?.instrument);
    const cell = page.getByRole('cell', { name: new RegExp(`(Long|Short) ${trade?.instrument ?? ''}$`) });
    for (let half = 0; half < 16 && (await cell.count()) === 0; half += 1) {
      await page.getByRole('button', { name: '30 minutes forward' }).click();
      await settle(page);
    }
    await cell.first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.close();
  });

  test('a trade shows which rules it followed, and is replayed on one chart that grows', async () => {
    const { client } = world();
    const { items } = await client.playbooks.list();
    const playbook = items.find(({ rules }) => rules.some(({ kind }) => kind === 'manual'));
    const params = { id: playbook?.id ?? 0 };
    const { trades } = await client.playbooks.adherence({ params, query: { period: 'ytd' } });
    const trade = trades.at(-1);
    const own = await client.roundTrips.rules({ params: { trip_id: trade?.trip_id ?? '' } });
    expect(Object.fromEntries(own.rules.map(({ id, verdict }) => [id, verdict]))).toEqual(trade?.rules);
    const page = await world().open();
    await enter(world(), page, `/trades/${encodeURIComponent(own.trip_id)}`);
    await settle(page);
    const card = page.getByRole('region', { name: 'Rules', exact: true });
    for (const { text, verdict } of own.rules) await card.getByText(`${text}: ${verdict}`).waitFor();
    await card.getByRole('button', { name: /^Waited for the turn: unknown/ }).click();
    await card.getByText('Waited for the turn: followed').waitFor();
    expect(await violations(page)).toEqual([]);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/replay?')) asked.push(request.url());
    });
    await page.getByRole('link', { name: 'Replay', exact: true }).click();
    // The heading says nothing of how it ended.
    await page.getByRole('heading', { level: 1, name: 'Replay', exact: true }).waitFor();
    await settle(page);
    const time = page.locator('.figures dd').first();
    const step = async () => {
      // A step whose bars are still on their way would be taken for this one.
      await settle(page);
      const before = await time.textContent();
      await page.getByRole('button', { name: 'Step' }).click();
      await expect.poll(() => time.textContent()).not.toBe(before);
    };
    const canvas = page.locator('.candles canvas').first();
    // The bar it was opened in is not over yet.
    await step();
    await step();
    await canvas.waitFor();
    await page.evaluate("document.querySelector('.candles canvas').dataset.same = 'yes'");
    await step();
    await step();
    await expect.poll(() => page.locator('.candles canvas[data-same="yes"]').count()).toBe(1);
    await page.close();
  });

  test('the days of an account that is held to limits are drawn with every breach, each opening its day', async () => {
    const { client } = world();
    const [account] = (await client.riskAccounts.list()).items;
    const { days, breaches, name } = await client.riskAccounts.status({ params: { id: account?.id ?? 0 } });
    const page = await world().open();
    await enter(world(), page, '/risk');
    await settle(page);
    const figure = page.getByRole('figure', { name: `Days of ${name}` });
    expect(breaches.length).toBeGreaterThan(0);
    expect(await figure.locator('[data-label*="Broken at"]').count()).toBe(breaches.length);
    await figure.locator('summary').click();
    await expect.poll(() => figure.getByRole('row').count()).toBe(days.length + 1);
    // Rare actions are behind a sign, not next to the daily ones.
    expect(await page.getByRole('button', { name: 'Delete' }).isVisible()).toBe(false);
    await page.getByRole('button', { name: `More for ${name}` }).click();
    await page.getByRole('button', { name: 'Delete' }).waitFor();
    await page.close();
  });

  test('the rule of a playbook is compared with its trader, part by part', async () => {
    const { client } = world();
    const playbook = (await client.playbooks.list()).items.find(({ entry_long }) => entry_long !== null);
    const params = { id: playbook?.id ?? 0 };
    const found = await client.playbooks.compare({ params, body: { filter: { period: 'ytd' } } });
    // Its condition is one of days, so that is what the rule is run on.
    expect(found.interval).toBe('1d');
    const page = await world().open();
    await enter(world(), page, '/playbooks');
    await settle(page);
    await page.getByRole('link', { name: `Rules vs. you of ${found.name}` }).click();
    await page.getByRole('heading', { level: 1, name: `Rules vs. you: ${found.name}` }).waitFor();
    await settle(page);
    const parts = page.getByRole('region', { name: 'Parts, table' });
    for (const [part, name] of [
      ['not_taken', 'Not taken'],
      ['outside', 'Outside'],
      ['timing', 'Timing'],
      ['size', 'Size'],
    ] as const)
      await expect
        .poll(() => parts.getByRole('row', { name: new RegExp(`^${name} `) }).innerText())
        .toContain(money(found.parts[part]));
    const picture = page.getByRole('figure', { name: 'From the rule to your result' }).getByRole('img');
    const drawn = await picture.getAttribute('aria-label');
    for (const amount of [found.rule, found.trader]) expect(drawn).toContain(money(amount));
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Bars').selectOption('5m');
    await expect.poll(() => page.url()).toContain('interval=5m');
    await settle(page);
    await page
      .getByText(/Bars: 5m\.|left out, no bars/)
      .first()
      .waitFor();
    await page.close();
  });

  test('the curve is drawn without some trades next to the real one, and trades get a different exit', async () => {
    const { client } = world();
    const filter = { period: 'ytd' };
    const without = await client.whatIf.trades({ body: { filter, stop_after_losses: 1 } });
    const left = await client.whatIf.exits({ body: { filter, rule: { kind: 'trail', value: 1 } } });
    const page = await world().open();
    await enter(world(), page, '/analytics/what-if');
    await settle(page);
    const others = page.getByRole('region', { name: 'Exclude trades' });
    await others.getByLabel('Max losing trades per day').fill('1');
    await others.getByRole('button', { name: 'What if' }).click();
    const picture = others.getByRole('figure', { name: 'Actual and what if' }).getByRole('img');
    await picture.waitFor();
    const drawn = await picture.getAttribute('aria-label');
    for (const amount of [without.net_pnl, without.what_if_net_pnl]) expect(drawn).toContain(money(amount));
    await expect.poll(() => others.innerText()).toContain(money(without.difference));
    const exits = page.getByRole('region', { name: 'Different exit' });
    await exits.getByLabel('Exit', { exact: true }).selectOption('trail');
    await exits.getByLabel('R behind the price').fill('1');
    await exits.getByRole('button', { name: 'What if' }).click();
    await exits.getByText(money(left.what_if_net_pnl)).first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.close();
  });
}
