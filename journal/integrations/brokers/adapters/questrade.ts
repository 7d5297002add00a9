// Questrade: executions give times, prices and costs; activities give everything that is not a trade. Its refresh token can
// be used once, so the new one is stored before the next request.
import { type AnswerPage, type AnswerRow, sideOf, type Sink } from '@zorivest/imports';
import { BrokerError, defineBroker, type SyncContext } from '../client/adapter.ts';
import { Asker, requireList, untilReset, withQuery } from '../client/ask.ts';
import { type Fields, type Json, textAt } from '../client/exact-json.ts';
import { beginOf, isZero, magnitude, sinceOf, sinceSetting, spansOf } from '../client/figures.ts';

const NAME = 'Questrade';
const LOGIN = 'login.questrade.com';
const API = 'api*.iq.questrade.com';
const YEARS = 10;
/** Activities are returned for at most 31 days per request. */
const DAYS = 30;
const AGAIN =
  'make a new token in the API centre of my.questrade.com and enter it (a token is good for one use, within 7 days)';

export const questrade = defineBroker({
  id: 'questrade',
  name: NAME,
  environment: 'live',
  supports: ['fills', 'cash', 'positions', 'balances', 'events'],
  seenLive: false,
  zone: 'America/New_York',
  openings: [
    { method: 'GET', host: LOGIN, path: '/oauth2/token' },
    { method: 'GET', host: API, path: '/v1/accounts' },
    ...['balances', 'positions', 'executions', 'activities'].map((what) => ({
      method: 'GET' as const,
      host: API,
      path: `/v1/accounts/{}/${what}`,
    })),
  ],
  settings: [
    { name: 'refresh_token', secret: true, description: 'Token of your own app, from the API centre' },
    sinceSetting(YEARS),
  ],
  async *pages(context) {
    const get = await signIn(context);
    const accounts = requireList(NAME, await get('/v1/accounts'), 'accounts').map((one) => textAt(one, 'number'));
    const [cutAccount = '', cutAt = ''] = (context.cursor ?? '').split('|');
    const beginning = sinceOf(context.credentials['since'], context.now, YEARS);
    for (const account of accounts.slice(Math.max(accounts.indexOf(cutAccount), 0))) {
      const cursor = account === cutAccount ? cutAt : null;
      const begin = beginOf({ cursor, lastSync: context.lastSync }, beginning);
      for (const span of spansOf(begin, context.now.getTime(), DAYS)) {
        const query = { startTime: new Date(span.from).toISOString(), endTime: new Date(span.to).toISOString() };
        const path = `/v1/accounts/${account}`;
        const executions = requireList(NAME, await get(`${path}/executions`, query), 'executions');
        const activities = requireList(NAME, await get(`${path}/activities`, query), 'activities');
        yield {
          rows: [
            ...executions.map((one) => readExecution(one, account)),
            ...activities.map((one) => readActivity(one, account)),
          ],
          cursor: `${account}|${new Date(span.to + 1).toISOString()}`,
        };
      }
      yield { ...(await readHeld(get, account, context)), cursor: `${account}|${context.now.toISOString()}` };
    }
  },
});

type Get = (path: string, query?: Record<string, string>) => Promise<Json>;

async function signIn(context: SyncContext): Promise<Get> {
  let refresh_token = context.credentials['refresh_token'] ?? '';
  let server = '';
  let access = '';
  const manners = { broker: NAME, refused: AGAIN };
  const renew = async () => {
    const asks = new Asker(context, {
      ...manners,
      judge: ({ status }) => (status === 400 ? { is: 'renew' } : null),
    });
    const query = { grant_type: 'refresh_token', refresh_token };
    const answer = await asks.json(() => ({ url: withQuery(`https://${LOGIN}/oauth2/token`, query) }));
    refresh_token = textAt(answer, 'refresh_token');
    access = textAt(answer, 'access_token');
    server = textAt(answer, 'api_server').replace(/\/+$/, '');
    if (refresh_token === '' || access === '' || !URL.canParse(server))
      throw new BrokerError(`${NAME} returned no access token: ${AGAIN}`);
    await context.keep({ refresh_token });
    return true;
  };
  await renew();
  const asks = new Asker(context, {
    ...manners,
    renew,
    pause: (headers, now) => untilReset(headers, now, 'x-ratelimit-remaining', 'x-ratelimit-reset'),
  });
  return (path, query) =>
    asks.json(() => ({ url: withQuery(`${server}${path}`, query), headers: { Authorization: `Bearer ${access}` } }));
}

async function readHeld(get: Get, account: string, { now }: SyncContext): Promise<AnswerPage> {
  const positions = requireList(NAME, await get(`/v1/accounts/${account}/positions`), 'positions');
  const balances = requireList(NAME, await get(`/v1/accounts/${account}/balances`), 'perCurrencyBalances');
  const when = now.toISOString();
  return {
    rows: [],
    whole: { when, accounts: [account] },
    stated: [
      ...positions.map(
        (held) =>
          ({ holdings }: Sink) =>
            holdings.position({
              symbol: textAt(held, 'symbol'),
              quantity: textAt(held, 'openQuantity'),
              price: textAt(held, 'currentPrice'),
              value: textAt(held, 'currentMarketValue'),
              cost: textAt(held, 'totalCost'),
              when,
              account,
            }),
      ),
      ...balances.map(
        (held) =>
          ({ holdings }: Sink) =>
            holdings.balance({ amount: textAt(held, 'cash'), currency: textAt(held, 'currency'), when, account }),
      ),
    ],
  };
}

const COSTS = ['commission', 'executionFee', 'secFee', 'canadianExecutionFee', 'orderPlacementCommission'] as const;

const readExecution =
  (execution: Fields, account: string): AnswerRow =>
  (sink, row) => {
    const text = (name: string) => textAt(execution, name);
    sink.execution({
      row,
      side: sideOf(text('side') === 'Short' ? 'sell' : text('side') === 'Cov' ? 'buy' : text('side')),
      symbol: text('symbol'),
      quantity: text('quantity'),
      price: text('price'),
      costs: COSTS.map((name) => magnitude(text(name))),
      costKinds: ['commission', 'exchange', 'regulatory', 'exchange', 'commission'],
      when: text('timestamp'),
      execId: text('id'),
      orderId: text('orderId'),
      account,
    });
  };

const readActivity =
  (activity: Fields, account: string): AnswerRow =>
  (sink, row) => {
    const text = (name: string) => textAt(activity, name);
    const type = text('type');
    if (type === 'Trades') return sink.skip(row, 'repeated', 'A trade: its executions are read, with their times');
    const amount = text('netAmount');
    const words = `${type} ${text('action')} ${text('description')}`.trim();
    const when = (text('transactionDate') || text('tradeDate')).slice(0, 10);
    const quantity = text('quantity');
    if (!isZero(amount))
      sink.cash({
        row,
        when,
        amount,
        currency: text('currency'),
        description: words,
        memo: text('description') || type,
        symbol: text('symbol'),
        account,
      });
    else if (!isZero(quantity) && /transfer/i.test(type))
      sink.event({ row, when, symbol: text('symbol'), kind: 'transfer', quantity, account });
    else if (!isZero(quantity))
      sink.invalid(
        row,
        `${words.slice(0, 80)}: ${quantity} of ${text('symbol')} moved, record it with \`zorivest event add\``,
      );
    else sink.skip(row, 'no_money', `${type || 'The row'} moves neither money nor shares`);
  };
