// Bybit (v5, unified account): executions by kind of market, week by week for the two years it keeps, deposits, withdrawals,
// conversions and the funding wallet. Only a key that reads is taken.
import { createHmac } from 'node:crypto';
import {
  type AnswerPage,
  type AnswerRow,
  coinCost,
  coinTrade,
  isMoney,
  pairTrade,
  type Sink,
  splitPair,
  readAmount,
} from '@zorivest/imports';
import { addDecimals } from '@zorivest/store';
import { type BrokerContext, BrokerError, defineBroker } from '../client/adapter.ts';
import { type Answer, Asker, requireList, sayAnswer } from '../client/ask.ts';
import { type Fields, type Json, textAt, valueAt } from '../client/exact-json.ts';
import { beginOf, isNegative, isZero, magnitude, negate, spansOf } from '../client/figures.ts';
import { LOG_TYPES, readFunding, readLog } from '../bybit/wallets.ts';

const NAME = 'Bybit';
const HOST = 'api.bybit.com';
const DAY = 86_400_000;
/** What it keeps, but for a day: the first span must not begin before. */
const HISTORY = 730 * DAY - DAY;
const WINDOW = '20000';

/** How rows of an answer are read: the whole span together, because some rows belong together. */
type Read = (rows: readonly Fields[]) => readonly AnswerRow[];
const each =
  (read: (row: Fields) => AnswerRow): Read =>
  (rows) =>
    rows.map((row) => read(row));
const executions = (market: Market) => ({
  name: market,
  path: '/v5/execution/list',
  days: 7,
  queries: [{ category: market, limit: '100' }],
  list: 'list',
  read: each((row) => readExecution(row, market)),
});
const millis = (at: number) => String(at);
const seconds = (at: number) => String(Math.floor(at / 1000));

type Market = 'spot' | 'linear' | 'option' | 'inverse';

interface Part {
  readonly name: string;
  readonly path: string;
  /** The longest span that may be asked for. */
  readonly days: number;
  /** One after the other, each with all its pages. */
  readonly queries: readonly Readonly<Record<string, string>>[];
  /** What the bounds of a span are called and how they are written. */
  readonly bounds?: readonly [from: string, to: string, write: (at: number) => string];
  readonly list: string;
  readonly read: Read;
}

const USUAL_BOUNDS: NonNullable<Part['bounds']> = ['startTime', 'endTime', millis];

/** What is asked, span by span. */
const PARTS: readonly Part[] = [
  executions('spot'),
  executions('linear'),
  executions('option'),
  executions('inverse'),
  {
    name: 'deposit',
    path: '/v5/asset/deposit/query-record',
    days: 29,
    queries: [{ limit: '50' }],
    list: 'rows',
    read: each((row) => readDeposit(row)),
  },
  {
    name: 'withdraw',
    path: '/v5/asset/withdraw/query-record',
    days: 29,
    queries: [{ limit: '50', withdrawType: '2' }],
    list: 'rows',
    read: each((row) => readWithdrawal(row)),
  },
  {
    name: 'log',
    path: '/v5/account/transaction-log',
    days: 7,
    queries: LOG_TYPES.map((type) => ({ accountType: 'UNIFIED', type, limit: '50' })),
    list: 'list',
    read: readLog,
  },
  {
    name: 'funding',
    path: '/v5/asset/fundinghistory',
    days: 7,
    queries: [{ limit: '100' }],
    bounds: ['createTimeFrom', 'createTimeTo', seconds],
    list: 'list',
    read: readFunding,
  },
];

export const bybit = defineBroker({
  id: 'bybit',
  name: NAME,
  environment: 'live',
  supports: ['fills', 'cash', 'positions', 'balances', 'events'],
  seenLive: false,
  openings: [
    '/v5/market/time',
    '/v5/user/query-api',
    '/v5/execution/list',
    '/v5/asset/deposit/query-record',
    '/v5/asset/withdraw/query-record',
    '/v5/account/transaction-log',
    '/v5/asset/fundinghistory',
    '/v5/asset/transfer/query-account-coins-balance',
    '/v5/account/wallet-balance',
    '/v5/position/list',
  ].map((path) => ({ method: 'GET', host: HOST, path })),
  settings: [
    { name: 'api_key', secret: true, description: 'Key of the master account that may only read' },
    { name: 'api_secret', secret: true, description: 'Secret of the key' },
  ],
  async connect(context) {
    const may = await asker(context)('/v5/user/query-api');
    if (textAt(may, 'readOnly') !== '1')
      throw new BrokerError('This key may do more than read: make one that is read-only, and enter that');
    return {};
  },
  async *pages(context) {
    const get = asker(context);
    const now = context.now.getTime();
    const [cutPart = '', cutAt = ''] = (context.cursor ?? '').split('|');
    const first = Math.max(
      PARTS.findIndex(({ name }) => name === cutPart),
      0,
    );
    for (const { name, path, days, queries, list, read, bounds = USUAL_BOUNDS } of PARTS.slice(first)) {
      const [from, to, write] = bounds;
      const cursor = name === cutPart ? cutAt : null;
      const begin = Math.max(beginOf({ cursor, lastSync: context.lastSync }, now - HISTORY), now - HISTORY);
      for (const span of spansOf(begin, now, days)) {
        const found: Fields[] = [];
        for (const query of queries)
          found.push(
            ...(await allPages(get, path, { ...query, [from]: write(span.from), [to]: write(span.to) }, list)),
          );
        yield { rows: read(found), cursor: `${name}|${new Date(span.to + 1).toISOString()}` };
      }
    }
    yield { ...(await readHeld(get, context.now)), cursor: context.cursor };
  },
});

async function allPages(get: Get, path: string, query: Record<string, string>, list: string): Promise<Fields[]> {
  const rows: Fields[] = [];
  for (let next = ''; ;) {
    const answer = await get(path, { ...query, ...(next === '' ? {} : { cursor: next }) });
    const found = requireList(NAME, answer, list);
    rows.push(...found);
    const after = decodeURIComponent(textAt(answer, 'nextPageCursor'));
    if (after === '' || found.length === 0) return rows;
    if (after === next) throw new BrokerError(`${NAME} sent the same page again`);
    next = after;
  }
}

/** Lowercase hex of HMAC-SHA256(secret, timestamp + key + window + query). */
export function signBybit(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

type Get = (path: string, query?: Record<string, string>) => Promise<Json>;

function asker(context: BrokerContext): Get {
  const { api_key = '', api_secret = '' } = context.credentials;
  let ahead = 0;
  const plain = new Asker(context, { broker: NAME, refused: '' });
  const asks = new Asker(context, {
    broker: NAME,
    refused: 'check the key, its secret and its permissions; keys without a fixed address end after three months',
    judge: (answer) => judge(answer, context.clock()),
    // Its clock decides whether a request is too old.
    renew: async ({ body }) => {
      if (textAt(body, 'retCode') !== '10002') return false;
      const time = await plain.json(() => ({ url: new URL(`https://${HOST}/v5/market/time`) }));
      ahead = Number(textAt(time, 'time')) - context.clock();
      return Number.isFinite(ahead);
    },
    // The last request of a second leaves none.
    pause: (headers, now) =>
      headers.get('x-bapi-limit-status') === '0'
        ? Math.max(Number(headers.get('x-bapi-limit-reset-timestamp') ?? '0') - now, 0)
        : 0,
  });
  return async (path, query = {}) => {
    const sent = new URLSearchParams(query).toString();
    const answer = await asks.json(() => {
      const timestamp = String(context.clock() + ahead);
      return {
        url: new URL(`https://${HOST}${path}${sent === '' ? '' : `?${sent}`}`),
        headers: {
          'X-BAPI-API-KEY': api_key,
          'X-BAPI-TIMESTAMP': timestamp,
          'X-BAPI-RECV-WINDOW': WINDOW,
          'X-BAPI-SIGN': signBybit(api_secret, timestamp + api_key + WINDOW + sent),
        },
      };
    });
    return valueAt(answer, 'result') ?? null;
  };
}

const REFUSED = new Set(['10002', '10003', '10004', '10005', '33004']);

function judge(answer: Answer, now: number) {
  const code = textAt(answer.body, 'retCode');
  if (answer.status === 403)
    return { is: 'fault', why: 'it does not serve this address, or was asked too often: wait ten minutes' } as const;
  if (code === '' || code === '0') return null;
  if (code === '10006') {
    const reset = Number(answer.headers.get('x-bapi-limit-reset-timestamp') ?? '0') - now;
    return { is: 'wait', ms: reset > 0 ? reset : 1000, why: sayAnswer(answer) } as const;
  }
  if (REFUSED.has(code)) return { is: 'renew' } as const;
  const advice = code === '10010' ? ' (allow this address for the key)' : '';
  return { is: 'fault', why: `${code} ${textAt(answer.body, 'retMsg').slice(0, 200)}${advice}` } as const;
}

const readExecution =
  (execution: Fields, market: Market): AnswerRow =>
  (sink, row) => {
    const text = (name: string) => textAt(execution, name);
    const [kind, symbol, fee] = [text('execType'), text('symbol'), text('execFee')];
    const side = text('side') === 'Sell' ? 'SLD' : 'BOT';
    const money = settledIn(symbol);
    const shared = { row, when: text('execTime') };
    if (market === 'inverse')
      return sink.invalid(
        row,
        `${symbol.slice(0, 20)} is settled in its coin (inverse), which the book cannot keep: record its result by hand`,
      );
    if (kind === 'Funding') {
      sink.cash({
        ...shared,
        amount: negate(fee),
        currency: money,
        coin: true,
        kind: 'other',
        memo: `Funding of ${symbol}`,
        id: text('execId'),
      });
      return;
    }
    if (kind === 'Settle' || kind === 'MovePosition')
      return sink.invalid(
        row,
        `${kind} of ${text('execQty')} ${symbol.slice(0, 20)}: look at it and record it by hand`,
      );
    if (market === 'spot') return spotFill(execution, side, sink, row);
    sink.execution({
      ...shared,
      side,
      symbol,
      instrument: { symbol, multiplier: 1, kind: 'future', assetClass: 'CRYPTO' },
      assetClass: 'CRYPTO',
      quantity: text('execQty'),
      price: text('execPrice'),
      costs: [fee],
      costCurrencies: [text('feeCurrency') || money],
      execId: text('execId'),
      orderId: text('orderId'),
      currency: money,
    });
  };

/** What a linear contract or an option is paid in: USDT where it says so, else USDC. */
const settledIn = (symbol: string) => (/USDT(?:-|$)/.test(symbol) ? 'USDT' : 'USDC');

function spotFill(execution: Fields, side: 'BOT' | 'SLD', sink: Sink, row: number): void {
  const text = (name: string) => textAt(execution, name);
  const pair = splitPair(text('symbol'));
  if (pair === null) return sink.invalid(row, `"${text('symbol').slice(0, 20)}" is not a pair that is known`);
  const fee = text('execFee');
  // Where it names no coin, what is received pays; of a maker's rebate the other one.
  const usual = (side === 'BOT') !== isNegative(fee) ? pair.base : pair.quote;
  const code = text('feeCurrency') || usual;
  const amount = readAmount(sink, text('execQty'));
  const shared = { row, when: text('execTime'), id: text('execId') };
  coinTrade(sink, {
    ...shared,
    orderId: text('orderId'),
    ...pairTrade(pair, side, amount, { quantity: amount.quantity * sink.value(text('execPrice')) }),
    price: text('execPrice'),
    costs: isZero(fee) || isNegative(fee) ? [] : [{ code, ...readAmount(sink, fee) }],
  });
  if (isNegative(fee))
    sink.cash({
      ...shared,
      amount: magnitude(fee),
      currency: code,
      coin: true,
      kind: 'other',
      memo: 'Maker rebate',
      id: `${text('execId')}:rebate`,
    });
}

const readDeposit =
  (deposit: Fields): AnswerRow =>
  (sink, row) => {
    const text = (name: string) => textAt(deposit, name);
    if (text('status') !== '3') return sink.skip(row, 'pending', 'A deposit that is not completed, or was reversed');
    const id = text('id') || `${text('txID')}:${text('txIndex')}`;
    sink.event({
      row,
      when: text('successAt'),
      id,
      kind: 'transfer',
      symbol: text('coin'),
      coin: true,
      quantity: text('amount'),
    });
  };

const readWithdrawal =
  (withdrawal: Fields): AnswerRow =>
  (sink, row) => {
    const text = (name: string) => textAt(withdrawal, name);
    if (text('status') !== 'success')
      return sink.skip(row, 'pending', 'A withdrawal that is not through, or was refused');
    const shared = { row, when: text('updateTime') || text('createTime'), symbol: text('coin'), coin: true } as const;
    sink.event({ ...shared, id: text('withdrawId'), kind: 'transfer', quantity: negate(text('amount')) });
    const fee = { code: text('coin'), ...readAmount(sink, text('withdrawFee')) };
    coinCost(sink, { row, when: shared.when, id: text('withdrawId'), of: 'a withdrawal' }, fee);
  };

async function readHeld(get: Get, now: Date): Promise<AnswerPage> {
  const when = now.toISOString();
  const [unified] = requireList(NAME, await get('/v5/account/wallet-balance', { accountType: 'UNIFIED' }), 'list');
  const funding = await get('/v5/asset/transfer/query-account-coins-balance', { accountType: 'FUND' });
  const wallets = [...requireList(NAME, unified ?? { coin: [] }, 'coin'), ...requireList(NAME, funding, 'balance')];
  const positions: Fields[] = [];
  for (const settleCoin of ['USDT', 'USDC'])
    positions.push(
      ...requireList(NAME, await get('/v5/position/list', { category: 'linear', settleCoin, limit: '200' }), 'list'),
    );
  return {
    rows: [],
    whole: { when, accounts: [''] },
    stated: [
      // A coin may lie in both wallets.
      ...[...Map.groupBy(wallets, (held) => textAt(held, 'coin'))].map(([coin, own]) => ({ holdings }: Sink) => {
        const amount = addDecimals(own.map((held) => textAt(held, 'walletBalance') || '0'));
        if (isMoney(coin)) holdings.balance({ amount, currency: coin, when });
        else holdings.position({ symbol: coin, quantity: amount, when });
      }),
      ...positions.map((held) => ({ holdings }: Sink) => {
        const size = textAt(held, 'size');
        const quantity = textAt(held, 'side') === 'Sell' ? negate(size) : size;
        holdings.position({ symbol: textAt(held, 'symbol'), quantity, when });
      }),
    ],
  };
}
