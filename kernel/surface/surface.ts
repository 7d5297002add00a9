import type { Catalogue } from '../tool/catalogue.ts';
import { once } from '../tool/once.ts';
import { drawsViews } from '../tool/view.ts';
import { describeComposite } from './composite.ts';
import { describeDispatcher } from './dispatch.ts';
import { instructionsFor } from './instructions.ts';
import { isComposite, isEntry, nameOf, plan, type Item } from './layout.ts';
import { describeTool, type Wording } from './listing.ts';
import type { Decision, ListedTool, OperatorConfig, Presentation, Surface, SurfaceRequest, Surfaces } from './model.ts';
import { checkPresentation } from './presentation.ts';
import { resolver } from './resolve.ts';
import { checkConfig, select } from './selection.ts';

/** What one client is shown: a pure function of the catalogue, the server's and the operator's wishes, the request. */
export function surfaceFor(
  catalogue: Catalogue,
  presentation: Presentation,
  config: OperatorConfig,
  request: SurfaceRequest,
): Surface {
  const selection = select(catalogue, presentation, config, request);
  const { mode, profile } = selection;
  const decisions: Decision[] = [...selection.decisions];
  const layoutPlan = plan(catalogue, presentation, config, selection, decisions);
  const routes = resolver(catalogue, selection, layoutPlan);

  const rich = mode === 'anthropic' || mode === 'stateless';
  const declaredAnthropic = config.mode === 'anthropic';
  const format = declaredAnthropic ? 'detailed' : profile.format;
  decisions.push(
    {
      about: 'descriptions',
      chose: rich ? 'rich' : 'minimal',
      because: rich ? 'this client searches them' : 'every listed word costs this client tokens',
    },
    {
      about: 'answers',
      chose: format,
      because: format === 'detailed' ? 'this client can afford them' : 'this client has a tight budget',
    },
  );

  const always = new Set(catalogue.toolsets.filter((set) => set.always).map(({ name }) => name));
  const names = new Set(layoutPlan.items.map(nameOf));
  // An action's name stands in its composite's description, so a sibling may name it.
  const isShown = (name: string): boolean =>
    names.has(name) || ['direct', 'composite'].includes(routes.route(name).kind);
  const wording: Wording = {
    tier: rich ? 'rich' : 'minimal',
    // What is concise leaves out fields that a schema would promise.
    outputSchemas: rich && format === 'detailed' && (profile.usesOutputSchemas || declaredAnthropic),
    unpromised: new Set([...(presentation.conciseDrops ?? []), ...(presentation.conciseDropsEmpty ?? [])]),
    hints: rich && (profile.anthropicMeta || declaredAnthropic),
    resultLimit: profile.resultLimit,
    isShown,
    views: !selection.views ? 'none' : profile.flatViewKey ? 'both' : 'nested',
    tasks: request.era === 'legacy' && profile.startsTasks,
    pinned: ({ tool }) => tool.toolsets.length === 0 || tool.toolsets.some((name) => always.has(name)),
  };
  const finder = isShown('tool_search') ? 'tool_search' : undefined;
  const forPages = catalogue.entries.filter((entry) => entry.tool.pagesOnly === true && selection.allows(entry));
  // A client has its instructions before it asks for the list.
  const tools = once<readonly ListedTool[]>(() =>
    Object.freeze([
      ...layoutPlan.items.map((item: Item) => {
        if (isEntry(item)) return describeTool(item, wording);
        return isComposite(item) ? describeComposite(item, isShown) : describeDispatcher(item, finder);
      }),
      ...forPages.map((entry) => describeTool(entry, wording)),
    ]),
  );

  return Object.freeze({
    mode,
    layout: layoutPlan.layout,
    profile,
    get tools() {
      return tools();
    },
    instructions: instructionsFor(catalogue, presentation, selection, layoutPlan, isShown),
    drawsViews: selection.views,
    declaresOutput: wording.outputSchemas,
    format,
    conciseDrops: new Set(presentation.conciseDrops),
    conciseDropsEmpty: new Set(presentation.conciseDropsEmpty),
    dropsNulls: presentation.dropsNulls ?? false,
    resultLimit: profile.resultLimit,
    loaded: layoutPlan.layout === 'dispatch' ? selection.loaded.filter((name) => always.has(name)) : selection.loaded,
    grows: selection.grows && layoutPlan.layout !== 'dispatch',
    howToLoad: selection.howToLoad,
    allows: selection.allows,
    route: routes.route,
    resolve: routes.resolve,
    explain: Object.freeze(decisions),
  });
}

/** More distinct surfaces than this are not cached; an operator, a role and sixteen families make far fewer. */
const CACHE = 256;

/** `surfaceFor` for one server, cached by what it depends on. Throws for names that do not exist. */
export function createSurfaces(catalogue: Catalogue, presentation: Presentation, config: OperatorConfig): Surfaces {
  checkPresentation(catalogue, presentation);
  checkConfig(catalogue, config);
  const cache = new Map<string, Surface>();

  return (request) => {
    const { era, path, role, client, relists, enabled, wire, toolsets } = request;
    const legacy = era === 'legacy' ? [client?.name, relists, enabled?.toSorted()] : [];
    const key = JSON.stringify([era, path, role, wire, toolsets, drawsViews(request.capabilities), ...legacy]);
    const known = cache.get(key);
    if (known) return known;
    const surface = surfaceFor(catalogue, presentation, config, request);
    if (cache.size >= CACHE) cache.delete(cache.keys().next().value as string);
    cache.set(key, surface);
    return surface;
  };
}
