import type { CatalogueEntry } from '../tool/catalogue.ts';
import type { AnyTool } from '../tool/definition.ts';
import { withoutFields, type JsonSchema } from '../tool/schema.ts';
import type { ListedTool } from './model.ts';
import { schemaWithReferences, withReferences } from './references.ts';

/** How much of each tool is described. */
export interface Wording {
  readonly tier: 'minimal' | 'rich';
  readonly outputSchemas: boolean;
  /** Fields that a concise answer may lack: no output schema promises them. */
  readonly unpromised: ReadonlySet<string>;
  /** Whether `_meta` keys `anthropic/*` are read. */
  readonly hints: boolean;
  readonly resultLimit: number;
  readonly isShown: (name: string) => boolean;
  /** How a tool's view is named, where the client draws views; by the deprecated flat key as well where it needs that. */
  readonly views: 'none' | 'nested' | 'both';
  /** Whether the list says which tools run as tasks; in the stateless era the server decides, and says nothing. */
  readonly tasks: boolean;
  /** Loaded up front by a client that defers the rest. */
  readonly pinned: (entry: CatalogueEntry) => boolean;
}

export function annotationsOf({ hints }: AnyTool): ListedTool['annotations'] {
  return {
    readOnlyHint: hints.readOnly,
    destructiveHint: hints.destructive,
    idempotentHint: hints.idempotent,
    openWorldHint: hints.openWorld,
  };
}

/** One tool of the catalogue as this client sees it. */
export function describeTool(entry: CatalogueEntry, wording: Wording): ListedTool {
  const { tool, input, output } = entry;
  const meta = { ...(wording.hints ? metaOf(entry, wording) : {}), ...viewMeta(tool, wording) };
  return {
    name: tool.name,
    title: tool.title,
    description: withReferences(tool.description[wording.tier], wording.isShown),
    inputSchema: schemaWithReferences(input[wording.tier], wording.isShown),
    ...(wording.outputSchemas && output
      ? { outputSchema: schemaWithReferences(within(withoutFields(output, wording.unpromised)), wording.isShown) }
      : {}),
    annotations: annotationsOf(tool),
    ...(wording.tasks && tool.task !== undefined ? { execution: { taskSupport: tool.task } } : {}),
    ...(Object.keys(meta).length > 0 ? { _meta: meta } : {}),
  };
}

/** Characters of an output schema above which the list says only what an answer is at its top. */
const LONGEST_OUTPUT = 600;

const INSIDE = new Set(['properties', 'required', 'additionalProperties']);

/** Every request for the list pays for a schema: a long one omits what is inside its lists and objects. */
function within(schema: JsonSchema): JsonSchema {
  if (JSON.stringify(schema).length <= LONGEST_OUTPUT) return schema;
  const open = (inner: JsonSchema): JsonSchema => {
    const rest = Object.fromEntries(Object.entries(inner).filter(([name]) => !INSIDE.has(name)));
    return {
      ...rest,
      ...(isSchema(rest.items) ? { items: open(rest.items) } : {}),
      ...(Array.isArray(rest.anyOf) ? { anyOf: (rest.anyOf as JsonSchema[]).map(open) } : {}),
    };
  };
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  return { ...schema, properties: Object.fromEntries(properties.map(([name, one]) => [name, open(one)])) };
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const HINT_WORDS = 5;

function metaOf(entry: CatalogueEntry, { pinned, resultLimit }: Wording): Record<string, unknown> {
  const { tool, output } = entry;
  const meta: Record<string, unknown> = {};
  if (pinned(entry)) meta['anthropic/alwaysLoad'] = true;
  else if (tool.synonyms.length > 0) meta['anthropic/searchHint'] = tool.synonyms.slice(0, HINT_WORDS).join(', ');
  if (output && holdsList(output)) meta['anthropic/maxResultSizeChars'] = resultLimit;
  if (tool.confirmation === 'required') meta['anthropic/requiresUserInteraction'] = true;
  return meta;
}

/** Which page draws the tool's answers, and whether it is for pages alone. Read by hosts; a model never sees it. */
function viewMeta({ view, pagesOnly }: AnyTool, { views }: Wording): Record<string, unknown> {
  if (views === 'none' || (view === undefined && pagesOnly !== true)) return {};
  const ui = {
    ...(view ? { resourceUri: view.uri } : {}),
    ...(pagesOnly === true ? { visibility: ['app'] } : {}),
  };
  return { ui, ...(view && views === 'both' ? { 'ui/resourceUri': view.uri } : {}) };
}

/** Only an answer with a list in it can grow past what a client takes by default. */
function holdsList({ properties }: JsonSchema): boolean {
  if (typeof properties !== 'object' || properties === null) return false;
  return Object.values(properties as Record<string, JsonSchema>).some(
    ({ type, items }) => type === 'array' && (items as JsonSchema | undefined)?.type === 'object',
  );
}
