// Who an instrument is: what the book knows, and one more name of it.
import { UserError } from '../output.ts';
import type { CommandSpec, Session } from './command-spec.ts';

interface InstrumentMatch {
  readonly id: string;
  readonly instrument: string;
  readonly names: readonly { kind: string; value: string; from: string | null; to: string | null }[];
}

const rowOf = ({ names, ...row }: InstrumentMatch) => ({
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
  const { items } = (await ask({ search: named, limit: 100 }, 'trades.instruments')) as { items: InstrumentMatch[] };
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
  {
    name: 'instrument list',
    summary: 'what the book has traded, planned or watched, with every name it knows of each',
    example: 'zorivest instrument list AAPL',
    endpoint: 'trades.instruments',
    places: ['search'],
    optional: ['search'],
    table: ({ items }: { readonly items: readonly InstrumentMatch[] }) => ({ items: items.map(rowOf) }),
    shown: ['instrument', 'names', 'execution_count', 'id'],
  },
  {
    name: 'instrument name',
    summary: 'add a name to an instrument: a ticker, its ISIN, CUSIP or FIGI, its exchange, a coin',
    example: 'zorivest instrument name SQ ticker XYZ --from 2025-01-21',
    endpoint: 'instruments.addName',
    places: ['id', 'kind', 'value'],
    perform: async ({ id, ...name }, session) => session.ask({ ...name, id: await idOf(String(id), session) }),
    table: (answer: InstrumentMatch) => rowOf(answer),
    shown: ['id', 'names', 'trades_renamed', 'transactions_renamed', 'events_renamed'],
  },
];
