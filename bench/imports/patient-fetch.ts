// `fetch` gives up on an answer that has not begun after five minutes; a large import on a slow machine takes longer.
import { request } from 'node:http';
import { Readable } from 'node:stream';

export const patientFetch: typeof fetch = async (input, init = {}) => {
  const asked = new Request(input, { ...init, duplex: 'half' });
  return new Promise((resolve, reject) => {
    const sent = request(asked.url, { method: asked.method, headers: Object.fromEntries(asked.headers) }, (answer) => {
      const headers = new Headers();
      for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value));
      const status = answer.statusCode ?? 500;
      const body =
        status === 204 || status === 304 ? null : (Readable.toWeb(answer) as ConstructorParameters<typeof Response>[0]); // one stream, two libraries' names
      resolve(new Response(body, { status, headers }));
    });
    sent.on('error', reject);
    if (asked.body === null) sent.end();
    else Readable.fromWeb(asked.body).on('error', reject).pipe(sent); // the same here
  });
};
