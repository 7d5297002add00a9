// TradeTally: finished trades, from its whole export (JSON) or its table. What it calls a result is after costs.
import type { Row } from '../../text/columns.ts';
import { cellOf, type Fields, isFields, readJson, rowsOf, textsOf } from '../json.ts';
import { NEW_YORK, tabular, type TextFormat } from '../format.ts';
import { optionFrom, optionInstrument } from '../instrument.ts';
import type { Sink } from '../sink.ts';
import { splitWords } from '../written.ts';

export const tradetallyJson: TextFormat = {
  kind: 'json',
  name: 'tradetally',
  label: 'TradeTally export',
  zone: NEW_YORK,
  recognise: (head) =>
    /^\s*\{/.test(head) && /"exportVersion"\s*:/.test(head)
      ? { confidence: 1, reason: "The JSON is TradeTally's export." }
      : null,
  reader: (sink) =>
    readJson(sink, (parsed) => {
      if (!isFields(parsed)) return;
      rowsOf(parsed['trades'], sink, (trade, row) => readStored(trade, row, sink));
    }),
};

export const tradetally = tabular({
  name: 'tradetally',
  label: 'TradeTally',
  zone: NEW_YORK,
  layouts: [
    {
      columns: ['symbol', 'side', 'quantity', 'entryprice', 'exitprice', 'entrydate', 'exitdate', 'qualitygrade'],
      confidence: 1,
      read: readListed,
    },
  ],
});

/** One trade, in either layout. */
interface Trade {
  readonly row: number;
  readonly text: (name: keyof typeof COLUMNS) => string;
  readonly tags: readonly string[];
}

/** Each field in the export and in the table. */
const COLUMNS = {
  symbol: 'symbol',
  side: 'side',
  quantity: 'quantity',
  entryPrice: 'entryprice',
  exitPrice: 'exitprice',
  entryTime: 'entrydate',
  exitTime: 'exitdate',
  pnl: 'pl',
  fees: 'fees',
  commission: 'commission',
  notes: 'notes',
  strategy: 'strategy',
  setup: 'setup',
  broker: 'broker',
  instrumentType: 'instrumenttype',
  optionType: 'optiontype',
  strikePrice: 'strikeprice',
  expirationDate: 'expirationdate',
  originalId: '',
} as const;

function readStored(trade: Fields, row: number, sink: Sink): void {
  readTrade({ row, text: (name) => cellOf(trade, name), tags: textsOf(trade['tags']) }, sink);
}

function readListed(row: Row, sink: Sink): void {
  // An apostrophe stops a spreadsheet from computing a cell: every loss has one.
  const text = (name: keyof typeof COLUMNS) =>
    COLUMNS[name] === '' ? '' : row.text(COLUMNS[name]).replace(/^'(?=[-=+@])/, '');
  if (text('entryTime') === '')
    return sink.invalid(row.number, 'The table of TradeTally tells no day: export its JSON instead');
  readTrade({ row: row.number, text, tags: splitWords(row.text('tags'), ';') }, sink);
}

function readTrade({ row, text, tags }: Trade, sink: Sink): void {
  const direction = text('side').toLowerCase();
  if (direction !== 'long' && direction !== 'short') return sink.invalid(row, 'The side is neither long nor short');
  if (text('exitTime') === '' || text('exitPrice') === '')
    return sink.skip(row, 'open_trade', 'The trade is still open: import its fills from the broker');
  const expiry = text('expirationDate').slice(0, 10);
  const option = optionFrom(text('symbol'), expiry, text('optionType'), sink.number(text('strikePrice')));
  const id = text('originalId');
  sink.roundTrip({
    row,
    direction,
    symbol: text('symbol'),
    ...(option === null ? {} : { instrument: optionInstrument(option) }),
    future: /future/i.test(text('instrumentType')),
    quantity: text('quantity'),
    entryPrice: text('entryPrice'),
    exitPrice: text('exitPrice'),
    entryTime: text('entryTime'),
    exitTime: text('exitTime'),
    entryCosts: [text('commission'), text('fees')],
    costKinds: ['commission', 'other'],
    ...(id === '' ? {} : { entryId: `${id}-in`, exitId: `${id}-out` }),
    realized: text('pnl'),
    result: text('pnl'),
    tags: [...new Set([...tags, text('strategy'), text('setup')])].filter((tag) => tag !== ''),
    note: text('notes'),
  });
}
