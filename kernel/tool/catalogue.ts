import type { z } from 'zod';
import type { AnyTool, ObjectSchema, Schema } from './definition.ts';
import { once } from './once.ts';
import { inputSchemas, outputSchema, schemaOf, type JsonSchema, type TieredSchema } from './schema.ts';
import type { Toolset } from './toolset.ts';

/** A tool with what is computed from it once, when it is first asked for: a server is up before anybody lists its tools. */
export interface CatalogueEntry {
  readonly tool: AnyTool;
  readonly input: TieredSchema;
  readonly output: JsonSchema | undefined;
}

/** Everything a server can do, fixed when it starts. What a client is shown of it is decided elsewhere. */
export interface Catalogue {
  /** Sorted by name, so that every list is the same list. */
  readonly entries: readonly CatalogueEntry[];
  readonly toolsets: readonly Toolset[];
  /** Words that people use for the same thing, for whoever searches. */
  readonly thesaurus: readonly (readonly string[])[];
  get(name: string): CatalogueEntry | undefined;
  /** By direct JSON-RPC method: a tool's own name or one of its `methods`. */
  byMethod(method: string): CatalogueEntry | undefined;
  /** The members of a toolset, sorted; `undefined` when there is no such toolset. */
  members(toolset: string): readonly CatalogueEntry[] | undefined;
}

function entryOf(tool: AnyTool): CatalogueEntry {
  const input = once(() =>
    inputSchemas(schemaOf(tool.input as Schema<ObjectSchema>), tool.confirmation === 'required'),
  );
  const output = once(() => outputSchema(schemaOf(tool.output as Schema<z.ZodType>), tool.conciseDrops));
  return Object.freeze({
    tool,
    get input() {
      return input();
    },
    get output() {
      return output();
    },
  });
}

export function createCatalogue(
  tools: readonly AnyTool[],
  toolsets: readonly Toolset[],
  thesaurus: Catalogue['thesaurus'] = [],
): Catalogue {
  const byName = new Map<string, CatalogueEntry>();
  const byMethod = new Map<string, CatalogueEntry>();
  const members = new Map<string, CatalogueEntry[]>(toolsets.map((set) => [set.name, []]));

  for (const tool of tools.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
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

  return Object.freeze({
    entries: Object.freeze([...byName.values()]),
    toolsets: Object.freeze([...toolsets]),
    thesaurus,
    get: (name: string) => byName.get(name),
    byMethod: (method: string) => byMethod.get(method),
    members: (toolset: string) => members.get(toolset),
  });
}
