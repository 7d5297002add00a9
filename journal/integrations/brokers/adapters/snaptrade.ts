// SnapTrade: a service between the person and 25 and more brokers, with the person's own key. Brokers are connected in its
// dashboard; what it knows is a day old. The id of a row may change there, so a row is known by what it says.
import { createHmac } from 'node:crypto';
import { type AnswerPage, type AnswerRow, optionEnd, optionInstrument, type Sink } from '@zorivest/imports';
import { BrokerError, defineBroker, type SyncContext } from '../client/adapter.ts';
import { type Answer, Asker, requireList, sayAnswer, serverTime, untilReset } from '../client/ask.ts';
import { type Fields, type Json, textAt, valueAt } from '../client/exact-json.ts';
import { dayOf, isNegative, isZero, LOOK_BACK, magnitude, negate } from '../client/figures.ts';

const NAME = 'SnapTrade';
const HOST = 'api.snaptrade.com';
const PAGE = 1000;

export const snaptrade = defineBroker({
  id: 'snaptrade',
  name: NAME,
  environment: 'live',
  supports: ['fills', 'cash', 'positions', 'balances', 'events'],
  seenLive: false,
  zone: 'America/New_York',
  notice:
    'SnapTrade stands between you and your broker: your holdings and statements pass through its servers and are stored there. Connect your broker in its dashboard as read-only. If Zorivest supports your broker directly, use that instead: then no third party sees your data.',
  openings: ['/accounts', ...['balances', 'positions/all', 'activities'].map((what) => `/accounts/{}/${what}`)].map(
    (path) => ({ method: 'GET', host: HOST, path }),
  ),
  settings: [
    { name: 'client_id', secret: true, description: 'Client id of your own key, from dashboard.snaptrade.com' },
    { name: 'consumer_key', secret: true, description: 'Consumer key' },
    { name: 'user_id', secret: false, optional: true, description: 'Only for a commercial key: the user' },
    {
      name: 'user_secret',
      secret: true,
      optional: true,
      description: 'Only for a commercial key: the secret of the user',
    },
  ],
  async *pages(context) {
    const get = asker(context);
    const accounts = requireList(NAME, await get('/accounts'));
    if (accounts.length === 0) throw new BrokerError(`${NAME} has no account: connect a broker in its dashboard first`);
    const [cutAccount = '', cutOffset = '', cutEnd = ''] = (context.cursor ?? '').split('|');
    const end = cutEnd === '' ? dayOf(context.now.getTime()) : cutEnd;
    const start = context.lastSync === null ? {} : { startDate: dayOf(context.lastSync.getTime() - LOOK_BACK) };
    const first = accounts.findIndex((one) => textAt(one, 'id') === cutAccount);
    for (const one of accounts.slice(Math.max(first, 0))) {
      const id = textAt(one, 'id');
      const account = textAt(one, 'number') || id;
      for (let offset = id === cutAccount ? Number(cutOffset) || 0 : 0; ; offset += PAGE) {
        const query = { ...start, endDate: end, offset: String(offset), limit: String(PAGE) };
        const answer = await get(`/accounts/${id}/activities`, query);
        const rows = requireList(NAME, answer, 'data');
        yield { rows: rows.map((row) => readActivity(row, account)), cursor: `${id}|${offset + rows.length}|${end}` };
        if (rows.length < PAGE) break;
      }
      yield { ...(await readHeld(get, one, context)), cursor: `${id}|${Number.MAX_SAFE_INTEGER}|${end}` };
    }
  },
});

/** base64(HMAC-SHA256(key, text)) of the request as compact JSON with sorted names. */
export function signSnapTrade(key: string, path: string, query: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify({ content: null, path, query }))
    .digest('base64');
}

type Get = (path: string, query?: Record<string, string>) => Promise<Json>;

function asker(context: SyncContext): Get {
  const { client_id = '', consumer_key = '', user_id = '', user_secret = '' } = context.credentials;
  let ahead = 0;
  const asks = new Asker(context, {
    broker: NAME,
    refused: 'check the client id and the consumer key',
    judge,
    // A signature carries its time: one that is refused may only be of a clock that is wrong.
    renew: ({ headers }) => {
      const theirs = serverTime(headers);
      const apart = theirs === null ? 0 : theirs - context.clock();
      ahead = apart;
      return Promise.resolve(Math.abs(apart) > 2000);
    },
    pause: (headers, now) =>
      Math.max(
        untilReset(headers, now, 'x-ratelimit-remaining', 'x-ratelimit-reset'),
        untilReset(headers, now, 'x-ratelimit-account-remaining', 'x-ratelimit-account-reset'),
      ),
  });
  return (path, query = {}) =>
    asks.json(() => {
      const sent = new URLSearchParams({
        clientId: client_id,
        timestamp: String(Math.floor((context.clock() + ahead) / 1000)),
        ...(user_id === '' ? {} : { userId: user_id, userSecret: user_secret }),
        ...query,
      }).toString();
      return {
        url: new URL(`https://${HOST}${path}?${sent}`),
        headers: { Signature: signSnapTrade(consumer_key, path, sent), Accept: 'application/json' },
      };
    });
}

function judge(answer: Answer) {
  const { status } = answer;
  if (status === 402)
    return { is: 'fault', why: `${sayAnswer(answer)} (connect the broker again in the dashboard)` } as const;
  if (status === 425)
    return { is: 'fault', why: `${sayAnswer(answer)} (it is still reading: sync again later)` } as const;
  return null;
}

async function readHeld(get: Get, one: Fields, { now }: SyncContext): Promise<AnswerPage> {
  const id = textAt(one, 'id');
  const account = textAt(one, 'number') || id;
  const positions = requireList(NAME, await get(`/accounts/${id}/positions/all`), 'results');
  const balances = requireList(NAME, await get(`/accounts/${id}/balances`));
  const when = now.toISOString();
  const isFilling = textAt(one, 'sync_status', 'transactions', 'initial_sync_completed') === 'false';
  return {
    rows: [],
    whole: { when, accounts: [account] },
    stated: [
      ...(isFilling
        ? [({ log }: Sink) => log.warn(`${NAME} is still reading the history of ${account}: rows are missing.`)]
        : []),
      ...positions.map(
        (held) =>
          ({ holdings }: Sink) =>
            holdings.position({
              symbol: symbolOf(valueAt(held, 'instrument')),
              quantity: textAt(held, 'units'),
              price: textAt(held, 'price'),
              when,
              account,
            }),
      ),
      ...balances.map(
        (held) =>
          ({ holdings }: Sink) =>
            holdings.balance({
              amount: textAt(held, 'cash'),
              currency: textAt(held, 'currency', 'code'),
              when,
              account,
            }),
      ),
    ],
  };
}

/** A symbol stands as text, or within an object. */
function symbolOf(value: Json | undefined): string {
  return (
    textAt(value) ||
    textAt(value, 'raw_symbol') ||
    textAt(value, 'ticker') ||
    textAt(value, 'symbol') ||
    textAt(value, 'symbol', 'symbol')
  );
}

const ENDS: Readonly<Record<string, string>> = {
  OPTIONEXPIRATION: 'expired',
  OPTIONASSIGNMENT: 'assigned',
  OPTIONEXERCISE: 'exercise',
};

const KINDS = {
  DIVIDEND: 'dividend',
  SUBSTITUTE_DIVIDEND: 'dividend',
  DISTRIBUTION: 'dividend',
  INTEREST: 'interest',
  FEE: 'fee',
  TAX: 'tax',
  REBATE: 'other',
  CONTRIBUTION: 'deposit',
  WITHDRAWAL: 'withdrawal',
  INTERNAL_CASH_TRANSFER_IN: 'transfer_in',
  INTERNAL_CASH_TRANSFER_OUT: 'transfer_out',
} as const;

const readActivity =
  (activity: Fields, account: string): AnswerRow =>
  (sink, row) => {
    const text = (name: string) => textAt(activity, name);
    const type = text('type').toUpperCase();
    const [units, amount] = [text('units'), text('amount')];
    const ticker = textAt(activity, 'option_symbol', 'ticker');
    const option = ticker === '' ? null : sink.option(ticker);
    const symbol = ticker || symbolOf(valueAt(activity, 'symbol'));
    const trade = text('trade_date') || text('settlement_date');
    // Many brokers tell it the day only.
    const when = /T00:00:00(?:\.0+)?(?:Z|[+-]00:?00)?$/.test(trade) ? trade.slice(0, 10) : trade;
    const shared = { row, when, symbol, account };
    const currency = textAt(activity, 'currency', 'code') || textAt(activity, 'currency_universal_symbol', 'symbol');
    if (type === 'BUY' || type === 'SELL' || type === 'REI') {
      const size = textAt(activity, 'option_symbol', 'is_mini_option') === 'true' ? 10 : 100;
      sink.execution({
        ...shared,
        side: type === 'SELL' ? 'SLD' : 'BOT',
        ...(option === null ? {} : { instrument: optionInstrument(option, size) }),
        quantity: magnitude(units),
        price: text('price'),
        costs: [magnitude(text('fee'))],
        amounts: [amount],
        settles: text('settlement_date').slice(0, 10),
        orderId: text('external_reference_id'),
        currency,
      });
      return;
    }
    const end = optionEnd(ENDS[type] ?? '');
    if (end !== undefined && option !== null && !isZero(units)) {
      sink.event({ ...shared, option, kind: end, quantity: magnitude(units) });
      return;
    }
    if (/^(?:SPLIT|REVERSE_SPLIT|STOCK_DIVIDEND)$/.test(type) && !isZero(units)) {
      sink.event({ ...shared, kind: 'split', sharesAdded: units });
      return;
    }
    if (/TRANSFER|SPINOFF|STOCK_MERGER/.test(type) && !isZero(units)) {
      const quantity = type.endsWith('_OUT') && !isNegative(units) ? negate(units) : units;
      sink.event({ ...shared, option, kind: 'transfer', quantity, isSpinOff: type === 'SPINOFF' });
      return;
    }
    if (type === 'RETURN_OF_CAPITAL' && symbol !== '') {
      sink.event({ ...shared, kind: 'return_of_capital', amount: magnitude(amount) });
      return;
    }
    if (isZero(amount) && !isZero(units))
      return sink.invalid(row, `${type} of ${units} ${symbol} is not known: record it with \`zorivest event add\``);
    const kind = KINDS[type as keyof typeof KINDS] as (typeof KINDS)[keyof typeof KINDS] | undefined;
    sink.cash({
      ...shared,
      amount,
      currency,
      ...(kind === undefined ? {} : { kind }),
      description: `${type.toLowerCase().replaceAll('_', ' ')} ${text('description')}`,
      memo: text('description') || type,
    });
  };
