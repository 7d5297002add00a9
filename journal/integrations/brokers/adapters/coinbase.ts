// Coinbase: fills of Advanced Trade, and everything else from each wallet's own list, with a key that may only look.
import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import {
  type AnswerPage,
  type AnswerRow,
  coinTrade,
  isMoney,
  pairTrade,
  type Sink,
  readAmount,
} from '@zorivest/imports';
import { type BrokerContext, BrokerError, defineBroker } from '../client/adapter.ts';
import { Asker, requireList, serverTime, untilReset, withQuery } from '../client/ask.ts';
import { type Fields, type Json, textAt } from '../client/exact-json.ts';
import { isNegative, isZero, LOOK_BACK, magnitude } from '../client/figures.ts';

const NAME = 'Coinbase';
const HOST = 'api.coinbase.com';
const PAGE = '100';
const V3 = '/api/v3/brokerage';

export const coinbase = defineBroker({
  id: 'coinbase',
  name: NAME,
  environment: 'live',
  supports: ['fills', 'cash', 'positions', 'balances', 'events'],
  seenLive: false,
  openings: [
    `${V3}/key_permissions`,
    `${V3}/orders/historical/fills`,
    '/v2/accounts',
    '/v2/accounts/{}/transactions',
  ].map((path) => ({ method: 'GET', host: HOST, path })),
  settings: [
    { name: 'key_name', secret: true, description: 'Name of an API key with "view" only: organizations/…/apiKeys/…' },
    { name: 'private_key', secret: true, description: 'Private key, as in the file that Coinbase gave, in one line' },
  ],
  async connect(context) {
    const may = await asker(context)(`${V3}/key_permissions`);
    if (textAt(may, 'can_trade') === 'true' || textAt(may, 'can_transfer') === 'true')
      throw new BrokerError('This key may trade or move money: make one that may only view, and enter that');
    return {};
  },
  async *pages(context) {
    const get = asker(context);
    const [cutPart = '', cutEnd = '', cutPage = ''] = (context.cursor ?? '').split('|');
    const end = cutEnd === '' ? context.now.toISOString() : cutEnd;
    const begin = context.lastSync === null ? 0 : context.lastSync.getTime() - LOOK_BACK;
    if (cutPart !== 'wallets')
      for (let cursor = cutPart === 'fills' ? cutPage : ''; ;) {
        const answer = await get(`${V3}/orders/historical/fills`, {
          limit: PAGE,
          end_sequence_timestamp: end,
          ...(begin === 0 ? {} : { start_sequence_timestamp: new Date(begin).toISOString() }),
          ...(cursor === '' ? {} : { cursor }),
        });
        const fills = requireList(NAME, answer, 'fills');
        const next = textAt(answer, 'cursor');
        yield { rows: fills.map(readFill), cursor: next === '' ? `wallets|${end}|` : `fills|${end}|${next}` };
        if (next === '' || fills.length === 0) break;
        if (next === cursor) throw new BrokerError(`${NAME} sent the same page again`);
        cursor = next;
      }
    const wallets = await all(get, '/v2/accounts', () => true);
    const first = wallets.findIndex((wallet) => textAt(wallet, 'id') === cutPage);
    for (const wallet of wallets.slice(cutPart === 'wallets' ? first + 1 : 0)) {
      const id = textAt(wallet, 'id');
      const isNew = (row: Fields) => !(Date.parse(textAt(row, 'created_at')) < begin);
      const rows = await all(get, `/v2/accounts/${id}/transactions`, isNew);
      yield { rows: rows.filter(isNew).map(readMovement), cursor: `wallets|${end}|${id}` };
    }
    yield { ...readHeld(wallets, context.now), cursor: context.cursor };
  },
});

type Get = (path: string, query?: Record<string, string>) => Promise<Json>;

/** Pages of the older service, newest first, while the last row of one is wanted. */
async function all(get: Get, path: string, isWanted: (row: Fields) => boolean): Promise<Fields[]> {
  const rows: Fields[] = [];
  for (let query: Record<string, string> = { limit: PAGE }; ;) {
    const answer = await get(path, query);
    const page = requireList(NAME, answer, 'data');
    rows.push(...page);
    const next = textAt(answer, 'pagination', 'next_uri');
    const last = page.at(-1);
    if (next === '' || last === undefined || !isWanted(last)) return rows;
    query = Object.fromEntries(new URL(next, `https://${HOST}`).searchParams);
  }
}

/** A key in either of the two kinds Coinbase gives: PEM of a P-256 key, or the 64 bytes of an Ed25519 one. */
export function readKey(text: string): KeyObject {
  const plain = text.replaceAll(String.raw`\n`, '\n').trim();
  try {
    if (plain.includes('BEGIN')) return createPrivateKey(plain);
    const seed = Buffer.from(plain, 'base64').subarray(0, 32);
    if (seed.length < 32) throw new Error('short');
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  } catch {
    throw new BrokerError('The private key cannot be read: enter it as it stands in the file that Coinbase gave');
  }
}

/** A token for one request: it names the path, and is good for two minutes. */
function tokenFor(
  key: KeyObject,
  { name, path, seconds, nonce }: { name: string; path: string; seconds: number; nonce: string },
): string {
  const isEd = key.asymmetricKeyType === 'ed25519';
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const head = encode({ alg: isEd ? 'EdDSA' : 'ES256', typ: 'JWT', kid: name, nonce });
  const uri = `GET ${HOST}${path}`;
  const claims = encode({ sub: name, iss: 'cdp', nbf: seconds, exp: seconds + 120, uri });
  const data = Buffer.from(`${head}.${claims}`);
  const signature = isEd ? sign(null, data, key) : sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' });
  return `${head}.${claims}.${signature.toString('base64url')}`;
}

function asker(context: BrokerContext): Get {
  const { key_name = '', private_key = '' } = context.credentials;
  const key = readKey(private_key);
  let ahead = 0;
  const asks = new Asker(context, {
    broker: NAME,
    refused:
      'check the key and that it may view; create a new key at portal.cdp.coinbase.com if it has expired or was deleted',
    renew: ({ headers }) => {
      const theirs = serverTime(headers);
      ahead = theirs === null ? 0 : theirs - context.clock();
      return Promise.resolve(Math.abs(ahead) > 2000);
    },
    pause: (headers, now) => untilReset(headers, now, 'x-ratelimit-remaining', 'x-ratelimit-reset'),
  });
  return (path, query) =>
    asks.json(() => {
      const seconds = Math.floor((context.clock() + ahead) / 1000);
      const nonce = Buffer.from(context.random(16)).toString('hex');
      const token = tokenFor(key, { name: key_name, path, seconds, nonce });
      return { url: withQuery(`https://${HOST}${path}`, query), headers: { Authorization: `Bearer ${token}` } };
    });
}

const readFill =
  (fill: Fields): AnswerRow =>
  (sink, row) => {
    const text = (name: string) => textAt(fill, name);
    const [base = '', quote = '', ...more] = text('product_id').split('-');
    const kind = text('trade_type');
    if (kind !== '' && kind !== 'FILL')
      return sink.invalid(
        row,
        `Coinbase calls ${text('trade_id')} a ${kind.toLowerCase()}: look at it, and correct its fill by hand`,
      );
    if (quote === '' || more.length > 0)
      return sink.invalid(
        row,
        `${text('product_id').slice(0, 30)} is a future, whose size its fills do not tell: import Coinbase's statement of it`,
      );
    const price = sink.value(text('price'));
    const size = sink.value(text('size'));
    if (!(price > 0) || !(size > 0)) return sink.invalid(row, 'The fill has no price or no size');
    // A size stated in money is divided by the price, to eight decimals.
    const amount =
      text('size_in_quote') === 'true'
        ? { quantity: Math.round((size / price) * 1e8) / 1e8 }
        : readAmount(sink, text('size'));
    const fee = sink.value(text('commission'));
    coinTrade(sink, {
      row,
      when: text('trade_time'),
      id: text('entry_id') || text('trade_id'),
      orderId: text('order_id'),
      ...pairTrade({ base, quote }, text('side') === 'SELL' ? 'SLD' : 'BOT', amount, {
        quantity: amount.quantity * price,
      }),
      price: text('price'),
      costs: fee > 0 ? [{ code: quote, quantity: fee }] : [],
    });
  };

const REWARDS =
  /^(?:interest|staking_reward|inflation_reward|earn_payout|incentives_rewards_payout|subscription_rebate)$/;
const WITHIN = /^(?:staking_transfer|unstaking_transfer|wrap_asset|unwrap_asset)$/;
const BY_FILE = /^(?:buy|sell|trade|retail_simple_dust)$/;

/** What a wallet's own list contains in addition to fills. */
const readMovement =
  (movement: Fields): AnswerRow =>
  (sink, row) => {
    const [type, status] = [textAt(movement, 'type'), textAt(movement, 'status')];
    const [amount, coin] = [textAt(movement, 'amount', 'amount'), textAt(movement, 'amount', 'currency')];
    const worth = magnitude(textAt(movement, 'native_amount', 'amount'));
    const shared = { row, when: textAt(movement, 'created_at'), id: textAt(movement, 'id') };
    if (status !== '' && status !== 'completed')
      return sink.skip(row, 'pending', `Coinbase reports the status ${status.slice(0, 20)}: not imported`);
    if (type === 'advanced_trade_fill') return sink.skip(row, 'repeated', 'One side of a fill, which is read as such');
    if (WITHIN.test(type)) return sink.skip(row, 'inside', `Moved within Coinbase (${type}): nothing came or went`);
    if (BY_FILE.test(type))
      return sink.invalid(
        row,
        `${type} of ${amount} ${coin}: the list does not tell its costs, so import it from Coinbase's transaction history (CSV)`,
      );
    if (isMoney(coin)) {
      const way = isNegative(amount) ? 'withdrawal' : 'deposit';
      sink.cash({ ...shared, amount, currency: coin, kind: REWARDS.test(type) ? 'interest' : way, memo: type });
      return;
    }
    if (REWARDS.test(type) && !isNegative(amount)) {
      const value = isZero(worth) ? {} : { value: worth, currency: textAt(movement, 'native_amount', 'currency') };
      sink.event({ ...shared, kind: 'reward', symbol: coin, coin: true, quantity: amount, ...value });
      return;
    }
    sink.event({ ...shared, kind: 'transfer', symbol: coin, coin: true, quantity: amount });
  };

function readHeld(wallets: readonly Fields[], now: Date): AnswerPage {
  const when = now.toISOString();
  return {
    rows: [],
    whole: { when, accounts: [''] },
    stated: wallets.map((wallet) => ({ holdings }: Sink) => {
      const [amount, coin] = [textAt(wallet, 'balance', 'amount'), textAt(wallet, 'balance', 'currency')];
      if (isMoney(coin)) holdings.balance({ amount, currency: coin, when });
      else holdings.position({ symbol: coin, quantity: amount, when });
    }),
  };
}
