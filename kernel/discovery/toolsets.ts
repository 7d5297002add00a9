import { z } from 'zod';
import type { CallContext } from '../call/context.ts';
import { KernelError } from '../tool/errors.ts';
import { annotationsOf } from '../surface/listing.ts';
import { schemaWithReferences, withReferences } from '../surface/references.ts';
import { unknownToolset } from '../surface/selection.ts';
import type { Catalogue, CatalogueEntry } from '../tool/catalogue.ts';
import { defineTool } from '../call/define.ts';
import type { Toolset } from '../tool/toolset.ts';

const READS = { readOnly: true, destructive: false, idempotent: true, openWorld: false } as const;

const toolsetName = z
  .string()
  .describe('Toolset name.')
  .meta({ detail: 'As listed by {tool:list_available_toolsets}.' });

export const listAvailableToolsets = defineTool({
  name: 'list_available_toolsets',
  title: 'List toolsets',
  toolsets: [],
  onlyWhereListGrows: true,
  description: {
    minimal: 'List every toolset with its size and whether it is loaded in this session.',
    rich: 'List all groups of tools this server has: name, description, number of tools, and whether each is loaded in this session. Use it first when no listed tool seems to fit the task. For the tools inside one group use {tool:describe_toolset}; to find a single tool by purpose use {tool:tool_search}.',
  },
  synonyms: [
    'capabilities',
    'categories',
    'what can you do',
    'features',
    'available functions',
    'groups',
    'modules',
    'what else',
    'help me',
    'overview of tools',
    'menu',
    'commands',
    'abilities',
    'what do you offer',
    'do you have',
    'functions',
    'options do I have',
    'what is there',
  ],
  input: () => z.object({}),
  output: () =>
    z.object({
      toolsets: z.array(
        z.object({
          name: z.string(),
          description: z.string(),
          tool_count: z.number(),
          loaded: z.boolean(),
          always_loaded: z.boolean(),
        }),
      ),
      total_tools: z.number().describe('Memberships: a tool in two toolsets counts twice.'),
      unique_tools: z.number(),
    }),
  hints: READS,
  guard: 'unguarded',
  confirmation: 'none',
  cost: 'local',
  handler: (_, { catalogue, session }) => {
    const surface = session.surface();
    const members = (name: string) => (catalogue.members(name) ?? []).filter((entry) => surface.allows(entry));
    const toolsets = catalogue.toolsets.map(({ name, description, always }) => ({
      name,
      description,
      tool_count: members(name).length,
      loaded: surface.loaded.includes(name),
      always_loaded: always ?? false,
    }));
    return {
      toolsets,
      total_tools: toolsets.reduce((sum, { tool_count }) => sum + tool_count, 0),
      unique_tools: new Set(toolsets.flatMap(({ name }) => members(name))).size,
    };
  },
});

const toolView = z.object({
  name: z.string(),
  description: z.string(),
  annotations: z.record(z.string(), z.boolean()).optional(),
  call_with: z.string().optional().describe('The listed tool to call it through; absent when it is listed itself.'),
  input_schema: z.record(z.string(), z.unknown()).optional(),
});

/** A tool as it is described in an answer: with its schema and way in wherever the list does not show them. */
export function viewOf({ tool, input }: CatalogueEntry, { session }: CallContext): z.input<typeof toolView> {
  const surface = session.surface();
  const isShown = (name: string): boolean => surface.route(name).kind !== 'none';
  const route = surface.route(tool.name);
  const hidden = route.kind === 'composite' || route.kind === 'dispatch';
  return {
    name: tool.name,
    description: withReferences(tool.description.minimal, isShown),
    annotations: { ...annotationsOf(tool) },
    ...(hidden ? { call_with: route.tool } : {}),
    ...(route.kind === 'direct' ? {} : { input_schema: schemaWithReferences(input.minimal, isShown) }),
  };
}

export const describeToolset = defineTool({
  name: 'describe_toolset',
  title: 'Describe a toolset',
  toolsets: [],
  description: {
    minimal: 'Describe the tools of one toolset: what each does, how risky it is and how to call it.',
    rich: 'Describe one toolset: every tool in it with its purpose and hints (reads, writes, destructive), and where a tool is not listed separately also its arguments and the tool to call it through. Use it after {tool:list_available_toolsets}, before {tool:enable_toolset}. Not needed for tools you already see.',
  },
  synonyms: [
    'inspect category',
    'tools in group',
    'details of toolset',
    'what is in',
    'arguments of tools',
    'help',
    'contains',
    'tools of',
    'what does it have',
    'explain toolset',
    'inside',
    'details',
    'more about',
    'what can the',
    'list tools in',
    'belong to',
    'which tools',
    'part of',
    'what is in the',
    'bundle',
  ],
  input: () => z.object({ toolset_name: toolsetName }),
  output: () =>
    z.object({
      name: z.string(),
      description: z.string(),
      loaded: z.boolean(),
      tools: z.array(toolView),
    }),
  hints: READS,
  guard: 'unguarded',
  confirmation: 'none',
  cost: 'local',
  handler: ({ toolset_name }, context) => {
    const { name, description } = findToolset(context.catalogue, toolset_name);
    const surface = context.session.surface();
    return {
      name,
      description,
      loaded: surface.loaded.includes(name),
      tools: listAllowed(context, name).map((entry) => viewOf(entry, context)),
    };
  },
});

const enabled = z.object({
  toolset: z.string(),
  status: z.enum(['already_loaded', 'enabled', 'in_band']),
  tool_count: z.number(),
  message: z.string(),
  tools: z.array(toolView).optional(),
});

export const enableToolset = defineTool({
  name: 'enable_toolset',
  title: 'Enable a toolset',
  toolsets: [],
  onlyWhereListGrows: true,
  description: {
    minimal: 'Switch on one more toolset for this session, or get its tools to call immediately.',
    rich: 'Switch on a toolset for this session. Where the client lists tools again they simply appear; elsewhere the answer holds their arguments and the tool to call them through. Safe to repeat, affects no other session. Choose the name with {tool:list_available_toolsets}; one toolset at a time keeps the list short.',
  },
  synonyms: [
    'load category',
    'activate tools',
    'turn on',
    'add tools',
    'unlock toolset',
    'more tools',
    'switch on',
    'load',
    'activate',
    'enable',
    'need more tools',
    'switch on category',
    'turn on tools',
    'use category',
    'functions',
    'I need the',
    'give me the tools',
    'unlock functions',
    'add category',
    'load the tools',
    'turn on the',
    'tools for',
    'category on',
  ],
  input: () => z.object({ toolset_name: toolsetName }),
  output: () => enabled,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  guard: 'offline_tolerant',
  confirmation: 'none',
  cost: 'local',
  handler: async ({ toolset_name }, context): Promise<z.input<typeof enabled>> => {
    const { name } = findToolset(context.catalogue, toolset_name);
    const entries = listAllowed(context, name);
    const answer = { toolset: name, tool_count: entries.length };
    const tools = `${entries.length} tools`;
    const enabling = await context.session.enable(name);
    if (enabling === 'already') {
      return { ...answer, status: 'already_loaded', message: `Toolset "${name}" is already loaded (${tools}).` };
    }
    if (enabling === 'listed') {
      return {
        ...answer,
        status: 'enabled',
        message: `Toolset "${name}" is enabled: its ${tools} are on the list now.`,
      };
    }
    const surface = context.session.surface();
    return {
      ...answer,
      status: 'in_band',
      message: `The list of this client does not change. Call these ${tools} through the tool named in call_with. To have them on the list: ${surface.howToLoad(name)}`,
      tools: entries.map((entry) => viewOf(entry, context)),
    };
  },
});

function findToolset(catalogue: Catalogue, name: string): Toolset {
  const found = catalogue.toolsets.find((set) => set.name === name);
  if (found) return found;
  const error = unknownToolset(catalogue, name);
  throw new KernelError(error.code, `${error.message} See list_available_toolsets.`, error.details);
}

function listAllowed({ catalogue, session }: CallContext, toolset: string): readonly CatalogueEntry[] {
  const surface = session.surface();
  return (catalogue.members(toolset) ?? []).filter((entry) => surface.allows(entry));
}
