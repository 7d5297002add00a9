// Forty requests of a trader on every client: are the facts there, in how many calls, and what does it cost? A call counts only
// where its tool is on that client's list, or among the first three that tool_search finds for the request's own words.
import { familyNames, type OperatorConfig } from '@zorivest/kernel';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { openBenchService, type BenchService } from './mcp/service.ts';
import { openAssistant, type Assistant } from './tasks/assistant.ts';
import { EVENING, tasks, type Data, type Task } from './tasks/tasks.ts';

const MOST_CALLS = 3;
const GOAL_FOUND = 39;
const GOAL_ANSWER = 700;

interface Outcome {
  readonly task: Task;
  /** Null: some call could not be made. */
  readonly calls: number | null;
  readonly missing: readonly string[];
  readonly callTokens: number;
  readonly answers: readonly number[];
}

interface Surface {
  readonly name: string;
  readonly listed: number;
  readonly listTokens: number;
  readonly outcomes: readonly Outcome[];
}

const tokens = (value: unknown): number => countTokens(typeof value === 'string' ? value : JSON.stringify(value));

/** One request, as an assistant that has only this list would see to it. */
async function attempt(task: Task, assistant: Assistant, service: BenchService): Promise<Outcome> {
  const listed = new Set(assistant.tools.map(({ name }) => name));
  let [calls, callTokens] = [0, 0];
  const answers: number[] = [];
  const ask = async (name: string, args: Data) => {
    calls += 1;
    callTokens += tokens({ name, arguments: args });
    const answer = await assistant.call(name, args);
    answers.push(tokens(answer.text));
    return answer;
  };
  let ways: ReadonlyMap<string, string> | undefined;
  const fail = (why: string): Outcome => ({ task, calls: null, missing: [why], callTokens, answers });
  let [before, text]: [Data, string] = [{}, ''];
  for (const { tool, args } of task.calls) {
    let [name, given]: [string, Data] = [tool, args(before)];
    if (!listed.has(tool)) {
      if (ways === undefined) {
        const { data } = await ask('tool_search', { query: task.request, limit: 3 });
        const found = (data.results ?? []) as readonly { name: string; call_with?: string }[];
        ways = new Map(found.slice(0, 3).map((one) => [one.name, one.call_with ?? one.name]));
      }
      const way = ways.get(tool);
      if (way === undefined) return fail(`${tool} is not found, but ${[...ways.keys()].join(', ') || 'nothing'}`);
      [name, given] = way === tool ? [tool, given] : [way, { name: tool, arguments: given }];
    }
    const answer = await ask(name, given);
    if (answer.isError) return fail(`${tool}: ${answer.text.slice(0, 200)}`);
    [before, text] = [answer.data, answer.text];
  }
  const facts = await task.facts(service.api);
  await task.after?.(service.api, before);
  if (facts.length === 0) return fail('the demo book holds no fact for it');
  return { task, calls, missing: facts.filter((fact) => !text.includes(fact)), callTokens, answers };
}

interface Kind {
  readonly name: string;
  /** Null: of the stateless era. */
  readonly client: string | null;
  readonly operator?: OperatorConfig;
}

async function run({ name, client, operator = {} }: Kind, service: BenchService): Promise<Surface> {
  const { apiUrl, apiKey } = service;
  const host = { now: () => EVENING.getTime() };
  const assistant = await openAssistant(client, { apiUrl, apiKey, operator, host });
  try {
    const outcomes: Outcome[] = [];
    for (const task of tasks) outcomes.push(await attempt(task, assistant, service));
    const { tools } = assistant;
    return { name, listed: tools.length, listTokens: tokens({ tools }), outcomes };
  } finally {
    await assistant.close();
  }
}

const isFound = ({ calls, missing }: Outcome): boolean => calls !== null && calls <= MOST_CALLS && missing.length === 0;
const countFound = ({ outcomes }: Surface): number => outcomes.filter(isFound).length;
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
const mean = (values: readonly number[]): number => (values.length === 0 ? 0 : sum(values) / values.length);
const answersOf = ({ outcomes }: Surface): number[] => outcomes.flatMap(({ answers }) => answers);

function row(surface: Surface): string {
  const { name, listed, listTokens, outcomes } = surface;
  const spent = sum(outcomes.map(({ callTokens }) => callTokens)) + sum(answersOf(surface));
  const cells = [
    name,
    listed,
    listTokens,
    `${countFound(surface)} of ${outcomes.length}`,
    mean(outcomes.flatMap(({ calls }) => calls ?? [])).toFixed(2),
    mean(answersOf(surface)).toFixed(0),
    spent,
    listTokens + spent,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** What was not found, each with the clients it was not found on. */
function listMissed(surfaces: readonly Surface[]): string[] {
  const missed = new Map<string, string[]>();
  for (const { name, outcomes } of surfaces)
    for (const outcome of outcomes.filter((one) => !isFound(one))) {
      const why = `${outcome.task.request}: ${outcome.missing.join('; ') || `${outcome.calls} calls`}`;
      missed.set(why, [...(missed.get(why) ?? []), name]);
    }
  return [...missed].map(
    ([why, names]) => `- ${why} (${names.length === surfaces.length ? 'every client' : names.join(', ')})`,
  );
}

const service = await openBenchService({ now: EVENING });
try {
  await service.api.demo.create({ body: { seed: 1 } });
  const surfaces: Surface[] = [];
  for (const name of [...familyNames, 'some-editor']) surfaces.push(await run({ name, client: name }, service));
  surfaces.push(await run({ name: 'any, stateless', client: null }, service));
  const flat = await run(
    { name: 'every tool listed flat, concise', client: 'zed', operator: { toolsets: 'all', layout: 'discrete' } },
    service,
  );
  const head = [
    'client',
    'tools listed',
    'tokens of the list',
    'facts found in ≤ 3 calls',
    'calls',
    'tokens an answer',
  ];
  console.log(`| ${[...head, 'calls and answers', 'all'].join(' | ')} |\n|---|--:|--:|--:|--:|--:|--:|--:|`);
  for (const surface of [...surfaces, flat]) console.log(row(surface));
  const missed = listMissed(surfaces);
  if (missed.length > 0) console.log(['\nNot found:', ...missed].join('\n'));
  console.log('\nThe longest concise answers:');
  const longest = flat.outcomes
    .map(({ task: { request }, answers }) => ({ request, most: Math.max(...answers) }))
    .toSorted((a, b) => b.most - a.most);
  for (const { request, most } of longest.slice(0, 8)) console.log(`- ${request}: ${most} tokens`);
  const least = Math.min(...surfaces.map(countFound));
  const answer = mean(answersOf(flat));
  console.log(
    `\nOn every client ≥ ${GOAL_FOUND} of ${tasks.length}: ${least >= GOAL_FOUND ? 'met' : `missed (${least})`}. ` +
      `≤ ${GOAL_ANSWER} tokens an answer (mean, concise): ${answer <= GOAL_ANSWER ? 'met' : 'missed'} (${answer.toFixed(0)}).`,
  );
  if (least < GOAL_FOUND || answer > GOAL_ANSWER) process.exitCode = 1;
} finally {
  await service.close();
}
