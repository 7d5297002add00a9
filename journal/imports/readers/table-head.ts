// The first rows of a table no format knows: what a person needs to say which column is what.
import { type BankField, type DateOrder, type MappedField, mappedFields } from '@zorivest/vocabulary';
import { suggestColumns } from '../bank/usual-columns.ts';
import { cleanCell, sniffDelimiter, splitCsv } from '../text/csv.ts';
import { decodeText } from '../text/encoding.ts';
import { type DecimalMark, sniffDecimalMark } from '../text/number.ts';
import { sniffDateOrder } from '../text/time.ts';
import { type Header, Sample } from '../text/columns.ts';
import { foreignFile } from './detect.ts';
import { Mapping } from '../broker/formats/generic-columns.ts';

export interface TableHead {
  readonly columns: string[];
  /** The rows after the headings, cell by cell. */
  readonly rows: string[][];
  /** The columns whose headings give them away. */
  readonly fields: Partial<Record<MappedField, string>>;
  /** The same, were it a bank's statement. */
  readonly bank_fields: Partial<Record<BankField, string>>;
  readonly decimal_mark: DecimalMark;
  readonly date_order: DateOrder;
}

/** Headings stand at the top, below a few lines about the account. */
const LOOKED_AT = 40;
const SHOWN = 5;

/** Null for what is not a table. */
export function tableHead(bytes: Uint8Array): TableHead | null {
  const text = decodeText(bytes);
  if (foreignFile(bytes.subarray(0, 16), text) !== null) return null;
  const delimiter = sniffDelimiter(text);
  const rows = splitCsv(text, delimiter);
  const found = headingOf(new Sample(rows));
  if (found === undefined) return null;
  const { index, header } = found;
  const decimal_mark = sniffDecimalMark(rows.slice(index, index + 200), delimiter);
  return {
    columns: header.names.filter((name) => name !== ''),
    rows: rows.slice(index + 1, index + 1 + SHOWN).map((cells) => cells.map(cleanCell)),
    fields: listKnownFields(header),
    bank_fields: suggestColumns(header),
    decimal_mark,
    // Who writes a comma in numbers writes the day before the month.
    date_order: sniffDateOrder(text, decimal_mark === ',' ? 'dmy' : 'mdy'),
  };
}

/** The widest row that may be one, the first of several. */
function headingOf({ headers }: Sample): Sample['headers'][number] | undefined {
  const near = headers.filter(({ index }) => index < LOOKED_AT);
  const widest = Math.max(...near.map(({ header }) => header.columns.size));
  return near.find(({ header }) => header.columns.size === widest);
}

function listKnownFields(header: Header): TableHead['fields'] {
  const found = new Mapping(undefined).under(header);
  const fields: Partial<Record<MappedField, string>> = {};
  for (const field of mappedFields) {
    const [name] = found[field];
    const column = name === undefined ? undefined : header.names[header.column(name)];
    if (column !== undefined) fields[field] = column;
  }
  return fields;
}
