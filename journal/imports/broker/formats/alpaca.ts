// Alpaca: account activities as CSV. The same fields as its API; the activity's id is the fill's id.
import { NEW_YORK, tabular } from '../format.ts';
import { sideOf } from '../row-text.ts';

export const alpaca = tabular({
  name: 'alpaca',
  label: 'Alpaca',
  zone: NEW_YORK,
  layouts: [
    {
      columns: ['activitytype', 'symbol', 'side', 'qty', 'price', 'transactiontime'],
      confidence: 0.99,
      read(row, sink) {
        if (row.lower('activitytype') === 'fill')
          sink.execution({
            row: row.number,
            side: sideOf(row.text('side')),
            symbol: row.text('symbol'),
            quantity: row.text('qty'),
            price: row.text('price'),
            costs: [row.text('commission')],
            amounts: [row.text('netamount', 'grossamount')],
            when: row.text('transactiontime'),
            execId: row.text('id'),
            orderId: row.text('orderid'),
            account: row.text('accountid', 'accountnumber'),
          });
        else
          sink.cash({
            row: row.number,
            when: row.text('date', 'transactiontime'),
            amount: row.text('netamount'),
            description: `${row.text('activitytype')} ${row.text('description')}`,
            symbol: row.text('symbol'),
            memo: row.text('description', 'activitytype'),
            id: row.text('id'),
          });
      },
    },
    {
      columns: ['symbol', 'side', 'filledqty', 'filledavgprice', 'filledat', 'status'],
      confidence: 0.97,
      status: ['status'],
      read(row, sink) {
        sink.execution({
          row: row.number,
          side: sideOf(row.text('side')),
          symbol: row.text('symbol'),
          quantity: row.text('filledqty'),
          price: row.text('filledavgprice'),
          amounts: [row.text('filledvalue', 'filledamount')],
          when: row.text('filledat'),
          orderId: row.text('id', 'orderid'),
        });
      },
    },
  ],
});
