import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonContentType } from '@modelcontextprotocol/server';
import { parseJson } from './json.ts';

/** A request that is refused before it reaches any protocol. */
export class HttpFault extends Error {
  readonly status: number;
  readonly code: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export function sendFault(response: ServerResponse, { status, code, message, headers }: HttpFault): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null });
  // What is left of the request is not worth reading.
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers }).end(body);
}

/** How many times the allowed size is read before the line is cut. */
const PATIENCE = 8;

/** The JSON of a request's body, within bounds. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  if (!isJsonContentType(request.headers['content-type'] ?? null)) {
    throw new HttpFault(415, -32000, 'Unsupported Media Type: Content-Type must be application/json');
  }
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // A body that is too large is read to its end, so that the sender gets the refusal; an endless one is cut off.
    if (size > maxBytes * PATIENCE) break;
    if (size > maxBytes) chunks = [];
    else chunks.push(chunk);
  }
  if (size > maxBytes) throw new HttpFault(413, -32000, `A request may have at most ${maxBytes} bytes.`);
  const parsed = parseJson(Buffer.concat(chunks).toString('utf8'));
  if (parsed.ok) return parsed.value;
  throw parsed.fault === 'parse'
    ? new HttpFault(400, -32700, 'Parse error: the request body is not valid JSON')
    : new HttpFault(400, -32600, `Invalid Request: ${parsed.reason}`);
}

/** A reader that takes nothing for this long has gone, even if its socket is open. */
const STALLED_MS = 60_000;

/** Streams a response at the pace its reader takes it. */
export async function sendResponse(response: ServerResponse, { status, headers, body }: Response): Promise<void> {
  if (response.destroyed) {
    await body?.cancel();
    return;
  }
  response.writeHead(status, Object.fromEntries(headers));
  if (body === null) {
    response.end();
    return;
  }
  response.flushHeaders();
  const reader = body.getReader();
  response.once('close', () => void reader.cancel().catch(() => {}));
  for (;;) {
    const { done, value } = await reader.read();
    if (done || response.destroyed) break;
    if (!response.write(value)) await waitForDrain(response);
  }
  response.end();
}

function waitForDrain(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const stalled = setTimeout(() => response.destroy(), STALLED_MS);
    const go = () => {
      clearTimeout(stalled);
      response.off('drain', go);
      response.off('close', go);
      resolve();
    };
    response.once('drain', go);
    response.once('close', go);
  });
}
