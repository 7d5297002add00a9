// Webull: order history in its three shapes, and the older trade list.
import { NEW_YORK, tabular, type Layout } from '../format.ts';
import { sideOf } from '../row-text.ts';

const COSTS = ['commission', 'fee', 'fees', 'platformfee', 'gst'];
const COST_KINDS = ['commission', 'other', 'other', 'platform', 'other'] as const;

const orders: Layout['read'] = (row, sink) => {
  const quantity = row.text('filled', 'filledqty', 'filledquantity');
  if (sink.number(quantity) === '0') return sink.skip(row.number, 'not_filled', 'Order not filled (nothing executed)');
  sink.execution({
    row: row.number,
    side: sideOf(row.text('side', 'bs')),
    symbol: row.text('symbol'),
    quantity,
    price: row.text('avgprice', 'filledavgprice', 'price').replace(/^@/, ''),
    costs: COSTS.map((name) => row.text(name)),
    costKinds: COST_KINDS,
    amounts: [row.text('tradedvalue', 'totalamount')],
    when: row.text('filledtime', 'filltime'),
    account: row.text('account', 'accountid', 'accountnumber'),
    currency: row.text('currency'),
    orderId: row.text('orderid'),
  });
};

export const webull = tabular({
  name: 'webull',
  label: 'Webull',
  zone: NEW_YORK,
  newestFirst: true,
  layouts: [
    {
      // Webull outside the United States: the trade record, its costs in two columns, the day first.
      columns: ['symbolname', 'tradedate', 'settlementdate', 'buysell', 'quantity', 'tradedprice', 'netamount'],
      confidence: 0.99,
      dateOrder: 'dmy',
      read(row, sink) {
        const [symbol = ''] = row.text('symbolname').split(/\s+/);
        sink.execution({
          row: row.number,
          side: sideOf(row.text('buysell')),
          symbol,
          quantity: row.text('quantity'),
          price: row.text('tradedprice'),
          // Written as what they take from the account, or without a sign: a cost either way.
          costs: [row.text('commfeetax'), row.text('vat')].map((cell) => cell.replaceAll(/^[-(]|\)$/g, '')),
          costKinds: ['commission', 'other'],
          amounts: [row.text('grossamount'), row.text('netamount')],
          when: row.text('tradedate'),
          settles: row.text('settlementdate'),
          currency: row.text('currency') || 'USD',
        });
      },
    },
    {
      columns: ['symbol', 'side', 'status', 'filled', 'totalqty|timeinforce', 'filledtime'],
      confidence: 0.98,
      status: ['status'],
      read: orders,
    },
    {
      columns: ['symbol', 'bs|side', 'sidetype', 'filledqty', 'filledavgprice', 'filledtime|filltime'],
      confidence: 0.98,
      status: ['status'],
      read: orders,
    },
    {
      columns: ['date', 'time', 'symbol', 'side', 'qty|quantity', 'price', 'amount', 'commission', 'fee'],
      confidence: 0.85,
      read(row, sink) {
        sink.execution({
          row: row.number,
          side: sideOf(row.text('side')),
          symbol: row.text('symbol'),
          quantity: row.text('qty', 'quantity'),
          price: row.text('price'),
          costs: COSTS.map((name) => row.text(name)),
          costKinds: COST_KINDS,
          amounts: [row.text('amount')],
          when: `${row.text('date')} ${row.text('time')}`,
        });
      },
    },
  ],
});
