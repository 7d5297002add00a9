// A warning as JSON to an address of the person's choice: over https, never to the own network, and without redirects.
import { refuseLocalAddress } from '../pipelines/stored/addresses.ts';

const TIMEOUT_MS = 10_000;

export interface WebhookParts {
  readonly fetch: typeof globalThis.fetch;
  readonly userAgent: string;
  /** Whether addresses of this machine are allowed; only tests say yes. */
  readonly allowLocalDownloads: boolean;
}

export async function postWarning(
  { fetch, userAgent, allowLocalDownloads }: WebhookParts,
  address: string,
  document: unknown,
  signal: AbortSignal,
): Promise<void> {
  await refuseLocalAddress(address, allowLocalDownloads);
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify(document),
    // The person has not agreed to another address.
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`${new URL(address).host} answered the warning with status ${response.status}`);
}
