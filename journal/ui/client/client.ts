// Every endpoint of the contract as a function. The types come from the contract; what travels is the build's table.
import type { JournalClient } from '@zorivest/contract';
import wire from 'zorivest:wire';
import { askPassphrase } from './passphrase.ts';
import { goFirst, read } from './places.ts';
import { Problem, problemOf, unreachable } from './problem.ts';
import { session } from './session.ts';

interface Loose {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  readonly body?: unknown;
}

interface Options {
  readonly signal?: AbortSignal;
}

/** What a request carries besides its address. */
function encodeBody(body: unknown, kind: string): { body?: BodyInit; headers: Record<string, string> } {
  if (body === undefined) return { headers: {} };
  if (kind !== 'multipart') return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const form = new FormData();
  for (const [name, value] of Object.entries(body as Record<string, unknown>)) {
    if (value === undefined) continue;
    if (value instanceof Blob) form.append(name, value);
    else if (Array.isArray(value)) for (const each of value) form.append(name, each as Blob);
    else form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return { body: form, headers: {} };
}

function addressOf(path: string, { params = {}, query = {} }: Loose): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  return `/api/v1${filled}${search.size > 0 ? `?${search.toString()}` : ''}`;
}

/** Sends one request; the caller tells answers of different kinds apart. */
export async function send(method: string, address: string, init: RequestInit = {}): Promise<Response> {
  const { token } = session;
  const headers = new Headers(init.headers);
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(address, { ...init, method, headers }).catch((error: unknown) => {
    if (init.signal?.aborted === true) throw error;
    throw unreachable();
  });
  if (response.ok) return response;
  const problem = await problemOf(response);
  if (isSignedOut(problem)) session.end();
  throw problem;
}

/** The session has ended, or the vault has been locked: everything on the screen must go. */
function isSignedOut({ status, code }: Problem): boolean {
  // These are about one act; the session continues.
  if (code === 'passphrase_required' || code === 'passphrase_wrong') return false;
  return status === 401 || (status === 403 && code === 'locked') || code === 'locked_by_person';
}

/** What the person decides about an assistant waits for nothing. */
const first: ReadonlySet<string> = new Set(['guard.lock', 'auth.lock', 'approvals.decide']);

/** A stop or a lock twice is the same as once: one whose connection was lost, as in a flood, is sent again. */
const insisted: ReadonlySet<string> = new Set(['guard.lock', 'auth.lock']);
const TRIES = 10;
const PAUSE_MS = 50;

async function insist<T>(act: () => Promise<T>, isInsisted: boolean): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act();
    } catch (error) {
      const isLost = error instanceof Problem && error.status === 0;
      if (!isInsisted || !isLost || tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

async function call(resource: string, name: string, input: Loose, { signal }: Options): Promise<unknown> {
  const entry = wire[resource]?.[name];
  if (entry === undefined) throw new Error(`the contract has no ${resource}.${name}`);
  const [method, path, answer, kind, does] = entry;
  const goesFirst = first.has(`${resource}.${name}`);
  const ask = async (until: AbortSignal | undefined): Promise<unknown> => {
    const { body, headers } = encodeBody(input.body, kind);
    const response = await send(method, addressOf(path, input), {
      headers,
      ...(body !== undefined && { body }),
      ...(until && { signal: until }),
      ...(goesFirst && { priority: 'high' }),
    });
    if (answer === 'json') return response.json();
    if (answer === 'bytes' || answer === 'document') return response.blob();
    return undefined;
  };
  const go = () =>
    goesFirst
      ? goFirst(() => insist(() => ask(signal), insisted.has(`${resource}.${name}`)))
      : does === 'read'
        ? read(ask, signal)
        : ask(signal);
  return go().catch(async (error: unknown) => {
    const isWanted = error instanceof Problem && error.code === 'passphrase_required';
    if (!isWanted || !(await askPassphrase())) throw error;
    return go();
  });
}

/** What an endpoint answers. */
export type Answer<R extends keyof Api, N extends keyof Api[R]> = Api[R][N] extends (
  ...args: never[]
) => Promise<infer A>
  ? A
  : never;

export type Api = JournalClient;

const resources = new Map<string, object>();

/** `api.trades.list({ query })`. */
export const api = new Proxy({} as Api, {
  get: (_, resource: string) => {
    let found = resources.get(resource);
    if (found === undefined) {
      found = new Proxy(
        {},
        {
          get:
            (__, name: string) =>
            (input: Loose = {}, options: Options = {}) =>
              call(resource, name, input, options),
        },
      );
      resources.set(resource, found);
    }
    return found;
  },
});
