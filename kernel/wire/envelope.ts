/** The id of a request, as JSON-RPC and MCP allow it. */
export type RequestId = string | number;

type Params = Readonly<Record<string, unknown>>;

/** What one JSON value on a wire is, by its outer shape alone. */
export type Envelope =
  | {
      readonly kind: 'request';
      readonly id: RequestId | null;
      readonly method: string;
      readonly params: Params;
      readonly versioned: boolean;
    }
  | { readonly kind: 'notification'; readonly method: string; readonly params: Params; readonly versioned: boolean }
  | { readonly kind: 'response' }
  | { readonly kind: 'invalid'; readonly id: RequestId | null; readonly reason: string };

/** `versioned`: it carries `jsonrpc: "2.0"`; whether that is demanded is the server's dialect. */
export function readEnvelope(value: unknown): Envelope {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { kind: 'invalid', id: null, reason: 'a message must be a JSON object' };
  }
  const { jsonrpc, id, method, params } = value as Record<string, unknown>;
  const knownId = isId(id) ? id : null;
  const invalid = (reason: string): Envelope => ({ kind: 'invalid', id: knownId, reason });
  if (method === undefined && isId(id) && ('result' in value || 'error' in value)) return { kind: 'response' };
  if (id !== undefined && id !== null && knownId === null) return invalid('id must be a string, an integer or null');
  if (typeof method !== 'string' || method === '') return invalid('method must be a non-empty string');
  if (params !== undefined && (typeof params !== 'object' || params === null || Array.isArray(params))) {
    return invalid('params must be an object');
  }
  const common = { method, params: (params ?? {}) as Params, versioned: jsonrpc === '2.0' };
  return 'id' in value ? { kind: 'request', id: knownId, ...common } : { kind: 'notification', ...common };
}

function isId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}
