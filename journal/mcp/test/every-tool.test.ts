/**
 * The contract of each of the 68 tools, as a document: what it is called with, every parameter at least once, what it
 * answers, and how it fails. On a real encrypted book, with the outside played by a real server.
 */
import type { CatalogueEntry } from '@zorivest/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { createJournalServer } from '../index.ts';
import type { Assistant } from './book.ts';
import { BAD_CALLS } from './bad-calls.ts';
import { goodCalls, type Args, type Case } from './good-calls.ts';
import { openWorld, type World } from './world.ts';

let world: World;
/** Asks its person before it does harm, so that it needs no token; and lends its model. */
let claude: Assistant;
/** Has to fetch a token first. */
let editor: Assistant;

beforeAll(async () => {
  world = await openWorld();
  const server = { host: world.host };
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
const GOOD_CALLS = goodCalls(() => world);
const members = catalogue.entries.filter(({ tool }) => tool.toolsets.length > 0).map(({ tool }) => tool.name);

const argsOf = async ({ args }: Case): Promise<Args> => (typeof args === 'function' ? await args() : (args ?? {}));

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
function declaredIn({ properties = {}, items }: Node, prefix = ''): string[] {
  return [
    ...Object.entries(properties).flatMap(([key, inner]) => [prefix + key, ...declaredIn(inner, `${prefix}${key}.`)]),
    ...(items ? declaredIn(items, prefix) : []),
  ];
}

const exercised = new Map<string, Set<string>>();

async function put(name: string, one: Case) {
  const args = await argsOf(one);
  if (!one.confirmed) return { args, answer: await claude.call(name, args) };
  const { data } = await editor.call('get_confirmation_token', { action: name, params: args });
  const full = { ...args, confirmation_token: data.token };
  return { args: full, answer: await editor.call(name, full) };
}

describe('called as it is meant to be,', () => {
  const cases = Object.entries(GOOD_CALLS).flatMap(([name, calls]) =>
    calls.map((one, index) => [calls.length > 1 ? `${name} (${index + 1})` : name, name, one] as const),
  );

  it.each(cases)('%s answers with what it did', async (_, name, one) => {
    const { args, answer } = await put(name, one);
    expect(answer.data).toMatchObject(one.gives);
    expect(answer.isError).toBe(false);
    expect(answer.content.some(({ type }) => type === 'image')).toBe(one.image === true);
    if (!one.confirmed) expect(faultsIn(name, answer.structured)).toEqual([]);
    exercised.set(name, new Set([...(exercised.get(name) ?? []), ...pathsIn(args)]));
    await one.after?.(answer.data);
  });

  it('no tool is missing here, and no parameter of any tool', () => {
    expect(Object.keys(GOOD_CALLS).toSorted()).toEqual(members.toSorted());
    const left = members.flatMap((name) =>
      declaredIn((tools.get(name)?.input.rich ?? {}) as Node)
        .filter((path) => !exercised.get(name)?.has(path))
        .map((path) => `${name}.${path}`),
    );
    expect(left).toEqual([]);
  });
});

describe('called amiss,', () => {
  it.each(Object.entries(BAD_CALLS))('%s says what was wrong, with a code', async (name, { args, code }) => {
    const answer = await claude.call(name, args);
    expect(answer.data).toMatchObject({ code, message: expect.any(String) as string });
    expect(answer.isError).toBe(true);
    expect(answer.structured).toBeUndefined();
  });

  it('no tool is missing here', () => {
    expect(Object.keys(BAD_CALLS).toSorted()).toEqual(members.toSorted());
  });
});

/** What the answer breaks of the tool's own schema. */
function faultsIn(name: string, structured: Args | undefined): string[] {
  const { output } = tools.get(name)?.tool ?? {};
  const schema = (typeof output === 'function' ? output() : output) as z.ZodType;
  const data = schema.type === 'array' ? structured?.items : structured;
  return schema.safeParse(data).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}
