import { homedir } from 'node:os';
import {
  createServer,
  discoveryKit,
  MetricsCollector,
  type Caller,
  type ConfirmationDemand,
  type HttpOptions,
  type HttpWire,
  type KernelServer,
  type OperatorConfig,
} from '@zorivest/kernel';
import { maxImageBytes } from '@zorivest/contract';
import type { Logger } from '@zorivest/kernel/log';
import { prompts } from './content/prompts.ts';
import { resources, resourceTemplates } from './content/resources.ts';
import { presentation, toolsets } from './presentation.ts';
import { serviceRecorder } from './session/activity.ts';
import { serviceApprovals } from './approvals.ts';
import { WAIT_SECONDS } from './session/put-before-person.ts';
import { authenticate, createClients } from './session/clients.ts';
import { serviceTokens } from './session/confirmation.ts';
import { createLatch, serviceGuard } from './session/guard.ts';
import { createStandings } from './session/standing.ts';
import { signInWith, type SignIn } from './session/sign-in.ts';
import { serviceTasks } from './session/tasks.ts';
import type { Host, JournalApp } from './tool.ts';
import { thesaurus } from './search-terms/index.ts';
import { tools } from './tools/index.ts';
import { VERSION } from './version.ts';

export interface JournalServerOptions {
  /** Where the service is: `http://127.0.0.1:8765`, with or without `/api/v1`. */
  readonly apiUrl: string;
  /** The key used over stdio; over HTTP each request brings its own. */
  readonly apiKey?: string | (() => Promise<string>);
  /** For a server that is exposed on purpose: its public address, and whose tokens it takes. */
  readonly auth?: SignIn;
  readonly operator?: OperatorConfig;
  /** How much the owner demands before a destructive tool runs. */
  readonly confirm?: ConfirmationDemand;
  /** Seconds a call waits for the person in the app before the assistant is asked to call again. */
  readonly approvalWaitSeconds?: number;
  readonly log?: Logger;
  readonly host?: Partial<Host>;
  readonly fetch?: typeof globalThis.fetch;
}

export interface JournalServer extends Omit<KernelServer, 'http'> {
  http(options?: Omit<HttpOptions, 'authenticate'>): Promise<HttpWire>;
}

/** The largest screenshot the service takes, in base64, and room for what is around it. */
const MAX_MESSAGE = Math.ceil((maxImageBytes * 4) / 3) + 64 * 1024;

/** The journal as an MCP server: the tools over the service, behind the service's own guard and confirmations. */
export function createJournalServer(options: JournalServerOptions): JournalServer {
  const { apiUrl, apiKey, fetch } = options;
  const page = new URL('/', apiUrl).href;
  const latch = createLatch();
  const standings = createStandings();
  const clients = createClients({
    apiUrl,
    standings,
    waitSeconds: options.approvalWaitSeconds ?? WAIT_SECONDS,
    before: () => latch.handOver(),
    ...(apiKey === undefined ? {} : { ownKey: apiKey }),
    ...(fetch === undefined ? {} : { fetch }),
  });
  const clientOf = ({ session }: Caller) => clients.of(session.principal);
  const metrics = new MetricsCollector();
  const recorder = serviceRecorder(clients);
  const confirmation = {
    tokens: serviceTokens(clients),
    demand: options.confirm ?? 'auto',
    approvals: serviceApprovals({ standings, tools, page: new URL('assistant', page).href }),
  } as const;
  const host: Host = {
    env: process.env,
    platform: process.platform,
    home: homedir(),
    cwd: process.cwd(),
    serverDir: import.meta.dirname,
    now: Date.now,
    ...options.host,
  };

  const server = createServer<JournalApp>({
    name: 'zorivest',
    title: 'Zorivest trading journal',
    version: VERSION,
    // Models write null for what they leave out, and figures as text: they are taken as they were meant.
    tools: [...tools, ...discoveryKit({ toolset: 'discovery', confirmation })].map((tool) => ({
      ...tool,
      lenient: true,
    })),
    toolsets,
    thesaurus,
    presentation,
    resources: resources(clientOf),
    resourceTemplates: resourceTemplates(clientOf),
    prompts,
    operator: options.operator ?? {},
    guard: serviceGuard(clients, latch, standings, page),
    confirmation,
    metrics,
    recorder,
    tasks: () => serviceTasks(clients),
    ...(options.auth ? { auth: signInWith(options.auth, () => clients.ownRole()) } : {}),
    ...(options.log ? { log: options.log } : {}),
    app: (caller) => ({
      api: clientOf(caller),
      first: clients.first(caller.session.principal),
      latch,
      metrics,
      page,
      isDemo: () => clients.isDemo(),
      host,
    }),
  });
  return {
    ...server,
    close: async () => {
      await server.close();
      await recorder.flush();
    },
    http: (http = {}) =>
      server.http({
        maxBodyBytes: MAX_MESSAGE,
        toolsetsHeader: 'x-zorivest-toolsets',
        ...http,
        authenticate: authenticate(clients, options.auth !== undefined),
      }),
  };
}
