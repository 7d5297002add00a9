// What a pipeline would send, seen before it is agreed to.
import { test } from '@zorivest/pictures/test/browser-test';
import { expect } from 'vitest';
import { violations } from '../axe.ts';
import { enter, settle, type World } from '../world.ts';

export function reportWalks(world: () => World): void {
  test('the report of a pipeline is shown in a frame with its own looks, in which nothing runs', async () => {
    const page = await world().open();
    await enter(world(), page, '/reports');
    await settle(page);
    world().faults.length = 0;
    const card = page.getByRole('article', { name: 'Weekly review' });
    await card.getByRole('button', { name: /^Approved version/ }).click();
    await page.getByRole('button', { name: 'Preview the report' }).click();
    const frame = page.locator('dialog iframe');
    await frame.waitFor();
    await expect.poll(() => frame.getAttribute('sandbox')).toBe('allow-same-origin');
    // Asked for from outside: inside nothing runs, not even a question of the test.
    const border = `{
      const heading = document.querySelector('dialog iframe').contentDocument?.querySelector('h1');
      heading ? getComputedStyle(heading).borderBottomStyle : null;
    }`;
    await expect.poll(() => page.evaluate<string | null>(border)).toBe('solid');
    expect(await violations(page)).toEqual([]);
    // The policy of the page reaches into the frame: a refused style would be logged here.
    expect(world().faults).toEqual([]);
    await page.close();
  });

  test('a pipeline begins with a template, lists what may stand at the cursor and what is wrong where, and is saved', async () => {
    const page = await world().open();
    await enter(world(), page, '/reports');
    await settle(page);
    await page.getByRole('button', { name: 'New report' }).click();
    const dialog = page.getByRole('dialog', { name: 'New report' });
    const area = dialog.getByRole('textbox', { name: 'Policy (JSON)' });
    const beginnings = dialog.getByLabel('Start from');
    // Those of the app, and one for each template of the book.
    const templates = await world().client.scheduling.listTemplates();
    await expect.poll(() => beginnings.locator('option').count()).toBe(4 + templates.length);
    for (const option of await beginnings.locator('option').all()) {
      await beginnings.selectOption((await option.getAttribute('value')) ?? '');
      const policy_json = JSON.parse(await area.inputValue()) as Record<string, unknown>;
      const body = { policy_json, phases: ['PARSE', 'VALIDATE'] } as const;
      const judged = await world().client.scheduling.emulate({ body: { ...body, phases: [...body.phases] } });
      expect([policy_json['name'], judged.errors]).toEqual([policy_json['name'], []]);
    }

    await beginnings.selectOption('week');
    const whole = (await area.inputValue()).replace('Fills of the week', 'Walked');
    await area.fill(whole.replace('"type": "render"', '"type": "rendr"'));
    const wrong = dialog.getByRole('status', { name: 'Errors' });
    await wrong.getByText('steps.1.type: there is no step type "rendr"').waitFor();
    expect(await violations(page)).toEqual([]);
    await wrong.getByRole('button', { name: /^Line \d+$/ }).click();
    const selected =
      'document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)';
    await expect.poll(() => page.evaluate(selected)).toBe('"rendr"');
    // The line is visible, however long the text is.
    const line =
      '(document.activeElement.value.slice(0, document.activeElement.selectionStart).split("\\n").length - 1) * 18';
    const [top, height, scrolled] = await page.evaluate<[number, number, number]>(
      `[${line}, document.activeElement.clientHeight, document.activeElement.scrollTop]`,
    );
    expect(top).toBeGreaterThanOrEqual(scrolled);
    expect(top).toBeLessThan(scrolled + height);
    const hint = dialog.getByRole('region', { name: 'At the cursor' });
    await hint.getByText('steps.1.type').waitFor();
    await hint.getByRole('button', { name: '+ on_error' }).waitFor();
    await hint.getByRole('group', { name: 'Values' }).getByRole('button', { name: '"render"' }).click();
    await expect.poll(() => area.inputValue()).toBe(whole);
    await wrong.getByText('No errors.').waitFor();

    await area.fill(whole.slice(0, -2));
    await wrong.getByText('is not JSON').waitFor();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByRole('alert').getByText('Not saved').waitFor();
    await area.fill(whole);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    const walked = page.getByRole('article', { name: 'Walked' });
    await walked.getByText('Not approved').waitFor();

    // The schedule is shown in words and a time of day.
    await walked.getByRole('button', { name: 'More for Walked' }).click();
    await walked.getByRole('button', { name: 'Schedule Walked' }).click();
    const when = page.getByRole('dialog', { name: 'When Walked runs' });
    expect(await when.getByLabel('At').inputValue()).toBe('17:00');
    await when.getByLabel('Days').selectOption('Monday to Friday');
    await when.getByLabel('At').fill('08:30');
    await when.getByRole('button', { name: 'Save', exact: true }).click();
    await walked.getByText('Runs Monday to Friday at 08:30').waitFor();
    const { policies } = await world().client.scheduling.listPolicies();
    const trigger = policies.find(({ name }) => name === 'Walked')?.policy_json['trigger'];
    expect(trigger).toMatchObject({ cron_expression: '30 8 * * 1-5' });
    await page.close();
  });

  test('a template of reports is written, tried out, changed and deleted; what fills it stays text, and the built-in ones stay', async () => {
    const page = await world().open();
    await enter(world(), page, '/reports');
    const table = page.getByRole('region', { name: 'Templates, table' });
    await table.getByRole('row', { name: /^daily-trades/ }).waitFor();
    await expect.poll(() => table.getByRole('button', { name: 'Delete daily-trades' }).count()).toBe(0);
    await page.getByRole('button', { name: 'New template' }).click();
    const form = page.getByRole('dialog', { name: 'New template' });
    await form.getByLabel(/^Name:/).fill('Walked Report');
    await form.getByLabel('Mail subject').fill('For {{ who }}');
    await form.getByLabel('Text (Liquid)').fill('# Good evening, {{ who }}');
    await form.getByLabel(/^Sample values/).fill('{"who": }');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.getByText('Line 1 is not JSON: a value is expected here').waitFor();
    await form.getByLabel(/^Sample values/).fill('{"who": "<i>trader</i>"}');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    // The service says at the field what a name may be.
    await form.locator('.field', { hasText: 'Name:' }).locator('.fault').waitFor();
    world().faults.length = 0; // the browser reports the refused request itself
    await form.getByLabel(/^Name:/).fill('walked-report');
    expect(await violations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    const row = table.getByRole('row', { name: /^walked-report/ });
    await row.getByRole('button', { name: 'Text of walked-report' }).click();
    await page.getByLabel('Purpose').fill('A greeting');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await row.getByText('A greeting').waitFor();
    await row.getByRole('button', { name: 'Look at walked-report' }).click();
    const shown = page.getByRole('dialog', { name: 'walked-report' });
    await shown.getByText('Subject: For <i>trader</i>').waitFor();
    const heading = "document.querySelector('dialog iframe')?.contentDocument?.querySelector('h1')?.textContent";
    await expect.poll(() => page.evaluate(heading)).toBe('Good evening, <i>trader</i>');
    expect(world().faults).toEqual([]);
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: 'Delete walked-report' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
    await page.close();
  });
}
