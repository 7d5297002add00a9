/**
 * The front door for a server's author: tools in, a server out, on whichever wires it is asked to speak.
 */
import { createPipeline } from '../call/pipeline.ts';
import type { Caller } from '../call/context.ts';
import { localTokens, type ConfirmationOptions } from '../call/confirmation.ts';
import { localGuard, type Guard } from '../call/guard.ts';
import type { Recorder } from '../call/recorder.ts';
import { MetricsCollector } from '../call/metrics.ts';
import type { Logger } from '../log/logger.ts';
import { createLogger } from '../log/logger.ts';
import { stderrSink } from '../log/stderr.ts';
import type { OperatorConfig, Presentation, Surface, SurfaceRequest } from '../surface/model.ts';
import { createResultStore } from '../surface/result-store.ts';
import { createSurfaces } from '../surface/surface.ts';
import { createCatalogue, type Catalogue } from '../tool/catalogue.ts';
import type { AnyTool, Cost } from '../tool/definition.ts';
import { once } from '../tool/once.ts';
import { LOCAL } from '../session/session.ts';
import { fileTasks } from '../tasks/file-store.ts';
import { getConfirmationToken } from '../discovery/confirmation-token.ts';
import { getTask } from '../tasks/get-task.ts';
import { MAIN_TOOLSET } from '../tool/toolset.ts';
import type { TaskStore } from '../tasks/store.ts';
import { Tasks } from '../tasks/tasks.ts';
import type { Toolset } from '../tool/toolset.ts';
import { Auth, type AuthOptions } from '../wire/auth.ts';
import type { DirectDialect } from '../wire/direct.ts';
import { httpWire, type HttpOptions, type HttpWire } from '../wire/http.ts';
import type { McpServer } from '../wire/mcp-server.ts';
import type { Announces, McpCore } from '../wire/mcp-core.ts';
import { createRequestStates } from '../wire/request-state.ts';
import { stdioWire, type StdioOptions, type StdioWire } from '../wire/stdio.ts';
import type { Prompt, Resource, ResourceTemplate } from '../content/content.ts';
import { createDirectHandler, silentSession, type ServerCore } from '../wire/core.ts';

export interface ServerOptions<App = unknown> {
  readonly name: string;
  readonly title?: string;
  readonly version: string;
  readonly tools: readonly AnyTool[];
  /** None: all tools are in one, listed by default. */
  readonly toolsets?: readonly Toolset[];
  /** Words people use for the same thing: `tool_search` takes one for the other. */
  readonly thesaurus?: readonly (readonly string[])[];
  readonly resources?: readonly Resource[];
  readonly resourceTemplates?: readonly ResourceTemplate[];
  readonly prompts?: readonly Prompt[];
  /** How the server wants to be shown, independent of who runs it. */
  readonly presentation?: Presentation;
  /** What the operator decided at start. */
  readonly operator?: OperatorConfig;
  readonly guard?: Guard;
  readonly confirmation?: ConfirmationOptions;
  readonly metrics?: MetricsCollector;
  /** Keeps a record of every call; without one nothing is spent on it. */
  readonly recorder?: Recorder;
  /** By default JSON lines on stderr. */
  readonly log?: Logger;
  /** What handlers find as `context.app`, made for each caller. */
  readonly app?: (caller: Caller) => App;
  /** How direct JSON-RPC methods look on the wire. */
  readonly directDialect?: DirectDialect;
  /**
   * Where calls that continue as tasks are stored; by default in memory, so that they end with the process. As a function it is
   * made when the server begins to serve, so that one that is only looked at leaves no file.
   */
  readonly tasks?: TaskStore | (() => TaskStore);
  /** For a server that is exposed on purpose: its public address, and whose tokens it takes. Off unless given. */
  readonly auth?: AuthOptions;
  /** Which lists may change while the server runs; nothing by default. */
  readonly announces?: Announces;
  /** Milliseconds a handler may take, by cost. */
  readonly timeouts?: Partial<Record<Cost, number>>;
  /** Milliseconds for which clients of the stateless era may keep a list. */
  readonly listTtlMs?: number;
}

export interface KernelServer {
  readonly catalogue: Catalogue;
  readonly metrics: MetricsCollector;
  readonly log: Logger;
  /** What a client would be shown, and why: what `--list-tools --as NAME` prints. */
  surface(request?: Partial<SurfaceRequest>): Surface;
  /** Serves one peer over a pair of streams, by default this process's own. */
  stdio(options?: StdioOptions): StdioWire;
  /** Serves HTTP; resolves when it listens. */
  http(options?: HttpOptions): Promise<HttpWire>;
  /** Tells clients that asked to know. */
  readonly notify: {
    toolsChanged(): void;
    promptsChanged(): void;
    resourcesChanged(): void;
    resourceUpdated(uri: string): void;
  };
  /** Closes every wire, after what is in flight. */
  close(): Promise<void>;
}

/** A client that cannot ask its person fetches a token; a server that sets no confirmation gets the tool for it. */
function needsTokens({ tools, confirmation }: Pick<ServerOptions, 'tools' | 'confirmation'>): boolean {
  return (
    confirmation === undefined &&
    tools.some((tool) => tool.confirmation === 'required') &&
    !tools.some(({ name }) => name === 'get_confirmation_token')
  );
}

function storeOf(tasks: ServerOptions['tasks']): TaskStore {
  if (tasks === undefined) return fileTasks(':memory:');
  return typeof tasks === 'function' ? tasks() : tasks;
}

export function createServer<App>(options: ServerOptions<App>): KernelServer {
  const long = options.tools.some(({ task }) => task !== undefined);
  const confirmation = options.confirmation ?? { tokens: localTokens() };
  const tools = [
    ...options.tools,
    ...(needsTokens(options) ? [{ ...getConfirmationToken(confirmation), toolsets: [MAIN_TOOLSET] }] : []),
    ...(long ? [getTask(ownTasks)] : []),
  ];
  const catalogue = createCatalogue(tools, options.toolsets, options.thesaurus);
  const log = options.log ?? createLogger({ sink: stderrSink });
  const metrics = options.metrics ?? new MetricsCollector();
  const guard = options.guard ?? localGuard();
  const pipeline = createPipeline({
    catalogue,
    guard,
    confirmation,
    metrics,
    log,
    app: options.app ?? (() => undefined),
    ...(options.timeouts ? { timeouts: options.timeouts } : {}),
  });
  const title = options.title ?? options.name;
  const surfaces = createSurfaces(catalogue, options.presentation ?? { about: `${title}.` }, options.operator ?? {});
  const tasks = long
    ? new Tasks({
        store: once(() => storeOf(options.tasks)),
        pipeline,
        catalogue,
        guard,
        log,
        sessionOf: (principal) => silentSession(mcp, { ...LOCAL, principal }),
      })
    : undefined;
  const mcp: McpCore = {
    info: { name: options.name, title, version: options.version },
    pipeline,
    guard,
    recorder: options.recorder,
    metrics,
    surfaces,
    catalogue,
    tasks,
    content: {
      resources: options.resources ?? [],
      resourceTemplates: options.resourceTemplates ?? [],
      prompts: options.prompts ?? [],
    },
    announces: options.announces ?? {},
    growable: catalogue.toolsets.some(({ always, byDefault }) => !always && !byDefault),
    states: createRequestStates(),
    results: createResultStore(),
    log,
    listTtlMs: options.listTtlMs ?? 0,
  };
  function ownTasks(): Tasks {
    if (!tasks) throw new Error('no tool runs as a task');
    return tasks;
  }
  const connected = new Set<McpServer>();
  const dialect = options.directDialect ?? {};
  const core: ServerCore = {
    catalogue,
    pipeline,
    mcp,
    log,
    auth: options.auth && new Auth(options.auth),
    connected,
    directHandler: (session) => createDirectHandler({ catalogue, pipeline, mcp }, dialect, session),
  };
  const wires = new Set<StdioWire | HttpWire>();
  const track = <W extends StdioWire | HttpWire>(wire: W): W => {
    wires.add(wire);
    void wire.closed.then(() => wires.delete(wire));
    return wire;
  };
  const tell = (send: (server: McpServer) => Promise<void>, modern: (wire: HttpWire) => void): void => {
    for (const server of connected) send(server).catch((error: unknown) => log.debug('not notified', { error }));
    for (const wire of wires) if ('notify' in wire) modern(wire);
  };

  return {
    catalogue,
    metrics,
    log,
    surface: (request = {}) =>
      surfaces({ era: 'legacy', path: '/', headers: {}, role: null, capabilities: {}, ...request }),
    stdio: (stdio) => {
      void tasks?.start();
      return track(stdioWire(core, stdio));
    },
    http: async (http) => {
      await tasks?.start();
      return track(await httpWire(core, http));
    },
    notify: {
      toolsChanged: () =>
        tell(
          (server) => server.sendToolListChanged(),
          (wire) => wire.notify.toolsChanged(),
        ),
      promptsChanged: () =>
        tell(
          (server) => server.sendPromptListChanged(),
          (wire) => wire.notify.promptsChanged(),
        ),
      resourcesChanged: () =>
        tell(
          (server) => server.sendResourceListChanged(),
          (wire) => wire.notify.resourcesChanged(),
        ),
      resourceUpdated: (uri) =>
        tell(
          (server) => (server.watches(uri) ? server.sendResourceUpdated({ uri }) : Promise.resolve()),
          (wire) => wire.notify.resourceUpdated(uri),
        ),
    },
    close: async () => {
      await Promise.all([...wires].map((wire) => wire.close()));
      await tasks?.close();
    },
  };
}
