// Tradervue: finished trades, with what was written about them.
import { NEW_YORK, tabular } from '../format.ts';
import { splitWords } from '../written.ts';

export const tradervue = tabular({
  name: 'tradervue',
  label: 'Tradervue',
  zone: NEW_YORK,
  layouts: [
    {
      columns: ['opendatetime', 'closedatetime', 'symbol', 'side', 'volume', 'entryprice', 'exitprice'],
      confidence: 0.99,
      read(row, sink) {
        if (row.text('closedatetime') === '')
          return sink.skip(row.number, 'open_trade', 'The trade is still open: import its fills instead');
        sink.roundTrip({
          row: row.number,
          direction: /^s/i.test(row.text('side')) ? 'short' : 'long',
          symbol: row.text('symbol'),
          quantity: row.text('volume'),
          entryPrice: row.text('entryprice'),
          exitPrice: row.text('exitprice'),
          entryTime: row.text('opendatetime'),
          exitTime: row.text('closedatetime'),
          entryCosts: [row.text('commissions'), row.text('fees')],
          costKinds: ['commission', 'other'],
          realized: row.text('grosspl'),
          result: row.text('grosspl'),
          tags: splitWords(row.text('tags')),
          note: row.text('notes'),
        });
      },
    },
  ],
});
