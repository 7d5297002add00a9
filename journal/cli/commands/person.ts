// What only the person may do: an assistant's key cannot, so these ask for the passphrase.
import { ApiError } from '@zorivest/contract';
import { askPassphrase, personPassphrase, readStdin } from '../credentials.ts';
import { say, sayJson } from '../output.ts';
import { connect, type Connection } from '../service.ts';

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

/** Sends a request in the person's own session; a refusal is told in the service's own words. */
async function send(service: Connection, passphrase: string, { method, path, body }: Request): Promise<unknown> {
  const { session_token } = await service.client({ kind: 'none' }).system.unlock({ body: { passphrase } });
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${session_token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer: unknown = response.status === 204 ? null : await response.json();
  if (!response.ok) throw new ApiError(response.status, answer ?? {});
  return answer;
}

export async function approvePolicy(home: string, policyId: string, options: { json: boolean }): Promise<void> {
  const service = await connect(home);
  try {
    const path = `/scheduling/policies/${encodeURIComponent(policyId)}/approve`;
    const policy = await send(service, await personPassphrase(home), { method: 'POST', path });
    if (options.json) sayJson(policy);
    else say(`${policyId} is approved as it stands; any change to it asks again.`);
  } finally {
    await service.close();
  }
}

export interface ProviderOptions {
  readonly json: boolean;
  readonly enable?: boolean;
  readonly disable?: boolean;
  readonly secret?: boolean;
  readonly key?: boolean;
}

export async function setProvider(home: string, name: string, options: ProviderOptions): Promise<void> {
  // On a terminal each is asked for; from a pipe stdin has one line per value, the passphrase last.
  const lines = process.stdin.isTTY ? [] : (await readStdin()).split('\n');
  const ask = async (message: string) => lines.shift() ?? (await askPassphrase(message));
  const body = {
    ...(options.key !== false && { api_key: await ask(`API key of ${name}`) }),
    ...(options.secret && { api_secret: await ask(`API secret of ${name}`) }),
    ...((options.enable || options.disable) && { is_enabled: options.enable === true }),
  };
  const service = await connect(home);
  try {
    const passphrase = lines.shift() ?? (await personPassphrase(home));
    const path = `/market-data/providers/${encodeURIComponent(name)}`;
    const answer = await send(service, passphrase, { method: 'PUT', path, body });
    if (options.json) sayJson(answer);
    else say(`${name} is set; the key is stored encrypted and never shown again.`);
  } finally {
    await service.close();
  }
}
