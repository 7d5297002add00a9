// TradeStation (and TradeNote's template of it): executions with every fee in its own column, and the order list.
import { NEW_YORK, tabular } from '../format.ts';
import { sideOf } from '../row-text.ts';

const FEES = ['comm', 'commission', 'sec', 'taf', 'nscc', 'nasdaq', 'ecnremove', 'ecnadd', 'orf', 'cat', 'fees'];
const FEE_KINDS = [
  ...(['commission', 'commission', 'regulatory', 'regulatory', 'clearing', 'exchange'] as const),
  ...(['ecn', 'ecn', 'regulatory', 'regulatory', 'other'] as const),
];

export const tradestation = tabular({
  name: 'tradestation',
  label: 'TradeStation',
  zone: NEW_YORK,
  layouts: [
    {
      columns: ['account', 'td', 'sd', 'side', 'symbol', 'qty', 'price', 'exectime'],
      confidence: 0.99,
      read(row, sink) {
        sink.execution({
          row: row.number,
          side: sideOf(row.text('side')),
          symbol: row.text('symbol'),
          quantity: row.text('qty'),
          price: row.text('price'),
          costs: FEES.map((name) => row.text(name)),
          costKinds: FEE_KINDS,
          amounts: [row.text('grossproceeds'), row.text('netproceeds')],
          when: `${row.text('td')} ${row.text('exectime')}`,
          account: row.text('account'),
          currency: row.text('currency'),
        });
      },
    },
    {
      columns: [
        'account',
        'type',
        'symbol',
        'qtyfilled|quantityfilled|filledqty',
        'filledprice|avgfillprice|fillprice|price',
        'filled|filledcanceled|orderstatus|status',
      ],
      without: ['buyprice', 'placingtime', 'bs', 'exectime'],
      confidence: 0.85,
      status: ['status', 'orderstatus'],
      read(row, sink) {
        sink.execution({
          row: row.number,
          side: sideOf(row.text('type', 'side')),
          symbol: row.text('symbol'),
          quantity: row.text('qtyfilled', 'quantityfilled', 'filledqty'),
          price: row.text('filledprice', 'avgfillprice', 'fillprice', 'price'),
          costs: FEES.map((name) => row.text(name)),
          costKinds: FEE_KINDS,
          when: row.text('filledcanceled', 'filled', 'datetime', 'time', 'entered'),
          account: row.text('account', 'accountid'),
          orderId: row.text('orderid', 'order'),
        });
      },
    },
  ],
});
