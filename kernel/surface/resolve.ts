import type { Catalogue, CatalogueEntry } from '../tool/catalogue.ts';
import type { Composite } from './composite.ts';
import { dispatcherFor, dispatchers } from './dispatch.ts';
import { isComposite, isEntry, type Plan } from './layout.ts';
import { riskOf, type Resolution, type Risk, type Route, type Surface } from './model.ts';
import { nearest } from './nearest.ts';
import type { Selection } from './selection.ts';

/** From names to tools on one surface. Lookups only: a larger catalogue makes no call slower. */
export function resolver(catalogue: Catalogue, selection: Selection, plan: Plan): Pick<Surface, 'route' | 'resolve'> {
  const routes = new Map<string, Route>();
  const listedDispatchers = new Set<Risk>();
  const composites = new Map<string, Composite>();
  for (const item of plan.items) {
    if (isEntry(item)) routes.set(item.tool.name, { kind: 'direct', tool: item.tool.name });
    else if (isComposite(item)) {
      composites.set(item.name, item);
      for (const { tool } of item.members) routes.set(tool.name, { kind: 'composite', tool: item.name });
    } else listedDispatchers.add(item.risk);
  }
  // A chosen tool can be called by its name, even where the list had no room for it.
  const selected = new Set(selection.entries);

  const route = (name: string): Route => {
    const known = routes.get(name);
    if (known) return known;
    const entry = findAllowed(name);
    const risk = entry && riskOf(entry.tool);
    if (risk && listedDispatchers.has(risk)) return { kind: 'dispatch', tool: dispatcherFor(risk) };
    return { kind: 'none' };
  };

  const findAllowed = (name: string): CatalogueEntry | undefined => {
    const entry = catalogue.get(name);
    return entry && selection.allows(entry) ? entry : undefined;
  };

  const resolve = (name: string, args: unknown): Resolution => {
    const composite = composites.get(name);
    if (composite) return fromComposite(composite.members, args);
    const risk = dispatchers.get(name);
    if (risk && !catalogue.get(name)) return fromDispatcher(name, risk, args);
    const entry = findAllowed(name);
    if (!entry) return unknownTool(name);
    // A page asks by the tool's own name, also where its model has it behind another.
    const asked = selection.views && entry.tool.view !== undefined;
    const loaded = routes.has(name) || entry.tool.toolsets.length === 0 || selected.has(entry) || asked;
    return loaded ? { found: true, entry, args, via: 'direct' } : notLoaded(entry);
  };

  function fromComposite(members: readonly CatalogueEntry[], args: unknown): Resolution {
    const call = innerCall(args, 'action', 'args');
    if ('message' in call) return invalidCall(call.message);
    const entry = members.find(({ tool }) => tool.name === call.name);
    if (entry) return { found: true, entry, args: call.args, via: 'indirect' };
    const names = members.map(({ tool }) => tool.name);
    return invalidCall(`There is no action "${call.name}" here. Actions: ${names.join(', ')}.${elsewhere(call.name)}`);
  }

  function fromDispatcher(dispatcher: string, risk: Risk, args: unknown): Resolution {
    const call = innerCall(args, 'name', 'arguments');
    if ('message' in call) return invalidCall(call.message);
    const entry = findAllowed(call.name);
    if (!entry || entry.tool.pagesOnly === true) return unknownTool(call.name);
    const needed = riskOf(entry.tool);
    if (needed === risk) return { found: true, entry, args: call.args, via: 'indirect' };
    return invalidCall(`${call.name} is not for ${dispatcher}: call it through ${dispatcherFor(needed)}.`);
  }

  function elsewhere(name: string): string {
    const other = route(name);
    return other.kind === 'none' ? '' : ` ${name} is reached through ${other.tool}.`;
  }

  function unknownTool(name: string): Resolution {
    const close = nearest(
      name,
      catalogue.entries
        .filter((entry) => selection.allows(entry) && entry.tool.pagesOnly !== true)
        .map(({ tool }) => tool.name),
    );
    const hint = close.length > 0 ? ` Did you mean ${close.join(' or ')}?` : '';
    return { found: false, reason: 'unknown', message: `There is no tool "${name}" here.${hint}` };
  }

  function notLoaded({ tool }: CatalogueEntry): Resolution {
    const [toolset = ''] = tool.toolsets;
    const how =
      selection.grows && routes.has('enable_toolset')
        ? `Call enable_toolset with toolset_name "${toolset}" first.`
        : `Call it through ${dispatcherFor(riskOf(tool))} with {name, arguments}.`;
    return {
      found: false,
      reason: 'not_loaded',
      message: `${tool.name} belongs to the toolset ${toolset}, which is not loaded. ${how}`,
    };
  }

  return { route, resolve };
}

function invalidCall(message: string): Resolution {
  return { found: false, reason: 'invalid', message };
}

type Inner = { readonly name: string; readonly args: unknown } | { readonly message: string };

/** The call inside a composite's or dispatcher's arguments. Models sometimes send the inner object as text. */
function innerCall(args: unknown, nameKey: string, argsKey: string): Inner {
  const shape = `Give {"${nameKey}": tool name, "${argsKey}": {…}}`;
  if (typeof args !== 'object' || args === null) return { message: `${shape}.` };
  const fields = args as Record<string, unknown>;
  const name = fields[nameKey];
  if (typeof name !== 'string') return { message: `${nameKey} is missing. ${shape}.` };
  const stray = Object.keys(fields).filter((key) => key !== nameKey && key !== argsKey);
  if (stray.length > 0) {
    return { message: `${stray.join(', ')}: the tool's own arguments go inside ${argsKey}. ${shape}.` };
  }
  const sent = fields[argsKey] ?? {};
  if (typeof sent !== 'string') return { name, args: sent };
  try {
    return { name, args: JSON.parse(sent) as unknown };
  } catch {
    return { message: `${argsKey} is not an object. ${shape}.` };
  }
}
