/**
 * What clients see of the journal, as a person can review it: one file per tool, one per surface, and a table of each.
 * A change shows up in review as what a client will see. `npx vitest run journal/mcp/golden -u` after one that was meant.
 */
import { renderExplanation, type CatalogueEntry, type OperatorConfig, type Surface } from '@zorivest/kernel';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createJournalServer } from './server.ts';
import type { JournalTool } from './tool.ts';

const apiUrl = 'http://127.0.0.1:1';
const { catalogue } = createJournalServer({ apiUrl });
const tokens = (value: unknown): number => countTokens(JSON.stringify(value));

type Node = Readonly<Record<string, unknown>>;

/** One line for each field, so that a change of one is a change of one line. */
function fieldsOf(schema: Node | undefined): string[] {
  const {
    properties,
    required = [],
    ...rest
  } = (schema ?? {}) as Node & {
    properties?: Readonly<Record<string, Node>>;
    required?: readonly string[];
  };
  if (properties === undefined) return [JSON.stringify(rest)];
  return Object.entries(properties).map(
    ([name, field]) => `  ${name}${required.includes(name) ? ' (required)' : ''}: ${JSON.stringify(field)}`,
  );
}

function pageOf({ tool, input, output }: CatalogueEntry): string {
  const { name, title, toolsets, description, hints, guard, confirmation, cost, source }: JournalTool = tool;
  const activeHints = Object.entries(hints).filter(([, on]) => on);
  return [
    `${name}: ${title}`,
    `toolsets: ${toolsets.join(', ') || '-'}`,
    `hints: ${activeHints.map(([hint]) => hint).join(', ') || '-'}; ${guard}; confirmation ${confirmation}; ${cost}`,
    ...(source ? [`view of ${source.endpoint}`] : []),
    ...Object.entries(source?.omit ?? {}).map(([field, reason]) => `  without ${field}: ${reason}`),
    `dropped when concise: ${tool.conciseDrops?.join(', ') ?? '-'}`,
    '',
    `minimal: ${description.minimal}`,
    ...fieldsOf(input.minimal),
    '',
    `rich: ${description.rich}`,
    ...fieldsOf(input.rich),
    '',
    'output:',
    ...fieldsOf(output),
    '',
  ].join('\n');
}

it.each(catalogue.entries.map((entry) => [entry.tool.name, entry] as const))(
  '%s is shown as it was reviewed',
  async (name, entry) => {
    await expect(pageOf(entry)).toMatchFileSnapshot(`./golden/tools/${name}.golden`);
  },
);

it('the table of tools is the one that was reviewed', async () => {
  const rows = catalogue.entries.map(({ tool, input }) => {
    const { name, toolsets, hints, guard, confirmation, cost, source }: JournalTool = tool;
    const risk = hints.readOnly ? 'reads' : hints.destructive ? 'destroys' : 'writes';
    const cells = [name, toolsets.join(', ') || '-', risk, guard, confirmation, cost, source?.endpoint ?? '-'];
    return `| ${[...cells, tokens(input.minimal), tokens(input.rich)].join(' | ')} |`;
  });
  const sizes = catalogue.toolsets.map(({ name }) => `${name}: ${catalogue.members(name)?.length}`);
  const head = [
    '| tool | toolsets | risk | guard | confirmation | cost | view of | tokens of its input | rich |',
    '|---|---|---|---|---|---|---|--:|--:|',
  ];
  await expect([...sizes, '', ...head, ...rows, ''].join('\n')).toMatchFileSnapshot('./golden/tools.golden');
});

interface ClientView {
  readonly client: string;
  readonly operator: OperatorConfig;
}

const surfaces: Readonly<Record<string, ClientView>> = {
  'cursor-default': { client: 'cursor', operator: {} },
  'cursor-all': { client: 'cursor', operator: { toolsets: 'all' } },
  'cursor-composite': { client: 'cursor', operator: { toolsets: 'all', layout: 'composite' } },
  'cursor-all-discrete': { client: 'cursor', operator: { toolsets: 'all', layout: 'discrete' } },
  'cursor-dispatch': { client: 'cursor', operator: { layout: 'dispatch' } },
  'cursor-read-only': { client: 'cursor', operator: { readOnly: true } },
  'cline-default': { client: 'Cline', operator: {} },
  'claude-code-default': { client: 'claude-code', operator: {} },
  'stateless-default': { client: 'stateless', operator: {} },
};

function show({ client, operator }: ClientView): Surface {
  const server = createJournalServer({ apiUrl, operator });
  return server.surface(client === 'stateless' ? { era: 'modern' } : { client: { name: client, version: '1.0.0' } });
}

it.each(Object.entries(surfaces))('the surface %s is the one that was reviewed', async (name, shown) => {
  const surface = show(shown);
  const text = [
    renderExplanation(surface),
    surface.instructions,
    '',
    // A tool of the catalogue has its own file; what a surface makes of several is shown here.
    ...surface.tools.map((tool) => (catalogue.get(tool.name) ? tool.name : JSON.stringify(tool))),
    '',
  ].join('\n');
  await expect(text).toMatchFileSnapshot(`./golden/surfaces/${name}.golden`);
});

it('the table of surfaces is the one that was reviewed', async () => {
  const rows = Object.entries(surfaces).map(([name, shown]) => {
    const { mode, layout, tools, format } = show(shown);
    return `| ${[name, mode, layout, tools.length, tokens({ tools }), format].join(' | ')} |`;
  });
  const head = ['| surface | mode | layout | tools | tokens | answers |', '|---|---|---|--:|--:|---|'];
  await expect([...head, ...rows, ''].join('\n')).toMatchFileSnapshot('./golden/surfaces.golden');
});

it('no file is left of a tool or a surface that is gone', () => {
  const files = (folder: string) =>
    globSync('*.golden', { cwd: join(import.meta.dirname, 'golden', folder) }).map((file) =>
      file.replace('.golden', ''),
    );
  expect(files('tools').filter((name) => catalogue.get(name) === undefined)).toEqual([]);
  expect(files('surfaces').filter((name) => surfaces[name] === undefined)).toEqual([]);
});
