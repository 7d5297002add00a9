// ProjectX (TopstepX and others): finished trades and order history.
import { tabular } from '../format.ts';
import { sideOf } from '../row-text.ts';

export const projectx = tabular({
  name: 'projectx',
  label: 'ProjectX',
  aliases: ['topstepx', 'topstep', 'projectx_orders'],
  zone: 'America/Chicago',
  layouts: [
    {
      columns: ['contractname', 'enteredat', 'exitedat', 'entryprice', 'exitprice', 'size', 'type'],
      confidence: 0.99,
      read(row, sink) {
        const id = row.text('id');
        sink.roundTrip({
          row: row.number,
          direction: /short|sell/i.test(row.text('type')) ? 'short' : 'long',
          symbol: row.text('contractname'),
          future: true,
          quantity: row.text('size'),
          entryPrice: row.text('entryprice'),
          exitPrice: row.text('exitprice'),
          entryTime: row.text('enteredat'),
          exitTime: row.text('exitedat'),
          entryCosts: [row.text('fees'), row.text('commissions')],
          costKinds: ['exchange', 'commission'],
          realized: row.text('pnl'),
          result: row.text('pnl'),
          ...(id === '' ? {} : { entryId: `${id}-in`, exitId: `${id}-out` }),
          account: row.text('accountname', 'account'),
        });
      },
    },
    {
      columns: ['contractname', 'status', 'side', 'size', 'executeprice', 'filledat'],
      confidence: 0.99,
      status: ['status'],
      read(row, sink) {
        sink.execution({
          row: row.number,
          side: sideOf(row.text('side')),
          symbol: row.text('contractname'),
          future: true,
          quantity: row.text('size'),
          price: row.text('executeprice'),
          costs: [row.text('fees'), row.text('commissions')],
          costKinds: ['exchange', 'commission'],
          when: row.text('filledat'),
          account: row.text('accountname', 'account'),
          orderId: row.text('platformorderid', 'exchangeorderid', 'id'),
        });
      },
    },
    {
      columns: ['qtydone', 'pricedone', 'tradingsymbol|symbol', 'lasttime|orderdate'],
      confidence: 0.95,
      read(row, sink) {
        const quantity = row.text('qtydone');
        if (sink.number(quantity) === '0')
          return sink.skip(row.number, 'not_filled', 'Order not filled (nothing executed)');
        sink.execution({
          row: row.number,
          side: quantity.startsWith('-') ? 'SLD' : 'BOT',
          symbol: row.text('tradingsymbol', 'symbol').split('.').pop() ?? '',
          future: true,
          quantity,
          price: row.text('pricedone'),
          when: row.text('lasttime', 'orderdate', 'formatteddate'),
          account: row.text('account', 'accountid'),
          orderId: row.text('orderid'),
        });
      },
    },
  ],
});
