// How soon a view is drawn after its answer has arrived in the page: real answers, and ten thousand rows.
import './published-sources.ts';
import { cases } from './cases.ts';
import type { TestServers } from './open-servers.ts';
import type { Args, Result } from './servers.ts';

const TIMES = 3;
const ROWS = 10_000;

/** In the page: when the answer came in, and the first frame after the page reported that it is drawn. */
const CLOCK = `
if (window !== window.parent) {
  let arrived = 0;
  addEventListener('message', ({ data }) => {
    if (data?.method === 'ui/notifications/tool-result') arrived = performance.now();
  }, { capture: true });
  new MutationObserver(() => {
    if (document.documentElement.dataset.ready && globalThis.drawnAfter === undefined && arrived > 0) {
      globalThis.drawnAfter = -1;
      requestAnimationFrame(() => { globalThis.drawnAfter = performance.now() - arrived; });
    }
  }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-ready'] });
}`;

interface Row {
  readonly name: string;
  readonly ms: number;
  readonly goal: number;
}

/** Gives each figure as soon as it is known. */
export async function* measureViews(): AsyncGenerator<Row> {
  const { openTestServers } = await import('./open-servers.ts');
  const house = await openTestServers();
  try {
    await house.stage.page.addInitScript(CLOCK);
    for (const { view, tool, list, args } of LONG) {
      const input = args(house);
      const result = repeatRows(await house.call(tool, input), list);
      const ms = await timeDrawing(house, { of: undefined, view, input, result });
      yield { name: `${view}: ${ROWS.toLocaleString('en')} rows of ${tool}`, ms, goal: 500 };
    }
    for (const { of, view, tool, args } of cases) {
      const input = args?.(house.facts) ?? {};
      const result = await house.server(of).call(tool, input);
      yield { name: `${view}: ${tool}`, ms: await timeDrawing(house, { of, view, input, result }), goal: 150 };
    }
  } finally {
    await house.close();
  }
}

/** The tables of the journal that can be this long. */
const LONG: readonly { view: string; tool: string; list: string; args: (house: TestServers) => Args }[] = [
  { view: 'trades', tool: 'list_trades', list: 'items', args: () => ({ limit: 50 }) },
  { view: 'round-trips', tool: 'get_round_trips', list: 'items', args: () => ({ limit: 50 }) },
  {
    view: 'lots',
    tool: 'get_tax_lots',
    list: 'lots',
    args: ({ facts }) => ({ account_id: facts.account, status: 'all', with_prices: false }),
  },
];

/** A real answer with its rows again and again, until there are enough. */
function repeatRows(result: Result, list: string): Result {
  const answer = result.structuredContent as Record<string, unknown>;
  const rows = answer[list] as object[];
  const many = Array.from({ length: ROWS }, (_, at) => ({ ...rows[at % rows.length] }));
  return { ...result, content: [], structuredContent: { ...answer, [list]: many, total: ROWS, total_count: ROWS } };
}

interface DrawingInput {
  readonly of: string | undefined;
  readonly view: string;
  readonly input: Args;
  readonly result: Result;
}

async function timeDrawing({ stage, server }: TestServers, { of, view, input, result }: DrawingInput): Promise<number> {
  const html = await server(of).page(view);
  const times: number[] = [];
  for (let n = 0; n < TIMES; n++) {
    const frame = await stage.show({ html, input, result });
    const drawn = await frame.waitForFunction('globalThis.drawnAfter > 0 && globalThis.drawnAfter');
    times.push((await drawn.jsonValue()) as number);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
