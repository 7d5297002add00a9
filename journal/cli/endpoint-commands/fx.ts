// Exchange rates: the European Central Bank's history, and what it does not have.
import { mustBeFiles, uploadOf } from '../upload.ts';
import { command, type CommandSpec } from './command-spec.ts';
import { field } from './fields.ts';

export const fx: readonly CommandSpec[] = [
  command('fx.rates', {
    name: 'fx list',
    summary: 'stored exchange rates; for two currencies also cross rates through EUR or USD',
    example: 'zorivest fx list --base EUR --quote USD --from 2026-03-01',
    shown: ['date', 'base', 'quote', 'rate', 'source'],
  }),
  command('fx.import', {
    name: 'fx import',
    summary: "import the European Central Bank's history: eurofxref-hist.csv or its zip",
    example: 'zorivest fx import eurofxref-hist.zip',
    places: ['file'],
    also: () => [field('file', 'The file, as it was downloaded')],
    perform: ({ file }, { client }) => {
      mustBeFiles([String(file)]);
      return client.fx.import({ body: { file: uploadOf(String(file)) } });
    },
    shown: ({ stored, days, currencies, from, to }) =>
      stored === 0
        ? 'Nothing new.'
        : `${stored} rates of ${currencies.length} currencies on ${days} days, ${from ?? ''} to ${to ?? ''}.`,
  }),
  command('fx.put', {
    name: 'fx set',
    summary: 'record an exchange rate of a day',
    example: 'zorivest fx set 2026-03-31 EUR USD 1.0815',
    places: ['date', 'base', 'quote', 'rate'],
    without: ['rates'],
    also: () => [
      field('date', 'Such as 2026-03-31'),
      field('base', 'What one unit of is worth …'),
      field('quote', '… so much of this'),
      field('rate', '1 base = rate quote', { type: 'number' }),
      field('source', 'Who says so'),
    ],
    perform: (input, { ask }) => ask({ rates: [input] }),
    shown: (_, { date, base, quote, rate }) =>
      `On ${String(date)} one ${String(base)} was ${String(rate)} ${String(quote)}.`,
  }),
];
