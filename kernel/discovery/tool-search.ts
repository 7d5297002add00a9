import { z } from 'zod';
import { riskOf } from '../surface/model.ts';
import type { Catalogue, CatalogueEntry } from '../tool/catalogue.ts';
import { REFERENCE, withPlainReferences } from '../tool/reference.ts';
import { defineTool } from '../call/define.ts';
import { matching } from './pattern.ts';
import { createSearch, type Search, type SearchDocument } from './search.ts';
import { viewOf } from './toolsets.ts';

const indexes = new WeakMap<Catalogue, Search>();

/** The index of a catalogue, built when it is first asked. */
function indexOf(catalogue: Catalogue): Search {
  let index = indexes.get(catalogue);
  if (!index) indexes.set(catalogue, (index = createSearch(catalogue.entries.map(documentOf), catalogue.thesaurus)));
  return index;
}

function documentOf({ tool, input }: CatalogueEntry): SearchDocument {
  const parameters = Object.keys(input.minimal.properties ?? {});
  return {
    name: tool.name,
    fields: [
      { text: tool.name, weight: 3 },
      { text: tool.synonyms.join(' '), weight: 2.5 },
      { text: tool.title, weight: 2 },
      { text: withPlainReferences(tool.description.minimal), weight: 1.5 },
      { text: tool.description.rich.replaceAll(REFERENCE, ''), weight: 0.6 },
      { text: tool.toolsets.join(' '), weight: 0.4 },
      { text: parameters.join(' '), weight: 0.3 },
    ],
    phrases: tool.synonyms,
  };
}

/** Entries for a query, best first: by meaning, or in the catalogue's order for a `/pattern/`. */
export function searchTools(catalogue: Catalogue, query: string): CatalogueEntry[] {
  const texts = catalogue.entries.map(({ tool }) =>
    [tool.name, tool.title, withPlainReferences(tool.description.minimal)].join('\n'),
  );
  const matched = matching(query, texts);
  const found = matched
    ? matched.map((index) => catalogue.entries[index])
    : indexOf(catalogue)
        .find(query)
        .map(({ name }) => catalogue.get(name));
  return found.filter((entry) => entry !== undefined);
}

const NAME = 'tool_search';

export const toolSearch = defineTool({
  name: NAME,
  title: 'Search tools',
  toolsets: [],
  description: {
    minimal: 'Find the right tool for a task by describing it in words, or by a /regex/.',
    rich: 'Find the right tool for a task among all tools of this server, listed here or not. Describe the task in a few words, or give a /regular expression/ over names and descriptions. Answers with the best matches first, each with its purpose, and with arguments and the way to call it where it is not listed.',
  },
  synonyms: ['which tool', 'discover', 'lookup', 'find function', 'how do i'],
  input: () =>
    z.object({
      query: z.string().min(1).max(300).describe('The task in words, or /regex/.'),
      limit: z.number().int().min(1).max(20).default(5).describe('How many.'),
    }),
  output: () =>
    z.object({
      results: z.array(
        z.object({
          name: z.string(),
          title: z.string(),
          description: z.string(),
          toolset: z.string(),
          risk: z.enum(['read', 'write', 'destructive']),
          call_with: z.string().optional(),
          input_schema: z.record(z.string(), z.unknown()).optional(),
          not_loaded: z.literal(true).optional(),
        }),
      ),
    }),
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  guard: 'unguarded',
  confirmation: 'none',
  cost: 'local',
  handler: ({ query, limit }, context) => {
    const surface = context.session.surface();
    const found = searchTools(context.catalogue, query).filter(
      (entry) =>
        entry.tool.name !== NAME &&
        entry.tool.pagesOnly !== true &&
        (surface.grows || entry.tool.onlyWhereListGrows !== true) &&
        surface.allows(entry),
    );
    return {
      results: found.slice(0, limit).map((entry) => {
        const { annotations: _, ...view } = viewOf(entry, context);
        const { kind } = surface.route(entry.tool.name);
        return {
          ...view,
          title: entry.tool.title,
          toolset: entry.tool.toolsets[0] ?? '',
          risk: riskOf(entry.tool),
          ...(kind === 'none' ? { not_loaded: true as const } : {}),
        };
      }),
    };
  },
});
