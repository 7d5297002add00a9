// tastytrade: transactions of every account, oldest first. Amounts are magnitudes; the effect field next to each states
// whether money came in or went out.
import { fractionOf, parseAmount, roundToEightPlaces } from '@zorivest/domain';
import type { AnswerPage, AnswerRow, Sink } from '@zorivest/imports';
import { optionEnd, optionFrom, optionInstrument, sideOf } from '@zorivest/imports';
import { BrokerError, defineBroker, type SyncContext } from '../client/adapter.ts';
import { Asker, requireList, withQuery } from '../client/ask.ts';
import { type Fields, textAt } from '../client/exact-json.ts';
import { dayOf, isZero, LOOK_BACK, negate } from '../client/figures.ts';

const NAME = 'tastytrade';
const HOST = 'api.tastyworks.com';
const PAGE = 1000;
const REFUSED = 'make a new grant in your OAuth application at my.tastytrade.com and enter its refresh token';

export const tastytrade = defineBroker({
  id: 'tastytrade',
  name: NAME,
  environment: 'live',
  supports: ['fills', 'cash', 'positions', 'balances', 'events'],
  seenLive: false,
  zone: 'America/New_York',
  openings: [
    { method: 'POST', host: HOST, path: '/oauth/token' },
    { method: 'GET', host: HOST, path: '/customers/me/accounts' },
    ...['balances', 'positions', 'transactions'].map((what) => ({
      method: 'GET' as const,
      host: HOST,
      path: `/accounts/{}/${what}`,
    })),
  ],
  settings: [
    { name: 'client_secret', secret: true, description: 'Client secret of your own OAuth application' },
    { name: 'refresh_token', secret: true, description: 'Refresh token of a grant with the scope "read"' },
  ],
  async *pages(context) {
    const get = await signIn(context);
    const accounts = requireList(NAME, await get('/customers/me/accounts'), 'data', 'items').map((item) =>
      textAt(item, 'account', 'account-number'),
    );
    const cut = readCursor(context.cursor);
    const end = cut?.end ?? dayOf(context.now.getTime());
    const start = context.lastSync === null ? undefined : dayOf(context.lastSync.getTime() - LOOK_BACK);
    for (const account of accounts.slice(Math.max(cut === null ? 0 : accounts.indexOf(cut.account), 0))) {
      for (let page = account === cut?.account ? cut.page : 0; ; page++) {
        const answer = await get(`/accounts/${account}/transactions`, {
          sort: 'Asc',
          'per-page': String(PAGE),
          'page-offset': String(page),
          'start-date': start,
          'end-date': end,
        });
        const items = requireList(NAME, answer, 'data', 'items');
        yield { rows: items.map((item) => readTransaction(item, account)), cursor: `${end}|${account}|${page + 1}` };
        if (items.length < PAGE || page + 1 >= Number(textAt(answer, 'pagination', 'total-pages') || '1')) break;
      }
      yield { ...(await readHeld(get, account, context)), cursor: `${end}|${account}|${Number.MAX_SAFE_INTEGER}` };
    }
  },
});

/** Pages of one end day and one account, counted from 0. */
function readCursor(cursor: string | null) {
  const [end = '', account = '', page = ''] = (cursor ?? '').split('|');
  return /^\d+$/.test(page) ? { end, account, page: Number(page) } : null;
}

type Get = (path: string, query?: Record<string, string | undefined>) => ReturnType<Asker['json']>;

async function signIn(context: SyncContext): Promise<Get> {
  const { client_secret, refresh_token } = context.credentials;
  const askToken = async () => {
    // Once: failed log-ins lock this address out for hours.
    const asks = new Asker(context, { broker: NAME, refused: REFUSED });
    const body = JSON.stringify({ grant_type: 'refresh_token', refresh_token, client_secret, scope: 'read' });
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
    const answer = await asks.json(() => ({
      method: 'POST',
      url: withQuery(`https://${HOST}/oauth/token`),
      headers,
      body,
    }));
    const token = textAt(answer, 'access_token');
    if (token === '') throw new BrokerError(`${NAME} gave no access token: ${REFUSED}`);
    return token;
  };
  let token = await askToken();
  const asks = new Asker(context, {
    broker: NAME,
    refused: REFUSED,
    // It lives for 15 minutes; a long history takes longer.
    renew: async () => {
      token = await askToken();
      return true;
    },
  });
  return (path, query) =>
    asks.json(() => ({
      url: withQuery(`https://${HOST}${path}`, query),
      headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
    }));
}

async function readHeld(get: Get, account: string, { now }: SyncContext): Promise<AnswerPage> {
  const positions = requireList(NAME, await get(`/accounts/${account}/positions`), 'data', 'items');
  const balances = await get(`/accounts/${account}/balances`);
  const when = now.toISOString();
  return {
    rows: [],
    whole: { when, accounts: [account] },
    stated: [
      ...positions.map((held) => ({ holdings }: Sink) => {
        const quantity = textAt(held, 'quantity');
        holdings.position({
          symbol: textAt(held, 'symbol'),
          quantity: textAt(held, 'quantity-direction') === 'Short' ? negate(quantity) : quantity,
          price: textAt(held, 'close-price'),
          when,
          account,
        });
      }),
      ({ holdings }: Sink) =>
        holdings.balance({
          amount: textAt(balances, 'data', 'cash-balance'),
          currency: textAt(balances, 'data', 'currency') || 'USD',
          when,
          account,
        }),
    ],
  };
}

/** An amount with its sign: money in is positive. */
function signedAmount(item: Fields, name: string): string {
  const text = textAt(item, name);
  return textAt(item, `${name}-effect`) === 'Debit' ? negate(text) : text;
}

const COSTS = [
  ['commission', 'commission'],
  ['clearing-fees', 'clearing'],
  ['regulatory-fees', 'regulatory'],
  ['proprietary-index-option-fees', 'exchange'],
  ['other-charge', 'other'],
  ['currency-conversion-fees', 'other'],
] as const;

const readTransaction =
  (item: Fields, account: string): AnswerRow =>
  (sink, row) => {
    const text = (name: string) => textAt(item, name);
    const reverses = text('reverses-id');
    const type = text('transaction-type');
    if (reverses !== '' && type === 'Trade') return sink.takeBack(row, reverses);
    if (type === 'Trade') return fill(item, account, sink, row, false);
    if (type === 'Receive Deliver') return delivery(item, account, sink, row);
    return cash(item, account, sink, row);
  };

function cash(item: Fields, account: string, sink: Sink, row: number): void {
  const text = (name: string) => textAt(item, name);
  const what = `${text('transaction-sub-type')} ${text('description')}`.trim();
  sink.cash({
    row,
    when: text('executed-at') || text('transaction-date'),
    amount: signedAmount(item, text('net-value') === '' ? 'value' : 'net-value'),
    currency: text('currency') || 'USD',
    description: what,
    memo: what,
    symbol: text('underlying-symbol') || text('symbol'),
    id: text('id'),
    account,
  });
}

/** What comes and goes without a trade: splits and new names in two rows, options that end, shares that are moved. */
function delivery(item: Fields, account: string, sink: Sink, row: number): void {
  const text = (name: string) => textAt(item, name);
  const kind = text('transaction-sub-type').toLowerCase();
  const side = sideOf(text('action'));
  const [symbol, quantity] = [text('symbol'), text('quantity')];
  const moved = { row, when: text('executed-at'), symbol, account, id: text('id') };
  const isOption = text('instrument-type').includes('Option');
  const option = isOption ? optionOf(symbol, sink) : null;
  const leaves = side === 'SLD';
  if (kind.startsWith('cash settled') && !isZero(text('value'))) return fill(item, account, sink, row, true);
  if (kind.includes('merger') && !isOption) {
    const money = kind.includes('cash') ? text('value') : '';
    sink.merger({ ...moved, quantity: quantity === '' ? '' : leaves ? negate(quantity) : quantity, cash: money });
    return;
  }
  if (/split|symbol change|merger/.test(kind) && side !== null && quantity !== '') {
    sink.leg({ row, when: moved.when, symbol, account, option, quantity, leaves });
    return;
  }
  const end = optionEnd(kind.replace('cash settled ', ''));
  if (end !== undefined && option !== null) {
    sink.event({ ...moved, option, kind: end, quantity });
    return;
  }
  if (side !== null && /^(?:buy|sell) to|assign|exercise|deliver|dividend/.test(kind))
    return fill(item, account, sink, row, true);
  if (/transfer|acat|spin/.test(kind) && symbol !== '' && quantity !== '') {
    const way = leaves ? negate(quantity) : quantity;
    sink.event({ ...moved, option, kind: 'transfer', quantity: way, isSpinOff: kind.includes('spin') });
    return;
  }
  if (!isZero(text('net-value'))) return cash(item, account, sink, row);
  sink.invalid(
    row,
    `${text('transaction-sub-type') || 'A delivery'} of ${quantity} ${symbol} is not known: record it by hand`,
  );
}

function fill(item: Fields, account: string, sink: Sink, row: number, isDelivered: boolean): void {
  const text = (name: string) => textAt(item, name);
  const kind = text('instrument-type');
  const symbol = text('symbol');
  const [quantity, value] = [text('quantity'), text('value')];
  const option = kind.includes('Option') ? optionOf(symbol, sink) : null;
  // Options on futures: what one point is worth follows from what was paid.
  const size = kind === 'Future Option' ? divide(value, quantity, text('price')) : null;
  const isSettled = isDelivered && sideOf(text('action')) === null;
  sink.execution({
    row,
    // Contracts settled in cash: who is paid held them, who pays had written them.
    side: isSettled ? (text('value-effect') === 'Credit' ? 'SLD' : 'BOT') : sideOf(text('action')),
    symbol,
    ...(option === null ? {} : { instrument: optionInstrument(option, size ?? undefined) }),
    future: kind === 'Future',
    assetClass: kind === 'Cryptocurrency' ? 'CRYPTO' : undefined,
    quantity,
    price: isSettled ? String(divide(value, quantity, '100') ?? 0) : text('price') || '0',
    costs: COSTS.map(([name]) => negate(signedAmount(item, name))),
    costKinds: COSTS.map(([, type]) => type),
    amounts: kind === 'Future' ? [] : [signedAmount(item, 'value')],
    when: text('executed-at'),
    execId: text('id'),
    orderId: text('order-id'),
    currency: text('currency') || 'USD',
    account,
    free: isDelivered,
  });
}

function divide(value: string, by: string, andBy: string): number | null {
  const amount = parseAmount(value);
  const divisor = Number(by) * Number(andBy);
  if (amount === null || !(divisor > 0)) return null;
  return roundToEightPlaces(fractionOf(amount, 100_000_000, Math.round(divisor * 1e8)));
}

/** `./ESZ9 EW4U9 190927P2975`: an option on the contract it names. */
const ON_FUTURE = /^\.(\/\w+) +\w+ +(\d{2})(\d{2})(\d{2})([CP])([\d.]+)$/;

function optionOf(symbol: string, sink: Sink) {
  const [, future, year, month, day, right = '', strike = ''] = ON_FUTURE.exec(symbol) ?? [];
  return future === undefined ? sink.option(symbol) : optionFrom(future, `20${year}-${month}-${day}`, right, strike);
}
