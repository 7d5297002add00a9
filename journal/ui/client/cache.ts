// What was fetched, by endpoint and input; dropped when the service says that something behind it has changed.
import { keepPreviousData, QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type Answer, api, type Api } from './client.ts';
import { Problem } from './problem.ts';
import { askTogether } from './start.ts';

export const queries = new QueryClient({
  defaultOptions: {
    // The service is on this machine and answers without any network: what the browser thinks of that is no reason to wait.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      // The service is on this machine: what it refuses it refuses again, unless it was busy.
      retry: (count, error) => error instanceof Problem && (error.status === 503 || error.status === 0) && count < 2,
    },
  },
});

type Input<R extends keyof Api, N extends keyof Api[R]> = Api[R][N] extends (
  input: infer I,
  ...rest: never[]
) => unknown
  ? I
  : never;

interface EndpointOptions {
  readonly enabled?: boolean;
  /** Somebody types the question: the answer before stays until the next is there. */
  readonly steady?: boolean;
  /** For what changes with time alone. */
  readonly refetchInterval?: number;
}

/** Asks one endpoint and keeps the answer. */
export function useEndpoint<R extends keyof Api, N extends keyof Api[R] & string>(
  resource: R,
  name: N,
  input?: Input<R, N>,
  { steady = false, ...options }: EndpointOptions = {},
): UseQueryResult<Answer<R, N>, Problem> {
  return useQuery<Answer<R, N>, Problem>({
    queryKey: [resource, name, input],
    queryFn: ({ signal }) => {
      // Every endpoint has this shape; the types of its own are those of this function.
      const ask = api[resource][name] as unknown as (input: unknown, more: object) => Promise<Answer<R, N>>;
      return askTogether(`${resource}.${name}`, input, () => ask(input, { signal }));
    },
    ...(steady && { placeholderData: keepPreviousData }),
    ...options,
  });
}

/** Which answers a change of one kind of thing may touch. */
const touched: Readonly<Record<string, readonly string[]>> = {
  trade: [
    'trades',
    'roundTrips',
    'analytics',
    'costs',
    'accounts',
    'tax',
    'mistakes',
    'washSales',
    'worth',
    'reconciliations',
    'riskAccounts',
    'playbooks',
    'week',
    'replays',
  ],
  image: ['images', 'roundTrips', 'journal', 'plans', 'week'],
  position_event: [
    'positionEvents',
    'trades',
    'roundTrips',
    'analytics',
    'accounts',
    'tax',
    'washSales',
    'worth',
    'reconciliations',
  ],
  structure: ['structures', 'roundTrips', 'analytics'],
  policy: ['scheduling'],
  pipeline: ['scheduling'],
  template: ['scheduling'],
  tax_profile: ['taxProfiles', 'tax'],
  report: ['reports', 'roundTrips', 'analytics', 'tags'],
  trade_report: ['reports', 'roundTrips', 'analytics'],
  plan: ['plans', 'roundTrips', 'playbooks', 'week'],
  risk_account: ['riskAccounts', 'playbooks', 'week'],
  playbook: ['playbooks', 'plans', 'week', 'roundTrips'],
  playbook_tick: ['playbooks', 'week', 'roundTrips'],
  round_trip: ['roundTrips', 'playbooks'],
  bars: ['bars', 'roundTrips', 'riskAccounts', 'playbooks', 'week', 'replays'],
  trade_plan: ['plans', 'roundTrips'],
  account: ['accounts', 'analytics', 'roundTrips', 'worth'],
  guard: ['guard'],
  key: ['auth'],
  setting: ['settings', 'analytics', 'roundTrips', 'worth'],
  provider: ['market'],
  tag: ['tags', 'roundTrips', 'analytics', 'reports'],
  trade_tags: ['tags', 'roundTrips', 'analytics', 'reports'],
  filter: ['filters'],
  mail: ['mail'],
  reviewer: ['reviews'],
  backup: ['backups'],
  watchlist: ['watchlists'],
  mistake: ['mistakes', 'roundTrips', 'week'],
  excursion: ['analytics'],
  journal_entry: ['journal'],
};

const GATHER_MS = 300;
/** How long writes that follow each other, or one's own that is on its way, hold the fetching up. */
const HOLD_MS = 2000;
let waiting: { readonly kinds: Set<string>; readonly latest: number; timer?: ReturnType<typeof setTimeout> } | null =
  null;

const writeListeners = new Set<() => void>();

/** Called a moment after something was written here; the answer ends it. */
export function listenToWrites(listener: () => void): () => void {
  writeListeners.add(listener);
  return () => writeListeners.delete(listener);
}

/** A write of an assistant that was agreed to here. */
interface ApprovedWrite {
  readonly key_id: string;
  readonly label: string;
  readonly operation: string;
  readonly asked_at: string;
}

let agreed: readonly ApprovedWrite[] = [];

/** What an assistant wrote after an approval given here is reported like a change made here. */
export function noteAgreed(approval: ApprovedWrite): void {
  agreed = [...agreed, approval];
  noteWrite('approval');
}

/** The key that requested a write approved here; the write is stamped with the time of the request. */
export const askedBy = (actor: string, operation: string, at: string): string | null =>
  agreed.find((each) => actor === `key:${each.key_id}` && operation === each.operation && at >= each.asked_at)?.label ??
  null;

/** One change, or many in a row: what is on the screen is fetched again a moment later. */
export function noteWrite(resourceType: string): void {
  waiting ??= { kinds: new Set(), latest: Date.now() + HOLD_MS };
  waiting.kinds.add(resourceType);
  fetchSoon(waiting);
}

/** Before a page is left for another: changed answers that no component shows are dropped, so that they are not shown again. */
export function forgetUnseen(resourceType: string): void {
  queries.removeQueries({ type: 'inactive', predicate: isTouched(new Set([resourceType])) });
}

function fetchSoon(held: NonNullable<typeof waiting>): void {
  clearTimeout(held.timer);
  held.timer = setTimeout(
    () => {
      // A write on its way may take away what is on the screen: asked for now, it would be missed just before the page is left.
      if (queries.isMutating() > 0 && Date.now() < held.latest) return fetchSoon(held);
      waiting = null;
      void queries.invalidateQueries({ predicate: isTouched(held.kinds) });
      for (const listener of writeListeners) listener();
    },
    Math.max(0, Math.min(GATHER_MS, held.latest - Date.now())),
  );
}

function isTouched(kinds: ReadonlySet<string>): (query: { readonly queryKey: readonly unknown[] }) => boolean {
  const resources = new Set([...kinds].flatMap((kind) => touched[kind] ?? []));
  // An unlisted kind may affect anything.
  const all = [...kinds].some((kind) => touched[kind] === undefined);
  // Nearly everything may be among what waits this evening.
  return ({ queryKey: [resource] }) => all || resource === 'app' || resources.has(String(resource));
}
