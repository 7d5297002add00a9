// Charles Schwab's Trader API for individuals, with the person's own app. Consent is given in a browser and lasts for seven
// days. The person pastes the address the browser ends at, since the callback must be https and nothing listens there.
import { type AnswerPage, type AnswerRow, optionEnd, optionInstrument, type Sink } from '@zorivest/imports';
import { type BrokerContext, BrokerError, defineBroker, type SyncContext } from '../client/adapter.ts';
import { Asker, requireList, withQuery } from '../client/ask.ts';
import { type Fields, type Json, listAt, textAt } from '../client/exact-json.ts';
import { beginOf, isNegative, isZero, magnitude, negate, sinceOf, sinceSetting, spansOf } from '../client/figures.ts';

const NAME = 'Schwab';
const HOST = 'api.schwabapi.com';
const DAY = 86_400_000;
const CONSENT = 7 * DAY;
const SOON = 2 * DAY;
const YEARS = 10;
/** A window that answers with this many has more. */
const MOST_ROWS = 3000;
const AGAIN = 'give your consent again: `zorivest broker set schwab` shows where';
const TYPES =
  'TRADE,RECEIVE_AND_DELIVER,DIVIDEND_OR_INTEREST,ACH_RECEIPT,ACH_DISBURSEMENT,CASH_RECEIPT,CASH_DISBURSEMENT,ELECTRONIC_FUND,WIRE_OUT,WIRE_IN,JOURNAL,MEMORANDUM,MARGIN_CALL,MONEY_MARKET,SMA_ADJUSTMENT';

export const schwab = defineBroker({
  id: 'schwab',
  name: 'Charles Schwab',
  environment: 'live',
  supports: ['fills', 'cash', 'positions', 'balances', 'events'],
  seenLive: false,
  zone: 'America/New_York',
  notice:
    'Schwab wants your consent in a browser again every 7 days. Its key cannot be limited to reading; this journal asks for nothing but accounts and transactions.',
  openings: [
    { method: 'POST', host: HOST, path: '/v1/oauth/token' },
    { method: 'GET', host: HOST, path: '/trader/v1/accounts/accountNumbers' },
    { method: 'GET', host: HOST, path: '/trader/v1/accounts' },
    { method: 'GET', host: HOST, path: '/trader/v1/accounts/{}/transactions' },
  ],
  settings: [
    { name: 'app_key', secret: true, description: 'App key of your own app at developer.schwab.com' },
    { name: 'app_secret', secret: true, description: 'Secret of the app' },
    { name: 'callback_url', secret: false, description: 'Callback URL of the app, such as https://127.0.0.1:8182' },
    {
      name: 'redirected_to',
      secret: true,
      optional: true,
      description: 'After consent: the whole address the browser ended at (within half a minute)',
    },
    sinceSetting(YEARS),
  ],
  consentUrl: ({ app_key = '', callback_url = '' }) =>
    withQuery(`https://${HOST}/v1/oauth/authorize`, {
      response_type: 'code',
      client_id: app_key,
      redirect_uri: callback_url,
    }).href,
  consentEnds: ({ consent_ends = '' }) => consent_ends || null,
  async connect(context) {
    const { redirected_to = '', callback_url = '' } = context.credentials;
    // Entered before consent: the answer says where to give it.
    if (redirected_to === '') return {};
    const code = URL.canParse(redirected_to) ? new URL(redirected_to).searchParams.get('code') : null;
    if (code === null) throw new BrokerError('redirected_to has no code: paste the whole address the browser ended at');
    const given = await askToken(context, { grant_type: 'authorization_code', code, redirect_uri: callback_url });
    const consent_ends = new Date(context.clock() + CONSENT).toISOString();
    return { redirected_to: '', refresh_token: given.refresh, consent_ends };
  },
  async *pages(context) {
    const get = await signIn(context);
    const accounts = requireList(NAME, await get('/trader/v1/accounts/accountNumbers'));
    const [cutAccount = '', cutAt = ''] = (context.cursor ?? '').split('|');
    const beginning = sinceOf(context.credentials['since'], context.now, YEARS);
    const first = accounts.findIndex((account) => textAt(account, 'accountNumber') === cutAccount);
    for (const account of accounts.slice(Math.max(first, 0))) {
      const [number, hash] = [textAt(account, 'accountNumber'), textAt(account, 'hashValue')];
      const cursor = number === cutAccount ? cutAt : null;
      const begin = beginOf({ cursor, lastSync: context.lastSync }, beginning);
      const spans = spansOf(begin, context.now.getTime(), 364);
      for (let span = spans.shift(); span !== undefined; span = spans.shift()) {
        const answer = await get(`/trader/v1/accounts/${hash}/transactions`, {
          startDate: new Date(span.from).toISOString(),
          endDate: new Date(span.to).toISOString(),
          types: TYPES,
        });
        const rows = requireList(NAME, answer);
        if (rows.length >= MOST_ROWS && span.to - span.from > DAY) {
          const middle = Math.floor((span.from + span.to) / 2);
          spans.unshift({ from: span.from, to: middle }, { from: middle + 1, to: span.to });
          continue;
        }
        yield {
          rows: rows.map((row) => readTransaction(row, number)),
          cursor: `${number}|${new Date(span.to + 1).toISOString()}`,
        };
      }
    }
    yield { ...(await readHeld(get, context)), cursor: context.cursor };
  },
});

async function askToken(context: BrokerContext, form: Record<string, string>) {
  const { app_key = '', app_secret = '' } = context.credentials;
  const asks = new Asker(context, {
    broker: NAME,
    refused: AGAIN,
    judge: ({ status, body }) =>
      status === 400 ? { is: 'fault', why: `${textAt(body, 'error_description') || 'status 400'} (${AGAIN})` } : null,
  });
  const answer = await asks.json(() => ({
    method: 'POST',
    url: new URL(`https://${HOST}/v1/oauth/token`),
    headers: {
      Authorization: `Basic ${Buffer.from(`${app_key}:${app_secret}`).toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(form).toString(),
  }));
  const [access, refresh] = [textAt(answer, 'access_token'), textAt(answer, 'refresh_token')];
  if (access === '') throw new BrokerError(`${NAME} gave no access token: ${AGAIN}`);
  return { access, refresh };
}

type Get = (path: string, query?: Record<string, string>) => Promise<Json>;

async function signIn(context: SyncContext): Promise<Get> {
  let refresh_token = context.credentials['refresh_token'] ?? '';
  const ends = Date.parse(context.credentials['consent_ends'] ?? '');
  if (refresh_token === '')
    throw new BrokerError(`${NAME} has no consent yet: \`zorivest broker set schwab\` shows where`);
  if (ends <= context.clock()) throw new BrokerError(`The consent given to ${NAME} has ended: ${AGAIN}`);
  const renew = async () => {
    const given = await askToken(context, { grant_type: 'refresh_token', refresh_token });
    if (given.refresh !== '' && given.refresh !== refresh_token) {
      refresh_token = given.refresh;
      await context.keep({ refresh_token });
    }
    return given.access;
  };
  let access = await renew();
  const asks = new Asker(context, {
    broker: NAME,
    refused: AGAIN,
    // It lives for half an hour.
    renew: async () => {
      access = await renew();
      return true;
    },
  });
  return (path, query) =>
    asks.json(() => ({
      url: withQuery(`https://${HOST}${path}`, query),
      headers: { Authorization: `Bearer ${access}`, Accept: 'application/json' },
    }));
}

async function readHeld(get: Get, { now, clock, credentials }: SyncContext): Promise<AnswerPage> {
  const accounts = requireList(NAME, await get('/trader/v1/accounts', { fields: 'positions' }));
  const when = now.toISOString();
  const ends = credentials['consent_ends'] ?? '';
  const isSoon = Date.parse(ends) - clock() < SOON;
  return {
    rows: [],
    whole: { when, accounts: accounts.map((one) => textAt(one, 'securitiesAccount', 'accountNumber')) },
    stated: [
      ...(isSoon
        ? [({ log }: Sink) => log.warn(`The consent given to ${NAME} ends on ${ends.slice(0, 16)}Z: ${AGAIN}.`)]
        : []),
      ...accounts.map((one) => ({ holdings }: Sink) => {
        const account = textAt(one, 'securitiesAccount', 'accountNumber');
        for (const held of listAt(one, 'securitiesAccount', 'positions') ?? []) {
          const [long, short] = [textAt(held, 'longQuantity'), textAt(held, 'shortQuantity')];
          holdings.position({
            symbol: textAt(held, 'instrument', 'symbol'),
            quantity: isZero(long) ? negate(short) : long,
            value: textAt(held, 'marketValue'),
            when,
            account,
          });
        }
        const amount = textAt(one, 'securitiesAccount', 'currentBalances', 'cashBalance');
        if (amount !== '') holdings.balance({ amount, currency: 'USD', when, account });
      }),
    ],
  };
}

const readTransaction =
  (item: Fields, account: string): AnswerRow =>
  (sink, row) => {
    const status = textAt(item, 'status');
    if (status !== '' && status !== 'VALID')
      return sink.skip(row, 'pending', `Schwab reports the status ${status.toLowerCase().slice(0, 20)}: not imported`);
    const items = listAt(item, 'transferItems') ?? [];
    const moved = items.filter((one) => textAt(one, 'feeType') === '' && !isCash(one));
    const type = textAt(item, 'type');
    if (textAt(item, 'activityType') === 'ACTIVITY_CORRECTION')
      sink.log.warn(`Row ${row}: Schwab corrected something (activity ${textAt(item, 'activityId')}): look at it.`);
    if (type === 'TRADE' && moved.length > 0) return trade(sink, row, { item, items, moved, account });
    if (type === 'RECEIVE_AND_DELIVER' && moved.length > 0) return delivery(sink, row, { item, items, moved, account });
    cash(sink, row, { item, moved, account, type });
  };

const isCash = (one: Fields) => textAt(one, 'instrument', 'assetType') === 'CURRENCY';

interface TransactionParts {
  readonly item: Fields;
  readonly items: readonly Fields[];
  /** What is no money. */
  readonly moved: readonly Fields[];
  readonly account: string;
}

const timeOf = (item: Fields) => textAt(item, 'time') || textAt(item, 'tradeDate');
const idOf = (item: Fields, at: number) => `${textAt(item, 'activityId')}${at === 0 ? '' : `-${at + 1}`}`;

function trade(sink: Sink, row: number, { item, items, moved, account }: TransactionParts, isDelivered = false): void {
  const fees = items.filter((one) => textAt(one, 'feeType') !== '');
  for (const [at, one] of moved.entries()) {
    const kind = textAt(one, 'instrument', 'assetType');
    const quantity = textAt(one, 'amount');
    const symbol = textAt(one, 'instrument', 'symbol');
    const option = kind === 'OPTION' ? sink.option(symbol) : null;
    const size = Number(textAt(one, 'instrument', 'optionPremiumMultiplier'));
    sink.execution({
      row,
      side: isNegative(quantity) ? 'SLD' : 'BOT',
      symbol,
      ...(option === null ? {} : { instrument: optionInstrument(option, size > 0 ? size : undefined) }),
      future: kind === 'FUTURE',
      // Bonds are quoted in percent; what was paid is their cost.
      ...(kind === 'FIXED_INCOME' ? { assetClass: 'BOND' as const, multiplier: '0.01' } : {}),
      ...(kind === 'MUTUAL_FUND' ? { assetClass: 'MUTUAL_FUND' as const } : {}),
      quantity: magnitude(quantity),
      price: textAt(one, 'price') || '0',
      costs: at === 0 ? fees.map((fee) => negate(textAt(fee, 'cost'))) : [],
      costKinds: at === 0 ? fees.map((fee) => FEES[textAt(fee, 'feeType')] ?? 'other') : [],
      amounts: kind === 'FUTURE' ? [] : [textAt(one, 'cost')],
      when: timeOf(item),
      settles: textAt(item, 'settlementDate'),
      execId: idOf(item, at),
      orderId: textAt(item, 'orderId'),
      currency: 'USD',
      account,
      free: isDelivered,
    });
  }
}

const FEES: Readonly<Record<string, 'commission' | 'regulatory' | 'clearing'>> = {
  COMMISSION: 'commission',
  SEC_FEE: 'regulatory',
  OPT_REG_FEE: 'regulatory',
  TAF_FEE: 'regulatory',
};

/** Expired options and delivered shares: reported without a price, or with what was paid for them. */
function delivery(sink: Sink, row: number, parts: TransactionParts): void {
  const { item, moved, account } = parts;
  const words = textAt(item, 'description');
  if (moved.some((one) => !isZero(textAt(one, 'cost')) && !isZero(textAt(one, 'price'))))
    return trade(sink, row, parts, true);
  for (const [at, one] of moved.entries()) {
    const symbol = textAt(one, 'instrument', 'symbol');
    const quantity = textAt(one, 'amount');
    const option = textAt(one, 'instrument', 'assetType') === 'OPTION' ? sink.option(symbol) : null;
    const shared = { row, when: timeOf(item), symbol, account, id: idOf(item, at) };
    if (option === null) sink.event({ ...shared, kind: 'transfer', quantity });
    else {
      const ending = optionEnd(words);
      if (ending === undefined)
        sink.log.warn(
          `Row ${row}: ${magnitude(quantity)} ${symbol} left the account and Schwab does not say how: it stands as expired. If it was assigned or exercised, correct the event.`,
        );
      sink.event({ ...shared, option, kind: ending ?? 'expiry', quantity: magnitude(quantity) });
    }
  }
}

/** Words that every statement is read by. */
const WORDS: Readonly<Record<string, string>> = {
  ACH_RECEIPT: 'ach deposit',
  ACH_DISBURSEMENT: 'ach withdrawal',
  CASH_RECEIPT: 'deposit',
  CASH_DISBURSEMENT: 'withdrawal',
  ELECTRONIC_FUND: 'electronic funds',
  WIRE_IN: 'wire deposit',
  WIRE_OUT: 'wire withdrawal',
  JOURNAL: 'journal',
};

function cash(
  sink: Sink,
  row: number,
  { item, moved, account, type }: Omit<TransactionParts, 'items'> & { type: string },
): void {
  const amount = textAt(item, 'netAmount');
  const words = textAt(item, 'description');
  const symbol = moved.map((one) => textAt(one, 'instrument', 'symbol')).find((text) => text !== '') ?? '';
  if (isZero(amount) && moved.every((one) => isZero(textAt(one, 'amount'))))
    return sink.skip(row, 'no_money', `A note of Schwab's (${type.toLowerCase()}): no money and no shares moved`);
  if (isZero(amount)) return delivery(sink, row, { item, items: [], moved, account });
  const income = symbol === '' ? 'interest' : 'dividend';
  const kind = type === 'DIVIDEND_OR_INTEREST' && !/tax|withh|fee|interest|dividend/i.test(words) ? income : '';
  sink.cash({
    row,
    when: timeOf(item),
    amount,
    currency: 'USD',
    description: `${WORDS[type] ?? ''} ${kind} ${words}`.trim(),
    memo: words || type,
    symbol,
    id: idOf(item, 0),
    account,
  });
}
