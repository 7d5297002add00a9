/**
 * Every tool as it is called, by its cases: each parameter at least once, what it answers, how it fails, and
 * which endpoints of the service it really asks. On a real encrypted book, with the outside played by a real server.
 */
import { recordEndpoints } from '@zorivest/api/test/endpoints';
import type { CatalogueEntry } from '@zorivest/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { createJournalServer } from '../index.ts';
import type { JournalTool } from '../tool.ts';
import type { Assistant } from './fixture-service.ts';
import { allCases, type Args, type GoodCall } from './cases.ts';
import { openWorld, type World } from './world.ts';

let world: World;
/** Asks its person before it does harm, so that it needs no token; and lends its model. */
let claude: Assistant;
/** Has to fetch a token first. */
let editor: Assistant;
/** What the tools asked of the service, as it went over the wire. */
const recorded = recordEndpoints(globalThis.fetch);
const endpointsOf = (name: string): readonly string[] =>
  [...new Set(recorded.asked.filter(({ tool }) => tool === name).map(({ endpoint }) => endpoint))].toSorted();

beforeAll(async () => {
  world = await openWorld();
  const server = { host: world.host, fetch: recorded.fetch };
  claude = await world.bench.connect('claude-code', {
    server,
    model: () => '{"risk_manager":"Sized well.","trend_analyst":"With the trend.","contrarian":"Too early."}',
  });
  editor = await world.bench.connect('some-editor', {
    server: { ...server, operator: { toolsets: 'all', layout: 'discrete' } },
  });
  // From here on the client itself checks answers against the output schemas it was shown.
  await claude.client.listTools();
});
afterAll(() => world.close());

const { catalogue } = createJournalServer({ apiUrl: 'http://127.0.0.1:1' });
const tools: ReadonlyMap<string, CatalogueEntry> = new Map(catalogue.entries.map((entry) => [entry.tool.name, entry]));
const members = catalogue.entries.filter(({ tool }) => tool.toolsets.length > 0).map(({ tool }) => tool.name);
const everyTool = await allCases();

/** Every path of names in some arguments: `identifiers.id_type`. */
function pathsIn(value: unknown, prefix = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsIn(item, prefix));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [prefix + key, ...pathsIn(inner, `${prefix}${key}.`)]);
}

interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
}

/** Every path of names a schema declares. */
function fieldsIn({ properties = {}, items }: Node, prefix = ''): string[] {
  return [
    ...Object.entries(properties).flatMap(([key, inner]) => [prefix + key, ...fieldsIn(inner, `${prefix}${key}.`)]),
    ...(items ? fieldsIn(items, prefix) : []),
  ];
}

const exercised = new Map<string, Set<string>>();

async function put(name: string, one: GoodCall) {
  const who = one.confirmed ? editor : claude;
  const scene = { world, call: (tool: string, other?: Args) => who.call(tool, other) };
  const args = typeof one.args === 'function' ? await one.args(scene) : (one.args ?? {});
  const token = one.confirmed ? (await editor.call('get_confirmation_token', { action: name, params: args })).data : {};
  const full = one.confirmed ? { ...args, confirmation_token: token.token } : args;
  return { args: full, answer: await who.call(name, full), scene };
}

it('every tool has its cases, and every case its tool', () => {
  expect(
    everyTool.map(({ tool }) => tool).toSorted(),
    'each tool has its <tool>.cases.ts next to it, named after it',
  ).toEqual(members.toSorted());
});

describe.each(everyTool)('$tool', ({ tool: name, good, bad }) => {
  it.each(good.map((one, index) => [index + 1, one] as const))(
    'called as it is meant to be (%i) answers with what it did',
    async (_, one) => {
      const { args, answer, scene } = await put(name, one);
      expect(answer.data).toMatchObject(one.gives);
      expect(answer.isError).toBe(false);
      expect(answer.content.some(({ type }) => type === 'image')).toBe(one.image === true);
      if (!one.confirmed) expect(faultsIn(name, answer.structured)).toEqual([]);
      exercised.set(name, new Set([...(exercised.get(name) ?? []), ...pathsIn(args)]));
      await one.after?.(scene);
    },
  );

  it.each(bad)('called amiss says what was wrong, with the code $code', async ({ args, code }) => {
    const answer = await claude.call(name, args);
    expect(answer.data).toMatchObject({ code, message: expect.any(String) as string });
    expect(answer.isError).toBe(true);
    expect(answer.structured).toBeUndefined();
  });

  it('is used with each of its parameters', () => {
    const declared = fieldsIn(tools.get(name)?.input.rich ?? {});
    expect(declared.filter((path) => !exercised.get(name)?.has(path))).toEqual([]);
  });

  it('asks the endpoint it is a view of', () => {
    const tool: JournalTool | undefined = tools.get(name)?.tool;
    if (tool?.source) expect(endpointsOf(name)).toContain(tool.source.endpoint);
  });
});

it('each tool asks the endpoints that were reviewed', async () => {
  const rows = members.toSorted().map((name) => `${name}: ${endpointsOf(name).join(', ') || '-'}`);
  await expect(`${rows.join('\n')}\n`).toMatchFileSnapshot('./golden/endpoints.golden');
});

/** What an answer breaks of its tool's schema. A row lacks what is null in it, so such a field must be one that may be null. */
function faultsIn(name: string, structured: Args | undefined): string[] {
  const { output } = tools.get(name)?.tool ?? {};
  const schema = (typeof output === 'function' ? output() : output) as z.ZodType;
  const data: unknown = structuredClone(schema.type === 'array' ? structured?.items : structured);
  const isOfRow = ({ path }: z.core.$ZodIssue) => path.some((key) => typeof key === 'number');
  for (const issue of (schema.safeParse(data).error?.issues ?? []).filter(isOfRow)) {
    const row = issue.path.slice(0, -1).reduce<unknown>((at, key) => (at as Args)[String(key)], data) as Args;
    const field = String(issue.path.at(-1));
    if (row[field] === undefined) row[field] = null;
  }
  return schema.safeParse(data).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}
