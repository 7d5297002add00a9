// Bybit (v5, unified account): executions by kind of market, week by week for the two years it keeps, deposits, withdrawals
// and conversions. Only a key that reads is taken.
import { createHmac } from 'node:crypto';
import { type Answered, type AnswerRow, coinTrade, pairTrade, type Sink, splitPair } from '@zorivest/imports';
import { type BrokerContext, BrokerError, defineBroker } from '../client/adapter.ts';
import { type Answer, Asker, requireList, sayAnswer } from '../client/ask.ts';
import { type Fields, type Json, textAt, valueAt } from '../client/exact-json.ts';
import { beginOf, isNegative, isZero, magnitude, negate, spansOf } from '../client/figures.ts';

const NAME = 'Bybit';
const HOST = 'api.bybit.com';
const DAY = 86_400_000;
/** What it keeps, but for a day: the first span must not begin before. */
const HISTORY = 730 * DAY - DAY;
const WINDOW = '20000';

const MARKETS = ['spot', 'linear', 'option'] as const;

/** What is asked, span by span. */
const PARTS = [
  ...MARKETS.map((category) => ({
    name: category,
    path: '/v5/execution/list',
    days: 7,
    query: { category, limit: '100' },
    list: 'list',
  })),
  { name: 'inverse', path: '/v5/execution/list', days: 7, query: { category: 'inverse', limit: '100' }, list: 'list' },
  { name: 'deposit', path: '/v5/asset/deposit/query-record', days: 29, query: { limit: '50' }, list: 'rows' },
  {
    name: 'withdraw',
    path: '/v5/asset/withdraw/query-record',
    days: 29,
    query: { limit: '50', withdrawType: '2' },
    list: 'rows',
  },
] as const;

type Part = (typeof PARTS)[number]['name'];

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
    for (const { name, path, days, query, list } of PARTS.slice(first)) {
      const cursor = name === cutPart ? cutAt : null;
      const begin = Math.max(beginOf({ cursor, lastSync: context.lastSync }, now - HISTORY), now - HISTORY);
      for (const span of spansOf(begin, now, days)) {
        const rows: AnswerRow[] = [];
        const range = { startTime: String(span.from), endTime: String(span.to) };
        for (let next = ''; ;) {
          const answer = await get(path, { ...query, ...range, ...(next === '' ? {} : { cursor: next }) });
          const found = requireList(NAME, answer, list);
          rows.push(...found.map((row) => readRow(row, name)));
          const after = decodeURIComponent(textAt(answer, 'nextPageCursor'));
          if (after === '' || found.length === 0) break;
          if (after === next) throw new BrokerError(`${NAME} sent the same page again`);
          next = after;
        }
        yield { rows, cursor: `${name}|${new Date(span.to + 1).toISOString()}` };
      }
    }
    yield { ...(await readHeld(get, context.now)), cursor: context.cursor };
  },
});

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

function readRow(row: Fields, part: Part): AnswerRow {
  if (part === 'deposit') return readDeposit(row);
  return part === 'withdraw' ? readWithdrawal(row) : readExecution(row, part);
}

const readExecution =
  (execution: Fields, market: Part): AnswerRow =>
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
  const quantity = sink.value(text('execQty'));
  const shared = { row, when: text('execTime'), id: text('execId') };
  coinTrade(sink, {
    ...shared,
    orderId: text('orderId'),
    ...pairTrade(pair, side, quantity, quantity * sink.value(text('execPrice'))),
    price: text('execPrice'),
    costs: isZero(fee) || isNegative(fee) ? [] : [{ code, quantity: sink.value(fee) }],
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
    if (text('status') !== '3') return sink.skip(row, 'pending', 'A deposit that is not through, or was taken back');
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
    if (!isZero(text('withdrawFee')))
      sink.cash({
        row,
        when: shared.when,
        amount: negate(text('withdrawFee')),
        currency: text('coin'),
        coin: true,
        kind: 'fee',
        memo: 'Fee of a withdrawal',
        id: `${text('withdrawId')}:fee`,
      });
  };

async function readHeld(get: Get, now: Date): Promise<Answered> {
  const when = now.toISOString();
  const [wallet] = requireList(NAME, await get('/v5/account/wallet-balance', { accountType: 'UNIFIED' }), 'list');
  const positions: Fields[] = [];
  for (const settleCoin of ['USDT', 'USDC'])
    positions.push(
      ...requireList(NAME, await get('/v5/position/list', { category: 'linear', settleCoin, limit: '200' }), 'list'),
    );
  return {
    rows: [],
    stated: [
      ...requireList(NAME, wallet ?? { coin: [] }, 'coin').map((held) => ({ holdings }: Sink) => {
        holdings.position({ symbol: textAt(held, 'coin'), quantity: textAt(held, 'walletBalance'), when });
      }),
      ...positions.map((held) => ({ holdings }: Sink) => {
        const size = textAt(held, 'size');
        const quantity = textAt(held, 'side') === 'Sell' ? negate(size) : size;
        holdings.position({ symbol: textAt(held, 'symbol'), quantity, when });
      }),
    ],
  };
}
