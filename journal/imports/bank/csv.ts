// Bank statements as CSV: the banks we know by their columns, and any other by the usual names of columns.
import { isZero } from '@zorivest/domain';
import { compact, Header, Row } from '../text/columns.ts';
import { type Cells, CsvSplitter, sniffDelimiter, splitCsv } from '../text/csv.ts';
import { sniffDecimalMark } from '../text/number.ts';
import { type DateOrder, parseDate, sniffDateOrder } from '../text/time.ts';
import type { BankFormat, BankReader } from './format.ts';
import type { BankColumns, BankMapping } from './mapping.ts';
import type { BankSink, OpenAccount } from './sink.ts';
import { usualDateOrder, usualMapping } from './usual-columns.ts';

/** How the rows under a header are read; null when these are not its columns. */
type Mapping = (header: Header) => BankMapping | null;

const LOOKED_AT = 40;

export const bankCsv: BankFormat = {
  name: 'csv',
  label: 'CSV',
  recognise(head) {
    if (/^\s*[<{]/.test(head)) return 0;
    const rows = splitCsv(head.slice(0, 64 * 1024), sniffDelimiter(head)).slice(0, LOOKED_AT);
    if (rows.some((cells) => cells.length >= 2 && usualMapping(new Header(cells)) !== null)) return 0.6;
    return plainColumns(rows) === null ? 0 : 0.4;
  },
  reader: (sink, head) => new CsvStatement(sink, head, usualMapping),
};

/** CSV whose columns the user has named. */
export function createMappedCsv(mapping: BankMapping): BankFormat {
  const names = Object.values(mapping.columns).map(compact);
  const own: Mapping = (header) => (header.hasAll(names) ? mapping : null);
  return { ...bankCsv, reader: (sink, head) => new CsvStatement(sink, head, own, mapping.name) };
}

/** For files without a header: date first, an amount, and the longest text. */
function plainColumns(
  rows: readonly Cells[],
): { readonly date: number; readonly amount: number; readonly payee: number } | null {
  const first = rows.find((cells) => cells.length >= 3);
  if (first === undefined) return null;
  const date = first.findIndex((cell) => parseDate(cell) !== null);
  const amount = first.findIndex(
    (cell, index) => index !== date && /^[-+(]?[$€£]?-?[\d,]*\d[.,]\d{2}\)?$/.test(cell.trim()),
  );
  if (date === -1 || amount === -1) return null;
  const texts = first.map((cell, index) =>
    index === date || index === amount ? 0 : cell.replaceAll(/[^\p{L}]/gu, '').length,
  );
  return { date, amount, payee: texts.indexOf(Math.max(...texts)) };
}

class CsvStatement implements BankReader {
  readonly #sink: BankSink;
  readonly #splitter: CsvSplitter;
  readonly #order: DateOrder;
  readonly #plain: ReturnType<typeof plainColumns>;
  readonly #mapping: Mapping;
  readonly #profile: string | undefined;
  #header: Header | null = null;
  #bank: BankMapping | null = null;
  #number = 0;
  /** The newest row's running balance is the closing one. */
  readonly #newest = new Map<OpenAccount, string>();

  /** `profile`: the name of the user's own mapping, which nothing else may stand in for. */
  constructor(sink: BankSink, head: string, mapping: Mapping, profile?: string) {
    const delimiter = sniffDelimiter(head);
    const rows = splitCsv(head.slice(0, 64 * 1024), delimiter).slice(0, 200);
    const titled = rows
      .slice(0, LOOKED_AT)
      .map((cells) => (cells.length >= 2 ? mapping(new Header(cells)) : null))
      .find((found) => found !== null);
    this.#sink = sink;
    this.#mapping = mapping;
    this.#profile = profile;
    this.#splitter = new CsvSplitter(delimiter);
    this.#order = titled?.dateOrder ?? sniffDateOrder(head, titled === undefined ? 'mdy' : usualDateOrder(titled));
    this.#plain = titled === undefined && profile === undefined ? plainColumns(rows) : null;
    sink.decimalMark = titled?.decimalMark ?? sniffDecimalMark(rows, delimiter);
  }

  push(text: string): void {
    this.#splitter.push(text, (cells) => this.#row(cells));
  }

  end(): void {
    for (const cells of this.#splitter.end()) this.#row(cells);
    if (this.#header === null && this.#plain === null)
      this.#sink.log.warn(
        this.#profile === undefined
          ? 'No columns for a date and an amount were found: map the columns, then import again.'
          : `The columns that the profile "${this.#profile}" names are not in the file: nothing was read.`,
      );
  }

  #row(cells: Cells): void {
    this.#number++;
    if (cells.every((cell) => cell.trim() === '')) return;
    if (this.#plain !== null) return this.#plainRow(cells, this.#plain);
    if (this.#header === null || this.#bank === null) {
      const header = new Header(cells);
      const bank = cells.length >= 2 ? this.#mapping(header) : null;
      if (bank !== null) [this.#header, this.#bank] = [header, bank];
      return;
    }
    this.#read(new Row(this.#header, cells, this.#number), this.#bank, cells);
  }

  #read(row: Row, bank: BankMapping, cells: Cells): void {
    const cell = (field: keyof BankColumns) => {
      const name = bank.columns[field];
      return name === undefined ? '' : row.text(compact(name));
    };
    // A line with fewer than two cells filled is a title or a footer.
    if (cells.filter((one) => one.trim() !== '').length < 2) return;
    const money = this.#money(cell);
    const date = parseDate(cell('date'), this.#order);
    if (date === null && money.amount === '') return;
    if (/^(?:opening|closing|beginning|ending) balance|^total/i.test(cell('payee')) && money.amount === '') return;
    const kind = bank.kind ?? 'bank';
    const account = this.#sink.account(cell('account'), kind, cell('currency').toUpperCase() || bank.currency || null);
    const negative = bank.invert === true ? !money.negative : money.negative;
    this.#sink.transaction(account, {
      row: row.number,
      date,
      stated: cell('date'),
      amount: money.amount,
      negative,
      id: cell('id'),
      payee: cell('payee') || cell('memo'),
      memo: cell('payee') === '' ? '' : cell('memo'),
      type: cell('type').toLowerCase(),
      valueDate: parseDate(cell('value_date'), this.#order),
      currency: cell('currency'),
      checkNumber: cell('check_number'),
      category: cell('category'),
      pending: /^(?:pending|reverted|declined|vorgemerkt|autorizzato)/i.test(cell('pending')),
    });
    if (cell('balance') !== '' && date !== null && date > (this.#newest.get(account) ?? '')) {
      this.#newest.set(account, date);
      this.#sink.balance(account, cell('balance'), date);
    }
  }

  /** One signed column, or one for each way. */
  #money(cell: (field: keyof BankColumns) => string): { readonly amount: string; readonly negative: boolean } {
    const debit = cell('debit');
    const credit = cell('credit');
    const moves = (text: string) => {
      const amount = this.#sink.amount(text);
      return amount !== null && !isZero(amount);
    };
    if (moves(debit)) return { amount: debit.replace(/^-/, ''), negative: true };
    if (moves(credit)) return { amount: credit.replace(/^\+/, ''), negative: false };
    const amount = cell('amount') || debit || credit;
    const leaves = /^(?:d|dr|db|dbit|debit|debet|af|s|soll|out|withdrawal)\.?$/i.test(cell('sign'));
    return { amount, negative: leaves && !/^\s*[-(]|-\s*$/.test(amount) };
  }

  #plainRow(cells: Cells, at: { readonly date: number; readonly amount: number; readonly payee: number }): void {
    this.#sink.transaction(this.#sink.account('', 'bank'), {
      row: this.#number,
      date: parseDate(cells[at.date] ?? '', this.#order),
      stated: cells[at.date] ?? '',
      amount: cells[at.amount] ?? '',
      payee: cells[at.payee] ?? '',
    });
  }
}
