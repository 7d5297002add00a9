// TradeZella: finished trades, by their average prices, with tags. Each category of tags is a column of its own.
import { parseDate } from '../../text/time.ts';
import { compact, type Row, type Sample } from '../../text/columns.ts';
import { NEW_YORK, tabular } from '../format.ts';
import { optionFrom, optionInstrument } from '../instrument.ts';
import type { Sink } from '../sink.ts';
import { joinNotes, splitWords } from '../written.ts';

/** Columns that TradeZella itself has; any other is a category of the trader's own tags. */
const OWN = new Set(
  [
    'Account Name',
    'Adjusted Cost',
    'Adjusted Proceeds',
    'Avg Buy Price',
    'Avg Sell Price',
    'Exit Efficiency',
    'Best Exit',
    'Best Exit Price',
    'Best Exit Time',
    'Close Date',
    'Close Time',
    'Commission',
    'Duration',
    'Entry Price',
    'Executions',
    'Exit Price',
    'Gross P&L',
    'Trade Risk',
    'Initial Target',
    'Instrument',
    'Spread Type',
    'Market Cap',
    'Net P&L',
    'Net ROI',
    'Open Date',
    'Open Time',
    'Pips',
    'Reward Ratio',
    'Playbook',
    'Points',
    'Position MAE',
    'Position MFE',
    'Price MAE',
    'Price MFE',
    'Realized RR',
    'Return Per Pip',
    'Reviewed',
    'Sector',
    'Side',
    'Status',
    'Symbol',
    'Ticks Value',
    'Ticks Per Contract',
    'Fee',
    'Swap',
    'Rating',
    'Quantity',
    'Zella Score',
  ].map(compact),
);

/** The columns whose cells are tags. */
type TagColumns = readonly string[];

export const tradezella = tabular<TagColumns>({
  name: 'tradezella',
  label: 'TradeZella',
  zone: NEW_YORK,
  open: (_, sample) => tagColumns(sample),
  layouts: [
    {
      columns: ['opendate', 'opentime', 'closedate', 'avgbuyprice', 'avgsellprice', 'side', 'symbol', 'zellascore'],
      confidence: 1,
      read: readTrade,
    },
  ],
});

function tagColumns({ headers }: Sample): TagColumns {
  const header = headers.find(({ header: one }) => one.has('zellascore'))?.header;
  return header === undefined ? [] : [...header.columns.keys()].filter((name) => name !== '' && !OWN.has(name));
}

function readTrade(row: Row, sink: Sink, tags: TagColumns): void {
  const side = row.lower('side');
  if (side !== 'long' && side !== 'short') return sink.invalid(row.number, 'The side is neither long nor short');
  if (row.text('closedate') === '')
    return sink.skip(row.number, 'open_trade', 'The trade is still open: import its fills from the broker');
  const [bought, sold] = [row.text('avgbuyprice'), row.text('avgsellprice')];
  const size = Math.abs(sink.value(row.text('quantity')));
  const multiplier = findMultiplier(sink, row, size);
  // A short's first price stands under the buys in newer files and under the sales in older ones: its result decides.
  const gross = sink.value(row.text('grosspl'));
  const asShort = (sink.value(sold) - sink.value(bought)) * size * multiplier;
  const isSold = side === 'short' && Math.abs(asShort - gross) <= Math.abs(asShort + gross);
  const [entryPrice, exitPrice] = isSold ? [sold, bought] : [bought, sold];
  const option = readOption(row);
  sink.roundTrip({
    row: row.number,
    direction: side,
    symbol: row.text('symbol'),
    ...(option === null ? {} : { instrument: optionInstrument(option, multiplier === 1 ? 100 : multiplier) }),
    future: /future/i.test(row.text('spreadtype')),
    quantity: row.text('quantity'),
    ...(multiplier === 1 || option !== null ? {} : { multiplier: String(multiplier) }),
    entryPrice,
    exitPrice,
    entryTime: `${row.text('opendate')} ${row.text('opentime')}`,
    exitTime: `${row.text('closedate')} ${row.text('closetime')}`,
    account: row.text('accountname'),
    entryCosts: ['commission', 'fee', 'swap'].map((name) => row.text(name).replace(/^-/, '')),
    costKinds: ['commission', 'other', 'other'],
    realized: row.text('grosspl'),
    result: row.text('grosspl'),
    tags: [...tags, 'playbook'].flatMap((name) => splitWords(row.text(name), ', ')),
    note: joinNotes(['Rating', row.text('rating').replace(/^0(?:\.0*)?$/, '')]),
  });
}

/** What a point of the price is worth, from what was paid. */
function findMultiplier(sink: Sink, row: Row, size: number): number {
  const paid = Math.abs(sink.value(row.text('adjustedcost')));
  const plain = sink.value(row.text('avgbuyprice')) * size;
  const ratio = paid / plain;
  return Number.isFinite(ratio) && ratio >= 1.5 ? Math.round(ratio) : 1;
}

function readOption(row: Row) {
  const [, expiry = '', strike = '', right = ''] =
    /^(\S+)\s+\$?([\d.,]+)\s+(put|call)$/i.exec(row.text('instrument')) ?? [];
  return optionFrom(row.text('symbol'), parseDate(expiry), right, strike.replaceAll(',', ''));
}
