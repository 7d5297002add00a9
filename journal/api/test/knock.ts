import { request as rawRequest } from 'node:http';

interface Reply {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

/** A request with any headers: fetch cannot forge a Host header. */
export function knockAt(url: string, headers: Record<string, string>, method: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = rawRequest(url, { method, headers }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    request.on('error', reject);
    request.end();
  });
}
