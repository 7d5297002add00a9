/**
 * Which tools are on a client's list and in which order. There is one order for all clients, and a client with less room is
 * shown less of its end, so that one more tool never changes what a list is like:
 *
 *   always-on toolsets -> the ways to everything else -> the server's ranked tools -> the others as the catalogue has them
 *   -> what the session switched on
 */
import type { Catalogue, CatalogueEntry } from '../tool/catalogue.ts';
import { GET_TASK } from '../tool/ways.ts';
import { fold, type Composite } from './composite.ts';
import { dispatchers } from './dispatch.ts';
import {
  riskOf,
  type Decision,
  type Layout,
  type OperatorConfig,
  type Presentation,
  type Risk,
  type Surface,
} from './model.ts';
import type { Selection } from './selection.ts';

export interface Dispatcher {
  readonly name: string;
  readonly risk: Risk;
}

/** A tool, a dispatcher, or several tools folded into one. */
export type Item = CatalogueEntry | Dispatcher | Composite;

/** The selected tools in the form and order they are listed. */
export interface Plan {
  readonly layout: Layout;
  readonly items: readonly Item[];
  /** How many tools that were chosen for this client found no room. */
  readonly left: number;
}

/**
 * How long a list gets that the operator did not choose. Where every listed tool costs tokens it ends at the smallest known limit
 * of a client (40): the room is shared with the person's other servers. Tests hold the cost of such a list.
 */
const LISTED_UP_TO: Record<Surface['mode'], number> = {
  anthropic: Infinity,
  stateless: Infinity,
  dynamic: 40,
  static: 40,
};

/** The ways to what is not on a list, in their order; a server without such a tool has one way less. */
const WAYS = ['tool_search', ...dispatchers.keys(), GET_TASK];

export function plan(
  catalogue: Catalogue,
  presentation: Presentation,
  { layout: wanted = 'auto' }: OperatorConfig,
  selection: Selection,
  decisions: Decision[],
): Plan {
  const layout = wanted === 'auto' ? 'discrete' : wanted;
  decisions.push({
    about: 'layout',
    chose: layout,
    because: wanted === 'auto' ? 'a list never changes its form automatically' : 'the operator set it',
  });
  const { mode, profile, scoped, chosen } = selection;
  const limit = wanted === 'discrete' ? Infinity : (limitOf(mode, profile) ?? Infinity);
  const soft = Math.min(LISTED_UP_TO[mode], limit);
  const { pinned, others, extras, added } = candidates(catalogue, presentation, selection, layout);
  const isSmall = catalogue.entries.length <= soft / 3;
  const isBounded =
    layout !== 'discrete' || (scoped ? pinned.length + others.length > limit : soft < Infinity && !isSmall);
  const ways = waysFor(catalogue, selection, isBounded);

  const items: Item[] = [...pinned, ...ways];
  const left: string[] = [];
  const take = (item: Item, most: number): void => {
    if (items.length < most) items.push(item);
    else left.push(nameOf(item));
  };
  const extraItems = new Set<Item>(extras);
  for (const item of inOrder(catalogue, presentation, [...others, ...extras]))
    take(item, chosen && !extraItems.has(item) ? limit : soft);
  // What a session switches on does not push out what it was shown before, unless the client takes no more.
  for (const item of added) take(item, limit);

  if (left.length > 0) {
    const because =
      items.length >= limit ? `this client takes ${limit} tools` : `a list that no one chose ends at ${soft} tools`;
    decisions.push({ about: 'not listed', chose: left.join(', '), because });
  }
  return { layout, items, left: left.length };
}

interface Candidates {
  readonly pinned: readonly Item[];
  readonly others: readonly Item[];
  readonly extras: readonly CatalogueEntry[];
  readonly added: readonly CatalogueEntry[];
}

function candidates(
  catalogue: Catalogue,
  presentation: Presentation,
  { entries, scoped, grows, added, allows }: Selection,
  layout: Layout,
): Candidates {
  const always = new Set(catalogue.toolsets.filter((set) => set.always).map(({ name }) => name));
  const isPinned = ({ tool }: CatalogueEntry): boolean => tool.toolsets.some((name) => always.has(name));
  const atFirst = entries.filter((entry) => !added.has(entry) && (grows || entry.tool.onlyWhereListGrows !== true));
  const extras = (scoped ? [] : (presentation.extras ?? []))
    .filter((name) => !WAYS.includes(name))
    .map((name) => catalogue.get(name))
    .filter((entry) => entry !== undefined)
    .filter(allows);
  if (layout === 'dispatch') return { pinned: atFirst.filter(isPinned), others: [], extras, added: [] };
  if (layout === 'composite') {
    const { rest, composites } = fold(catalogue, [...atFirst, ...added], new Set(presentation.separate));
    return {
      pinned: [...rest.filter(isPinned), ...composites.filter(({ toolset }) => always.has(toolset.name))],
      others: [
        ...rest.filter((entry) => !isPinned(entry)),
        ...composites.filter(({ toolset }) => !always.has(toolset.name)),
      ],
      // An operator who folds tools wants a short list; extras are reached through the dispatchers.
      extras: [],
      added: [],
    };
  }
  return {
    pinned: atFirst.filter(isPinned),
    others: atFirst.filter((entry) => !isPinned(entry)),
    extras,
    added: [...added],
  };
}

/** Ranked first, then as the catalogue has them. What is folded has no place of its own in it and comes last. */
function inOrder(catalogue: Catalogue, { rank = [] }: Presentation, items: readonly Item[]): Item[] {
  const places = new Map(catalogue.entries.map(({ tool }, at) => [tool.name, at]));
  for (const [at, name] of rank.entries()) places.set(name, at - rank.length);
  const placeOf = (item: Item): number => places.get(nameOf(item)) ?? Infinity;
  return items.toSorted((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));
}

/**
 * The tools that reach what is not on the list. A list with a limit has them from the start: if they were added only when the
 * first tool finds no room, that tool would change the list. A server whose tools fill less than a third of the room needs none.
 */
function waysFor(
  catalogue: Catalogue,
  { entries, scoped, allows }: Selection,
  isBounded: boolean,
): (CatalogueEntry | Dispatcher)[] {
  const selected = new Set(entries);
  const always = new Set(catalogue.toolsets.filter((set) => set.always).map(({ name }) => name));
  const reachable = catalogue.entries.filter(
    (entry) => allows(entry) && entry.tool.pagesOnly !== true && !entry.tool.toolsets.some((name) => always.has(name)),
  );
  const isPart = !scoped && reachable.some((entry) => entry.tool.toolsets.length > 0 && !selected.has(entry));
  const risks = new Set(isBounded || isPart ? reachable.map(({ tool }) => riskOf(tool)) : []);
  return WAYS.flatMap((name): (CatalogueEntry | Dispatcher)[] => {
    const entry = catalogue.get(name);
    if (entry) return allows(entry) ? [entry] : [];
    const risk = dispatchers.get(name);
    return risk && risks.has(risk) ? [{ name, risk }] : [];
  });
}

/** A client that defers automatically has no limit, even where its family has one: the operator may have chosen this mode. */
function limitOf(mode: Selection['mode'], { toolLimit }: Selection['profile']): number | null {
  return mode === 'anthropic' ? null : toolLimit;
}

export function isEntry(item: Item): item is CatalogueEntry {
  return 'tool' in item;
}

export function isComposite(item: Item): item is Composite {
  return 'members' in item;
}

export function nameOf(item: Item): string {
  return isEntry(item) ? item.tool.name : item.name;
}
