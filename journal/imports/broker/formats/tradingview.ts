// TradingView: order history of its trading panel (in any of its languages) and the Performance export of its brokers.
import { tabular } from '../format.ts';
import { readPairedFills } from '../paired-fills.ts';
import { sideOf } from '../row-text.ts';

export const tradingview = tabular({
  name: 'tradingview',
  label: 'TradingView',
  aliases: ['avatrade'],
  // The panel shows exchange or UTC time depending on the chart; UTC is its default.
  zone: 'UTC',
  layouts: [
    {
      columns: ['symbol', 'side', 'orderid', 'fillprice|avgfillprice', 'leverage|placingtime|closingtime|updatetime'],
      confidence: 0.97,
      status: ['status'],
      read(row, sink) {
        sink.execution({
          row: row.number,
          side: sideOf(row.text('side')),
          symbol: row.text('symbol'),
          quantity: row.text('filledqty', 'filledquantity', 'qty', 'quantity'),
          price: row.text('fillprice', 'avgfillprice', 'price'),
          costs: [row.text('commission')],
          notional: row.text('tradevalue', 'ordervalue', 'value'),
          when: row.text('closingtime', 'updatetime', 'time', 'placingtime'),
          account: row.text('account'),
          orderId: row.text('orderid'),
        });
      },
    },
    {
      columns: ['symbol', 'buyprice', 'sellprice', 'boughttimestamp', 'soldtimestamp', 'status'],
      without: ['buyfillid', 'contract'],
      confidence: 0.93,
      read: readPairedFills,
    },
    {
      // Its brokers' Performance export, which is Tradovate's; read as such when this format is named.
      columns: ['symbol', 'buyprice', 'sellprice', 'boughttimestamp', 'soldtimestamp', 'pnl'],
      confidence: 0.9,
      read: readPairedFills,
    },
  ],
});
