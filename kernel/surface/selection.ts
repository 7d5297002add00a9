/**
 * Which tools this client is offered, before they are arranged. Filters in a fixed order, each of which can only
 * narrow what the one before it left:
 *
 *   operator's read-only -> role -> path -> toolsets (mode, flag, override, defaults) -> switched on by the session
 */
import { codes, KernelError } from '../tool/errors.ts';
import type { ClientProfile } from '../client/model.ts';
import { normalName, profileOf, STATELESS } from '../client/profiles.ts';
import type { Catalogue, CatalogueEntry } from '../tool/catalogue.ts';
import type { AnyTool } from '../tool/definition.ts';
import { GET_TASK } from '../tool/ways.ts';
import { drawsViews } from '../tool/view.ts';
import type { Decision, OperatorConfig, Presentation, Surface, SurfaceRequest } from './model.ts';

export interface Selection {
  readonly mode: Surface['mode'];
  readonly profile: ClientProfile;
  readonly loaded: readonly string[];
  /** Whether somebody chose the toolsets: the operator, the request or its path. */
  readonly chosen: boolean;
  /** The tools of the loaded toolsets that are allowed here, in the catalogue's order. */
  readonly entries: readonly CatalogueEntry[];
  /** A path that names one toolset shows that and nothing else. */
  readonly scoped: boolean;
  readonly grows: boolean;
  /** Whether the client draws views. */
  readonly views: boolean;
  /** Tools that are here only because the session switched their toolset on. */
  readonly added: ReadonlySet<CatalogueEntry>;
  /** What must change so that a further toolset is there from the start, as a sentence. */
  readonly howToLoad: (toolset: string) => string;
  readonly allows: (entry: CatalogueEntry) => boolean;
  readonly decisions: readonly Decision[];
}

export function select(
  catalogue: Catalogue,
  presentation: Presentation,
  config: OperatorConfig,
  request: SurfaceRequest,
): Selection {
  const decisions: Decision[] = [];
  const decide = <T extends string>(about: string, chose: T, because: string): T => {
    decisions.push({ about, chose, because });
    return chose;
  };

  const profile = profileFor(request);
  const mode = chooseMode(config, request, profile, decide);
  const scope = scopeOf(catalogue, request.path);
  const readOnly = chooseReadOnly(presentation, config, request, scope, decide);
  const readOnlyExceptions = new Set(presentation.readOnlyExceptions);
  const always = catalogue.toolsets.filter((set) => set.always).map(({ name }) => name);
  const views = drawsViews(request.capabilities);
  if (views && catalogue.views.length > 0) decide('views', 'shown', 'the client says it draws them');
  const within = scope.toolset === undefined ? undefined : new Set([...always, scope.toolset]);

  const isWithin = ({ name, toolsets }: AnyTool): boolean =>
    within === undefined || name === GET_TASK || toolsets.some((toolset) => within.has(toolset));
  const allows = ({ tool }: CatalogueEntry): boolean =>
    (!readOnly || tool.hints.readOnly || tool.name === GET_TASK || readOnlyExceptions.has(tool.name)) &&
    (tool.pagesOnly === true ? views : isWithin(tool));

  const { names, chosen } = chooseToolsets(catalogue, config, request, mode, scope, decide);
  const shown = new Set([...always, ...names]);
  const grows = mode === 'dynamic' && request.era === 'legacy' && !within && (request.relists ?? profile.relists);
  const atFirst = new Set(shown);
  if (mode === 'dynamic') {
    decide('growing list', grows ? 'yes' : 'no', relistReason(request, profile));
    for (const name of request.enabled ?? []) shown.add(name);
  }
  const loaded = catalogue.toolsets.map(({ name }) => name).filter((name) => shown.has(name));
  const entries = catalogue.entries.filter(
    (entry) => entry.tool.toolsets.some((name) => shown.has(name)) && allows(entry),
  );
  const added = new Set(entries.filter(({ tool }) => !tool.toolsets.some((name) => atFirst.has(name))));
  const optional = catalogue.toolsets.filter((set) => !set.always).map(({ name }) => name);
  const howToLoad = (toolset: string): string =>
    wayTo([...new Set([...loaded.filter((name) => optional.includes(name)), toolset])], request, presentation);
  const scoped = within !== undefined;
  return { mode, profile, loaded, chosen, entries, scoped, grows, views, added, howToLoad, allows, decisions };
}

/** The way that works on this wire; an explicit list replaces the defaults, so it holds the present choice, too. */
function wayTo(toolsets: readonly string[], { wire }: SurfaceRequest, { connects }: Presentation): string {
  const list = toolsets.join(',');
  if (wire !== 'http') return `The server must be restarted with --toolsets ${list}.`;
  const written = connects === undefined ? '' : ` (\`${connects} --toolsets ${list}\` writes it)`;
  return `The address in the client's configuration must end in ?toolsets=${list}${written}.`;
}

type Decide = <T extends string>(about: string, chose: T, because: string) => T;

function profileFor({ era, client }: SurfaceRequest): ClientProfile {
  return era === 'modern' ? STATELESS : profileOf(client?.name ?? '');
}

function chooseMode(
  { mode }: OperatorConfig,
  { era, client }: SurfaceRequest,
  profile: ClientProfile,
  decide: Decide,
): Surface['mode'] {
  if (mode) return decide('mode', mode, 'the operator set it');
  if (era === 'modern')
    return decide('mode', 'stateless', 'in the stateless era the list is the same for every client');
  const name = client?.name ?? '';
  if (profile.family === 'unknown') return decide('mode', profile.mode, `the client "${name}" is not known`);
  return decide('mode', profile.mode, `"${name}" is of the family ${profile.family}`);
}

interface Scope {
  readonly toolset?: string;
  readonly readOnly: boolean;
}

/** What the path asks for: `/x/tax` one toolset, `/readonly` only reading; `/x/tax/readonly` both. */
function scopeOf(catalogue: Catalogue, path: string): Scope {
  const parts = path.split('/').filter((part) => part !== '');
  const readOnly = parts.at(-1) === 'readonly';
  if (readOnly) parts.pop();
  if (parts.length === 0) return { readOnly };
  const [x, toolset] = parts;
  if (x !== 'x' || toolset === undefined || parts.length > 2) {
    throw new KernelError(codes.notFound, `There is nothing at ${path}. Use /, /x/{toolset} or /readonly.`);
  }
  if (!catalogue.members(toolset)) throw unknownToolset(catalogue, toolset);
  return { toolset, readOnly };
}

export function unknownToolset(catalogue: Catalogue, name: string): KernelError {
  const known = catalogue.toolsets.map((set) => set.name);
  return new KernelError(codes.notFound, `There is no toolset "${name}". Known toolsets: ${known.join(', ')}.`, {
    toolset: name,
    known,
  });
}

function chooseReadOnly(
  { readOnlyRoles = [] }: Presentation,
  config: OperatorConfig,
  { role }: SurfaceRequest,
  scope: Scope,
  decide: Decide,
): boolean {
  const because = config.readOnly
    ? 'the operator set it'
    : role !== null && readOnlyRoles.includes(role)
      ? `the role ${role} may only read`
      : scope.readOnly
        ? 'the path asks for it'
        : undefined;
  if (because !== undefined) decide('access', 'read-only', because);
  return because !== undefined;
}

interface Choice {
  readonly names: readonly string[];
  /** Whether somebody chose them, or they are only the default. */
  readonly chosen: boolean;
}

function chooseToolsets(
  catalogue: Catalogue,
  config: OperatorConfig,
  { client, era, toolsets }: SurfaceRequest,
  mode: Surface['mode'],
  scope: Scope,
  decide: Decide,
): Choice {
  const all = catalogue.toolsets.map(({ name }) => name);
  const choose = (wanted: readonly string[] | 'all', because: string, chosen = true): Choice => {
    const names = wanted === 'all' || wanted.includes('all') ? all : wanted;
    decide(
      'toolsets',
      names.length === all.length ? 'all' : names.join(', ') || 'none beyond those always shown',
      because,
    );
    return { names, chosen };
  };
  if (scope.toolset !== undefined) return choose([scope.toolset], 'the path names it');
  if (toolsets !== undefined) {
    for (const name of toolsets === 'all' ? [] : toolsets) {
      if (name !== 'all' && !catalogue.members(name)) throw unknownToolset(catalogue, name);
    }
    return choose(toolsets, 'the request asks for them');
  }
  if (mode === 'anthropic') return choose('all', 'this client defers what it does not need', false);
  if (config.toolsets) return choose(config.toolsets, 'the operator chose them');
  const override = era === 'legacy' ? overrideFor(config, client?.name ?? '') : undefined;
  if (override) return choose(override.toolsets, `the operator's override for "${override.key}"`);
  if (config.defaultToolsets) return choose(config.defaultToolsets, "the operator's defaults");
  if (mode === 'stateless') return choose('all', 'a stable full list is the default of the stateless era', false);
  const defaults = catalogue.toolsets.filter((set) => set.byDefault).map(({ name }) => name);
  return choose(defaults, "the server's defaults", false);
}

function overrideFor({ clientOverrides = {} }: OperatorConfig, client: string) {
  const name = normalName(client);
  const { family } = profileOf(client);
  const found = Object.entries(clientOverrides).find(([key]) => {
    const normal = normalName(key);
    return normal !== '' && (normal === family || name.includes(normal));
  });
  return found ? { key: found[0], toolsets: found[1] } : undefined;
}

function relistReason({ relists, era }: SurfaceRequest, profile: ClientProfile): string {
  if (era === 'modern') return 'in the stateless era the list never changes';
  if (relists === true) return 'it listed again after a change in this session';
  if (relists === false) return 'it did not list again after a change in this session';
  return profile.relists ? `${profile.family} clients list again after a change` : 'it is not known to list again';
}

/** Refuses names the operator misspelt, before any client is served. */
export function checkConfig(catalogue: Catalogue, config: OperatorConfig): void {
  const lists = [config.toolsets, config.defaultToolsets, ...Object.values(config.clientOverrides ?? {})];
  for (const list of lists) {
    if (list === undefined || list === 'all') continue;
    for (const name of list) if (name !== 'all' && !catalogue.members(name)) throw unknownToolset(catalogue, name);
  }
}
