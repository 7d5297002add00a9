// Walks through the app on the demo book and keeps every answer it gets: its pages and their links, the periods and accounts of
// the filter, and whatever the buttons of a page ask for. Nothing is written: what would is stopped on its way.
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request, Response } from 'playwright-core';
import { enter, settle, startWorld, type World } from '../../journal/ui/test/world.ts';
import type { Wire } from '../../scripts/browser.ts';
import { INDEX, questionOf, RECORDING, type Recording } from '../demo/question.ts';

const API = '/api/v1';
const WIDTH = 1440;
/** Pages of one kind that are opened, such as months or years; a visitor who opens another reads that it was not recorded. */
const MOST_OF_A_KIND = 14;
/** Of trades more, since they are what a visitor opens. */
const MOST_TRADES = 40;
/** Buttons of one page that are pressed. */
const MOST_PRESSED = 8;
/** A session's end would end the walk. */
const NOT_PRESSED = /\b(?:lock|sign out|stop|restart|unlock)\b/i;
/** Answers beyond this are no part of a page. */
const MOST_BYTES = 2_000_000;

interface RecordedAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

/** The paths that are only read, as patterns. */
function readPatterns(wire: Wire): { readonly method: string; readonly pattern: RegExp }[] {
  return Object.values(wire).flatMap((resource) =>
    Object.values(resource).flatMap(([method, path, , , does]) =>
      does === 'read' ? [{ method, pattern: new RegExp(`^${API}${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }] : [],
    ),
  );
}

/** Questions without anything to fill in: asked once each, since a page may ask for them alone or among others. */
const plainQuestions = (wire: Wire): string[] =>
  Object.values(wire).flatMap((resource) =>
    Object.values(resource).flatMap(([method, path, answer, , does]) =>
      method === 'GET' && does === 'read' && answer === 'json' && !path.includes('{') ? [`${API}${path}`] : [],
    ),
  );

class Recorder {
  readonly #answers = new Map<string, RecordedAnswer>();
  readonly #arriving = new Set<Promise<void>>();
  #asked = 0;
  #open = 0;
  #isGone = false;
  readonly #world: World;
  readonly #reads: ReturnType<typeof readPatterns>;

  constructor(world: World, wire: Wire) {
    this.#world = world;
    this.#reads = readPatterns(wire);
  }

  get answers(): ReadonlyMap<string, RecordedAnswer> {
    return this.#answers;
  }

  /** How many questions were put so far. */
  get asked(): number {
    return this.#asked;
  }

  async watch(page: Page): Promise<void> {
    const isCounted = (request: Request) => this.#isRead(request) && !request.url().includes(`${API}/events`);
    page.on('request', (request) => {
      if (!isCounted(request)) return;
      this.#asked += 1;
      this.#open += 1;
    });
    const finishRequest = (request: Request) => {
      if (isCounted(request)) this.#open -= 1;
    };
    page.on('requestfailed', (request) => {
      finishRequest(request);
      if (request.failure()?.errorText === 'net::ERR_CONNECTION_REFUSED') this.#isGone = true;
    });
    page.on('requestfinished', finishRequest);
    page.on('response', (response) => {
      if (!isCounted(response.request())) return;
      const keeping = this.#keep(response).finally(() => this.#arriving.delete(keeping));
      this.#arriving.add(keeping);
    });
    page.on('popup', (popup) => void popup.close().catch(() => {}));
    await page.route(`**${API}/**`, (route) => {
      const request = route.request();
      return this.#isRead(request) || request.method() === 'GET' ? route.continue() : route.abort();
    });
  }

  #isRead(request: Request): boolean {
    const { origin, pathname } = new URL(request.url());
    return (
      origin === this.#world.url &&
      this.#reads.some(({ method, pattern }) => method === request.method() && pattern.test(pathname))
    );
  }

  async #keep(response: Response): Promise<void> {
    const request = response.request();
    // Given up by the page meanwhile: it will ask again.
    const body = await response.body().catch(() => null);
    if (body === null || body.length > MOST_BYTES) return;
    // What a busy service puts off is no answer.
    if (response.status() === 503 || response.status() === 401) return;
    const question = questionOf(request.method(), request.url(), request.postData());
    this.#answers.set(question, { status: response.status(), type: response.headers()['content-type'] ?? '', body });
  }

  /** Once nothing is asked any more and nothing on the page is loading. */
  async settle(page: Page): Promise<void> {
    if (this.#isGone) throw new Error('the service that was being recorded has ended');
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 40)));
    for (let quiet = 0; quiet < 3;) {
      quiet = this.#open === 0 && this.#arriving.size === 0 ? quiet + 1 : 0;
      await page.waitForTimeout(25);
    }
    await settle(page);
  }

  async askPlainly(paths: readonly string[]): Promise<void> {
    const { session_token } = await this.#world.client.system.unlock({ body: { passphrase: this.#world.passphrase } });
    for (const path of paths) {
      const question = questionOf('GET', path, null);
      if (this.#answers.has(question) || path.startsWith(`${API}/events`)) continue;
      const response = await fetch(`${this.#world.url}${path}`, {
        headers: { authorization: `Bearer ${session_token}` },
      });
      const body = Buffer.from(await response.arrayBuffer());
      // A question that lacks something is none that the app puts.
      if (response.ok && body.length <= MOST_BYTES)
        this.#answers.set(question, {
          status: response.status,
          type: response.headers.get('content-type') ?? '',
          body,
        });
    }
  }
}

/** The kind of one trade's page. */
const TRADE = 'trades/1';

/** Of which kind a page is: all trades are one, each tab of a page is another. */
const kindOf = (path: string): string => {
  const [, first = '', ...rest] = path.split('?')[0]?.split('/') ?? [];
  return `${first}/${rest.length}${path.includes('?') ? '?' : ''}`;
};

async function walk(world: World, wire: Wire): Promise<ReadonlyMap<string, RecordedAnswer>> {
  const recorder = new Recorder(world, wire);
  const page = await world.open({ width: WIDTH });
  await recorder.watch(page);
  await enter(world, page);
  const go = async (path: string) => {
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
    await recorder.settle(page);
  };
  const read = <T>(script: string): Promise<T> => page.evaluate<T>(script);

  // The pages, by their links.
  const visited = new Set<string>();
  const kinds = new Map<string, number>();
  const queue = ['/'];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const kind = kindOf(path);
    const seen = kinds.get(kind) ?? 0;
    if (visited.has(path) || seen >= (kind === TRADE ? MOST_TRADES : MOST_OF_A_KIND)) continue;
    visited.add(path);
    kinds.set(kind, seen + 1);
    await go(path);
    console.log(`  ${path}`);
    // Lists that go on fetch the rest as they are scrolled.
    await read(`(async () => {
      for (const box of [document.scrollingElement, ...document.querySelectorAll('main *')])
        if (box.scrollHeight > box.clientHeight + 50 && (box === document.scrollingElement || /auto|scroll/.test(getComputedStyle(box).overflowY)))
          for (let at = 0; at < 8; at++) { box.scrollTop = box.scrollHeight; await new Promise((go) => setTimeout(go, 30)); }
    })()`);
    await recorder.settle(page);
    // Below a filter every link carries it along: those are the walk's third part.
    if (path.includes('?')) continue;
    queue.push(
      ...(await read<string[]>(
        `[...document.querySelectorAll('a[href^="/"]')].map((link) => link.getAttribute('href'))`,
      )),
    );
    // Rows that open by a click are no links: the lists of trades say which there are.
    if (path === '/trades') queue.push(...tradesIn(recorder.answers));
  }

  // The buttons and choices of each page without parameters.
  const plain = [...visited].filter((path) => !path.includes('?') && (kinds.get(kindOf(path)) ?? 0) < MOST_OF_A_KIND);
  const [trade] = [...visited].filter((path) => /^\/trades\/[^/]+$/.test(path));
  for (const path of new Set([...plain, ...(trade === undefined ? [] : [trade])]))
    await press(page, recorder, path, go);

  // The filter: every period, every account, where a page asks something else for it.
  const options = (label: string) =>
    read<string[]>(
      `[...document.querySelectorAll('.filter-bar select[aria-label="${label}"] option')].map(({ value }) => value)`,
    );
  await go('/');
  const changes = [
    ...(await options('Period')).map((value) => `period=${encodeURIComponent(value)}`),
    ...(await options('Portfolio'))
      .filter((value) => value !== '')
      .map((value) => `account_ids=${encodeURIComponent(value)}`),
  ];
  for (const path of plain) {
    console.log(`  the filter on ${path}`);
    let isFiltered = true;
    for (const [at, change] of changes.entries()) {
      const before = recorder.asked;
      if (isFiltered) await go(`${path}?${change}`);
      // Two changes that ask nothing new: this page has no use for the filter.
      if (at === 2 && recorder.asked === before) isFiltered = false;
    }
  }
  await recorder.askPlainly(plainQuestions(wire));
  await page.close();
  return recorder.answers;
}

function tradesIn(answers: ReadonlyMap<string, RecordedAnswer>): string[] {
  return [...answers].flatMap(([question, { body, status }]) => {
    if (!question.startsWith(`GET ${API}/round-trips?`) || status !== 200) return [];
    const { items = [] } = JSON.parse(body.toString()) as { items?: { readonly id?: string }[] };
    return items.flatMap(({ id }) => (id === undefined ? [] : [`/trades/${encodeURIComponent(id)}`]));
  });
}

/** Presses each button of a page once, by its words, and tries each choice; where it leads away, the walk comes back. */
async function press(page: Page, recorder: Recorder, path: string, go: (path: string) => Promise<void>): Promise<void> {
  console.log(`  the buttons of ${path}`);
  await go(path);
  const words = await page.evaluate<string[]>(
    `[...new Set([...document.querySelectorAll('main button:not([type=submit]):not(:disabled), main summary')].map((each) => each.textContent.trim()))]`,
  );
  for (const word of words.filter((each) => each !== '' && !NOT_PRESSED.test(each)).slice(0, MOST_PRESSED)) {
    const pressed = await page.evaluate<boolean>(
      `(() => { const found = [...document.querySelectorAll('main button, main summary')].find((each) => each.textContent.trim() === ${JSON.stringify(word)}); found?.click(); return found !== undefined; })()`,
    );
    if (!pressed) continue;
    await recorder.settle(page);
    const isElsewhere = await page.evaluate<boolean>(
      `location.pathname + location.search !== ${JSON.stringify(path)} || document.querySelector('dialog[open], [role=dialog]') !== null`,
    );
    if (!isElsewhere) continue;
    await page.keyboard.press('Escape');
    await go('/settings/about');
    await go(path);
  }
  const choices = await page.evaluate<number>(`document.querySelectorAll('main select:not(form select)').length`);
  for (let at = 0; at < choices; at++) {
    const select = page.locator('main select:not(form select)').nth(at);
    const values = await select
      .locator('option')
      .evaluateAll((all) => all.map((each) => (each as unknown as { value: string }).value))
      .catch(() => []);
    for (const value of values.slice(0, 12)) {
      await select.selectOption(value, { timeout: 2000 }).catch(() => {});
      await recorder.settle(page);
    }
    await go('/settings/about');
    await go(path);
  }
}

const endings: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/problem+json': 'json',
  'text/html': 'html',
  'text/csv': 'csv',
  'text/plain': 'txt',
  'image/webp': 'webp',
  'image/png': 'png',
  'image/svg+xml': 'svg',
};

/** Writes the recording into a folder of its own; equal answers are one file. */
export async function record(wire: Wire, out: string): Promise<void> {
  const world = await startWorld();
  try {
    const at = world.now().toISOString();
    const front = await fetch(`${world.url}/`);
    const policy = front.headers.get('content-security-policy') ?? '';
    const answers = await walk(world, wire);
    rmSync(out, { recursive: true, force: true });
    mkdirSync(join(out, RECORDING), { recursive: true });
    const named: Record<string, string> = {};
    for (const [question, { status, type, body }] of [...answers].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const name = createHash('sha256').update(body).digest('hex').slice(0, 16);
      const file = `${name}.${endings[type.split(';')[0] ?? ''] ?? 'bin'}`;
      writeFileSync(join(out, RECORDING, file), body);
      named[question] = `${status} ${file}`;
    }
    const reads = readPatterns(wire).flatMap(({ method, pattern }) => (method === 'GET' ? [] : [pattern.source]));
    const recording: Recording = { answers: named, reads };
    writeFileSync(join(out, INDEX), JSON.stringify(recording));
    writeFileSync(join(out, 'made.json'), JSON.stringify({ at, policy }));
  } finally {
    await world.close();
  }
}
