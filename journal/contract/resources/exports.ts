// The book as tables, for spreadsheets and other programs.
import { z } from 'zod';
import { document, multipart, resource } from '../core/endpoint.ts';
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

/** A book of years with its pictures. */
const maxBookBytes = 1024 * 1024 * 1024;

export const exports = resource('leaves-trades', {
  book: () => ({
    method: 'GET',
    path: '/exports/book.zip',
    summary: 'The whole book as one zip: a CSV for each table, pictures as files, a manifest with hashes',
    description:
      'Everything a person keeps, and no secret: what stays behind is named in the manifest with its reason. For the person alone.',
    response: document('application/zip'),
    role: 'person',
  }),
  importBook: () => ({
    method: 'POST',
    path: '/exports/book.zip:import',
    summary: 'Take a whole book in, from the zip that was exported, into a book that is empty: everything or nothing',
    description:
      'Ids and times are preserved, so exporting again gives the same parts byte for byte. Policies arrive switched off; `to_do` lists what has to be given again.',
    body: multipart(z.strictObject({}), maxBookBytes),
    response: z.object({
      status: z.literal('imported'),
      tables: z.record(z.string(), z.int()).describe('Rows by table'),
      files: z.int(),
      to_do: z.array(z.string()).describe('What never travels and has to be given again'),
    }),
    errors: [409, 413],
    role: 'person',
    audit: 'book.import',
    write: 'book',
    touchesTrades: true,
  }),
  trades: () => table('trades', 'Executions as CSV'),
  cash: () => table('cash', 'Movements of money as CSV'),
  events: () => table('events', 'Position events as CSV'),
  roundTrips: () => ({
    ...table('round-trips', 'Round trips as CSV: those that the same question lists'),
    query: over('all').extend({ ...listed(), sort: listed().sort.unwrap().default('opened_at') }),
  }),
  lots: () => table('lots', 'Tax lots as CSV'),
});
