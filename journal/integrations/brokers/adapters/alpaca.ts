// Alpaca: account activities, oldest first, a hundred at a time, in the words of its own export. The activity's id is the
// fill's id, so a page that is read twice adds nothing.
import type { AnswerPage } from '@zorivest/imports';
import { BrokerError, defineBroker, type SyncContext } from '../client/adapter.ts';
import { Asker, requireList, withQuery } from '../client/ask.ts';
import { textAt } from '../client/exact-json.ts';
import { LOOK_BACK } from '../client/figures.ts';

const PAGE = 100;

const adapter = <const Id extends string>(id: Id, name: string, environment: 'live' | 'paper', host: string) =>
  defineBroker({
    id,
    name,
    environment,
    supports: ['fills', 'cash', 'positions', 'balances'],
    seenLive: false,
    openings: ['/v2/account/activities', '/v2/account', '/v2/positions'].map((path) => ({ method: 'GET', host, path })),
    settings: [
      { name: 'key_id', secret: true, description: 'API key id' },
      { name: 'secret_key', secret: true, description: 'API secret key' },
    ],
    async *pages(context) {
      const get = asker(context, host);
      let after = context.cursor;
      for (;;) {
        const activities = requireList(
          'Alpaca',
          await get('/v2/account/activities', {
            direction: 'asc',
            page_size: String(PAGE),
            page_token: after ?? undefined,
            after:
              after === null && context.lastSync !== null
                ? new Date(context.lastSync.getTime() - LOOK_BACK).toISOString()
                : undefined,
          }),
        );
        const last = textAt(activities.at(-1), 'id');
        if (activities.length === 0) break;
        if (last === '' || last === after) throw new BrokerError('Alpaca sent the same page again');
        after = last;
        yield { bytes: new TextEncoder().encode(JSON.stringify(activities)), cursor: last };
        if (activities.length < PAGE) break;
      }
      yield { ...(await readHeld(context, get)), cursor: after };
    },
  });

type Get = (path: string, query?: Record<string, string | undefined>) => ReturnType<Asker['json']>;

function asker(context: SyncContext, host: string): Get {
  const asks = new Asker(context, {
    broker: 'Alpaca',
    refused: 'enter the API key again, and check that it is for this environment',
  });
  const { key_id = '', secret_key = '' } = context.credentials;
  const headers = { 'APCA-API-KEY-ID': key_id, 'APCA-API-SECRET-KEY': secret_key };
  return (path, query) => asks.json(() => ({ url: withQuery(`https://${host}${path}`, query), headers }));
}

async function readHeld(context: SyncContext, get: Get): Promise<AnswerPage> {
  const positions = requireList('Alpaca', await get('/v2/positions'));
  const account = await get('/v2/account');
  const when = context.now.toISOString();
  const currency = textAt(account, 'currency') || 'USD';
  return {
    rows: [],
    whole: { when, accounts: [''] },
    stated: [
      ...positions.map(
        (held): NonNullable<AnswerPage['stated']>[number] =>
          ({ holdings }) =>
            holdings.position({
              symbol: textAt(held, 'symbol'),
              quantity: textAt(held, 'qty'),
              price: textAt(held, 'current_price'),
              value: textAt(held, 'market_value'),
              cost: textAt(held, 'cost_basis'),
              currency,
              when,
            }),
      ),
      ({ holdings }) => holdings.balance({ amount: textAt(account, 'cash'), currency, when }),
    ],
  };
}

export const alpacaPaper = adapter('alpaca_paper', 'Alpaca paper trading', 'paper', 'paper-api.alpaca.markets');
export const alpacaLive = adapter('alpaca_live', 'Alpaca', 'live', 'api.alpaca.markets');
