// The book as tables, for spreadsheets and other programs.
import { document, resource } from '../core/endpoint.ts';
import { over } from './figures.ts';
import { listed } from './round-trips.ts';

const table = <const Name extends string>(name: Name, summary: string) =>
  ({
    method: 'GET',
    path: `/exports/${name}.csv`,
    summary,
    description:
      'Text that a spreadsheet would run as a formula has an apostrophe in front; numbers are never changed. ' +
      'The import takes trades, cash and events back without loss.',
    query: over('all'),
    response: document('text/csv'),
    errors: [404],
    role: 'read-only',
  }) as const;

export const exports = resource('leaves-trades', {
  trades: () => table('trades', 'Executions as CSV'),
  cash: () => table('cash', 'Movements of money as CSV'),
  events: () => table('events', 'Position events as CSV'),
  roundTrips: () => ({
    ...table('round-trips', 'Round trips as CSV: those that the same question lists'),
    query: over('all').extend({ ...listed(), sort: listed().sort.unwrap().default('opened_at') }),
  }),
  lots: () => table('lots', 'Tax lots as CSV'),
});
