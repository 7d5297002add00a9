// DEGIRO: transactions and the account, in eight languages. Columns are known by their place and their language's word;
// a currency stands in an unnamed column next to its amount, or in the amount's own heading. Days are first, times are
// Amsterdam's, without seconds. What is too long for a line continues in the next, which has neither day nor amount.
import { type Cells, cleanCell } from '../../text/csv.ts';
import { isNote, type TableFormat } from '../format.ts';
import type { Sink } from '../sink.ts';
import { DegiroAccount } from './degiro-account.ts';
import { cellOf, type Columns, columnsOf, currencyAt, isAccount, type Role } from './degiro-columns.ts';

export const degiro: TableFormat = {
  kind: 'csv',
  name: 'degiro',
  label: 'DEGIRO',
  zone: 'Europe/Amsterdam',
  dateOrder: 'dmy',
  newestFirst: true,
  recognise({ headers }) {
    for (const { index, header } of headers) {
      const columns = columnsOf(header.names);
      if (columns === null) continue;
      const what = isAccount(columns) ? 'account' : 'transactions';
      return { confidence: 0.99, reason: `Row ${index + 1} has the columns of DEGIRO's ${what}.` };
    }
    return null;
  },
  reader(sink) {
    let columns: Columns | null = null;
    const account = new DegiroAccount(sink);
    /** The last row: it may go on in the next line. */
    let last: { cells: Cells; readonly number: number } | null = null;
    const read = () => {
      if (last === null || columns === null) return;
      const { cells, number } = last;
      last = null;
      if (isAccount(columns)) account.row(cells, columns, number);
      else transaction(cells, columns, number, sink);
      sink.finishRow(number);
    };
    return {
      row(cells, number) {
        const opened = columns === null ? columnsOf(cells) : null;
        if (opened !== null) {
          columns = opened;
          return;
        }
        if (columns === null) return;
        if (last !== null && isContinuation(cells, columns)) {
          last.cells = joinLines(last.cells, cells, columns);
          return;
        }
        read();
        if (!isNote(cells)) last = { cells, number };
      },
      end() {
        read();
        account.end();
      },
    };
  },
};

const WRAPPED = ['product', 'description', 'order'] as const;

/** Whether a line has nothing but the rest of what stands above it. */
function isContinuation(cells: Cells, { place }: Columns): boolean {
  if (cellOf(cells, place.date) !== '') return false;
  const filled = cells.flatMap((cell, at) => (cleanCell(cell) === '' ? [] : [at]));
  return filled.length > 0 && filled.every((at) => WRAPPED.some((role) => place[role] === at));
}

function joinLines(above: Cells, below: Cells, { place }: Columns): Cells {
  return above.map((cell, at) => {
    const rest = cleanCell(below[at] ?? '');
    // An order's id is cut anywhere, words between two of them.
    return rest === '' ? cell : `${cell}${at === place.order ? '' : ' '}${rest}`;
  });
}

/** The ratio of the value in the product's currency to that in the account's, where no rate is stated. */
function rateOf(sink: Sink, local: string, booked: string): string {
  const rate = Math.abs(sink.value(local) / sink.value(booked));
  return rate > 0 && Number.isFinite(rate) ? rate.toFixed(8) : '';
}

function transaction(cells: Cells, columns: Columns, row: number, sink: Sink): void {
  const { place } = columns;
  const cell = (role: Role) => cellOf(cells, place[role]);
  const quantity = cell('quantity');
  const isin = cell('isin');
  const [booked, paid] = [currencyAt(cells, columns, place.value), currencyAt(cells, columns, place.total)];
  const currency = currencyAt(cells, columns, place.price);
  const rate = cell('rate') || (currency === booked ? '' : rateOf(sink, cell('local'), cell('value')));
  const costs = [place.costs, place.autofx].filter((at) => at !== -1);
  sink.execution({
    row,
    side: quantity === '' ? null : quantity.startsWith('-') ? 'SLD' : 'BOT',
    symbol: isin || cell('product'),
    isin,
    name: cell('product'),
    quantity,
    price: cell('price'),
    currency,
    // Rights and spun-off shares come at nothing.
    free: true,
    negatedCosts: costs.map((at) => cellOf(cells, at)),
    costCurrencies: costs.map((at) => currencyAt(cells, columns, at) || paid),
    costKinds: ['commission', 'other'],
    ...(rate === '' ? {} : { fx: { currency: booked, rate, inverse: true } }),
    amounts: [cell('value'), cell('total')],
    amountCurrency: paid || booked,
    // Rights and other bookings have no time of day; nothing trades at midnight.
    when: cell('time') === '00:00' ? cell('date') : `${cell('date')} ${cell('time')}`,
    orderId: cell('order') || cellOf(cells, place.order + 1),
  });
}
