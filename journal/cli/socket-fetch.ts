// `fetch` over the service's socket in the home: a flood of connections to the port does not hold the shell up.
import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';

export function socketFetch(socketPath: string): typeof globalThis.fetch {
  return (input, init) =>
    send(new Request(input, init), socketPath).catch((error: unknown) => {
      throw new TypeError('fetch failed', { cause: error });
    });
}

function send(asked: Request, socketPath: string): Promise<Response> {
  const { pathname, search, host } = new URL(asked.url);
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = httpRequest(
    {
      socketPath,
      method: asked.method,
      path: pathname + search,
      headers: { ...Object.fromEntries(asked.headers), host },
      signal: asked.signal,
      agent: false,
    },
    (answer) => {
      const headers = new Headers();
      for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value));
      const status = answer.statusCode ?? 500;
      const body = status === 204 || status === 304 ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>);
      resolve(new Response(body, { status, headers }));
    },
  );
  request.once('error', reject);
  if (asked.body === null) request.end();
  else Readable.fromWeb(asked.body).on('error', reject).pipe(request);
  return promise;
}
