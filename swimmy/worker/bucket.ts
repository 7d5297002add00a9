// A bucket of an S3-compatible store: three requests, each signed (AWS Signature Version 4). No SDK: it would be larger than
// everything else in the worker, for these three.
import { createHash, createHmac } from 'node:crypto';

export interface BucketKeys {
  readonly id: string;
  readonly secret: string;
  readonly session?: string | undefined;
}

export interface BucketOptions {
  /** `https://host/bucket`, or with a folder behind it: `https://host/bucket/candles`. */
  readonly address: string;
  readonly region: string;
  readonly keys: BucketKeys;
  readonly fetch?: typeof globalThis.fetch;
  readonly now?: () => Date;
}

export interface Bucket {
  /** When it was put there; undefined where it is not. */
  age(name: string): Promise<Date | undefined>;
  get(name: string): Promise<Uint8Array | undefined>;
  put(name: string, bytes: Uint8Array): Promise<void>;
}

/** A large object on a slow line. */
const REQUEST_MS = 10 * 60_000;

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Uint8Array, text: string): Buffer => createHmac('sha256', key).update(text).digest();

interface RequestToSign {
  readonly method: string;
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly region: string;
  readonly keys: BucketKeys;
  readonly now: Date;
}

/** The headers with which a request is sent; all of them are signed, and the body is. */
export function signRequest({
  method,
  url,
  headers = {},
  body,
  region,
  keys,
  now,
}: RequestToSign): Record<string, string> {
  const time = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const digest = sha256(body ?? '');
  const sent: Record<string, string> = {
    ...headers,
    'x-amz-content-sha256': digest,
    'x-amz-date': time,
    ...(keys.session === undefined ? {} : { 'x-amz-security-token': keys.session }),
  };
  const signed = Object.entries({ ...sent, host: url.host })
    .map(([name, value]) => [name.toLowerCase(), value.trim().replaceAll(/ +/g, ' ')] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const lines = signed.map(([name, value]) => `${name}:${value}\n`).join('');
  const request = [method, url.pathname, url.searchParams.toString(), lines, names, digest].join('\n');
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n');
  const key = scope.split('/').reduce<string | Uint8Array>((so, part) => hmac(so, part), `AWS4${keys.secret}`);
  const signature = hmac(key, text).toString('hex');
  const credential = `AWS4-HMAC-SHA256 Credential=${keys.id}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...sent, authorization: credential };
}

export function openBucket(options: BucketOptions): Bucket {
  const { region, keys, fetch = globalThis.fetch, now = () => new Date() } = options;
  const base = addressOf(options.address);

  const send = async (method: string, name: string, body?: Uint8Array): Promise<Response | undefined> => {
    const url = new URL(`${base}/${encodeURIComponent(name)}`);
    const headers = signRequest({ method, url, region, keys, now: now(), ...(body && { body }) });
    let response: Response;
    try {
      const signal = AbortSignal.timeout(REQUEST_MS);
      response = await fetch(url, {
        method,
        headers,
        signal,
        redirect: 'error',
        ...(body && { body: body as NonNullable<RequestInit['body']> }),
      });
    } catch (error) {
      throw new Error(`the bucket ${base} cannot be reached`, { cause: error });
    }
    if (response.ok) return response;
    const responseText = (await response.text()).slice(0, 2000);
    if (response.status === 404 && !responseText.includes('NoSuchBucket')) return undefined;
    const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(responseText) ?? [];
    throw new Error(
      `the bucket ${base} refused ${method} (${response.status}${code === '' ? '' : ` ${code}`})${adviceOn(response.status)}`,
    );
  };
  return {
    age: async (name) => {
      const response = await send('HEAD', name);
      return response && new Date(response.headers.get('last-modified') ?? 0);
    },
    get: async (name) => {
      const response = await send('GET', name);
      return response && new Uint8Array(await response.arrayBuffer());
    },
    put: async (name, bytes) => void (await send('PUT', name, bytes)),
  };
}

function adviceOn(status: number): string {
  return status === 401 || status === 403
    ? ': check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION, and that the key may read and write there'
    : '';
}

/** The address without a slash at its end; it must use TLS unless it is local. */
function addressOf(address: string): string {
  const url = URL.parse(address);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '');
  if (!url || (url.protocol !== 'https:' && !isLocal))
    throw new Error(`${address} is not the https address of a bucket, such as https://s3.eu-west-1.amazonaws.com/name`);
  if (url.pathname === '/' || url.search !== '' || url.username !== '')
    throw new Error(`${url.origin} must be followed by a bucket name and optional folders, and nothing else`);
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/** Whether candles are shared at an address and not in a folder. */
export const isAddress = (place: string): boolean => /^https?:\/\//i.test(place);

/** The keys as every tool for such stores takes them. */
export function keysFrom(env: Readonly<Record<string, string | undefined>>): Pick<BucketOptions, 'keys' | 'region'> {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: session } = env;
  if (!id || !secret) throw new Error('candles in a bucket need AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1';
  return { keys: { id, secret, session: session || undefined }, region };
}
