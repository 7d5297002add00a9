/**
 * One client of the service per API key. A key is turned into a session on first use and renewed by its client, which
 * is the only place that holds it; two keys never share a session.
 */
import { createHash } from 'node:crypto';
import {
  ApiError,
  ApiUnreachable,
  type ClientOptions,
  createClient,
  isWrite,
  type JournalClient,
} from '@zorivest/contract';
import { codes, KernelError, type Principal } from '@zorivest/kernel';
import { persist } from './persist.ts';
import { isSignedIn } from './sign-in.ts';
import { putBeforePerson, WAIT_SECONDS } from './put-before-person.ts';
import { createReportWire } from './report-wire.ts';
import type { Standings } from './standing.ts';

export interface Clients {
  /** The client of an admitted caller. */
  of(principal: Principal): JournalClient;
  /** The same, for what must come before everything else: it waits for no `before`. */
  first(principal: Principal): JournalClient;
  /** Who holds this key, as the service knows it; refuses a key the service refuses. */
  admit(apiKey: string): Promise<Principal>;
  /** The role of the key this server itself holds; null without one, or while the service cannot be asked. */
  ownRole(): Promise<string | null>;
  /** Sends a report of calls in the session that is open; false where there is none or it was not taken. */
  report(principal: Principal, body: string): Promise<boolean>;
  /** Whether the service's last answer marked its book as a demo. */
  isDemo(): boolean;
}

export interface ClientsOptions {
  readonly apiUrl: string;
  /** The key of the person who started this process, for stdio. */
  readonly ownKey?: string | (() => Promise<string>);
  readonly fetch?: typeof globalThis.fetch;
  /** Awaited before every request of a client. */
  readonly before?: () => Promise<void>;
  /** Whose writes are put before the person. */
  readonly standings?: Standings;
  /** Seconds that a write waits for the person before the caller gets an answer. */
  readonly waitSeconds?: number;
}

interface Holder {
  readonly principal: Principal;
  readonly client: JournalClient;
  readonly first: JournalClient;
  /** The role the service granted; unknown until it answered once. */
  role: string | undefined;
  sessionToken: string | undefined;
  admitting: Promise<Principal> | undefined;
}

/** More keys than a household has; the oldest is forgotten and simply unlocks again. */
const MAX_KEYS = 64;

/** A caller over HTTP without a key: sees the tools; the service answers that a key is needed. */
export const ANONYMOUS: Principal = { id: 'anonymous', role: null };

export function createClients(options: ClientsOptions): Clients {
  const { apiUrl, ownKey, fetch: fetchOption, before, standings, waitSeconds = WAIT_SECONDS } = options;
  const fetch = fetchOption ?? globalThis.fetch;
  // A caller with its own fetch wants every request to go through it.
  const reports = fetchOption ? undefined : createReportWire(apiUrl);
  let isDemo = false;
  let ownToken: string | undefined;
  let ownRole: string | null = null;
  const looking: typeof globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
    isDemo = response.headers.get('x-zorivest-demo') === 'true';
    return response;
  };
  const direct = { baseUrl: apiUrl, headers: { 'x-zorivest-client': 'mcp' }, fetch: looking };
  const inTurn: typeof globalThis.fetch = async (input, init) => {
    await before?.();
    return looking(input, init);
  };
  const common = before ? { ...direct, fetch: inTurn } : direct;
  const keyless = createClient(common);
  /** A write that has to be asked for is put before the person; any other is sent. */
  const writing =
    (principal: Principal, client: () => JournalClient): NonNullable<ClientOptions['write']> =>
    async (write, callOptions, send) => {
      const ask = () => putBeforePerson(client(), write, callOptions, waitSeconds);
      const isAsked = callOptions.asksPerson === true || standings?.of(principal).asks === true;
      if (isWrite(write.endpoint) && isAsked) return ask();
      try {
        const taskRequest = isWrite(write.endpoint) ? callOptions.task?.nextRequest() : undefined;
        return await (taskRequest === undefined ? send() : persist(callOptions, () => send({ taskRequest })));
      } catch (error) {
        // The person has required approval since the guard was asked, or the call would spend their money.
        if (error instanceof ApiError && error.code === 'approval_required') return ask();
        throw error;
      }
    };
  /** The same for a caller that may do less than the key. */
  const lesser = (mode: 'ask' | 'read') => ({ ...common, headers: { ...common.headers, 'x-zorivest-mode': mode } });
  const auth = ownKey ? { auth: { kind: 'key', apiKey: ownKey } as const } : {};
  const own: JournalClient = createClient({
    ...common,
    ...auth,
    onSession: ({ session_token, role }) => {
      ownToken = session_token;
      ownRole = role;
    },
    write: writing({ id: 'local', role: null }, () => own),
  });
  // A person signed in with a token: the server's own key, and never a write that the key's owner has not approved.
  const asking = writing({ id: 'signed-in', role: null }, () => signedIn);
  const signedIn: JournalClient = createClient({
    ...lesser('ask'),
    ...auth,
    write: (write, callOptions, send) => asking(write, { ...callOptions, asksPerson: true }, send),
  });
  const reading = createClient({
    ...lesser('read'),
    ...auth,
    // An endpoint that may spend money gives the facts to a caller that may only read.
    write: ({ endpoint }, _, send) => (isWrite(endpoint) ? refuseWrite() : send()),
  });
  const ownFirst = createClient({ ...direct, ...auth });
  const holders = new Map<string, Holder>();

  function holderOf(apiKey: string): Holder {
    const id = `key:${createHash('sha256').update(apiKey).digest('hex').slice(0, 24)}`;
    const known = holders.get(id);
    if (known) return known;
    const holder: Holder = {
      principal: { id, role: null },
      client: createClient({
        ...common,
        auth: { kind: 'key', apiKey },
        write: writing({ id, role: null }, () => holder.client),
        onSession: ({ role, session_token }) => {
          holder.role = role;
          holder.sessionToken = session_token;
        },
      }),
      first: createClient({ ...direct, auth: { kind: 'key', apiKey } }),
      role: undefined,
      sessionToken: undefined,
      admitting: undefined,
    };
    if (holders.size >= MAX_KEYS) holders.delete(holders.keys().next().value as string);
    holders.set(id, holder);
    return holder;
  }

  async function ask(holder: Holder): Promise<Principal> {
    try {
      await holder.client.system.status({}, { timeoutMs: 10_000 });
    } catch (error) {
      // A key that cannot be checked is admitted: it can only do what works without the service.
      if (error instanceof ApiUnreachable) return holder.principal;
      if (error instanceof ApiError && holder.role === undefined) {
        holders.delete(holder.principal.id);
        throw new KernelError(codes.unauthorized, `The service does not accept this API key: ${error.message}`);
      }
    }
    return { ...holder.principal, role: holder.role ?? null };
  }

  return {
    of: (principal) => {
      const { id, role } = principal;
      if (isSignedIn(principal)) return role === 'ask' ? signedIn : reading;
      return id === 'local' ? own : (holders.get(id)?.client ?? keyless);
    },
    first: (principal) => {
      const { id } = principal;
      return id === 'local' || isSignedIn(principal) ? ownFirst : (holders.get(id)?.first ?? keyless);
    },
    async ownRole() {
      if (ownKey === undefined) return null;
      // Asked each time: the key may have been revoked or made weaker meanwhile.
      await own.system.status({}, { timeoutMs: 10_000 }).catch(() => (ownRole = null));
      return ownRole;
    },
    async report({ id }, body) {
      const token = id === 'local' ? ownToken : holders.get(id)?.sessionToken;
      return reports !== undefined && token !== undefined && (await reports.post(token, body));
    },
    isDemo: () => isDemo,
    admit(apiKey) {
      const holder = holderOf(apiKey);
      if (holder.role !== undefined) return Promise.resolve({ ...holder.principal, role: holder.role });
      holder.admitting ??= ask(holder).finally(() => (holder.admitting = undefined));
      return holder.admitting;
    },
  };
}

function refuseWrite(): Promise<never> {
  const message = 'This sign-in may only read: its token has no scope journal:ask. Nothing was done.';
  return Promise.reject(new KernelError('forbidden', message));
}

/** The principal behind an HTTP request's headers. Where people sign in, nothing is shown without it. */
export function authenticate(
  clients: Clients,
  mustSignIn: boolean,
): (headers: Readonly<Record<string, string>>) => Promise<Principal | null> {
  return (headers) => {
    const [, key] = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '') ?? [];
    if (headers.authorization !== undefined && key === undefined) {
      throw new KernelError(codes.unauthorized, 'Give the API key as `Authorization: Bearer zrv_sk_…`.');
    }
    return key === undefined ? Promise.resolve(mustSignIn ? null : ANONYMOUS) : clients.admit(key);
  };
}
