// Zerodha: the tradebook of Console, as CSV or as a workbook, where titles stand above the table; it tells no charges. The P&L
// statement has sums and no trades: they are stored for reconciliation with the book.
import type { Cells } from '../../text/csv.ts';
import { STATED, tabular } from '../format.ts';
import { sideOf } from '../row-text.ts';

/** The days that a statement is of, by its title: "P&L Statement for Equity from 2024-04-01 to 2025-03-31". */
interface Period {
  readonly from: string;
  readonly to: string;
}

function periodOf(rows: readonly Cells[]): Period {
  const title = rows
    .slice(0, 40)
    .flat()
    .find((cell) => PERIOD.test(cell));
  const [, from = '', to = ''] = PERIOD.exec(title ?? '') ?? [];
  return { from, to };
}

const PERIOD = /\bfrom (\d{4}-\d{2}-\d{2}) to (\d{4}-\d{2}-\d{2})\b/i;

export const zerodha = tabular<Period>({
  name: 'zerodha',
  label: 'Zerodha',
  zone: 'Asia/Kolkata',
  open: (_, sample) => periodOf(sample.rows),
  layouts: [
    {
      columns: ['symbol', 'isin', 'quantity', 'buyvalue', 'sellvalue', 'realizedpl'],
      confidence: 0.98,
      read(row, sink, { from, to }) {
        if (row.text('symbol') === '') return;
        sink.holdings.figure({
          kind: 'realised',
          subject: row.text('symbol').toUpperCase(),
          amounts: {
            quantity: row.text('quantity'),
            cost: row.text('buyvalue'),
            proceeds: row.text('sellvalue'),
            realised: row.text('realizedpl'),
          },
          from,
          when: to,
          currency: 'INR',
          row: row.number,
        });
        sink.skip(row.number, 'stated', STATED);
      },
    },
    {
      columns: ['symbol', 'isin', 'tradedate', 'exchange', 'segment', 'tradetype', 'quantity', 'price', 'tradeid'],
      confidence: 0.99,
      read(row, sink) {
        if (!/^eq$/i.test(row.text('segment')))
          return sink.invalid(row.number, `${row.text('segment') || 'The segment'} is not read: only shares (EQ) are`);
        sink.log.warn(
          'Zerodha tells no charges in the tradebook: enter brokerage and taxes yourself, or the results are before costs.',
        );
        sink.execution({
          row: row.number,
          side: sideOf(row.text('tradetype')),
          symbol: row.text('symbol'),
          isin: row.text('isin'),
          quantity: row.text('quantity'),
          price: row.text('price'),
          // "2024-05-06T10:15:30"; a workbook may have the day alone.
          when: row.text('orderexecutiontime', 'tradedate'),
          currency: 'INR',
          execId: row.text('tradeid'),
          orderId: row.text('orderid'),
        });
      },
    },
  ],
});
