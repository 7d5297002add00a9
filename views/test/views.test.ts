// Every view with real answers, as a person meets it in a chat: in Chromium, with the SDK's bridge as host, in a
// sandboxed frame under the policy of a page that asks for nothing. The journal's are those of the demo book.
import { test } from '@zorivest/pictures/test/browser-test';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { allPages, journalPages } from '../index.ts';
import { cases } from './cases.ts';
import { type TestServers, openTestServers } from './open-servers.ts';
import type { Args, Result, TestServer } from './servers.ts';
import type { Stage } from './stage.ts';

let house: TestServers;
let stage: Stage;

beforeAll(async () => {
  house = await openTestServers();
  ({ stage } = house);
});
afterAll(() => house?.close());

const server = (name?: string): TestServer => house.server(name);
const call: TestServers['call'] = (name, args) => house.call(name, args);

/** Nothing was requested from the network and nothing written to the console. */
const quiet = () => expect(stage.faults.splice(0)).toEqual([]);

test('every view there is, is drawn below', () => {
  const drawn = new Set(cases.map(({ of = 'zorivest', view }) => `${of}/${view}`));
  const all = allPages.flatMap((pages) => Object.keys(pages.views).map((name) => `${pages.server}/${name}`));
  expect([...drawn].toSorted()).toEqual([...all, 'kernel-example/notes'].toSorted());
});

/** What a program calls things: fields, ids, contracts by their codes. Of those that are folded away the person asked. */
const codesIn = (): string[] =>
  [...document.querySelectorAll('h1, th, td, dt, dd, option, svg text')]
    // A row of a person's own file is shown as it stands.
    .filter((node) => node.closest('details, [aria-label^="The first rows"]') === null)
    .flatMap((node) => node.textContent.match(/[a-z]+_[a-z]+|\bDEMO-\w+|\d{6} [CP] \d+|\b\d{4}-\d\d-\d\d\b/g) ?? []);

const LOOKS = [
  [320, 'light'],
  [320, 'dark'],
  [800, 'dark'],
] as const;

test.each(cases)('$view draws what $tool answers, in both themes, narrow and wide, for everybody', async (one) => {
  const { of, view, tool, args = () => ({}), shows, draws } = one;
  const asked = server(of);
  const [html, input] = [await asked.page(view), args(house.facts)];
  const result = await asked.call(tool, input);
  if (result.isError === true) throw new Error(JSON.stringify(result.content));
  stage.call = (name, args) => asked.call(name, args as Args);
  // Another answer on the same page is looked at in two ways instead of three.
  const looks = LOOKS.filter((_, at) => cases.find((each) => each.view === view) === one || at % 2 === 0);
  for (const [width, theme] of looks) {
    const frame = await stage.show({ html, input, result, width, theme, calls: true });
    if (draws !== undefined) await frame.waitForSelector(draws);
    const seen = await frame.evaluate(() => ({
      text: document.body.innerText,
      title: document.title,
      lang: document.documentElement.lang,
      theme: document.documentElement.dataset.theme,
      tooWide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    }));
    expect(seen).toMatchObject({ lang: 'en', theme, tooWide: 0 });
    expect(seen.title).not.toBe('');
    expect(seen.text).toMatch(shows);
    if (of === undefined) await expect.poll(() => frame.evaluate(codesIn)).toEqual([]);
    // What is wrong in one width is wrong in the other; colours differ by theme.
    if (width === 320) expect(await stage.axe(frame, theme === 'light' ? 'everything' : 'colours')).toEqual([]);
    const { sizes } = await stage.page.evaluate(() => window.host.heard());
    expect(sizes.at(-1)?.height).toBeGreaterThan(50);
    expect(sizes.at(-1)?.height).toBeLessThanOrEqual(4000);
  }
  quiet();
});

describe('what a page can be given instead of an answer', () => {
  const showResult = async (result: Result | undefined, state: 'true' | 'error', more: object = {}) => {
    const html = await server().page('trades');
    const frame = await stage.show({ html, state, ...(result && { result }), ...more });
    expect(await stage.axe(frame, 'everything')).toEqual([]);
    return frame.evaluate(() => document.body.innerText);
  };

  test('an empty one is a sentence', async () => {
    const { structuredContent } = await call('list_trades', { instrument: 'NO SUCH THING' });
    expect(await showResult({ content: [], structuredContent }, 'true')).toContain('No trades match.');
  });

  test('a refusal shows its reason', async () => {
    const refused = await call('list_trades', { limit: 'many' });
    expect(await showResult(refused, 'error')).toContain('limit');
  });

  test('a call that was cancelled says so', async () => {
    expect(await showResult(undefined, 'error', { cancelled: 'the person pressed stop' })).toContain(
      'The call was cancelled: the person pressed stop',
    );
  });

  test('an answer without structure is its text', async () => {
    expect(await showResult({ content: [{ type: 'text', text: 'Two trades today.' }] }, 'true')).toContain(
      'Two trades today.',
    );
  });

  test('an answer of another shape is reported as that, with its text', async () => {
    const odd = { content: [{ type: 'text' as const, text: 'odd' }], structuredContent: { items: 'none' } };
    expect(await showResult(odd, 'error')).toMatch(/could not be drawn[\s\S]*odd/);
  });

  test('text that would be markup, or would not end, is text', async () => {
    const { structuredContent } = await call('list_trades', { limit: 3 });
    const { items } = structuredContent as { items: object[] };
    const hostile = [
      '<img src=https://evil.test/x onerror=alert(1)>',
      '</script><script>alert(1)</script>',
      `${'W'.repeat(5000)}\u202e\0`,
    ];
    const rows = items.map((item, at) => ({
      ...item,
      instrument: hostile[at],
      notes: hostile[at],
      account_id: hostile[at],
    }));
    const answer = { content: [], structuredContent: { ...(structuredContent as object), items: rows } } as Result;
    expect(await showResult(answer, 'true', { width: 320 })).toContain('<img src=https://evil.test/x');
  });

  test('a table has no column beyond the edge: what there is no room for stands beneath its row', async () => {
    const result = await call('list_trades', { limit: 5 });
    const html = await server().page('trades');
    const look = async (width: number) => {
      const frame = await stage.show({ html, result, width });
      return frame.evaluate(() => {
        const box = document.querySelector('.scroll') as HTMLElement;
        return {
          beyond: box.scrollWidth - box.clientWidth,
          heads: [...box.querySelectorAll('thead th')].flatMap((th) =>
            (th as HTMLElement).hidden ? [] : [th.textContent],
          ),
          beneath: box.querySelector('.under')?.textContent,
        };
      });
    };
    const narrow = await look(400);
    expect(narrow.beyond).toBe(0);
    expect(narrow.heads.slice(0, 3)).toEqual(['Instrument', 'Realised', 'Time ↓']);
    expect(narrow.beneath).toMatch(/Price [\d,.]+ · Commission [\d.]+ · DEMO-/);
    expect(await look(1100)).toMatchObject({ beyond: 0, beneath: undefined });
    // Nor does a name without an end push one out.
    const { items } = result.structuredContent as { items: { instrument: string; account_id: string }[] };
    for (const item of items) [item.instrument, item.account_id] = ['W'.repeat(300), `${'very '.repeat(50)}long`];
    for (const width of [400, 700, 1100]) expect(await look(width)).toMatchObject({ beyond: 0 });
  });

  test('ten thousand trades are drawn by the page, and sorted without a word to anybody', async () => {
    const { structuredContent } = await call('list_trades', { limit: 1 });
    const [item] = (structuredContent as { items: object[] }).items;
    const items = Array.from({ length: 10_000 }, (_, at) => ({ ...item, exec_id: `X${at}`, price: at }));
    const answer = {
      content: [],
      structuredContent: { items, total: 10_000, limit: 10_000, offset: 0 },
    } as unknown as Result;
    const html = await server().page('trades');
    const frame = await stage.show({ html, result: answer });
    await frame.click('#table-sort-5');
    expect(await frame.evaluate(() => document.querySelectorAll('tbody th').length)).toBe(25);
    expect(await frame.evaluate(() => document.querySelector('tbody')?.textContent)).toContain('9,999.00');
    expect(await stage.axe(frame, 'everything')).toEqual([]);
  });

  test('none of it asked the network for anything', quiet);
});

describe('a page and its host', () => {
  test('it follows theme, variables, fonts, locale and time zone when they change, and ends on request', async () => {
    const result = await call('list_trades', { limit: 5 });
    const frame = await stage.show({ html: await server().page('trades'), result, theme: 'light' });
    const before = await frame.evaluate(() => document.body.innerText);
    await stage.page.evaluate(() =>
      window.host.setContext({
        theme: 'dark',
        locale: 'de-DE',
        timeZone: 'Asia/Tokyo',
        styles: {
          variables: { '--color-text-primary': 'rgb(1, 2, 3)' } as never,
          css: { fonts: '@font-face{font-family:x;src:local(y)}' },
        },
      }),
    );
    await frame.waitForSelector('html[data-theme="dark"]');
    await expect.poll(() => frame.evaluate(() => document.body.innerText)).not.toBe(before);
    expect(await frame.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(1, 2, 3)');
    expect(await frame.evaluate(() => document.getElementById('host-fonts')?.textContent)).toContain('font-face');
    expect(await stage.page.evaluate(() => window.host.teardown())).toEqual({});
    expect(await frame.evaluate(() => document.body.innerText.trim())).toBe('');
  });

  test('what strangers say is not heard, and what makes no sense changes nothing', async () => {
    const result = await call('list_trades', { limit: 5 });
    const frame = await stage.show({ html: await server().page('trades'), result });
    const text = () => frame.evaluate(() => document.body.innerText);
    const before = await text();
    const forged = {
      jsonrpc: '2.0',
      method: 'ui/notifications/tool-result',
      params: { content: [{ type: 'text', text: 'FORGED' }] },
    };
    // The page itself, and a window next to it in the same chat.
    await frame.evaluate((message) => window.postMessage(message, '*'), forged);
    await stage.page.evaluate(async (message) => {
      const otherFrame = document.createElement('iframe');
      otherFrame.setAttribute('sandbox', 'allow-scripts');
      otherFrame.srcdoc = `<script>parent.frames[0].postMessage(${JSON.stringify(message)}, '*');parent.postMessage('sent', '*')</script>`;
      const sent = new Promise((resolve) =>
        addEventListener('message', ({ data }) => data === 'sent' && resolve(data)),
      );
      document.body.append(otherFrame);
      await sent;
      otherFrame.remove();
    }, forged);
    const contextChanged = (params: unknown) => ({
      jsonrpc: '2.0',
      method: 'ui/notifications/host-context-changed',
      params,
    });
    const senseless = [
      null,
      7,
      'text',
      [],
      { jsonrpc: '1.0', method: 'ui/notifications/tool-result', params: { content: [] } },
      { jsonrpc: '2.0' },
      { jsonrpc: '2.0', id: 99, result: null },
      { jsonrpc: '2.0', id: null, error: 'x' },
      { jsonrpc: '2.0', method: 5 },
      { jsonrpc: '2.0', method: 'ui/notifications/no-such-thing', params: null },
      { jsonrpc: '2.0', id: {}, method: 'eval', params: 'alert(1)' },
      contextChanged(null),
      contextChanged({ theme: 5, locale: 7, timeZone: {}, displayMode: [], availableDisplayModes: null }),
      contextChanged({ styles: null, safeAreaInsets: null, containerDimensions: 'wide' }),
      contextChanged({ styles: { variables: 'x', css: { fonts: 9 } }, safeAreaInsets: { top: '1px;color:red' } }),
      contextChanged({ styles: { variables: null, css: null }, availableDisplayModes: { length: -1 } }),
    ];
    await stage.page.evaluate((all) => {
      for (const message of all)
        (document.querySelector('iframe') as HTMLIFrameElement).contentWindow?.postMessage(message, '*');
    }, senseless);
    // It answers what is asked of it afterwards, and its words are those of before.
    await stage.page.evaluate(() =>
      window.host.setContext({ theme: 'dark', locale: 'en-US', timeZone: 'America/New_York' }),
    );
    await frame.waitForSelector('html[data-theme="dark"]');
    await expect.poll(text).toBe(before);
    quiet();
  });

  test('it asks for more room where there is some', async () => {
    const result = await call('list_trades', { limit: 5 });
    const context = {
      displayMode: 'inline' as const,
      availableDisplayModes: ['inline' as const, 'fullscreen' as const],
    };
    const frame = await stage.show({ html: await server().page('trades'), result, context });
    await frame.click('#display-mode');
    await expect.poll(() => stage.page.evaluate(() => window.host.heard().modes)).toEqual(['fullscreen']);
  });

  test('the next page of a table comes through the host, and the model learns briefly what is looked at', async () => {
    const input = { limit: 10 };
    const result = await call('list_trades', input);
    stage.call = (name, args) => call(name, args as Args);
    const frame = await stage.show({ html: await server().page('trades'), input, result, calls: true });
    await frame.click('#table-next');
    await expect.poll(() => frame.evaluate(() => document.body.innerText)).toContain('20 of them here');
    const { contexts } = await stage.page.evaluate(() => window.host.heard());
    expect(contexts.length).toBeGreaterThan(0);
    expect(countTokens(JSON.stringify(contexts.at(-1)))).toBeLessThanOrEqual(200);
  });

  test('moving the stop asks for the size again', async () => {
    const input = { balance: 50_000, entry: 100, stop: 95 };
    const result = await call('calculate_position_size', input);
    stage.call = (name, args) => call(name, args as Args);
    const frame = await stage.show({ html: await server().page('position-size'), input, result, calls: true });
    await frame.focus('#stop');
    await frame.press('#stop', 'Home');
    await expect
      .poll(() => frame.evaluate(() => document.querySelector('.about')?.textContent))
      .not.toContain('100 shares');
  });

  test('one trade is opened from the table of trips, and left again', async () => {
    const result = await call('get_round_trips', { limit: 20 });
    stage.call = (name, args) => call(name, args as Args);
    const frame = await stage.show({ html: await server().page('round-trips'), result, calls: true });
    await frame.selectOption('#one', { index: 1 });
    await frame.waitForSelector('text=Fills');
    expect(await stage.axe(frame, 'everything')).toEqual([]);
    await frame.click('#back');
    await frame.waitForSelector('text=Round trips');
  });

  test('where a trade of days was bought and sold is seen among its prices', async () => {
    const { shares } = house.facts;
    const result = await call('get_trade_replay', { id: shares.id });
    const { bars, fills } = result.structuredContent as { bars: number[][]; fills: { time: number }[] };
    // The bars reach from before the entry, and are few enough to be read.
    expect(bars[0]?.[0]).toBeLessThanOrEqual(fills[0]?.time ?? 0);
    expect(bars.length).toBeLessThanOrEqual(120);
    const frame = await stage.show({ html: await server().page('trade'), result, width: 400 });
    const places = await frame.evaluate(() => {
      const edges = (node: Element) => node.getBoundingClientRect();
      const plot = edges(document.querySelector('svg .bars') as Element);
      return [...document.querySelectorAll('svg .mark')].map((mark) => {
        const { left, right } = edges(mark);
        return left >= plot.left - 8 && right <= plot.right + 8;
      });
    });
    expect(places).toEqual(fills.map(() => true));
  });

  test('an open structure has a curve of today next to the one at expiry, where its legs have prices', async () => {
    const answered = await call('detect_options_strategy', { leg_exec_ids: house.facts.condor });
    const answer = answered.structuredContent as {
      legs: { instrument: string; price: number; strike: number; right: string }[];
    };
    const expiry = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    const legs = answer.legs.map((leg) => ({ ...leg, expiry }));
    const prices: Record<string, unknown> = {
      get_stock_quote: { price: 550 },
      list_positions: { items: legs.map(({ instrument, price }) => ({ instrument, price: price + 2 })) },
    };
    stage.call = (name) => Promise.resolve({ content: [], structuredContent: prices[name] });
    const result = { content: [], structuredContent: { ...answer, legs } } as unknown as Result;
    const frame = await stage.show({ html: await server().page('payoff'), result, calls: true });
    await frame.waitForSelector('svg .line.third');
    expect(await frame.evaluate(() => document.body.innerText)).toContain('today at the volatility');
    await frame.fill('#price', '550');
    await expect
      .poll(() => frame.evaluate(() => document.querySelector('[role=status]')?.textContent))
      .toMatch(/it pays \+[\d.,]+, and closed today it would bring [+−][\d.,]+/);
    expect(await stage.axe(frame, 'everything')).toEqual([]);
  });

  test('a flame graph is searched and zoomed into', async () => {
    const asked = server('perf');
    const input = { normalized_snapshot_id: house.facts.ids.n_plus_one };
    stage.call = (name, args) => asked.call(name, args as Args);
    const frame = await stage.show({
      html: await asked.page('findings'),
      input,
      result: await asked.call('analysis_run', input),
      calls: true,
    });
    await frame.click('#tab-2');
    await frame.fill('#search', 'wpdb');
    await frame.press('#search', 'Enter');
    await frame.waitForSelector('text=/\\d+ calls, .* of /');
    await frame.locator('figure [data-key="0"]').first().click();
    await frame.waitForSelector('#out');
    expect(await stage.axe(frame, 'everything')).toEqual([]);
  });

  test('the calls of the slowest request come from a tool for pages, which says when there are none', async () => {
    const { call: ask } = server('perf');
    const { ids } = house.facts;
    interface Frame {
      readonly value: number;
      readonly children: readonly Frame[];
    }
    const { structuredContent } = await ask('page_flame', { normalized_snapshot_id: ids.n_plus_one });
    const { endpoint, wall_ms, root } = structuredContent as { endpoint: string; wall_ms: number; root: Frame };
    expect(endpoint).not.toBe('');
    expect(wall_ms).toBeGreaterThan(0);
    // Each call takes at least as long as those it made together.
    const sound = ({ value, children }: Frame): boolean =>
      children.reduce((sum, child) => sum + child.value, 0) <= value * 1.001 && children.every(sound);
    expect(root.children.length).toBeGreaterThan(0);
    expect(sound(root)).toBe(true);
    expect(await ask('page_flame', { normalized_snapshot_id: 'no-such-snapshot' })).toMatchObject({ isError: true });
  });

  test('a backtest shows the price in bars, with where it was bought and sold', async () => {
    const asked = server('swimmy');
    const input = { request_id: house.facts.ids.request };
    stage.call = (name, args) => asked.call(name, args as Args);
    const result = await asked.call('backtest_result', input);
    const frame = await stage.show({ html: await asked.page('backtest'), input, result, calls: true });
    await frame.click('button:text("Trades")');
    await frame.waitForSelector('svg[aria-label^="Price with"] g.bars rect');
    await expect.poll(() => frame.locator('svg[aria-label^="Price with"] .mark').count()).toBeGreaterThan(10);
    expect(await stage.axe(frame, 'everything')).toEqual([]);
  });

  test('the sweep of a backtest is a heat map', async () => {
    const asked = server('swimmy');
    const input = { request_id: house.facts.ids.request };
    stage.call = (name, args) => asked.call(name, args as Args);
    const frame = await stage.show({
      html: await asked.page('backtest'),
      input,
      result: await asked.call('backtest_result', input),
      calls: true,
    });
    await frame.click('text=Sweep');
    await frame.waitForSelector('svg[aria-label*="sma_short"], svg[aria-label*="sma_long"]');
    expect(await stage.axe(frame, 'everything')).toEqual([]);
  });

  test('nothing was written to the console', quiet);
});

test('while the guard is locked no call of a page is answered, and none of the tools for pages', async () => {
  const input = { limit: 10 };
  const result = await call('list_trades', input);
  stage.call = (name, args) => call(name, args as Args);
  const frame = await stage.show({ html: await server().page('trades'), input, result, calls: true });
  const stop = { reason: 'test' };
  const { structuredContent } = await call('get_confirmation_token', {
    action: 'zorivest_emergency_stop',
    params: stop,
  });
  const { token } = structuredContent as { token: string };
  expect((await call('zorivest_emergency_stop', { ...stop, confirmation_token: token })).isError).not.toBe(true);
  await frame.click('#table-next');
  await expect.poll(() => frame.evaluate(() => document.querySelector('[role=alert]')?.textContent)).toMatch(/lock/i);
  for (const [name, args] of [
    ['page_results', {}],
    ['page_trade', { trip_id: 'rt-DEMO-00001' }],
    ['page_approvals', {}],
    ['page_worth', {}],
  ] as const) {
    expect(await call(name, args)).toMatchObject({ isError: true });
  }
  expect(Object.keys(journalPages.views)).toContain('approval');
});
