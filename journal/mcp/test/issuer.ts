/** Somebody else who signs people in: an issuer on a port of its own, which publishes its key. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Issuer {
  readonly url: string;
  /** A token for somebody, good for five minutes. */
  token(claims: { readonly sub: string; readonly aud: string; readonly scope: string }): string;
  close(): void;
}

export async function openIssuer(): Promise<Issuer> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' };
  const server = createServer((request, response) => {
    const body = request.url === '/keys' ? { keys: [key] } : { issuer: url, jwks_uri: `${url}/keys` };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return {
    url,
    token: (claims) => {
      const now = Math.floor(Date.now() / 1000);
      const text = `${encode({ alg: 'RS256', kid: 'one' })}.${encode({ iss: url, iat: now, exp: now + 300, ...claims })}`;
      return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`;
    },
    close: () => server.close(),
  };
}
