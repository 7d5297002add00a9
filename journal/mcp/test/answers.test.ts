/** What answers cost: the same questions, concise and detailed, alone and together. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBench, type Assistant, type Bench } from './fixture-service.ts';
import { costOf, costOfCalls, FIGURES, fillBook, TASKS, type Asks, type Task } from './standard-tasks.ts';

let bench: Bench;
let detailed: Asks;
let concise: Asks;

beforeAll(async () => {
  bench = await openBench();
  await fillBook(bench.api);
  const claude = await bench.connect('claude-code');
  // The client holds every answer against the output schema it was shown.
  await claude.client.listTools();
  detailed = asking(claude);
  concise = asking(await bench.connect('zed', { server: { operator: { toolsets: 'all', layout: 'discrete' } } }));
});
afterAll(() => bench.close());

function asking(assistant: Assistant): Asks {
  return async ({ name, args }) => {
    const { isError, content } = await assistant.call(name, args);
    if (isError) throw new Error(`${name} failed: ${content[0]?.text}`);
    return content;
  };
}

it('concise answers cost about half of detailed ones over the standard tasks', async () => {
  // Detailed answers have lost their nulls, which concise ones never had: the share rose, though neither costs more.
  expect(await costOf(TASKS, concise)).toBeLessThanOrEqual((await costOf(TASKS, detailed)) * 0.53);
});

it('several figures in one call cost at least 37 % less than one call each, call and answer together', async () => {
  const cline = asking(await bench.connect('Cline'));
  const separate = await costOfCalls(FIGURES.alone, cline);
  expect(await costOfCalls([FIGURES.together], cline)).toBeLessThanOrEqual(separate * 0.63);
});

/** What a figure is of. */
const BASIS = ['period', 'currency', 'unit', 'time_zone', 'convention'];
const countNamed = (text: string, name: string): number => text.split(`"${name}":`).length - 1;

const MORE: readonly Task[] = [
  { name: 'estimate_tax', args: { tax_year: 2026 } },
  { name: 'get_quarterly_estimate', args: { quarter: 'Q1', tax_year: 2026 } },
  { name: 'harvest_losses', args: {} },
  { name: 'score_execution_quality', args: { trade_exec_id: 'B1' } },
];

it.each([...FIGURES.alone, ...TASKS.filter(({ name }) => name !== 'list_market_providers'), ...MORE])(
  '$name says once what its figures are of, concise or detailed',
  async (task) => {
    for (const asks of [concise, detailed]) {
      const [{ text = '' } = {}] = await asks(task);
      const answer = JSON.parse(text) as Record<string, unknown>;
      expect(BASIS.filter((name) => typeof answer[name] !== 'string')).toEqual([]);
    }
  },
);

it('a batch over one period says it once for all', async () => {
  const { name: tool, args } = FIGURES.together;
  for (const asks of [concise, detailed]) {
    const [{ text = '' } = {}] = await asks({ name: tool, args: { ...args, period: 'all' } });
    expect(Object.keys(JSON.parse(text) as object)).toEqual(expect.arrayContaining(BASIS));
    expect(BASIS.map((name) => [name, countNamed(text, name)])).toEqual(BASIS.map((name) => [name, 1]));
  }
});
