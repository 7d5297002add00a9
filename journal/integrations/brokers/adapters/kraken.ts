// Kraken: the ledger, where every movement of a coin or a currency is a row with its own fee, and a trade is two rows with
// one reference. The columns are those of Kraken's own export, so that both are read by one rule and under one id.
import { createHash, createHmac } from 'node:crypto';
import { type AnswerPage, coinOfKraken, isMoney, type Sink } from '@zorivest/imports';
import { BrokerError, defineBroker, type SyncContext } from '../client/adapter.ts';
import { type Answer, Asker } from '../client/ask.ts';
import { type Fields, isFields, type Json, listAt, textAt, valueAt } from '../client/exact-json.ts';
import { isZero, LOOK_BACK } from '../client/figures.ts';

const NAME = 'Kraken';
const HOST = 'api.kraken.com';
const PAGE = 50;
/** Once it was too fast: two calls' worth of the slowest tier's counter. */
const SLOW = 6000;
const COLUMNS = ['refid', 'time', 'type', 'subtype', 'aclass', 'asset', 'amount', 'fee', 'balance'] as const;

export const kraken = defineBroker({
  id: 'kraken',
  name: NAME,
  environment: 'live',
  supports: ['fills', 'cash', 'positions', 'balances', 'events'],
  seenLive: false,
  openings: ['Ledgers', 'Balance'].map((call) => ({ method: 'POST', host: HOST, path: `/0/private/${call}` })),
  settings: [
    {
      name: 'api_key',
      secret: true,
      description: 'API key with "Query funds" and "Query ledger entries" only, used by nothing else',
    },
    { name: 'private_key', secret: true, description: 'Private key of the API key' },
    {
      name: 'otp',
      secret: true,
      optional: true,
      description: 'Static password, if the key has one as its second factor',
    },
  ],
  async *pages(context) {
    const post = asker(context);
    const [cutEnd = '', cutOffset = ''] = (context.cursor ?? '').split('|');
    const isCut = /^\d+$/.test(cutOffset);
    const end = isCut ? cutEnd : String(Math.floor(context.now.getTime() / 1000));
    const start =
      context.lastSync === null ? {} : { start: String(Math.floor((context.lastSync.getTime() - LOOK_BACK) / 1000)) };
    let waiting: Entry[] = [];
    for (let offset = isCut ? Number(cutOffset) : 0; ; offset += PAGE) {
      const result = await post('Ledgers', { ...start, end, ofs: String(offset) });
      const ledger = valueAt(result, 'ledger');
      if (!isFields(ledger)) throw new BrokerError(`${NAME} answered without a ledger`);
      const fresh = Object.entries(ledger).flatMap(([id, entry]) => (isFields(entry) ? [{ id, entry }] : []));
      const isLast = fresh.length < PAGE;
      const { whole, left } = isLast ? { whole: [...waiting, ...fresh], left: [] } : split([...waiting, ...fresh]);
      waiting = left;
      if (whole.length > 0) yield { bytes: asExport(whole), cursor: `${end}|${offset + PAGE - left.length}` };
      if (isLast) break;
    }
    yield { ...(await readHeld(post, context)), cursor: context.cursor };
  },
});

interface Entry {
  readonly id: string;
  readonly entry: Fields;
}

const refOf = ({ id, entry }: Entry) => textAt(entry, 'refid') || id;

/** The rows of a trade stand together: those of the last reference may go on in the next page. */
function split(entries: readonly Entry[]): { readonly whole: Entry[]; readonly left: Entry[] } {
  const newestFirst = entries.toSorted((a, b) => Number(textAt(b.entry, 'time')) - Number(textAt(a.entry, 'time')));
  const last = newestFirst.at(-1);
  const open = last === undefined ? '' : refOf(last);
  return {
    whole: newestFirst.filter((entry) => refOf(entry) !== open),
    left: newestFirst.filter((entry) => refOf(entry) === open),
  };
}

function asExport(entries: readonly Entry[]): Uint8Array {
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = entries.map(({ id, entry }) =>
    [id, ...COLUMNS.map((name) => (name === 'time' ? timeOf(textAt(entry, name)) : textAt(entry, name)))]
      .map(quote)
      .join(','),
  );
  return new TextEncoder().encode(`${['txid', ...COLUMNS].map(quote).join(',')}\n${lines.join('\n')}\n`);
}

/** `1688667796.8802` as its export writes it, to the last digit. */
function timeOf(seconds: string): string {
  const [whole = '', fraction = ''] = seconds.split('.');
  if (!/^\d{1,11}$/.test(whole)) return seconds;
  const day = new Date(Number(whole) * 1000).toISOString().slice(0, 19).replace('T', ' ');
  return fraction === '' ? day : `${day}.${fraction.slice(0, 9)}`;
}

/** base64(HMAC-SHA512(secret, path + SHA256(nonce + body))), as Kraken's documentation has it. */
export function signKraken(secret: string, path: string, nonce: string, body: string): string {
  const digest = createHash('sha256')
    .update(nonce + body)
    .digest();
  return createHmac('sha512', Buffer.from(secret, 'base64')).update(path).update(digest).digest('base64');
}

type Post = (call: string, query?: Record<string, string>) => Promise<Json>;

function asker(context: SyncContext): Post {
  const { api_key = '', private_key = '', otp = '' } = context.credentials;
  let last = 0;
  let isSlow = false;
  const asks = new Asker(context, {
    broker: NAME,
    refused: 'check the API key, its private key and its permissions; a key must be used by one program only',
    judge: (answer) => {
      const errors = errorsOf(answer);
      if (errors === '') return null;
      if (/EAPI:Rate limit exceeded/.test(errors)) {
        isSlow = true;
        return { is: 'wait', ms: 10_000, why: errors };
      }
      const until = Number(/EService: ?Throttled: ?(\d+)/.exec(errors)?.[1] ?? '0') * 1000;
      if (until > 0) return { is: 'wait', ms: until - context.clock(), why: errors };
      if (/EService:(?:Unavailable|Busy|Timeout)/.test(errors)) return { is: 'wait', why: errors };
      // The next one is higher.
      if (/EAPI:Invalid nonce/.test(errors)) return { is: 'renew' };
      return { is: 'fault', why: `${errors}${ADVICE.find(([code]) => errors.includes(code))?.[1] ?? ''}` };
    },
    renew: () => Promise.resolve(true),
    pause: () => (isSlow ? SLOW : 0),
  });
  return async (call, query = {}) => {
    const path = `/0/private/${call}`;
    const answer = await asks.json(() => {
      last = Math.max(last + 1, context.clock() * 1000);
      const nonce = String(last);
      const body = new URLSearchParams({ nonce, ...query, ...(otp === '' ? {} : { otp }) }).toString();
      const headers = {
        'API-Key': api_key,
        'API-Sign': signKraken(private_key, path, nonce, body),
        'Content-Type': 'application/x-www-form-urlencoded',
      };
      return { method: 'POST', url: new URL(`https://${HOST}${path}`), headers, body };
    });
    return valueAt(answer, 'result') ?? null;
  };
}

const ADVICE = [
  ['Permission denied', ' (allow "Query funds" and "Query ledger entries" for the key)'],
  ['Temporary lockout', ' (wait a quarter of an hour before the next try)'],
  ['Invalid key', ' (enter the API key again)'],
  ['Invalid signature', ' (enter the private key again)'],
] as const;

/** With status 200, errors stand in a list of their own. */
function errorsOf({ body }: Answer): string {
  const errors = valueAt(body, 'error');
  return Array.isArray(errors) ? (errors as readonly Json[]).filter((one) => typeof one === 'string').join('; ') : '';
}

async function readHeld(post: Post, { now }: SyncContext): Promise<AnswerPage> {
  const balances = await post('Balance');
  if (!isFields(balances) || listAt(balances) !== null) throw new BrokerError(`${NAME} answered without balances`);
  const when = now.toISOString();
  return {
    rows: [],
    whole: { when, accounts: [''] },
    stated: Object.keys(balances).map((asset) => ({ holdings }: Sink) => {
      const amount = textAt(balances, asset);
      const coin = coinOfKraken(asset);
      if (isMoney(coin)) holdings.balance({ amount, currency: coin, when });
      else if (!isZero(amount)) holdings.position({ symbol: coin, quantity: amount, when });
    }),
  };
}
