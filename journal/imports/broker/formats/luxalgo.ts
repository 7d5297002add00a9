// LuxAlgo's trade journal: its export (JSON) with every fill, or its table of finished trades.
import type { Row } from '../../text/columns.ts';
import { cellOf, type Fields, isFields, readJson, rowsOf, textsOf } from '../json.ts';
import { NEW_YORK, tabular, type TextFormat } from '../format.ts';
import type { Fill } from '../input.ts';
import { sideOf } from '../row-text.ts';
import type { Sink } from '../sink.ts';
import { joinNotes } from '../written.ts';

type Words = Pick<Fill, 'tags' | 'note'>;

export const luxalgoJson: TextFormat = {
  kind: 'json',
  name: 'luxalgo',
  label: 'LuxAlgo trade journal export',
  zone: 'UTC',
  recognise: (head) =>
    /^\s*\{/.test(head) && /"exportedAt"\s*:/.test(head) && /"accounts"\s*:/.test(head)
      ? { confidence: 1, reason: "The JSON is the export of LuxAlgo's trade journal." }
      : null,
  reader: (sink) =>
    readJson(sink, (parsed) => {
      if (!isFields(parsed)) return;
      const words = wordsByFill(parsed['trades']);
      rowsOf(parsed['executions'], sink, (fill, row) => readFill(fill, row, words, sink));
    }),
};

export const luxalgo = tabular({
  name: 'luxalgo',
  label: 'LuxAlgo trade journal',
  zone: NEW_YORK,
  layouts: [
    {
      columns: ['key', 'symbol', 'direction', 'openedat', 'closedat', 'quantity', 'avgentry', 'avgexit', 'grosspnl'],
      confidence: 1,
      read: readTrade,
    },
  ],
});

/** What was written about each trade, by the first of its fills. */
function wordsByFill(trades: unknown): ReadonlyMap<string, Words> {
  const words = new Map<string, Words>();
  if (!Array.isArray(trades)) return words;
  for (const trade of trades as unknown[]) {
    if (!isFields(trade)) continue;
    const [first] = textsOf(trade['executionIdsJson']);
    const note = joinNotes(['', cellOf(trade, 'notes')], ['Rating', cellOf(trade, 'rating')]);
    const tags = [...new Set([...textsOf(trade['tagsJson']), ...textsOf(trade['mistakesJson'])])];
    if (first !== undefined) words.set(first, { tags, note });
  }
  return words;
}

const CLASSES: Readonly<Record<string, NonNullable<Fill['assetClass']>>> = { crypto: 'CRYPTO', forex: 'FOREX' };

function readFill(fill: Fields, row: number, words: ReadonlyMap<string, Words>, sink: Sink): void {
  const text = (name: string) => cellOf(fill, name);
  const kind = text('assetClass').toLowerCase();
  sink.execution({
    row,
    side: sideOf(text('side')),
    symbol: text('symbol'),
    future: kind.startsWith('future'),
    ...(CLASSES[kind] === undefined ? {} : { assetClass: CLASSES[kind] }),
    quantity: text('quantity'),
    price: text('price'),
    costs: [text('fee')],
    when: text('executedAt'),
    account: text('accountId'),
    execId: text('id'),
    ...words.get(text('id')),
  });
}

function readTrade(row: Row, sink: Sink): void {
  const direction = row.lower('direction');
  if (direction !== 'long' && direction !== 'short')
    return sink.invalid(row.number, 'The direction is neither long nor short');
  if (row.text('closedat') === '')
    return sink.skip(
      row.number,
      'open_trade',
      'The trade is still open: import its fills from the broker, or the JSON export',
    );
  const key = row.text('key');
  sink.roundTrip({
    row: row.number,
    direction,
    symbol: row.text('symbol'),
    quantity: row.text('quantity'),
    entryPrice: row.text('avgentry'),
    exitPrice: row.text('avgexit'),
    entryTime: row.text('openedat'),
    exitTime: row.text('closedat'),
    account: row.text('accountid'),
    entryCosts: [row.text('fees')],
    entryId: `${key}-in`,
    exitId: `${key}-out`,
    realized: row.text('grosspnl'),
    result: row.text('grosspnl'),
    tags: textsOf(row.text('tags')),
    note: row.text('notes'),
  });
}
