// What the person writes: plans, the diary, watchlists.
import { ApiError } from '@zorivest/contract';
import { UserError } from '../output.ts';
import { command, type CommandSpec, type InputOf, type Session } from './command-spec.ts';
import { field, listOf } from './fields.ts';

const planColumns = [
  'id',
  'ticker',
  'direction',
  'status',
  'entry_price',
  'stop_loss',
  'target_price',
  'risk_reward_ratio',
  'strategy_name',
  'conviction',
  'account_id',
  'linked_trade_id',
  'warnings',
] as const;

export const plans: readonly CommandSpec[] = [
  command('plans.list', {
    name: 'plan list',
    summary: 'trade plans, newest first',
    example: 'zorivest plan list --status active',
    shown: planColumns,
  }),
  command('plans.create', {
    name: 'plan add',
    summary: 'plan a trade before it happens',
    example:
      'zorivest plan add --ticker AAPL --direction long --strategy-name breakout --entry 190 --stop 184 --target 205 --conditions "close above 190"',
    shown: planColumns,
  }),
  command('plans.setStatus', {
    name: 'plan link',
    summary: 'link a plan to the trade it became',
    example: 'zorivest plan link 3 E-1001',
    places: ['plan_id', 'linked_trade_id'],
    fill: (input) => ({ status: 'executed', ...input }),
    shown: ({ id, linked_trade_id }) => `Plan ${id} became ${linked_trade_id}.`,
  }),
  command('journal.list', {
    name: 'diary list',
    summary: 'entries of the diary, newest first',
    example: 'zorivest diary list --search earnings',
    shown: ['id', 'created_at', 'title', 'body', 'tags', 'trade_exec_ids'],
  }),
  command('journal.create', {
    name: 'diary add',
    summary: 'write an entry into the diary',
    example: 'zorivest diary add "A slow Friday" --body "Waited, took one trade." --tags review,patience',
    places: ['title'],
    without: ['draft_form'],
    shown: ({ id, title }) => `“${title}” is written: ${id}`,
  }),
];

async function findList(client: Session['client'], wanted: string) {
  const { items } = await client.watchlists.list({ query: { limit: 1000 } });
  return items.find(({ id, name }) => String(id) === wanted || name.toLowerCase() === wanted.toLowerCase());
}

const nameAndTickers = () => [
  field('watchlist', 'Its name or number'),
  field('tickers', 'Such as AAPL MSFT', { type: 'list' as const }),
];
const tickersOf = ({ tickers }: InputOf<'tickers'>) => listOf(tickers);

const lists = {
  places: ['watchlist', 'tickers'],
  many: true,
  also: nameAndTickers,
} as const;

export const watchlists: readonly CommandSpec[] = [
  command('watchlists.list', {
    name: 'watchlist list',
    summary: 'watchlists with their tickers',
    example: 'zorivest watchlist list',
    shown: ({ items }) =>
      items.length === 0
        ? 'There is nothing yet.'
        : items
            .map((list) => `${list.id}  ${list.name}: ${list.items.map(({ ticker }) => ticker).join(' ') || '(empty)'}`)
            .join('\n'),
  }),
  command('watchlists.addItem', {
    name: 'watchlist add',
    summary: 'add tickers to a watchlist; creates it if it does not exist',
    example: 'zorivest watchlist add Core AAPL MSFT',
    ...lists,
    optional: ['tickers'],
    without: ['watchlist_id', 'ticker'],
    also: () => [...nameAndTickers(), field('description', 'Of a new list')],
    perform: async (input, { client }) => {
      const wanted = String(input['watchlist']);
      const { description, notes } = input;
      const list =
        (await findList(client, wanted)) ??
        (await client.watchlists.create({
          body: { name: wanted, ...(typeof description === 'string' && { description }) },
        }));
      const params = { watchlist_id: list.id };
      for (const ticker of tickersOf(input)) {
        await client.watchlists
          .addItem({ params, body: { ticker, ...(typeof notes === 'string' && { notes }) } })
          .catch((error: unknown) => {
            // It is on the list already, which is what was wanted.
            if (!(error instanceof ApiError && error.status === 409)) throw error;
          });
      }
      return client.watchlists.get({ params });
    },
    shown: ({ name, items }) => `${name}: ${items.map(({ ticker }) => ticker).join(' ') || '(empty)'}`,
  }),
  command('watchlists.removeItem', {
    name: 'watchlist remove',
    summary: 'remove tickers from a watchlist; without tickers, delete it',
    example: 'zorivest watchlist remove Core MSFT',
    asks: true,
    ...lists,
    optional: ['tickers'],
    without: ['watchlist_id', 'ticker'],
    perform: async (input, { client, agrees }) => {
      const wanted = String(input['watchlist']);
      const list = await findList(client, wanted);
      if (!list) throw new UserError(`there is no watchlist ${wanted}; see \`zorivest watchlist list\``);
      const params = { watchlist_id: list.id };
      if (tickersOf(input).length === 0) {
        if (!(await agrees(`Delete the watchlist ${list.name}?`))) return list;
        await client.watchlists.remove({ params });
        return { ...list, items: [] };
      }
      for (const ticker of tickersOf(input)) await client.watchlists.removeItem({ params: { ...params, ticker } });
      return client.watchlists.get({ params });
    },
    shown: ({ name, items }) => `${name}: ${items.map(({ ticker }) => ticker).join(' ') || 'nothing left'}`,
  }),
];
