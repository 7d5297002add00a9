import type { Catalogue, CatalogueEntry } from '../tool/catalogue.ts';
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

/** The selected tools in the form they are listed. */
export interface Plan {
  readonly layout: Layout;
  readonly listed: readonly CatalogueEntry[];
  readonly composites: readonly Composite[];
  /** Beside them, in order: tools of no toolset, and dispatchers. */
  readonly extras: readonly (CatalogueEntry | Dispatcher)[];
}

type Laid = Omit<Plan, 'extras'>;

/**
 * How far extras may fill a list. Where every listed tool costs tokens they stop at the smallest known limit of a
 * client (40): its room is shared with the person's other servers.
 */
const EXTRAS_UP_TO: Record<Surface['mode'], number> = {
  anthropic: Infinity,
  stateless: Infinity,
  dynamic: 40,
  static: 40,
};

/** Without these there is no way to what a dispatch layout hides. */
const NEEDED_TO_DISPATCH = new Set(['tool_search', ...dispatchers.keys()]);

const isWay = (name: string): boolean => NEEDED_TO_DISPATCH.has(name);

const DEFAULT_EXTRAS: readonly string[] = [...NEEDED_TO_DISPATCH];

export function isDispatcher(extra: CatalogueEntry | Dispatcher): extra is Dispatcher {
  return 'risk' in extra;
}

export function plan(
  catalogue: Catalogue,
  presentation: Presentation,
  config: OperatorConfig,
  selection: Selection,
  decisions: Decision[],
): Plan {
  const laid = layOut(catalogue, presentation, config, selection, decisions);
  return { ...laid, extras: chooseExtras(catalogue, presentation, selection, laid, decisions) };
}

function layOut(
  catalogue: Catalogue,
  presentation: Presentation,
  { layout: wanted = 'auto' }: OperatorConfig,
  { entries, mode, profile, grows, scoped, allows }: Selection,
  decisions: Decision[],
): Laid {
  const discrete = (): Laid => ({ layout: 'discrete', listed: entries, composites: [] });
  const composite = (): Laid => {
    const { rest, composites } = fold(catalogue, entries, new Set(presentation.separate));
    return { layout: 'composite', listed: rest, composites };
  };
  const dispatch = (): Laid => {
    const pinned = new Set(catalogue.toolsets.filter((set) => set.always).map(({ name }) => name));
    const listed = entries.filter(({ tool }) => tool.toolsets.some((name) => pinned.has(name)));
    return { layout: 'dispatch', listed, composites: [] };
  };
  const decide = (laid: Laid, because: string): Laid => {
    decisions.push({ about: 'layout', chose: laid.layout, because });
    return laid;
  };

  if (wanted !== 'auto') return decide({ discrete, composite, dispatch }[wanted](), 'the operator set it');
  const limit = limitOf(mode, profile);
  if (limit === null) return decide(discrete(), 'no limit on the number of tools is known');
  // A list that never grows must have room for the way to what is not on it.
  const hasMore = catalogue.entries.some(
    (entry) => entry.tool.toolsets.length > 0 && allows(entry) && !entries.includes(entry),
  );
  const ways = grows || scoped || !hasMore ? 0 : (presentation.extras ?? DEFAULT_EXTRAS).filter(isWay).length;
  if (entries.length + ways <= limit) {
    return decide(discrete(), `${entries.length} tools fit this client's limit of ${limit}`);
  }
  const folded = composite();
  if (folded.listed.length + folded.composites.length <= limit) {
    return decide(folded, `${entries.length} tools would pass this client's limit of ${limit}`);
  }
  return decide(dispatch(), `even folded, ${entries.length} tools would pass this client's limit of ${limit}`);
}

/** A client that defers by itself has no limit, whatever its family is known for: the operator may have said so. */
function limitOf(mode: Selection['mode'], { toolLimit }: Selection['profile']): number | null {
  return mode === 'anthropic' ? null : toolLimit;
}

function chooseExtras(
  catalogue: Catalogue,
  { extras = DEFAULT_EXTRAS, spare = [] }: Presentation,
  { mode, profile, scoped, grows, added, allows }: Selection,
  { layout, listed, composites }: Laid,
  decisions: Decision[],
): Plan['extras'] {
  if (scoped) return [];
  const within = new Set([...listed, ...composites.flatMap(({ members }) => members)]);
  const beyond = catalogue.entries.filter(
    (entry) => entry.tool.toolsets.length > 0 && allows(entry) && !within.has(entry),
  );
  const most = limitOf(mode, profile) ?? Infinity;
  const limit = Math.min(EXTRAS_UP_TO[mode], most);
  const count = listed.length + composites.length;
  // What a session switches on does not push out what it was shown before, unless the client takes no more.
  let room = Math.min(limit - (count - listed.filter((entry) => added.has(entry)).length), most - count);
  const wanted = [...extras, ...(layout === 'composite' ? [] : spare)];
  // Where the list never grows, search and dispatchers are the only way to what is not on it.
  const names =
    grows || beyond.length === 0 ? wanted : [...wanted.filter(isWay), ...wanted.filter((name) => !isWay(name))];

  const chosen: (CatalogueEntry | Dispatcher)[] = [];
  const left: string[] = [];
  for (const name of names) {
    const risk = dispatchers.get(name);
    const entry = catalogue.get(name);
    // A dispatcher is of use only while something it can call is not on the list.
    const extra =
      risk && beyond.some(({ tool }) => riskOf(tool) === risk)
        ? { name, risk }
        : entry && allows(entry)
          ? entry
          : undefined;
    if (!extra) continue;
    const needed = layout === 'dispatch' && isWay(name);
    if (room > 0 || needed) chosen.push(extra);
    else left.push(name);
    room--;
  }
  chosen.sort((a, b) => wanted.indexOf(nameOf(a)) - wanted.indexOf(nameOf(b)));
  if (chosen.length > 0)
    decisions.push({ about: 'extras', chose: chosen.map(nameOf).join(', '), because: 'there is room' });
  if (left.length > 0) {
    decisions.push({
      about: 'extras left out',
      chose: left.join(', '),
      because: `they are added only up to ${limit} tools`,
    });
  }
  return chosen;
}

export function nameOf(extra: CatalogueEntry | Dispatcher): string {
  return isDispatcher(extra) ? extra.name : extra.tool.name;
}
