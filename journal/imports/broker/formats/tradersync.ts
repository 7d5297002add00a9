// TraderSync: finished trades, by their average prices, with setups, mistakes and notes.
import { parseDate } from '../../text/time.ts';
import type { Row } from '../../text/columns.ts';
import { NEW_YORK, tabular } from '../format.ts';
import { optionFrom, optionInstrument } from '../instrument.ts';
import type { Sink } from '../sink.ts';
import { splitWords } from '../written.ts';

export const tradersync = tabular({
  name: 'tradersync',
  label: 'TraderSync',
  zone: NEW_YORK,
  layouts: [
    {
      columns: ['status', 'symbol', 'size', 'opendate', 'closedate', 'avgbuy', 'avgsell', 'side', 'return', 'setups'],
      confidence: 1,
      read: readTrade,
    },
  ],
});

function readTrade(row: Row, sink: Sink): void {
  const side = row.lower('side');
  if (side !== 'long' && side !== 'short') return sink.invalid(row.number, 'The side is neither long nor short');
  if (row.lower('status') === 'open' || row.text('closedate') === '')
    return sink.skip(row.number, 'open_trade', 'The trade is still open: import its fills from the broker');
  const [bought, sold] = [row.text('avgbuy'), row.text('avgsell')];
  const option = optionFrom(
    row.text('symbol'),
    parseDate(row.text('expire')),
    row.text('type'),
    sink.number(row.text('strike')),
  );
  sink.roundTrip({
    row: row.number,
    direction: side,
    symbol: row.text('symbol'),
    ...(option === null ? {} : { instrument: optionInstrument(option) }),
    future: /future/i.test(row.text('type')),
    quantity: row.text('size'),
    entryPrice: (side === 'long' ? bought : sold) || row.text('entryprice'),
    exitPrice: (side === 'long' ? sold : bought) || row.text('exitprice'),
    entryTime: `${row.text('opendate')} ${row.text('opentime')}`,
    exitTime: `${row.text('closedate')} ${row.text('closetime')}`,
    account: row.text('portfolio'),
    // Its own spelling.
    entryCosts: ['commision', 'fees', 'swap'].map((name) => row.text(name).replace(/^-/, '')),
    costKinds: ['commission', 'other', 'other'],
    realized: row.text('return'),
    result: row.text('return'),
    tags: [...splitWords(row.text('setups')), ...splitWords(row.text('mistakes'))],
    note: row.text('notes'),
  });
}
