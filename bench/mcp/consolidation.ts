// Whether fewer, larger tools would serve better: the proposal's CRUD tools and its GraphQL-like query, built from the
// same definitions and weighed against the separate tools. The reading of it is in docs/consolidation.md.
import { createCatalogue, searchTools, type AnyTool, type Catalogue, type JsonSchema } from '@zorivest/kernel';
import { createJournalServer } from '@zorivest/mcp-server';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { z } from 'zod';
import { FIGURES } from '../../journal/mcp/test/standard-tasks.ts';
import { questions } from '../../journal/mcp/test/questions.ts';

const API = { apiUrl: 'http://127.0.0.1:8765' };
const client = { name: 'some-editor', version: '1.0.0' };
const { catalogue: whole } = createJournalServer(API);
const separate = whole.entries.map(({ tool }) => tool).filter(({ toolsets }) => toolsets.length > 0);
const { tools: listing } = createJournalServer({
  ...API,
  operator: { toolsets: 'all', layout: 'discrete' },
}).surface({ client });
const { tools: withExtras } = createJournalServer({ ...API, operator: { toolsets: ['core'] } }).surface({ client });

type ListingTool = (typeof listing)[number];

/** Several tools behind one name. */
interface MergedTool {
  readonly name: string;
  readonly members: readonly AnyTool[];
  readonly style: 'actions' | 'query';
}

interface Scheme {
  readonly name: string;
  readonly merged: readonly MergedTool[];
  /** Listed in addition to the tools, in place of none. */
  readonly extra?: string;
}

const pickNamed = (...names: readonly string[]) => separate.filter(({ name }) => names.includes(name));
const settings: MergedTool = {
  name: 'manage_settings',
  members: pickNamed('get_settings', 'update_settings'),
  style: 'actions',
};
const policies: MergedTool = {
  name: 'manage_policy',
  members: pickNamed('create_policy', 'list_policies', 'update_policy_schedule'),
  style: 'actions',
};
const analytics: MergedTool = {
  name: 'query_analytics',
  members: separate.filter(({ toolsets, hints }) => toolsets[0] === 'trade-analytics' && hints.readOnly),
  style: 'query',
};

const schemes: readonly Scheme[] = [
  { name: 'separate tools', merged: [] },
  { name: '`manage_settings`', merged: [settings] },
  { name: '`manage_settings` and `manage_policy`', merged: [settings, policies] },
  { name: 'one GraphQL-like `query_analytics`', merged: [analytics] },
  { name: 'separate tools and `query_trade_analytics` (ours)', merged: [], extra: 'query_trade_analytics' },
];

const inputOf = ({ name }: AnyTool): JsonSchema => whole.get(name)?.input.minimal ?? {};
const propertiesOf = (tool: AnyTool): Record<string, JsonSchema> =>
  (inputOf(tool).properties ?? {}) as Record<string, JsonSchema>;

/** One name as a client would see it. */
function listComposite({ name, members, style }: MergedTool): ListingTool {
  const actions = {
    type: 'object',
    properties: {
      action: { type: 'string', enum: members.map((tool) => tool.name) },
      ...Object.assign({}, ...members.map(propertiesOf)),
    },
    required: ['action'],
  };
  const query = {
    type: 'object',
    properties: { query: { type: 'string', description: 'GraphQL.' }, variables: { type: 'object' } },
    required: ['query'],
  };
  const first = listing.find((tool) => tool.name === members[0]?.name);
  if (!first) throw new Error(`${name} holds no listed tool`);
  return {
    ...first,
    name,
    title: name,
    description: style === 'actions' ? describeMembers(members) : `type Query {\n${members.map(field).join('\n')}\n}`,
    inputSchema: style === 'actions' ? actions : query,
    annotations: { ...first.annotations, readOnlyHint: members.every(({ hints }) => hints.readOnly) },
  };
}

function describeMembers(members: readonly AnyTool[]): string {
  return members.map(({ name, description }) => `${name}: ${description.minimal}`).join('\n');
}

/** `get_sqn(period: string): {sqn trades}`: a model that does not know the fields cannot choose among them. */
function field(tool: AnyTool): string {
  const { required = [] } = inputOf(tool) as { required?: readonly string[] };
  const args = Object.entries(propertiesOf(tool)).map(
    ([name, schema]) => `${name}: ${typeName(schema)}${required.includes(name) ? '!' : ''}`,
  );
  const shape = fields(whole.get(tool.name)?.output ?? {});
  return `# ${tool.description.minimal}\n${tool.name}(${args.join(', ')}): ${shape || 'JSON'}`;
}

function typeName({ type, enum: choices }: JsonSchema): string {
  if (Array.isArray(choices)) return choices.join('|');
  return typeof type === 'string' ? type : 'JSON';
}

function fields(schema: JsonSchema): string {
  const within = schema.properties ?? (schema.items as JsonSchema | undefined)?.properties;
  if (typeof within !== 'object' || within === null) return '';
  const names = Object.entries(within as Record<string, JsonSchema>).map(([name, inner]) => name + fields(inner));
  return `{${names.join(' ')}}`;
}

/** One name as the search sees it: all words of all its members. */
function searchable({ name, members }: MergedTool): AnyTool {
  const [first] = members;
  if (!first) throw new Error(`${name} holds no tool`);
  return {
    ...first,
    name,
    title: members.map(({ title }) => title).join('. '),
    description: {
      minimal: describeMembers(members),
      rich: members.map(({ description }) => description.rich).join(' '),
    },
    synonyms: members.flatMap(({ synonyms }) => synonyms),
    input: z.object({ action: z.string() }),
  };
}

const of = (tools: readonly AnyTool[]): Catalogue => createCatalogue(tools, whole.toolsets, whole.thesaurus);
const firstOf = (catalogue: Catalogue, question: string) => searchTools(catalogue, question)[0]?.tool.name;

/** Right when the first tool found is the right one and, behind a merged name, the first action is. */
function selection({ merged }: Scheme): (question: string, wanted: readonly string[]) => boolean {
  const inside = new Set(merged.flatMap(({ members }) => members));
  const tools = of([...separate.filter((tool) => !inside.has(tool)), ...merged.map(searchable)]);
  const actions = new Map(merged.map(({ name, members }) => [name, of(members)]));
  return (question, wanted) => {
    const found = firstOf(tools, question);
    const within = actions.get(found ?? '');
    return wanted.includes((within ? firstOf(within, question) : found) ?? '');
  };
}

function tokens({ merged, extra }: Scheme): { readonly count: number; readonly tokens: number } {
  const inside = new Set(merged.flatMap(({ members }) => members.map(({ name }) => name)));
  const tools = [
    ...listing.filter(({ name }) => !inside.has(name)),
    ...merged.map(listComposite),
    ...withExtras.filter(({ name }) => name === extra),
  ];
  return { count: tools.length, tokens: encode(JSON.stringify({ tools })).length };
}

/** Calls for the five figures of the standard list, asked for together. */
function calls({ merged, extra }: Scheme): number {
  const queried = merged.filter(({ style }) => style === 'query').flatMap(({ members }) => members);
  const together = FIGURES.alone.every((task) => queried.some(({ name }) => name === task.name));
  return together || extra === FIGURES.together.name ? 1 : FIGURES.alone.length;
}

/** Reads that a client can no longer allow without allowing a write. */
function countMixed({ merged }: Scheme): number {
  return merged
    .filter(({ members }) => !members.every(({ hints }) => hints.readOnly))
    .flatMap(({ members }) => members.filter(({ hints }) => hints.readOnly)).length;
}

export function consolidationTable(): string {
  const touched = new Set(schemes.flatMap(({ merged }) => merged.flatMap(({ members }) => members.map((m) => m.name))));
  const asked = Object.entries(questions).filter(([, wanted]) => wanted.some((name) => touched.has(name)));
  const rest = Object.entries(questions).filter(([, wanted]) => !wanted.some((name) => touched.has(name)));
  const rows = schemes.map((scheme) => {
    const right = selection(scheme);
    const share = (some: typeof asked) =>
      `${((100 * some.filter(([question, wanted]) => right(question, wanted)).length) / some.length).toFixed(0)} %`;
    const { count, tokens: cost } = tokens(scheme);
    return `| ${scheme.name} | ${count} | ${cost} | ${calls(scheme)} | ${share(asked)} | ${share(rest)} | ${countMixed(scheme)} |`;
  });
  return [
    `| scheme | tools | tokens (o200k) | calls for five figures | right first time (${asked.length} questions it touches) | right first time (${rest.length} others) | reads behind a writing name |`,
    '|---|--:|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
}
