// What was guessed about a table that is known by its shape only, in sentences a person can answer.
import { looksLikeIsin } from '@zorivest/domain';
import type { Header } from '../../text/columns.ts';
import type { Review } from '../../statement/model.ts';
import type { MappedField } from '@zorivest/vocabulary';
import type { FieldColumns, FileTraits } from './generic-columns.ts';

export function describeGuess(
  header: Header,
  columns: FieldColumns,
  traits: FileTraits,
): Pick<Review, 'columns' | 'unclear'> {
  const used = new Map<string, string>();
  for (const [field, names] of Object.entries(columns)) {
    const name = field === 'side' ? traits.side : names[0];
    if (name !== undefined && name !== null) used.set(field, header.names[header.column(name)] ?? name);
  }
  return { columns: Object.fromEntries(used), unclear: unclear(header, columns, traits) };
}

function unclear(header: Header, columns: FieldColumns, traits: FileTraits): string[] {
  const found: string[] = [];
  const cells = (field: MappedField) => {
    const at = header.column(columns[field][0] ?? '');
    return at === -1 ? [] : traits.rows.map((row) => row[at] ?? '').filter((cell) => cell !== '');
  };
  const paired = columns.entry_price.length > 0 && columns.exit_price.length > 0;
  if (traits.side === null && traits.isSigned)
    found.push('No column says buy or sell: negative quantities were read as sells.');
  else if (traits.side === null && paired) found.push('No column says long or short: every trade was read as long.');
  else if (traits.side === null)
    found.push(
      'No column says which rows are buys and which are sells, and no quantity is negative: name the column of the side, or its words, in a profile.',
    );
  const dates = [...cells('time'), ...cells('entry_time')];
  if (isAmbiguous(dates))
    found.push(`Whether the day or the month comes first in "${dates[0] ?? ''}" is not clear: choose it in a profile.`);
  const zoned = /(?:Z|[+-]\d{2}:?\d{2}|\b[A-Z]{2,4})$/;
  const zone = header.zones.size > 0 || dates.some((cell) => zoned.test(cell));
  if (!zone && dates.some((cell) => /\d:\d{2}/.test(cell)))
    found.push('The times carry no zone and were read as New York time: give their time zone if that is wrong.');
  if (columns.currency.length === 0) found.push("No column names a currency: prices were read as the account's.");
  if (columns.commission.length === 0 && columns.fees.length === 0)
    found.push('No column of costs was found: every trade was read as free of costs.');
  else if (traits.costsNegative)
    found.push('Costs are written as negative amounts and were read as costs, not as rebates.');
  const symbols = cells('symbol');
  if (symbols.length > 0 && symbols.every(looksLikeIsin))
    found.push('The instruments are named by ISIN only: name them once, and all rows follow.');
  return found;
}

/** Dates like 03/04/2024, none of which shows which number is the day. */
function isAmbiguous(dates: readonly string[]): boolean {
  let some = false;
  for (const cell of dates) {
    const parts = /^(\d{1,2})[-/](\d{1,2})[-/]\d{2,4}/.exec(cell);
    if (parts === null) continue;
    if (Number(parts[1]) > 12 || Number(parts[2]) > 12) return false;
    some ||= parts[1] !== parts[2];
  }
  return some;
}
