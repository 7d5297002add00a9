import type { Catalogue, CatalogueEntry } from '../tool/catalogue.ts';
import type { Toolset } from '../tool/toolset.ts';
import { riskOf, type ListedTool, type Risk } from './model.ts';
import { withReferences } from './references.ts';

/** Several tools of one toolset and one risk behind one name: `{action, args}`, where `action` is the tool's name. */
export interface Composite {
  readonly name: string;
  readonly risk: Risk;
  readonly toolset: Toolset;
  readonly members: readonly CatalogueEntry[];
}

export interface Folding {
  readonly composites: readonly Composite[];
  /** What stays as it is: named separate, or alone in its toolset and risk. */
  readonly rest: readonly CatalogueEntry[];
}

const RISKS: readonly Risk[] = ['read', 'write', 'destructive'];

/** Folds tools into composites. A tool in several toolsets is folded into its first. */
export function fold(catalogue: Catalogue, entries: readonly CatalogueEntry[], separate: ReadonlySet<string>): Folding {
  const composites: Composite[] = [];
  const rest = new Set(entries);
  for (const toolset of catalogue.toolsets) {
    for (const risk of RISKS) {
      const members = entries.filter(
        ({ tool }) => tool.toolsets[0] === toolset.name && riskOf(tool) === risk && !separate.has(tool.name),
      );
      if (members.length < 2) continue;
      for (const entry of members) rest.delete(entry);
      composites.push({ name: compositeName(toolset, risk), risk, toolset, members });
    }
  }
  return { composites, rest: [...rest] };
}

function compositeName(toolset: Toolset, risk: Risk): string {
  return `${toolset.name.replaceAll(/[^a-z0-9]+/g, '_')}_${risk}`;
}

const VERB: Record<Risk, string> = { read: 'Read', write: 'Change', destructive: 'Destructive' };

export function listedComposite(
  { name, risk, toolset, members }: Composite,
  shown: (name: string) => boolean,
): ListedTool {
  const actions = members.map(
    (entry) => `${signature(entry)}: ${withReferences(entry.tool.description.minimal, shown)}`,
  );
  const hints = members.map(({ tool }) => tool.hints);
  return {
    name,
    title: `${VERB[risk]}: ${toolset.gist ?? toolset.name}`,
    description: actions.join('\n'),
    inputSchema: {
      type: 'object',
      properties: {
        action: { type: 'string', enum: members.map(({ tool }) => tool.name) },
        args: { type: 'object' },
      },
      required: ['action'],
    },
    annotations: {
      readOnlyHint: risk === 'read',
      destructiveHint: risk === 'destructive',
      idempotentHint: hints.every(({ idempotent }) => idempotent),
      openWorldHint: hints.some(({ openWorld }) => openWorld),
    },
  };
}

/** `list_trades(limit?, account_id?)`: enough to call it; the schema follows with the first mistake. */
function signature({ tool, input }: CatalogueEntry): string {
  const { properties = {}, required = [] } = input.minimal as {
    properties?: Record<string, unknown>;
    required?: readonly string[];
  };
  const names = Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`));
  return `${tool.name}(${names.join(', ')})`;
}
