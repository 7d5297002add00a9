// Tradier: the account's history, which is written at night and tells days, not times, and gives its rows no ids. A fill is
// known by what it says and by how many alike its day has, so a day is always read whole.
import { type AnswerPage, type AnswerRow, optionEnd, type Sink } from '@zorivest/imports';
import { BrokerError, defineBroker, type SyncContext } from '../client/adapter.ts';
import { Asker, sayAnswer, untilReset, withQuery } from '../client/ask.ts';
import { type Fields, isFields, type Json, textAt, valueAt } from '../client/exact-json.ts';
import {
  beginOf,
  dayOf,
  isNegative,
  isZero,
  magnitude,
  negate,
  sinceOf,
  sinceSetting,
  spansOf,
} from '../client/figures.ts';

const NAME = 'Tradier';
const HOST = 'api.tradier.com';
const PAGE = 100;
const DAYS = 365;
const YEARS = 15;

export const tradier = defineBroker({
  id: 'tradier',
  name: NAME,
  environment: 'live',
  supports: ['fills', 'cash', 'positions', 'balances', 'events'],
  seenLive: false,
  zone: 'America/New_York',
  openings: [
    { method: 'GET', host: HOST, path: '/v1/user/profile' },
    ...['balances', 'positions', 'history'].map((what) => ({
      method: 'GET' as const,
      host: HOST,
      path: `/v1/accounts/{}/${what}`,
    })),
  ],
  settings: [
    { name: 'token', secret: true, description: 'API access token, from your account settings' },
    sinceSetting(YEARS),
  ],
  async *pages(context) {
    const get = asker(context);
    const profile = await get('/v1/user/profile');
    const accounts = rowsAt(profile, 'profile', 'account').map((account) => textAt(account, 'account_number'));
    if (accounts.length === 0) throw new BrokerError(`${NAME} names no account that this token may read`);
    const [cutAccount = '', cutAt = ''] = (context.cursor ?? '').split('|');
    const beginning = sinceOf(context.credentials['since'], context.now, YEARS);
    // Whole days, tomorrow's as well: it is somebody's today.
    const end = Date.parse(dayOf(context.now.getTime())) + 2 * 86_400_000;
    for (const account of accounts.slice(Math.max(accounts.indexOf(cutAccount), 0))) {
      const cursor = account === cutAccount ? cutAt : null;
      const begin = Date.parse(dayOf(beginOf({ cursor, lastSync: context.lastSync }, beginning)));
      for (const span of spansOf(begin, end, DAYS)) {
        const rows: AnswerRow[] = [];
        for (let page = 1; ; page++) {
          const answer = await get(`/v1/accounts/${account}/history`, {
            page: String(page),
            limit: String(PAGE),
            start: dayOf(span.from),
            end: dayOf(span.to),
          });
          const events = rowsAt(answer, 'history', 'event');
          rows.push(...events.map((event) => readEvent(event, account)));
          if (events.length < PAGE) break;
        }
        yield { rows, cursor: `${account}|${dayOf(span.to + 1)}` };
      }
      yield { ...(await readHeld(get, account, context)), cursor: `${account}|${dayOf(end)}` };
    }
  },
});

type Get = (path: string, query?: Record<string, string>) => Promise<Json>;

function asker(context: SyncContext): Get {
  const asks = new Asker(context, {
    broker: NAME,
    refused: 'make a new access token in your account settings and enter it',
    // Some faults come with a status that says all is well.
    judge: (answer) =>
      answer.status === 200 && isFields(valueAt(answer.body, 'errors'))
        ? { is: 'fault', why: sayAnswer(answer) }
        : null,
    pause: (headers, now) => untilReset(headers, now, 'x-ratelimit-available', 'x-ratelimit-expiry'),
  });
  const headers = { Authorization: `Bearer ${context.credentials['token'] ?? ''}`, Accept: 'application/json' };
  return (path, query) => asks.json(() => ({ url: withQuery(`https://${HOST}${path}`, query), headers }));
}

/** One row is an object, several are a list, none is null, or the word. */
function rowsAt(answer: Json, outer: string, inner: string): readonly Fields[] {
  const around = valueAt(answer, outer);
  if (around === undefined) throw new BrokerError(`${NAME} answered without ${outer}`);
  const found = valueAt(around, inner);
  if (isFields(found)) return [found];
  return Array.isArray(found) ? (found as readonly Json[]).filter(isFields) : [];
}

async function readHeld(get: Get, account: string, { now }: SyncContext): Promise<AnswerPage> {
  const positions = rowsAt(await get(`/v1/accounts/${account}/positions`), 'positions', 'position');
  const balances = await get(`/v1/accounts/${account}/balances`);
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
              quantity: textAt(held, 'quantity'),
              cost: textAt(held, 'cost_basis'),
              when,
              account,
            }),
      ),
      ({ holdings }: Sink) =>
        holdings.balance({ amount: textAt(balances, 'balances', 'total_cash'), currency: 'USD', when, account }),
    ],
  };
}

const readEvent =
  (event: Fields, account: string): AnswerRow =>
  (sink, row) => {
    const type = textAt(event, 'type').toLowerCase();
    const details = valueAt(event, type) ?? valueAt(event, 'adjustment');
    const when = textAt(event, 'date').slice(0, 10);
    const amount = textAt(event, 'amount');
    const description = textAt(details, 'description');
    if (type === 'trade') {
      const quantity = textAt(details, 'quantity');
      sink.execution({
        row,
        side: isNegative(quantity) ? 'SLD' : 'BOT',
        symbol: textAt(details, 'symbol'),
        quantity: magnitude(quantity),
        price: textAt(details, 'price'),
        costs: [textAt(details, 'commission')],
        // What is charged in addition to the commission is reported only here.
        amounts: [amount],
        costsInAmount: true,
        when,
        currency: 'USD',
        account,
      });
      return;
    }
    if (type === 'option' && isZero(amount)) return endOfOption(sink, row, { details, when, account, description });
    sink.cash({
      row,
      when,
      amount,
      currency: 'USD',
      description: `${WORDS[type] ?? type} ${description}`,
      memo: description || type,
      account,
    });
  };

/** The kinds of money by the words that every statement is read by. */
const WORDS: Readonly<Record<string, string>> = { option: '', adjustment: '', check: 'check', transfer: 'transfer' };

const ENDS: Readonly<Record<string, string>> = { OPTEXP: 'expired', OPTASG: 'assigned', OPTEXR: 'exercise' };

function endOfOption(
  sink: Sink,
  row: number,
  {
    details,
    when,
    account,
    description,
  }: { details: Json | undefined; when: string; account: string; description: string },
): void {
  const word = textAt(details, 'option_type');
  const quantity = textAt(details, 'quantity');
  const option = sink.option(textAt(details, 'symbol')) ?? sink.option(description);
  const kind = optionEnd(ENDS[word.toUpperCase()] ?? word);
  if (option === null || kind === undefined)
    return sink.invalid(
      row,
      `${quantity} contracts ended (${word} ${description.slice(0, 60)}) and Tradier does not say which: record it with \`zorivest event add\``,
    );
  sink.event({
    row,
    when,
    symbol: '',
    option,
    kind,
    quantity: isNegative(quantity) ? negate(quantity) : quantity,
    account,
  });
}
