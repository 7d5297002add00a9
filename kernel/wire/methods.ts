import { UnsupportedProtocolVersionError } from '@modelcontextprotocol/server';

/** Requests of MCP, of any revision: on a shared stream these names are never a server's own. */
const REQUESTS = new Set([
  'initialize',
  'ping',
  'server/discover',
  'subscriptions/listen',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'tasks/get',
  'tasks/list',
  'tasks/result',
  'tasks/update',
  'tasks/cancel',
]);

export const MODERN_VERSION = '2026-07-28';

/** The key under which a request of the stateless era names its revision. */
export const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

const TASK_KEY = 'io.modelcontextprotocol/related-task';

/** Whether a message is MCP's by its name, or claims to be of the stateless era. */
export function isMcp(method: string, params: Readonly<Record<string, unknown>>): boolean {
  return REQUESTS.has(method) || method.startsWith('notifications/') || claimsRevision(params);
}

/** What is wrong with the `_meta` of a request, if anything: the SDK drops such a request silently. */
export function metaFault({ _meta: meta }: Readonly<Record<string, unknown>>): string | undefined {
  if (meta === undefined) return undefined;
  if (typeof meta !== 'object' || meta === null || Array.isArray(meta)) return 'params._meta must be an object';
  const { progressToken: token, [TASK_KEY]: task } = meta as Record<string, unknown>;
  if (token !== undefined && typeof token !== 'string' && !Number.isSafeInteger(token)) {
    return 'params._meta.progressToken must be a string or an integer';
  }
  return task === undefined || isTask(task) ? undefined : `params._meta["${TASK_KEY}"] must name a taskId`;
}

function isTask(task: unknown): boolean {
  return typeof task === 'object' && task !== null && 'taskId' in task && typeof task.taskId === 'string';
}

export function claimsRevision({ _meta: meta }: Readonly<Record<string, unknown>>): boolean {
  return typeof meta === 'object' && meta !== null && VERSION_KEY in meta;
}

/**
 * The refusal of a request that names a revision we do not speak. Each request is judged separately: the SDK looks at
 * the revision only until the connection has settled on an era.
 */
export function revisionFault({ _meta: meta }: Readonly<Record<string, unknown>>): RpcError | undefined {
  const requested = typeof meta === 'object' && meta !== null ? Reflect.get(meta, VERSION_KEY) : undefined;
  // One that is not even text is a malformed envelope, which the SDK refuses as that.
  if (typeof requested !== 'string' || requested === MODERN_VERSION) return undefined;
  const { code, message, data } = new UnsupportedProtocolVersionError({ supported: [MODERN_VERSION], requested });
  return { code, message, data };
}

interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
}
