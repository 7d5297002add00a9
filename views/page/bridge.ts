// The page's half of the protocol of MCP Apps: JSON-RPC with the host, by messages between windows. The SDK's own `App`
// does the same with a general schema for every message, at ten times the size of a page.
type Fields = Readonly<Record<string, unknown>>;

export interface Messages {
  readonly post: (message: object) => void;
  readonly listen: (take: (message: unknown) => void) => void;
}

export interface Bridge {
  /** Asks the host; rejects with the host's message when it refuses. */
  readonly request: (method: string, params: object) => Promise<unknown>;
  readonly notify: (method: string, params: object) => void;
}

export interface MessageHandlers {
  /** A notification of the host. */
  readonly notify: (method: string, params: Fields) => void;
  /** A request of the host; `undefined`: this page does not support it. */
  readonly respond: (method: string, params: Fields) => object | undefined;
}

const METHOD_NOT_FOUND = -32_601;

export function bridge({ post, listen }: Messages, { notify, respond }: MessageHandlers): Bridge {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;

  const answer = (id: unknown, method: string, params: Fields): void => {
    const result = respond(method, params);
    post({
      jsonrpc: '2.0',
      id,
      ...(result === undefined
        ? { error: { code: METHOD_NOT_FOUND, message: `${method} is not for this page` } }
        : { result }),
    });
  };

  listen((message) => {
    if (!isFields(message) || message.jsonrpc !== '2.0') return;
    const { id, method, params, result, error } = message;
    if (typeof method === 'string') {
      const fields = isFields(params) ? params : {};
      if (id === undefined) notify(method, fields);
      // No call waits for an answer with another id.
      else if (typeof id === 'number' || typeof id === 'string') answer(id, method, fields);
      return;
    }
    const asker = typeof id === 'number' ? waiting.get(id) : undefined;
    if (asker === undefined) return;
    waiting.delete(id as number);
    if (isFields(error))
      asker.reject(new Error(typeof error.message === 'string' ? error.message : 'The host refused.'));
    else asker.resolve(result);
  });

  return {
    request: (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        waiting.set(id, { resolve, reject });
        post({ jsonrpc: '2.0', id, method, params });
      }),
    notify: (method, params) => post({ jsonrpc: '2.0', method, params }),
  };
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The window around this page, and no other. */
export function hostMessages(page: Window): Messages {
  return {
    // The page does not know where it is embedded; its messages contain only what the host gave it.
    post: (message) => page.parent.postMessage(message, '*'),
    listen: (take) =>
      page.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
        if (source === page.parent) take(data);
      }),
  };
}
