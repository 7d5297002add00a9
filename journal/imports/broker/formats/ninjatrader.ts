// NinjaTrader 7/8: the trade list of Trade Performance (entry and exit in one row), executions, and orders.
import { NEW_YORK, tabular } from '../format.ts';
import { sideOf } from '../row-text.ts';

export const ninjatrader = tabular({
  name: 'ninjatrader',
  label: 'NinjaTrader',
  zone: NEW_YORK,
  layouts: [
    {
      columns: ['instrument', 'account', 'strategy', 'marketpos', 'entryprice', 'exitprice', 'entrytime', 'exittime'],
      confidence: 0.99,
      read(row, sink) {
        const position = row.lower('marketpos');
        if (position !== 'long' && position !== 'short')
          return sink.invalid(row.number, 'The market position is neither long nor short');
        sink.roundTrip({
          row: row.number,
          direction: position,
          symbol: row.text('instrument'),
          future: true,
          quantity: row.text('quantity', 'qty'),
          entryPrice: row.text('entryprice'),
          exitPrice: row.text('exitprice'),
          entryTime: row.text('entrytime'),
          exitTime: row.text('exittime'),
          entryCosts: ['commission', 'clearingfee', 'exchangefee', 'ipfee', 'nfafee'].map((name) => row.text(name)),
          costKinds: ['commission', 'clearing', 'exchange', 'other', 'regulatory'],
          realized: row.text('profit'),
          result: row.text('profit'),
          account: row.text('account'),
        });
      },
    },
    {
      columns: ['instrument', 'action', 'quantity', 'price', 'time', 'ex|id|orderid|executionid'],
      without: ['transcode'],
      confidence: 0.96,
      read(row, sink) {
        sink.execution({
          row: row.number,
          side: sideOf(row.text('action')),
          symbol: row.text('instrument'),
          future: true,
          quantity: row.text('quantity'),
          price: row.text('price'),
          costs: [row.text('commission'), row.text('fee')],
          costKinds: ['commission', 'exchange'],
          when: row.text('time'),
          account: row.text('account', 'accountdisplayname', 'accountname'),
          execId: row.text('executionid', 'id'),
          orderId: row.text('orderid'),
        });
      },
    },
    {
      columns: ['instrument', 'action', 'filled', 'avgprice', 'state', 'time'],
      status: ['state'],
      read(row, sink) {
        sink.execution({
          row: row.number,
          side: sideOf(row.text('action')),
          symbol: row.text('instrument'),
          future: true,
          quantity: row.text('filled'),
          price: row.text('avgprice'),
          when: row.text('time'),
          account: row.text('account', 'accountdisplayname'),
          orderId: row.text('orderid', 'id'),
        });
      },
    },
  ],
});
