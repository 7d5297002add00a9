// Binance spot. No call lists the pairs that were traded: every pair of two coins that were seen anywhere is asked for.
import { createHmac } from 'node:crypto';
import {
  type AnswerPage,
  type AnswerRow,
  coinCost,
  coinTrade,
  isMoney,
  pairTrade,
  type Sink,
  readAmount,
} from '@zorivest/imports';
import { addDecimals } from '@zorivest/store';
import { type BrokerContext, BrokerError, defineBroker } from '../client/adapter.ts';
import { type Answer, Asker, requireList, sayAnswer } from '../client/ask.ts';
import { type Fields, type Json, textAt, valueAt } from '../client/exact-json.ts';
import { beginOf, isNegative, isZero, negate, sinceOf, sinceSetting, spansOf } from '../client/figures.ts';

const NAME = 'Binance';
const HOST = 'api.binance.com';
const YEARS = 8;
const PAGE = 1000;
const WINDOW = '10000';
/** Of 6000 a minute, and of an account's 180,000: below these Binance does not throttle. */
const MOST_WEIGHT = 5500;
const MOST_ACCOUNT_WEIGHT = 160_000;
/** What coins are traded against, whether somebody held it or not. */
const QUOTES = ['USDT', 'USDC', 'FDUSD', 'BUSD', 'TUSD', 'BTC', 'ETH', 'BNB', 'EUR', 'TRY', 'USD'];

interface Pair {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
}

/** What is asked span by span: where, how long a span may be, and how its rows are read. */
const PARTS = [
  { path: '/sapi/v1/capital/deposit/hisrec', days: 89, list: [], query: { limit: '1000' }, read: readDeposit },
  { path: '/sapi/v1/capital/withdraw/history', days: 89, list: [], query: { limit: '1000' }, read: readWithdrawal },
  { path: '/sapi/v1/asset/assetDividend', days: 179, list: ['rows'], query: { limit: '500' }, read: readDividend },
  { path: '/sapi/v1/convert/tradeFlow', days: 29, list: ['list'], query: { limit: '1000' }, read: readConversion },
] as const;

/** Money itself, and coins bought with a card: by pages over all the time, since the first costs half a minute's weight. */
const FIAT = [
  { path: '/sapi/v1/fiat/orders', transactionType: '0', read: (row: Fields) => readFiat(row, 'deposit') },
  { path: '/sapi/v1/fiat/orders', transactionType: '1', read: (row: Fields) => readFiat(row, 'withdrawal') },
  { path: '/sapi/v1/fiat/payments', transactionType: '0', read: readPurchase },
  { path: '/sapi/v1/fiat/payments', transactionType: '1', read: readSale },
] as const;
const FIAT_ROWS = 500;

export const binance = defineBroker({
  id: 'binance',
  name: NAME,
  environment: 'live',
  supports: ['fills', 'cash', 'positions', 'balances', 'events'],
  seenLive: false,
  openings: [
    '/api/v3/time',
    '/api/v3/exchangeInfo',
    '/api/v3/account',
    '/api/v3/myTrades',
    '/sapi/v1/account/apiRestrictions',
    ...PARTS.map(({ path }) => path),
    '/sapi/v1/fiat/orders',
    '/sapi/v1/fiat/payments',
  ].map((path) => ({ method: 'GET', host: HOST, path })),
  settings: [
    { name: 'api_key', secret: true, description: 'API key with "Enable Reading" only' },
    { name: 'api_secret', secret: true, description: 'Secret key' },
    {
      name: 'symbols',
      secret: false,
      optional: true,
      description: 'Further pairs to ask for, such as LUNAUSDT,FTTBUSD',
    },
    sinceSetting(YEARS),
  ],
  async connect(context) {
    const may = await asker(context)('/sapi/v1/account/apiRestrictions');
    if (textAt(may, 'enableReading') !== 'true') throw new BrokerError('This key may not read: allow reading for it');
    const more = Object.keys(may ?? {}).filter((name) => /^(?:enable|permits)/.test(name) && name !== 'enableReading');
    const open = more.filter((name) => textAt(may, name) === 'true');
    if (open.length > 0)
      throw new BrokerError(
        `This key may do more than read (${open.join(', ')}): make one that only reads, and enter that`,
      );
    return {};
  },
  async *pages(context) {
    const get = asker(context);
    const now = context.now.getTime();
    const beginning = sinceOf(context.credentials['since'], context.now, YEARS);
    const begin = beginOf({ cursor: null, lastSync: context.lastSync }, beginning);
    const account = await get('/api/v3/account', { omitZeroBalances: 'true' });
    const balances = requireList(NAME, account, 'balances');
    const seen = new Set([...QUOTES, ...balances.map((held) => textAt(held, 'asset'))]);
    // The pairs that a sync was cut after; what is no trade is few, and asked again.
    const done = (context.cursor ?? '').split(',').filter((symbol) => symbol !== '');
    const cursor = () => (done.length === 0 ? null : done.join(','));
    for (const { path, days, list, query, read } of PARTS) {
      const spans = spansOf(begin, now, days);
      for (let span = spans.shift(); span !== undefined; span = spans.shift()) {
        const range = { startTime: String(span.from), endTime: String(span.to) };
        const rows = requireList(NAME, await get(path, { ...query, ...range }), ...list);
        // A full answer may not be all of its span.
        if (rows.length >= Number(query.limit) && span.to > span.from) {
          const middle = Math.floor((span.from + span.to) / 2);
          spans.unshift({ from: span.from, to: middle }, { from: middle + 1, to: span.to });
          continue;
        }
        for (const row of rows)
          for (const name of ['coin', 'asset', 'fromAsset', 'toAsset'])
            if (textAt(row, name) !== '') seen.add(textAt(row, name));
        yield { rows: rows.map((row) => read(row)), cursor: cursor() };
      }
    }
    for (const { path, transactionType, read } of FIAT)
      for (let page = 1; ; page++) {
        const query = { transactionType, beginTime: String(begin), endTime: String(now) };
        const answer = await get(path, { ...query, page: String(page), rows: String(FIAT_ROWS) });
        // Where there is nothing, there may be no list.
        const rows = valueAt(answer, 'data') === undefined ? [] : requireList(NAME, answer, 'data');
        for (const row of rows) if (textAt(row, 'cryptoCurrency') !== '') seen.add(textAt(row, 'cryptoCurrency'));
        yield { rows: rows.map((row) => read(row)), cursor: cursor() };
        if (rows.length < FIAT_ROWS) break;
      }
    const pairs = await listPairs(get);
    const wanted = (context.credentials['symbols'] ?? '').toUpperCase().split(/[\s,]+/);
    for (;;) {
      const pair = pairs.find(
        ({ symbol, base, quote }) =>
          !done.includes(symbol) && (wanted.includes(symbol) || (seen.has(base) && seen.has(quote))),
      );
      if (pair === undefined) break;
      const trades = await readPair(get, pair.symbol, context.lastSync === null ? 0 : begin);
      for (const trade of trades) seen.add(textAt(trade, 'commissionAsset'));
      if (trades.length > 0) seen.add(pair.base).add(pair.quote);
      done.push(pair.symbol);
      yield { rows: trades.map((trade) => readTrade(trade, pair)), cursor: cursor() };
    }
    yield { ...readHeld(balances, context.now), cursor: cursor() };
  },
});

type Get = (path: string, query?: Record<string, string>) => Promise<Json>;

/** Hex of HMAC-SHA256(secret, query), which comes last. */
export function signBinance(secret: string, query: string): string {
  return createHmac('sha256', secret).update(query).digest('hex');
}

const OPEN = new Set(['/api/v3/time', '/api/v3/exchangeInfo']);

function asker(context: BrokerContext): Get {
  const { api_key = '', api_secret = '' } = context.credentials;
  let ahead = 0;
  const plain = new Asker(context, { broker: NAME, refused: '' });
  const asks = new Asker(context, {
    broker: NAME,
    refused: 'check the key, its secret, its permission to read and the addresses it is limited to',
    judge,
    renew: async ({ body }) => {
      if (textAt(body, 'code') !== '-1021') return false;
      const time = await plain.json(() => ({ url: new URL(`https://${HOST}/api/v3/time`) }));
      ahead = Number(textAt(time, 'serverTime')) - context.clock();
      return Number.isFinite(ahead);
    },
    pause: (headers, now) => {
      const usedWeight = (name: string) => Number(headers.get(name) ?? '0');
      const isFull =
        usedWeight('x-mbx-used-weight-1m') > MOST_WEIGHT ||
        usedWeight('x-sapi-used-uid-weight-1m') > MOST_ACCOUNT_WEIGHT;
      return isFull ? 60_000 - (now % 60_000) : 0;
    },
  });
  return (path, query = {}) =>
    asks.json(() => {
      const base = `https://${HOST}${path}`;
      if (OPEN.has(path)) return { url: new URL(base) };
      const timestamp = String(context.clock() + ahead);
      const sent = new URLSearchParams({ ...query, recvWindow: WINDOW, timestamp }).toString();
      const url = new URL(`${base}?${sent}&signature=${signBinance(api_secret, sent)}`);
      return { url, headers: { 'X-MBX-APIKEY': api_key } };
    });
}

function judge(answer: Answer) {
  const code = textAt(answer.body, 'code');
  if (answer.status === 403)
    return { is: 'fault', why: 'its firewall refused this address: wait before you try again' } as const;
  if (code === '' || answer.status === 200) return null;
  if (code === '-1003') return { is: 'wait', why: sayAnswer(answer) } as const;
  if (/^-(?:1021|1022|2014|2015)$/.test(code)) return { is: 'renew' } as const;
  return null;
}

async function listPairs(get: Get): Promise<Pair[]> {
  return requireList(NAME, await get('/api/v3/exchangeInfo'), 'symbols').map((one) => ({
    symbol: textAt(one, 'symbol'),
    base: textAt(one, 'baseAsset'),
    quote: textAt(one, 'quoteAsset'),
  }));
}

/** All trades of a pair, or those since a time: the newest are asked for first, and the rest only where they do not reach. */
async function readPair(get: Get, symbol: string, since: number): Promise<Fields[]> {
  const limit = String(PAGE);
  if (since > 0) {
    const newest = requireList(NAME, await get('/api/v3/myTrades', { symbol, limit }));
    const oldest = Math.min(...newest.map((trade) => Number(textAt(trade, 'time'))));
    if (newest.length < PAGE || oldest < since) return newest.filter((trade) => Number(textAt(trade, 'time')) >= since);
  }
  const trades: Fields[] = [];
  for (let fromId = '0'; ;) {
    const page = requireList(NAME, await get('/api/v3/myTrades', { symbol, fromId, limit }));
    trades.push(...page);
    const last = textAt(page.at(-1), 'id');
    if (page.length < PAGE || !/^\d+$/.test(last)) return trades;
    fromId = String(BigInt(last) + 1n);
  }
}

const readTrade =
  (trade: Fields, { symbol, base, quote }: Pair): AnswerRow =>
  (sink, row) => {
    const text = (name: string) => textAt(trade, name);
    const fee = text('commission');
    coinTrade(sink, {
      row,
      when: text('time'),
      id: `${symbol}:${text('id')}`,
      orderId: text('orderId'),
      ...pairTrade(
        { base, quote },
        text('isBuyer') === 'true' ? 'BOT' : 'SLD',
        readAmount(sink, text('qty')),
        readAmount(sink, text('quoteQty')),
      ),
      price: text('price'),
      stated: sink.value(text('quoteQty')),
      costs: isZero(fee) ? [] : [{ code: text('commissionAsset'), ...readAmount(sink, fee) }],
    });
  };

function readDeposit(deposit: Fields): AnswerRow {
  const text = (name: string) => textAt(deposit, name);
  return (sink, row) => {
    if (text('status') !== '1') return sink.skip(row, 'pending', 'A deposit that is not through');
    move(sink, row, {
      coin: text('coin'),
      amount: text('amount'),
      when: text('insertTime'),
      id: text('id') || text('txId'),
    });
  };
}

/** The amount is what was sent; the fee comes on top, as far as it is documented. */
function readWithdrawal(withdrawal: Fields): AnswerRow {
  const text = (name: string) => textAt(withdrawal, name);
  return (sink, row) => {
    if (text('status') !== '6') return sink.skip(row, 'pending', 'A withdrawal that is not through, or was refused');
    const [coin, id, when] = [text('coin'), text('id'), text('applyTime')];
    move(sink, row, { coin, amount: negate(text('amount')), when, id });
    coinCost(sink, { row, when, id }, { code: coin, ...readAmount(sink, text('transactionFee')) });
  };
}

/** Binance's words for a completed order; a pending or returned one has moved nothing. */
const DONE = /^(?:success(?:ful)?|finished|completed)$/i;

/**
 * Deposits and withdrawals of currencies. Where amount and fee add up to what was ordered, the fee is part of it. Else it is
 * charged on top of the amount, which is not documented: the balance at the end of the sync shows it.
 */
function readFiat(order: Fields, kind: 'deposit' | 'withdrawal'): AnswerRow {
  const text = (name: string) => textAt(order, name);
  return (sink, row) => {
    if (!DONE.test(text('status')))
      return sink.skip(row, 'pending', `A ${kind} of money that is not through, or was sent back`);
    const [amount, fee, ordered] = ['amount', 'totalFee', 'indicatedAmount'].map((name) => sink.value(text(name)));
    const shared = { row, when: text('createTime'), currency: text('fiatCurrency') };
    const sign = kind === 'deposit' ? '' : '-';
    const memo = [kind, text('method')].filter(Boolean).join(': ');
    sink.cash({ ...shared, id: text('orderNo'), amount: `${sign}${text('amount')}`, kind, memo });
    const isOnTheWay = kind === 'deposit' && Math.abs((amount ?? 0) + (fee ?? 0) - (ordered ?? 0)) < 0.005;
    if (!isZero(text('totalFee')) && !isOnTheWay)
      sink.cash({
        ...shared,
        id: `${text('orderNo')}:fee`,
        amount: negate(text('totalFee')),
        kind: 'fee',
        memo: `Fee of a ${kind}`,
      });
  };
}

/** A coin bought with money that was not in the account: it came in, all of it, and was spent. */
function readPurchase(payment: Fields): AnswerRow {
  const text = (name: string) => textAt(payment, name);
  return (sink, row) => {
    if (!DONE.test(text('status'))) return sink.skip(row, 'not_filled', 'A purchase that was not done');
    const [paid, fee] = [sink.value(text('sourceAmount')), sink.value(text('totalFee'))];
    const shared = { row, when: text('createTime') };
    coinTrade(sink, {
      ...shared,
      id: text('orderNo'),
      out: { code: text('fiatCurrency'), quantity: paid - fee },
      in: { code: text('cryptoCurrency'), ...readAmount(sink, text('obtainAmount')) },
      price: text('price'),
      costs: fee > 0 ? [{ code: text('fiatCurrency'), quantity: fee }] : [],
    });
    if (text('paymentMethod') !== 'Cash Balance')
      sink.cash({
        ...shared,
        id: `${text('orderNo')}:paid`,
        amount: text('sourceAmount'),
        currency: text('fiatCurrency'),
        kind: 'deposit',
        memo: text('paymentMethod') || 'Paid from outside',
      });
  };
}

/** Which of its two amounts is the coin's is documented for purchases only. */
function readSale(payment: Fields): AnswerRow {
  const text = (name: string) => textAt(payment, name);
  return (sink, row) =>
    DONE.test(text('status'))
      ? sink.invalid(
          row,
          `A sale of ${text('cryptoCurrency').slice(0, 12)} to ${text('fiatCurrency').slice(0, 12)} (order ${text('orderNo').slice(0, 40)}): its amounts are not documented, so record it by hand`,
        )
      : sink.skip(row, 'not_filled', 'A sale that was not done');
}

function move(
  sink: Sink,
  row: number,
  { coin, amount, when, id }: { coin: string; amount: string; when: string; id: string },
): void {
  const kind = isNegative(amount) ? 'withdrawal' : 'deposit';
  if (isMoney(coin)) sink.cash({ row, when, id, amount, currency: coin, kind, memo: kind });
  else sink.event({ row, when, id, kind: 'transfer', symbol: coin, coin: true, quantity: amount });
}

function readDividend(dividend: Fields): AnswerRow {
  const text = (name: string) => textAt(dividend, name);
  return (sink, row) => {
    const shared = { row, when: text('divTime'), id: text('id') || text('tranId') };
    if (isMoney(text('asset')))
      sink.cash({ ...shared, amount: text('amount'), currency: text('asset'), kind: 'interest', memo: text('enInfo') });
    else sink.event({ ...shared, kind: 'reward', symbol: text('asset'), coin: true, quantity: text('amount') });
  };
}

function readConversion(conversion: Fields): AnswerRow {
  const text = (name: string) => textAt(conversion, name);
  return (sink, row) => {
    if (text('orderStatus') !== 'SUCCESS') return sink.skip(row, 'not_filled', 'A conversion that was not done');
    coinTrade(sink, {
      row,
      when: text('createTime'),
      id: text('orderId'),
      out: { code: text('fromAsset'), ...readAmount(sink, text('fromAmount')) },
      in: { code: text('toAsset'), ...readAmount(sink, text('toAmount')) },
      costs: [],
    });
  };
}

/** What can be sold, and what stands in orders: both are held. */
function readHeld(balances: readonly Fields[], now: Date): AnswerPage {
  const when = now.toISOString();
  return {
    rows: [],
    whole: { when, accounts: [''] },
    stated: balances.map((held) => ({ holdings }: Sink) => {
      const coin = textAt(held, 'asset');
      const amount = addDecimals([textAt(held, 'free') || '0', textAt(held, 'locked') || '0']);
      if (isMoney(coin)) holdings.balance({ amount, currency: coin, when });
      else holdings.position({ symbol: coin, quantity: amount, when });
    }),
  };
}
