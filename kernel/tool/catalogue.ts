import type { z } from 'zod';
import type { AnyTool, ObjectSchema, Schema } from './definition.ts';
import { once } from './once.ts';
import { foreignFields, type ForeignFields } from './foreign.ts';
import { inputSchemas, outputSchema, render, schemaOf, type JsonSchema, type TieredSchema } from './schema.ts';
import { withMainToolset, type Toolset } from './toolset.ts';
import { viewName, type View, type ViewListing } from './view.ts';

/** A tool with what is computed from it once, when it is first asked for: a server is up before anybody lists its tools. */
export interface CatalogueEntry {
  readonly tool: AnyTool;
  readonly input: TieredSchema;
  readonly output: JsonSchema | undefined;
  /** Where its answers hold text that others wrote; nothing where they never do. */
  readonly foreign: ForeignFields | undefined;
}

/** Everything a server can do, fixed when it starts. What a client is shown of it is decided elsewhere. */
export interface Catalogue {
  /** In the order they were given: one that is added at the end moves no other on any list. */
  readonly entries: readonly CatalogueEntry[];
  readonly toolsets: readonly Toolset[];
  /** Words that people use for the same thing, for the tool search. */
  readonly thesaurus: readonly (readonly string[])[];
  get(name: string): CatalogueEntry | undefined;
  /** By direct JSON-RPC method: a tool's own name or one of its `methods`. */
  byMethod(method: string): CatalogueEntry | undefined;
  /** Every view, sorted by address, with the tools that name it. */
  readonly views: readonly ViewListing[];
  /** The view at an address. */
  view(uri: string): View | undefined;
  /** The members of a toolset, in the catalogue's order; `undefined` when there is no such toolset. */
  members(toolset: string): readonly CatalogueEntry[] | undefined;
}

function entryOf(tool: AnyTool): CatalogueEntry {
  const input = once(() =>
    inputSchemas(schemaOf(tool.input as Schema<ObjectSchema>), tool.confirmation === 'required'),
  );
  const rendered = once(() => render(schemaOf(tool.output as Schema<z.ZodType>), 'output'));
  const output = once(() => outputSchema(rendered(), tool.conciseDrops));
  const foreign = once(() => foreignFields(rendered()));
  return Object.freeze({
    tool,
    get input() {
      return input();
    },
    get output() {
      return output();
    },
    get foreign() {
      return foreign();
    },
  });
}

export function createCatalogue(
  tools: readonly AnyTool[],
  declared: readonly Toolset[] = [],
  thesaurus: Catalogue['thesaurus'] = [],
): Catalogue {
  const toolsets = withMainToolset(declared, tools);
  const byName = new Map<string, CatalogueEntry>();
  const byMethod = new Map<string, CatalogueEntry>();
  const members = new Map<string, CatalogueEntry[]>(toolsets.map((set) => [set.name, []]));

  for (const tool of tools) {
    if (byName.has(tool.name)) throw new Error(`two tools are called ${tool.name}`);
    const entry = entryOf(tool);
    byName.set(tool.name, entry);
    for (const method of [tool.name, ...(tool.methods ?? [])]) {
      if (byMethod.has(method)) throw new Error(`two tools answer to the method ${method}`);
      byMethod.set(method, entry);
    }
    for (const name of tool.toolsets) {
      const set = members.get(name);
      if (!set) throw new Error(`${tool.name} is in the toolset ${name}, which does not exist`);
      set.push(entry);
    }
  }

  const views = viewsOf([...byName.values()]);
  return Object.freeze({
    entries: Object.freeze([...byName.values()]),
    toolsets: Object.freeze([...toolsets]),
    thesaurus,
    get: (name: string) => byName.get(name),
    byMethod: (method: string) => byMethod.get(method),
    views: views.map(({ listing }) => listing),
    view: (uri: string) => views.find(({ view }) => view.uri === uri)?.view,
    members: (toolset: string) => members.get(toolset),
  });
}

/** More than these besides the tools a model sees, and a page is an application of its own. */
const MOST_FOR_PAGES = 4;

function viewsOf(entries: readonly CatalogueEntry[]): { readonly view: View; readonly listing: ViewListing }[] {
  const forPages = entries.filter(({ tool }) => tool.pagesOnly === true).map(({ tool }) => tool);
  if (forPages.length > MOST_FOR_PAGES) throw new Error(`a server has at most ${MOST_FOR_PAGES} tools for pages alone`);
  const placed = forPages.find(({ toolsets }) => toolsets.length > 0);
  if (placed) throw new Error(`${placed.name} is for pages alone and cannot be in a toolset`);
  const byUri = new Map<string, { readonly view: View; readonly tools: string[] }>();
  for (const { tool } of entries) {
    const { view } = tool;
    if (view === undefined) continue;
    const known = byUri.get(view.uri);
    if (known && known.view !== view) throw new Error(`two views are at ${view.uri}`);
    if (known) known.tools.push(tool.name);
    else byUri.set(view.uri, { view, tools: [tool.name] });
  }
  return [...byUri.values()]
    .map(({ view, tools }) => ({ view, listing: { view: viewName(view), uri: view.uri, tools } }))
    .toSorted((a, b) => (a.view.uri < b.view.uri ? -1 : 1));
}
