// Who answers at the service's port? While the service does not run, any account of this machine can listen there. A program that
// knows the secret stored in the home is ours: asked before a passphrase or a key is sent to a port.

/** Sent with `GET /health`: a text that was never sent before. */
export const CHALLENGE_HEADER = 'x-zorivest-challenge';
/** In place of the port where it is asked over the socket in the home. */
export const OVER_SOCKET = 0;
/** What comes back. */
export const PROOF_HEADER = 'x-zorivest-proof';

const encoder = new TextEncoder();

/** The port is part of it: who passes the question on to the service at another port gets an answer for that one. */
export async function proofFor(secret: string, challenge: string, port: number | string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' } as const;
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  const signed = await crypto.subtle.sign('HMAC', key, encoder.encode(`zorivest-proof ${challenge} ${port}`));
  return Array.from(new Uint8Array(signed), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const usualPort: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Whether the service whose home holds this secret answers at the address; throws where nothing does. `at`: it is reached by another
 * way than the port of its address.
 */
export async function isServiceOf(
  secret: string,
  address: string | { readonly url: string; readonly at: number },
  fetch: typeof globalThis.fetch = globalThis.fetch,
  signal?: AbortSignal,
): Promise<boolean> {
  if (secret === '') return false;
  const [url, at] = typeof address === 'string' ? [address] : [address.url, address.at];
  const { origin, port, protocol } = new URL(url);
  const challenge = crypto.randomUUID();
  const headers = { [CHALLENGE_HEADER]: challenge };
  const answer = await fetch(`${origin}/api/v1/health`, { headers, ...(signal && { signal }) });
  await answer.arrayBuffer();
  return (
    answer.headers.get(PROOF_HEADER) ===
    (await proofFor(secret, challenge, at ?? (port || (usualPort[protocol] ?? ''))))
  );
}
