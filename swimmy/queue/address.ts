// Where the queue is and how to be let in: from options of a command, else from the environment.
import { readFile } from 'node:fs/promises';
import type { NatsConnection, NodeConnectionOptions } from '@nats-io/transport-node';

export interface QueueAddress {
  /** `nats://[user:password@]host:port`, several with commas; `tls://` for TLS with a certificate of a known authority. */
  readonly url: string;
  readonly creds?: string | undefined;
  /** A file that holds an nkey's seed. */
  readonly nkey?: string | undefined;
  readonly tlsCa?: string | undefined;
  readonly tlsCert?: string | undefined;
  readonly tlsKey?: string | undefined;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
}

/** Each option of a command, and the variable that says the same. Secrets have no option: a command line is public. */
export const QUEUE_OPTIONS = {
  queue: { variable: 'SWIMMY_QUEUE', value: 'URL', about: 'the NATS JetStream queue that workers share' },
  creds: { variable: 'SWIMMY_QUEUE_CREDS', value: 'FILE', about: 'its credentials file (JWT and nkey)' },
  nkey: { variable: 'SWIMMY_QUEUE_NKEY', value: 'FILE', about: "a file with an nkey's seed" },
  'tls-ca': {
    variable: 'SWIMMY_QUEUE_TLS_CA',
    value: 'FILE',
    about: "the certificate authority (CA) of the queue's certificate",
  },
  'tls-cert': {
    variable: 'SWIMMY_QUEUE_TLS_CERT',
    value: 'FILE',
    about: 'our client certificate, when the queue requires one',
  },
  'tls-key': { variable: 'SWIMMY_QUEUE_TLS_KEY', value: 'FILE', about: 'its key' },
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment with what options of a command say instead; options are asked for in camel case. */
export function withOptions(env: Environment, option: (name: string) => unknown): Environment {
  const given = Object.entries(QUEUE_OPTIONS).flatMap(([name, { variable }]) => {
    const value = option(name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()));
    return typeof value === 'string' ? [[variable, value] as const] : [];
  });
  return { ...env, ...Object.fromEntries(given) };
}

/** Undefined when no queue is named. */
export function queueAddress(env: Environment): QueueAddress | undefined {
  const read = (variable: string) => env[variable]?.trim() || undefined;
  const url = read(QUEUE_OPTIONS.queue.variable);
  if (url === undefined) return undefined;
  return {
    url,
    creds: read(QUEUE_OPTIONS.creds.variable),
    nkey: read(QUEUE_OPTIONS.nkey.variable),
    tlsCa: read(QUEUE_OPTIONS['tls-ca'].variable),
    tlsCert: read(QUEUE_OPTIONS['tls-cert'].variable),
    tlsKey: read(QUEUE_OPTIONS['tls-key'].variable),
    user: read('SWIMMY_QUEUE_USER'),
    password: read('SWIMMY_QUEUE_PASSWORD'),
  };
}

export class QueueError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'QueueError';
  }
}

/** The client is loaded only where a queue is named: without a queue the start does not wait for it. */
export async function connectQueue(address: QueueAddress, options: NodeConnectionOptions): Promise<NatsConnection> {
  const { connect } = await import('@nats-io/transport-node');
  const { servers, shown, user, password, tls } = readUrl(address);
  try {
    return await connect({
      servers,
      ...(user === undefined ? {} : { user, ...(password === undefined ? {} : { pass: password }) }),
      ...(await authenticatorOf(address)),
      ...(tls || address.tlsCa || address.tlsCert
        ? {
            tls: {
              ...(address.tlsCa ? { caFile: address.tlsCa } : {}),
              ...(address.tlsCert ? { certFile: address.tlsCert } : {}),
              ...(address.tlsKey ? { keyFile: address.tlsKey } : {}),
            },
          }
        : {}),
      ...options,
    });
  } catch (error) {
    if (error instanceof QueueError) throw error;
    throw new QueueError(reasonFor(error, shown), error);
  }
}

function readUrl({ url, user, password }: QueueAddress) {
  const urls = url.split(',').map((each) => {
    const text = each.trim();
    try {
      return new URL(/^[a-z]+:\/\//.test(text) ? text : `nats://${text}`);
    } catch {
      throw new QueueError('the queue must be an address such as nats://host:4222');
    }
  });
  const [first] = urls;
  const hosts = urls.map(({ hostname, port }) => `${hostname}:${port || '4222'}`);
  return {
    servers: hosts,
    shown: hosts.join(', '),
    user: user ?? (first?.username ? decodeURIComponent(first.username) : undefined),
    password: password ?? (first?.password ? decodeURIComponent(first.password) : undefined),
    tls: urls.some(({ protocol }) => protocol === 'tls:'),
  };
}

async function authenticatorOf({ creds, nkey }: QueueAddress): Promise<Partial<NodeConnectionOptions>> {
  if (creds === undefined && nkey === undefined) return {};
  const { credsAuthenticator, nkeyAuthenticator } = await import('@nats-io/transport-node');
  const file = creds ?? nkey ?? '';
  const bytes = await readFile(file).catch(() => {
    throw new QueueError(`${file} cannot be read`);
  });
  if (creds !== undefined) return { authenticator: credsAuthenticator(bytes) };
  return { authenticator: nkeyAuthenticator(new TextEncoder().encode(bytes.toString('utf8').trim())) };
}

/** What to do about it, without what was sent to prove who we are. */
function reasonFor(error: unknown, servers: string): string {
  const text = error instanceof Error ? error.message : String(error);
  if (/authoriz|authentic|permission/i.test(text))
    return `the queue at ${servers} refused the login (${text}); give --creds FILE, --nkey FILE or SWIMMY_QUEUE_USER and SWIMMY_QUEUE_PASSWORD`;
  if (/certificate|self.signed|tls|ssl/i.test(text))
    return `no secure connection to the queue at ${servers} (${text}); give --tls-ca FILE`;
  return `no queue answers at ${servers} (${text}); start one with nats-server -js`;
}
