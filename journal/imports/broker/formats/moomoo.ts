// Moomoo and Futu: the list of orders, in which each further fill of an order is a row with its fill cells only, and the list
// of fills. Costs stand with an order's first fill.
import type { Row } from '../../text/columns.ts';
import { NEW_YORK, tabular } from '../format.ts';
import { optionInstrument } from '../instrument.ts';
import { type Side, sideOf } from '../row-text.ts';
import type { Sink } from '../sink.ts';

interface Order {
  readonly side: Side | null;
  readonly symbol: string;
  readonly currency: string;
}

/** The order whose fills are being read. */
class LastOrder {
  current: Order | null = null;
}

export const moomoo = tabular<LastOrder>({
  name: 'moomoo',
  label: 'Moomoo',
  zone: NEW_YORK,
  newestFirst: true,
  open: () => new LastOrder(),
  layouts: [
    {
      columns: ['side', 'symbol', 'orderprice', 'orderqty', 'status', 'fillqty', 'fillprice', 'filltime'],
      confidence: 0.99,
      read: readOrder,
    },
    {
      columns: ['symbol', 'name', 'side', 'fillqty', 'fillprice', 'fillamount', 'filltime', 'counterparty'],
      confidence: 0.99,
      read: (row, sink) => readFill(row, sink, orderOf(row), []),
    },
  ],
});

const orderOf = (row: Row): Order => ({
  side: sideOf(row.text('side')),
  symbol: row.text('symbol'),
  currency: row.text('currency'),
});

function readOrder(row: Row, sink: Sink, last: LastOrder): void {
  const isFirst = row.text('symbol') !== '';
  if (isFirst) last.current = orderOf(row);
  if (row.text('fillqty') === '') {
    const status = row.text('status') || 'not filled';
    if (isFirst) return sink.skip(row.number, 'not_filled', `An order without a fill (${status.slice(0, 40)})`);
    return sink.skip(row.number, 'nothing', 'The row names no fill');
  }
  if (last.current === null) return sink.invalid(row.number, 'A fill without its order: the file begins in the middle');
  readFill(row, sink, last.current, isFirst ? [row.text('total')] : []);
}

/** `AAPL250117C230000`: the strike in thousandths. */
const OPTION = /^([A-Z.]+)(\d{2})(\d{2})(\d{2})([CP])(\d{4,8})$/;

function readFill(row: Row, sink: Sink, { side, symbol, currency }: Order, costs: readonly string[]): void {
  const [, root, year, month, day, right, strike] = OPTION.exec(symbol) ?? [];
  const option =
    root === undefined ? null : sink.option(`${root}${year}${month}${day}${right}${(strike ?? '').padStart(8, '0')}`);
  sink.execution({
    row: row.number,
    side,
    symbol,
    ...(option === null ? {} : { instrument: optionInstrument(option) }),
    quantity: row.text('fillqty'),
    price: row.text('fillprice'),
    costs,
    amounts: [row.text('fillamount')],
    // "(ET)" and "ET" are one zone.
    when: row.text('filltime').replace(/\((\w+)\)$/, '$1'),
    currency,
  });
}
