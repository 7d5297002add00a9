// Interactive Brokers, through its Flex web service (version 3): ask for a statement, then poll until it is made.
import { BrokerError, defineBroker, readBytes, type SyncContext } from '../client/adapter.ts';
import { ask } from '../client/ask.ts';

const HOSTS = ['ndcdyn.interactivebrokers.com', 'gdcdyn.interactivebrokers.com'];
const SERVICE = '/AccountManagement/FlexWebService';
const BASE = `https://${HOSTS[0]}${SERVICE}`;
const MOST_BYTES = 200 * 1024 * 1024;
const ATTEMPTS = 12;

/** Codes that are temporary; every other one stops the sync. */
const PASSING = new Set(['1001', '1004', '1005', '1006', '1007', '1008', '1009', '1018', '1019', '1021']);
/** What the person can do about the others. */
const ADVICE: Readonly<Record<string, string>> = {
  '1010': 'convert the query to an Activity Flex query',
  '1011': 'activate the Flex web service in Client Portal',
  '1012': 'make a new token in Client Portal and enter it here',
  '1013': 'allow this address in the Flex web service settings',
  '1014': 'check the query id',
  '1015': 'enter the token again',
  '1016': 'check which accounts the query covers',
  '1020': 'check token and query id',
};

interface Answer {
  readonly code: string | null;
  readonly message: string;
  readonly reference: string | null;
  readonly url: string | null;
}

function readAnswer(text: string): Answer {
  const find = (name: string) => new RegExp(`<${name}>\\s*([^<]{1,300}?)\\s*</${name}>`, 'i').exec(text)?.[1] ?? null;
  return {
    code: find('ErrorCode'),
    message: find('ErrorMessage') ?? 'no reason given',
    reference: find('ReferenceCode'),
    url: find('Url'),
  };
}

const adapter = <const Id extends string>(id: Id, name: string) =>
  defineBroker({
    id,
    name,
    environment: 'live',
    // Everything in the query is read: the person who creates it chooses the sections.
    supports: ['fills', 'cash', 'positions', 'balances', 'events'],
    seenLive: false,
    openings: HOSTS.flatMap((host) =>
      ['SendRequest', 'GetStatement'].map((call) => ({ method: 'GET' as const, host, path: `${SERVICE}/${call}` })),
    ),
    settings: [
      { name: 'token', secret: true, description: 'Flex web service token, from Client Portal' },
      {
        name: 'query_id',
        secret: false,
        description: 'Id of an Activity Flex query with trades; several separated by commas',
      },
    ],
    async *pages(context) {
      const queries = (context.credentials['query_id'] ?? '')
        .split(',')
        .map((query) => query.trim())
        .filter(Boolean);
      if (queries.length === 0) throw new BrokerError('no Flex query id is set');
      // After an interrupted sync the queries already read are passed over.
      const done = context.cursor === null ? [] : context.cursor.split(',');
      for (const query of queries.filter((one) => !done.includes(one))) {
        const bytes = await statement(context, query);
        done.push(query);
        yield { bytes, cursor: done.join(',') };
      }
    },
  });

async function statement(context: SyncContext, query: string): Promise<Uint8Array> {
  const asked = await persistently(context, async () => {
    const response = await ask(context, 'Interactive Brokers', address(`${BASE}/SendRequest`, context, query));
    return readAnswer(new TextDecoder().decode(await readBytes(response, 1024 * 1024, 'Interactive Brokers')));
  });
  if (asked.reference === null) throw new BrokerError('Interactive Brokers gave no reference for the statement');
  const from = trustedUrl(asked.url) ?? `${BASE}/GetStatement`;
  const reference = asked.reference;
  let bytes: Uint8Array = new Uint8Array();
  await persistently(context, async () => {
    const response = await ask(context, 'Interactive Brokers', address(from, context, reference));
    bytes = await readBytes(response, MOST_BYTES, 'Interactive Brokers');
    const head = new TextDecoder().decode(bytes.subarray(0, 4096));
    if (/<FlexQueryResponse\b/.test(head)) return { code: null, message: '', reference, url: null };
    const answer = readAnswer(head);
    return answer.code === null
      ? { ...answer, code: 'none', message: `status ${response.status} without a statement` }
      : answer;
  });
  return bytes;
}

/** Tries again, with growing pauses, what IBKR says will pass. */
async function persistently(context: SyncContext, attempt: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await attempt();
    if (answer.code === null) return answer;
    const advice = ADVICE[answer.code];
    const message = `Interactive Brokers answered ${answer.code}: ${answer.message}${advice === undefined ? '' : ` (${advice})`}`;
    if (!PASSING.has(answer.code) || tries >= ATTEMPTS) throw new BrokerError(message);
    // Too many requests wants a longer breath than a statement that is being made.
    await context.sleep(answer.code === '1018' ? 10_000 : Math.min(1000 * 2 ** (tries - 1), 10_000));
  }
}

function address(base: string, context: SyncContext, query: string): URL {
  const url = new URL(base);
  url.searchParams.set('t', context.credentials['token'] ?? '');
  url.searchParams.set('q', query);
  url.searchParams.set('v', '3');
  return url;
}

/** The token goes only to IBKR itself, whatever address an answer names. */
function trustedUrl(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  const { protocol, host, pathname, username } = new URL(url);
  return protocol === 'https:' && HOSTS.includes(host) && pathname.startsWith(SERVICE) && username === '' ? url : null;
}

export const ibkrPro = adapter('ibkr_pro', 'Interactive Brokers Pro');
export const ibkrLite = adapter('ibkr_lite', 'Interactive Brokers Lite');
