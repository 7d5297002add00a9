// A demo book with its real service, and a real browser: what a person has in front of them.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createClient, type JournalClient } from '@zorivest/contract';
import { launchBrowser } from '@zorivest/pictures/test/browser';
import type { Browser, Page } from 'playwright-core';

const ZORIVEST = join(import.meta.dirname, '../../cli/bin/zorivest.js');

const CLOCK = join(import.meta.dirname, 'clock.mjs');

/** The evening on which the walks happen: a demo book ends on its day, and must not differ from one run to the next. */
const EVENING = process.env.ZORIVEST_TEST_EVENING ?? '2026-11-13T21:30:00Z';

/** Requests of the page are held back by up to this, and so come in any order: for finding what depends on it. */
const HELD_BACK_MS = Number(process.env.ZORIVEST_TEST_HELD_BACK_MS ?? 0);

export interface World {
  readonly url: string;
  readonly mcpUrl: string;
  /** The address that was printed for the browser. */
  readonly openUrl: string;
  readonly passphrase: string;
  readonly apiKey: string;
  /** A program with that key. */
  readonly client: JournalClient;
  /** The folder of the book; statements lying in it may be imported by assistants. */
  readonly home: string;
  /** An account of the demo book. */
  readonly account: string;
  readonly browser: Browser;
  /** What a page logged or requested that it should not have. */
  readonly faults: string[];
  /** What the clocks of service and browser say. */
  now(): Date;
  /** Sets the service's clock ahead of the browser's. */
  goAhead(milliseconds: number): void;
  /** Without motion, unless it is asked for: what moves takes time, and a colour between two themes is neither. */
  open(options?: {
    readonly width?: number;
    readonly theme?: 'light' | 'dark';
    readonly isMoving?: boolean;
  }): Promise<Page>;
  close(): Promise<void>;
}

/** Addresses on the lines `zorivest quickstart` prints. */
async function addresses(child: ChildProcess): Promise<Pick<World, 'url' | 'mcpUrl' | 'openUrl'>> {
  let printed = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const url = /API\s+(http:\S+)/.exec(printed)?.[1];
      const mcpUrl = /MCP\s+(http:\S+)/.exec(printed)?.[1];
      const openUrl = /Open\s+(http:\S+)/.exec(printed)?.[1];
      if (url && mcpUrl && openUrl && printed.includes('API key')) resolve({ url, mcpUrl, openUrl });
    });
    child.once('exit', (code) => reject(new Error(`zorivest ended with ${code}: ${printed}`)));
  });
}

/** Runs in the page before anything of it. */
function shiftClock(offset: number): void {
  const real = Date;
  const now = () => real.now() + offset;
  globalThis.Date = new Proxy(real, {
    construct: (made, given) => (given.length === 0 ? new made(now()) : Reflect.construct(made, given)),
    get: (made, name) => (name === 'now' ? now : Reflect.get(made, name)),
  });
}

export async function startWorld(): Promise<World> {
  // First: where there is none, no service is left running.
  const browser = await launchBrowser();
  const home = mkdtempSync(join(tmpdir(), 'zorivest-app-'));
  const ahead = join(home, 'ahead');
  const offset = Date.parse(EVENING) - Date.now();
  const child = spawn(process.execPath, [ZORIVEST, 'quickstart', '--home', home], {
    env: {
      ...process.env,
      ZORIVEST_API_PORT: '0',
      ZORIVEST_MCP_PORT: '0',
      NODE_OPTIONS: `--import ${pathToFileURL(CLOCK).href}`,
      ZORIVEST_TEST_OFFSET: String(offset),
      ZORIVEST_TEST_AHEAD: ahead,
      ZORIVEST_IMPORT_ROOTS: home,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { url, mcpUrl, openUrl } = await addresses(child);
  const first = JSON.parse(readFileSync(join(home, 'first-run.json'), 'utf8')) as {
    readonly passphrase: string;
    readonly api_key: string;
  };
  const client = createClient({ baseUrl: url, auth: { kind: 'key', apiKey: first.api_key } });
  const [account] = await client.accounts.list();
  const faults: string[] = [];
  const open: World['open'] = async ({ width = 1280, theme = 'light', isMoving = false } = {}) => {
    const page = await browser.newPage({
      viewport: { width, height: 900 },
      colorScheme: theme,
      reducedMotion: isMoving ? 'no-preference' : 'reduce',
    });
    await page.addInitScript(shiftClock, offset);
    if (HELD_BACK_MS > 0)
      await page.route('**/api/v1/**', async (route) => {
        await after(Math.random() * HELD_BACK_MS);
        // The page may have gone on, or been closed.
        await route.continue().catch(() => {});
      });
    // A machine that does much else answers late, not wrongly.
    page.setDefaultTimeout(120_000);
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) faults.push(`${message.text()} ${message.location().url}`);
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(`${url}/`) && !/^(?:data|blob):/.test(request.url())) faults.push(request.url());
    });
    return page;
  };
  const close = async () => {
    await browser.close();
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    rmSync(home, { recursive: true, force: true });
  };
  return {
    url,
    mcpUrl,
    openUrl,
    passphrase: first.passphrase,
    apiKey: first.api_key,
    client,
    home,
    account: account?.account_id ?? '',
    browser,
    faults,
    now: () => new Date(Date.now() + offset),
    goAhead: (milliseconds) => writeFileSync(ahead, String(milliseconds)),
    open,
    close,
  };
}

/** A page as a person has it who gave the passphrase a moment ago; the door itself has tests of its own. */
export async function enter(world: World, page: Page, path = '/'): Promise<void> {
  const { session_token } = await world.client.system.unlock({ body: { passphrase: world.passphrase } });
  const [origin, token] = [world.url, session_token].map((text) => JSON.stringify(text));
  await page.addInitScript(
    `if (location.origin === ${origin}) sessionStorage.setItem('zorivest.session', sessionStorage.getItem('zorivest.session') ?? ${token});`,
  );
  await page.goto(`${world.url}${path}`);
  await page.getByRole('button', { name: 'Stop assistant' }).waitFor();
}

/** Once nothing on the page is loading any more. */
export async function settle(page: Page): Promise<void> {
  await page.locator('h1').waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}
