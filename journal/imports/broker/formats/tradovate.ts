// Tradovate: orders, fills, and the Performance report with bought and sold fill in one row.
import { tabular } from '../format.ts';
import { readPairedFills } from '../paired-fills.ts';
import { sideOf } from '../row-text.ts';

export const tradovate = tabular({
  name: 'tradovate',
  label: 'Tradovate',
  // Tradovate's reports are in the trader's local time; Chicago is where its products trade.
  zone: 'America/Chicago',
  layouts: [
    {
      columns: [
        'bs',
        'contract',
        'product',
        'filltime|timestamp',
        'avgprice|avgfillprice|price',
        'filledqty|quantity|qty',
      ],
      confidence: 0.98,
      status: ['status'],
      read(row, sink) {
        sink.execution({
          row: row.number,
          side: sideOf(row.text('bs')),
          symbol: row.text('contract', 'product'),
          future: true,
          quantity: row.text('filledqty', 'quantity', 'qty'),
          price: row.text('avgprice', 'avgfillprice', 'decimalfillavg', 'price'),
          costs: [row.text('commission')],
          notional: row.text('notionalvalue'),
          when: row.text('filltime', 'timestamp', 'date'),
          account: row.text('account'),
          currency: row.text('currency'),
          execId: row.text('fillid'),
          orderId: row.text('orderid'),
        });
      },
    },
    {
      columns: [
        'symbol|contract',
        'pairedqty|qty',
        'buyprice',
        'sellprice',
        'boughttimestamp',
        'soldtimestamp',
        'buyfillid|pairid|product|pnl',
      ],
      without: ['status'],
      confidence: 0.95,
      read: readPairedFills,
    },
  ],
});
