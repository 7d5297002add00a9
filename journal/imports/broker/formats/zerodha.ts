// Zerodha: the tradebook of Console, as CSV or as a workbook, where titles stand above the table. It tells no charges.
import { tabular } from '../format.ts';
import { sideOf } from '../row-text.ts';

export const zerodha = tabular({
  name: 'zerodha',
  label: 'Zerodha',
  zone: 'Asia/Kolkata',
  layouts: [
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
