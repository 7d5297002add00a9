import type { Catalogue, CatalogueEntry } from '../tool/catalogue.ts';
import type { ObjectSchema, Schema } from '../tool/definition.ts';
import { schemaOf } from '../tool/schema.ts';
import { fold } from './composite.ts';
import { dispatchers } from './dispatch.ts';
import type { Presentation } from './model.ts';
import { referencesIn } from '../tool/reference.ts';

/** Refuses a presentation that does not fit its catalogue: a fault of the server's author, found when it starts. */
export function checkPresentation(catalogue: Catalogue, presentation: Presentation): void {
  const ready = catalogue.entries.filter(({ tool }) => typeof tool.input !== 'function');
  const faults = [
    ...nameFaults(catalogue, presentation),
    ...textFaults(catalogue, presentation, ready),
    ...dropFaults(ready, presentation),
  ];
  if (faults.length > 0) throw new Error(`the presentation does not fit the catalogue: ${faults.join('; ')}`);
}

function nameFaults(catalogue: Catalogue, presentation: Presentation): string[] {
  const named = [
    ...(presentation.extras ?? []),
    ...(presentation.rank ?? []),
    ...(presentation.separate ?? []),
    ...(presentation.readOnlyExceptions ?? []),
  ];
  const missing = named.filter((name) => !catalogue.get(name) && !dispatchers.has(name));
  const inToolset = (presentation.extras ?? []).filter((name) => (catalogue.get(name)?.tool.toolsets.length ?? 0) > 0);
  const generated = [
    ...fold(catalogue, catalogue.entries, new Set()).composites.map(({ name }) => name),
    ...dispatchers.keys(),
  ];
  return [
    ...missing.map((name) => `there is no tool ${name}`),
    ...inToolset.map((name) => `${name} is in a toolset and cannot be an extra`),
    ...generated.filter((name) => catalogue.get(name)).map((name) => `${name} is the name of a generated tool`),
  ];
}

/** References to tools that do not exist, in what can be read without building a schema. */
function textFaults(catalogue: Catalogue, { advice = [] }: Presentation, ready: readonly CatalogueEntry[]): string[] {
  const texts = [
    ...advice.map((text) => ['the advice', text] as const),
    ...catalogue.entries.flatMap(({ tool }) =>
      [tool.description.minimal, tool.description.rich].map((text) => [tool.name, text] as const),
    ),
    ...ready.flatMap(({ tool }) =>
      Object.entries(schemaOf(tool.input as Schema<ObjectSchema>).shape).map(
        ([field, schema]) => [`${tool.name}.${field}`, schema.description ?? ''] as const,
      ),
    ),
  ];
  return texts.flatMap(([place, text]) =>
    unknownReferences(catalogue, text).map((name) => `${place} refers to {tool:${name}}, which does not exist`),
  );
}

const unknownReferences = (catalogue: Catalogue, text: string): string[] =>
  text.includes('{tool:') ? referencesIn(text).filter((name) => !catalogue.get(name) && !dispatchers.has(name)) : [];

/** The same over whole schemas, which builds those that are built late: for a test over all tools of a server. */
export function referenceFaults(catalogue: Catalogue): string[] {
  return catalogue.entries.flatMap(({ tool, input }) => {
    // The token's field names the tool that issues it, which a server need not have.
    const { confirmation_token: _, ...properties } = (input.rich.properties ?? {}) as Record<string, unknown>;
    const texts = [tool.description.minimal, tool.description.rich, JSON.stringify(properties)];
    return texts
      .flatMap((text) => unknownReferences(catalogue, text))
      .map((name) => `${tool.name} refers to {tool:${name}}, which does not exist`);
  });
}

const ID = /(^|_)ids?$/;

/**
 * What a concise answer drops must not be an id that some tool asks for. A server that starts looks only at the schemas
 * that are there already; for those that are built late it is a test over all tools.
 */
export function dropFaults(entries: readonly CatalogueEntry[], { conciseDrops = [] }: Presentation): string[] {
  const dropped = [...conciseDrops, ...entries.flatMap(({ tool }) => tool.conciseDrops ?? [])];
  return dropped
    .filter((name) => ID.test(name))
    .flatMap((name) => {
      const taker = entries.findLast(({ tool }) => name in schemaOf(tool.input as Schema<ObjectSchema>).shape);
      return taker ? [`${name} is dropped, but ${taker.tool.name} takes it`] : [];
    });
}
