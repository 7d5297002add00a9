// A stop pressed in the app while nothing else gets through, and what is left of a form when the service is killed: the book does
// not answer, the browser thinks it is offline, or the processes are gone.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type JournalClient } from '@zorivest/contract';
import { test } from '@zorivest/pictures/test/browser-test';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { enter, settle, startWorld, type World } from './world.ts';

let world: World;
let person: JournalClient;
beforeAll(async () => {
  world = await startWorld();
  person = createClient({ baseUrl: world.url, auth: { kind: 'passphrase', passphrase: world.passphrase } });
});
afterAll(() => world?.close());

/** The reader and the writer: every read of the book waits while they stand still, and holds its connection. */
function bookProcesses(): number[] {
  const { pid } = JSON.parse(readFileSync(join(world.home, 'service.json'), 'utf8')) as { readonly pid: number };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/status`, 'utf8').includes(`PPid:\t${pid}\n`);
      } catch {
        return false; // it has just ended
      }
    })
    .map(Number);
}

/** Those still alive: one that only did a job may end meanwhile, and the service ends an idle book. */
const sendSignal = (pids: readonly number[], signal: NodeJS.Signals): number[] =>
  pids.filter((pid) => {
    try {
      return process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
      throw error;
    }
  });

const isAnswer = (request: Request) => request.url().includes('/api/v1/') && !request.url().includes('/events');

/** The running reads of the tabs. */
function readsOf(pages: readonly Page[]): ReadonlySet<Request> {
  const open = new Set<Request>();
  for (const page of pages) {
    page.on('request', (request) => {
      if (isAnswer(request) && request.method() === 'GET') open.add(request);
    });
    const over = (request: Request) => open.delete(request);
    page.on('requestfinished', over);
    page.on('requestfailed', over);
  }
  return open;
}

async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  return page;
}

const heldPlaces = `navigator.locks.query().then(({ held }) => held.filter(({ name }) => name.startsWith('zorivest.read')).length)`;

const isLocked = async () => (await world.client.guard.status()).is_locked;

// Processes are found and held as Linux does it.
test('three tabs wait for a book that does not answer: four reads in all, and a stop goes through immediately', async (ctx) => {
  ctx.skip(process.platform !== 'linux', 'processes are held up by a signal that only Linux tells of');
  const context = await world.browser.newContext();
  const [first, second, third] = [await openTab(context), await openTab(context), await openTab(context)];
  for (const page of [first, second, third]) await enter(world, page, '/assistant');
  const open = readsOf([first, second, third]);
  const children = sendSignal(bookProcesses(), 'SIGSTOP');
  expect(children.length).toBeGreaterThanOrEqual(2);
  try {
    for (const [page, path] of [
      [first, '/'],
      [second, '/tax'],
      [third, '/trades?period=all'],
    ] as const)
      await page.goto(`${world.url}${path}`);
    // Many more want one: the dashboard alone has twenty.
    await expect.poll(() => open.size).toBe(4);
    await second.bringToFront();
    const button = second.getByRole('button', { name: 'Stop assistant' });
    await button.waitFor();
    // The very task that presses it: no frame passes without a status.
    const status = await second.evaluate<string>(`(async () => {
        const button = document.querySelector('.stop .danger');
        button.click();
        await null;
        return button.textContent;
      })()`);
    expect(status).toContain('Stopping…');
    await expect.poll(isLocked).toBe(true);
    await second.getByText(/Stopped by you/).waitFor();
    // A tab that dies gives its places back.
    await third.close();
    await expect.poll(() => open.size).toBe(4);
    expect(await second.evaluate(heldPlaces)).toBe(4);
  } finally {
    sendSignal(children, 'SIGCONT');
    await person.guard.unlock();
  }
  for (const page of [first, second]) {
    await page.bringToFront();
    await settle(page);
  }
  await context.close();
});

test('without a network the book continues, and a stop is sent', async () => {
  const page = await world.open();
  await enter(world, page);
  await settle(page);
  await page.evaluate(`{
    Object.defineProperty(navigator, 'onLine', { get: () => false });
    window.dispatchEvent(new Event('offline'));
  }`);
  await page.getByRole('link', { name: 'Tax' }).click();
  await settle(page);
  await page.getByRole('button', { name: 'Stop assistant' }).click();
  await page.getByText(/Stopped by you/).waitFor();
  expect(await isLocked()).toBe(true);
  await person.guard.unlock();
  await page.close();
});

test('a page begins with one answer for what stands around it, and what it loads is compressed', async () => {
  const page = await world.open();
  const asked: string[] = [];
  const encodings = new Map<string, string | undefined>();
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    encodings.set(pathname, response.headers()['content-encoding']);
  });
  await enter(world, page);
  await settle(page);
  expect(asked.filter((path) => path === '/api/v1/app/start').length).toBeGreaterThan(0);
  expect(asked.filter((path) => path === '/api/v1/service/status')).toEqual([]);
  const scripts = [...encodings].filter(([path]) => path.endsWith('.js'));
  expect(new Set(scripts.map(([, encoding]) => encoding))).toEqual(new Set(['gzip']));
  expect(encodings.get('/api/v1/app/start')).toBe('gzip');
  await page.close();
});

const frontPid = (): number =>
  (JSON.parse(readFileSync(join(world.home, 'service.json'), 'utf8')) as { readonly pid: number }).pid;

/** Forms of every kind: of a thing, of several lines, in a dialog. */
const forms = [
  ['/trades', 'New trade', 'Notes'],
  ['/plans', 'New plan', 'Exit conditions'],
  ['/accounts', 'New account', 'Institution'],
  ['/playbooks', 'New playbook', 'Description'],
] as const;

// The last, since it ends the service.
test('the service is killed with forms open: after the passphrase each is open again with its words', async (ctx) => {
  ctx.skip(process.platform !== 'linux', 'processes are found as Linux tells of them');
  const pages = await Promise.all(
    forms.map(async ([path, button, label], at) => {
      const page = await world.open();
      await enter(world, page, path);
      await settle(page);
      await page.getByRole('button', { name: button, exact: true }).click();
      const draftSaved = page.waitForResponse(
        (answer) => answer.request().method() === 'PUT' && answer.url().includes('/drafts/') && answer.ok(),
      );
      const field = page.getByRole('dialog', { name: button }).getByLabel(label, { exact: true });
      await field.fill(`written before the kill ${at}`);
      await draftSaved;
      return { page, field, text: `written before the kill ${at}` };
    }),
  );
  const before = frontPid();
  for (const pid of [before, ...bookProcesses()]) process.kill(pid, 'SIGKILL');
  // It restarts automatically, at its old place.
  await expect
    .poll(async () => {
      const answer = await fetch(`${world.url}/api/v1/health`).catch(() => null);
      return answer?.ok === true && frontPid() !== before;
    })
    .toBe(true);
  for (const { page, field, text } of pages) {
    await page.bringToFront();
    await page.getByLabel('Passphrase').fill(world.passphrase);
    await page.getByRole('button', { name: 'Unlock' }).click();
    await expect.poll(() => field.inputValue()).toBe(text);
    await page.close();
  }
});
