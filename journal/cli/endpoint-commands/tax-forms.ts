// Brokers' Forms 1099 compared with the book, and the sales for a tax program.
import { existsSync, writeFileSync } from 'node:fs';
import { UserError } from '../output.ts';
import { mustBeFiles, uploadOf } from '../upload.ts';
import { command, type Answer, type CommandSpec } from './command-spec.ts';
import { field } from './fields.ts';

type FormComparison = Answer<'tax.forms1099'>;
type FormImport = Answer<'tax.import1099'>;

const sales = (count: number): string => (count === 1 ? '1 sale' : `${count} sales`);

function differenceLines({
  matched,
  mismatches: differences,
}: Pick<FormComparison, 'matched' | 'mismatches'>): string[] {
  return [
    `${matched === 1 ? '1 row has its sale' : `${matched} rows have their sales`} in the book; ${differences.length === 0 ? 'nothing differs' : `${differences.length} ${differences.length === 1 ? 'difference' : 'differences'}`}.`,
    ...differences.flatMap(({ kind, instrument, account_id, sold, stated, book, cause, rows }) => [
      `  ${sold} ${instrument} (${account_id}), ${kind.replaceAll('_', ' ')}: the form says ${stated ?? 'nothing'}, the book ${book ?? 'nothing'}${rows.length === 0 ? '' : ` (row ${rows.join(', ')})`}`,
      `    ${cause}`,
    ]),
  ];
}

function show(answer: FormComparison | FormImport | undefined): string {
  if (answer === undefined) return 'Removed.';
  if ('form_id' in answer)
    return [
      `Form ${answer.form} of ${answer.tax_year} for ${answer.account_id}: ${sales(answer.sales)}${answer.replaced ? ', in place of the form before' : ''}.`,
      ...answer.invalid.map(({ row, reason }) => `  row ${row} was left out: ${reason}`),
      ...differenceLines(answer),
    ].join('\n');
  if (answer.forms.length === 0)
    return `No Form 1099 of ${answer.tax_year} is in the book: zorivest tax 1099 --file 1099.csv --account <name> reads one.`;
  return [
    ...answer.forms.map(
      ({ form_id, form, account_id, file_name, sales: count }) =>
        `${form_id}: Form ${form} of ${answer.tax_year} for ${account_id}, ${sales(count)} (${file_name ?? 'no file name'})`,
    ),
    ...differenceLines(answer),
  ].join('\n');
}

/** How many sales the format has no place for: the form as JSON has a row for each, with its box. */
function leftOut(text: string): number {
  const form = JSON.parse(text) as { rows: { box: string | null }[] };
  return form.rows.filter(({ box }) => box !== null && box >= 'G').length;
}

export const taxForms: readonly CommandSpec[] = [
  command('tax.forms1099', {
    name: 'tax 1099',
    summary: 'compare brokers’ Forms 1099-B and 1099-DA with the book; with --file, read one (TXF, CSV or a workbook)',
    example: 'zorivest tax 1099 --file 1099-2025.csv --account main',
    places: ['tax_year'],
    optional: ['tax_year'],
    optionNames: { tax_year: 'year' },
    also: () => [
      field('file', 'A form to read, for --account'),
      field('form', 'What it is, where the file does not say', { choices: ['1099-B', '1099-DA'] }),
      field('sheet', 'Of a workbook: the sheet to read'),
      field('forget', 'The number of a form to remove', { type: 'number' }),
    ],
    perform: async ({ file, form, sheet, forget, tax_year, account_id }, { ask, client }) => {
      if (typeof forget === 'number') return client.tax.forget1099({ params: { form_id: forget } });
      if (typeof file !== 'string') return ask({ tax_year, account_id });
      if (typeof account_id !== 'string') throw new UserError('name the account of the form: --account <name>');
      mustBeFiles([file]);
      return client.tax.import1099({
        body: {
          file: uploadOf(file),
          account_id,
          ...(typeof tax_year === 'number' && { tax_year }),
          ...((form === '1099-B' || form === '1099-DA') && { form }),
          ...(typeof sheet === 'string' && { sheet }),
        },
      });
    },
    shown: show,
  }),
  command('tax.txf', {
    name: 'tax txf',
    summary: 'the sales of Form 8949 for a tax program, as TXF: to a new file, or to stdout',
    example: 'zorivest tax txf 2025 sales-2025.txf',
    places: ['tax_year', 'file'],
    optional: ['tax_year', 'file'],
    optionNames: { tax_year: 'year' },
    also: () => [field('file', 'Where to write it')],
    perform: async ({ file, tax_year, account_id }, { ask, client }) => {
      const answer = await ask({ tax_year, account_id });
      if (typeof file !== 'string') return answer;
      if (existsSync(file)) throw new UserError(`there is a ${file} already; name another file`);
      const form = await client.tax.form({
        params: { form: '8949' },
        query: {
          format: 'json',
          ...(typeof tax_year === 'number' && { year: tax_year }),
          ...(typeof account_id === 'string' && { account_id }),
        },
      });
      writeFileSync(file, answer.bytes, { mode: 0o600, flag: 'wx' });
      const missing = leftOut(Buffer.from(form.bytes).toString());
      const written = Buffer.from(answer.bytes).toString().split('\r\nN').length - 1;
      return { file, sales: written, left_out: missing };
    },
    shown: ({ file, sales: written, left_out: missing }) =>
      [
        `${file}: ${sales(written)}.`,
        ...(missing === 0
          ? []
          : [
              `${sales(missing)} of coins (boxes G to L) left out: the format has no number for them. zorivest tax forms 8949 has all.`,
            ]),
      ].join('\n'),
  }),
];
