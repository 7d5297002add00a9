// A bought and a sold fill in one row, as Tradovate's Performance report and its resellers print them.
import type { Row } from '../text/columns.ts';
import type { Sink } from './sink.ts';

/** Whichever of the two came first opened the trade. */
export function readPairedFills(row: Row, sink: Sink): void {
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
    realized: row.text('pnl', 'pl'),
    result: row.text('pnl', 'pl'),
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
