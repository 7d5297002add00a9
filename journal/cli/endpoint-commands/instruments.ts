// Who an instrument is: what the book knows, and one more name of it.
import { UserError } from '../output.ts';
import { command, type Answer, type CommandSpec, type Session } from './command-spec.ts';
import { tabulate } from './show.ts';

const rowOf = <Match extends Pick<Answer<'instruments.addName'>, 'names'>>({ names, ...row }: Match) => ({
  ...row,
  names: names
    .map(
      ({ kind, value, from, to }) =>
        `${kind} ${value}${from === null ? '' : ` from ${from}`}${to === null ? '' : ` to ${to}`}`,
    )
    .join('; '),
});

/** By its id, or by any text it stands under. */
async function idOf(named: string, { ask }: Session): Promise<string> {
  if (/^ins-[0-9a-f]{16}$/.test(named)) return named;
  const { items } = await ask({ search: named, limit: 100 }, 'trades.instruments');
  const found = items.find(
    ({ instrument, names }) => instrument === named || names.some(({ value }) => value === named),
  );
  if (found === undefined)
    throw new UserError(
      `The book has no instrument ${JSON.stringify(named)}; \`zorivest instrument list ${named}\` shows what is near.`,
    );
  return found.id;
}

export const instruments: readonly CommandSpec[] = [
  command('trades.instruments', {
    name: 'instrument list',
    summary: 'what the book has traded, planned or watched, with every name it knows of each',
    example: 'zorivest instrument list AAPL',
    places: ['search'],
    optional: ['search'],
    shown: ({ items }) => tabulate(items.map(rowOf), ['instrument', 'names', 'execution_count', 'id']),
  }),
  command('instruments.addName', {
    name: 'instrument name',
    summary: 'add a name to an instrument: a ticker, its ISIN, CUSIP or FIGI, its exchange, a coin',
    example: 'zorivest instrument name SQ ticker XYZ --from 2025-01-21',
    places: ['id', 'kind', 'value'],
    perform: async ({ id, ...name }, session) => session.ask({ ...name, id: await idOf(String(id), session) }),
    shown: (answer) =>
      tabulate(rowOf(answer), ['id', 'names', 'trades_renamed', 'transactions_renamed', 'events_renamed']),
  }),
];
