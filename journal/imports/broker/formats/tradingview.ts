// TradingView: order history of its trading panel (in any of its languages) and the Performance export of its brokers.
import { tabular } from '../format.ts';
import type { Row } from '../columns.ts';
import type { Sink } from '../sink.ts';
import { sideOf } from '../words.ts';

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
      read: paired,
    },
    {
      // Its brokers' Performance export, which is Tradovate's; read as such when this format is named.
      columns: ['symbol', 'buyprice', 'sellprice', 'boughttimestamp', 'soldtimestamp', 'pnl'],
      confidence: 0.9,
      read: paired,
    },
  ],
});

/** A bought and a sold fill in one row: whichever came first opened the trade. */
export function paired(row: Row, sink: Sink): void {
  const bought = row.text('boughttimestamp');
  const sold = row.text('soldtimestamp');
  const long = isLong(row, sink, bought, sold);
  const [buyPrice, sellPrice] = [row.text('buyprice'), row.text('sellprice')];
  const [buyId, sellId] = [row.text('buyfillid'), row.text('sellfillid')];
  sink.roundTrip({
    row: row.number,
    direction: long ? 'long' : 'short',
    symbol: row.text('symbol', 'contract', 'product'),
    future: true,
    quantity: row.text('pairedqty', 'qty', 'quantity'),
    entryPrice: long ? buyPrice : sellPrice,
    exitPrice: long ? sellPrice : buyPrice,
    entryTime: long ? bought : sold,
    exitTime: long ? sold : bought,
    ...(buyId === '' ? {} : { [long ? 'entryId' : 'exitId']: `${buyId}-${row.text('pairid', 'sellfillid')}` }),
    ...(sellId === '' ? {} : { [long ? 'exitId' : 'entryId']: `${sellId}-${row.text('pairid', 'buyfillid')}` }),
    account: row.text('account'),
    currency: row.text('currency'),
  });
}

function isLong(row: Row, sink: Sink, bought: string, sold: string): boolean {
  const [first, second] = [sink.moment(bought)?.instant ?? 0, sink.moment(sold)?.instant ?? 0];
  if (first !== second) return first < second;
  // In the same second the sign of the profit tells.
  const profit = Number(sink.number(row.text('pnl', 'pl')) || '0');
  const rise = Number(sink.number(row.text('sellprice')) || '0') - Number(sink.number(row.text('buyprice')) || '0');
  return profit === 0 || rise === 0 || profit > 0 === rise > 0;
}
