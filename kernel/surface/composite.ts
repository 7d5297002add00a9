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

export function describeComposite(
  { name, risk, toolset, members }: Composite,
  isShown: (name: string) => boolean,
): ListedTool {
  const shared = sharedParameters(members);
  const actions = members.map(
    (entry) => `${signature(entry, shared)}: ${withReferences(entry.tool.description.minimal, isShown)}`,
  );
  const hints = members.map(({ tool }) => tool.hints);
  return {
    name,
    title: `${VERB[risk]}: ${toolset.gist ?? toolset.name}`,
    description: [...(shared.length === 0 ? [] : [`… is ${shared.join(', ')}`]), ...actions].join('\n'),
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
function signature(entry: CatalogueEntry, shared: readonly string[]): string {
  const names = parametersOf(entry);
  const takesAll = shared.length > 0 && shared.every((name) => takes(names, name));
  const shown = takesAll ? ['…', ...names.filter((name) => !shared.includes(name))] : names;
  return `${entry.tool.name}(${shown.join(', ')})`;
}

function parametersOf({ input }: CatalogueEntry): string[] {
  const { properties = {}, required = [] } = input.minimal as {
    properties?: Record<string, unknown>;
    required?: readonly string[];
  };
  return Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`));
}

/** One that must be given is accepted all the same; it is named next to what is shared. */
function takes(names: readonly string[], shared: string): boolean {
  return names.includes(shared) || names.includes(shared.replace(/\?$/, ''));
}

/** The minimum of tools, and of parameters they share, for which naming the parameters once saves tokens. */
const WORTH_SAYING_ONCE = 4;

/** What many tools take alike, such as one filter; nothing where it would save little. */
function sharedParameters(members: readonly CatalogueEntry[]): readonly string[] {
  const taken = members.map(parametersOf);
  const often = [...new Set(taken.flat())].filter(
    (name) => taken.filter((names) => names.includes(name)).length >= WORTH_SAYING_ONCE,
  );
  const takers = taken.filter((names) => often.every((name) => takes(names, name)));
  return often.length >= WORTH_SAYING_ONCE && takers.length >= WORTH_SAYING_ONCE ? often : [];
}
