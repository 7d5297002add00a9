/** What answers cost: the same questions, concise and detailed, alone and together. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBench, type Assistant, type Bench } from './book.ts';
import { costOf, FIGURES, fillBook, TASKS, type Asks } from './standard-tasks.ts';

let bench: Bench;
let detailed: Asks;
let concise: Asks;

beforeAll(async () => {
  bench = await openBench();
  await fillBook(bench.api);
  detailed = asking(await bench.connect('claude-code'));
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

it('concise answers cost at most half of detailed ones over the standard tasks', async () => {
  expect(await costOf(TASKS, concise)).toBeLessThanOrEqual((await costOf(TASKS, detailed)) / 2);
});

it('several figures in one call cost at least 37 % less than one call each', async () => {
  const separate = await costOf(FIGURES.alone, detailed);
  expect(await costOf([FIGURES.together], detailed)).toBeLessThanOrEqual(separate * 0.63);
});
