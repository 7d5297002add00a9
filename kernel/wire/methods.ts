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

/** The key under which a request of the stateless era names its revision. */
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

/** Whether a message is MCP's by its name, or claims to be of the stateless era. */
export function isMcp(method: string, params: Readonly<Record<string, unknown>>): boolean {
  return REQUESTS.has(method) || method.startsWith('notifications/') || claimsRevision(params);
}

export function claimsRevision({ _meta: meta }: Readonly<Record<string, unknown>>): boolean {
  return typeof meta === 'object' && meta !== null && VERSION_KEY in meta;
}
