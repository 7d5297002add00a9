// TradeNote: finished trades as its dashboard exports them. Its CSV quotes nothing, so only the JSON can be read.
import { cellOf, type Fields, readJson, rowsOf, textsOf } from '../json.ts';
import { NEW_YORK, type TextFormat } from '../format.ts';
import type { Sink } from '../sink.ts';

export const tradenote: TextFormat = {
  kind: 'json',
  name: 'tradenote',
  label: 'TradeNote',
  zone: NEW_YORK,
  recognise: (head) =>
    /^\s*\[/.test(head) && /"grossProceeds"\s*:/.test(head) && /"strategy"\s*:/.test(head)
      ? { confidence: 1, reason: 'The JSON is a list of the trades of TradeNote.' }
      : null,
  reader: (sink) => readJson(sink, (parsed) => rowsOf(parsed, sink, (trade, row) => readTrade(trade, row, sink))),
};

const COSTS = ['commission', 'sec', 'taf', 'nscc', 'nasdaq', 'ecnRemove', 'ecnAdd'] as const;

function readTrade(trade: Fields, row: number, sink: Sink): void {
  const text = (name: string) => cellOf(trade, name);
  const direction = text('strategy');
  if (direction !== 'long' && direction !== 'short') return sink.invalid(row, 'The strategy is neither long nor short');
  if (trade['openPosition'] === true || Number(text('exitTime')) === 0)
    return sink.skip(row, 'open_trade', 'The trade is still open: import its fills from the broker');
  const quantity = text(direction === 'long' ? 'buyQuantity' : 'sellQuantity');
  // The prices are those of the first and the last fill. The result is the whole trade's, so the exit follows from it.
  const [entry, gross] = [Number(text('entryPrice')), Number(text('grossProceeds'))];
  const isFuture = /future/i.test(text('type'));
  const moved = gross / Number(quantity);
  const exit = isFuture ? Number(text('exitPrice')) : direction === 'long' ? entry + moved : entry - moved;
  if (!isFuture && Math.abs(exit - Number(text('exitPrice'))) > 0.005)
    sink.log.warn(
      `Row ${row}: only the prices of its first and last fill are given. The exit is the price that its result of ${gross} comes to.`,
    );
  sink.roundTrip({
    row,
    direction,
    symbol: (text('symbolOriginal') || text('symbol')).replaceAll('_', '.'),
    future: isFuture,
    quantity,
    entryPrice: text('entryPrice'),
    exitPrice: exit.toFixed(8),
    entryTime: momentOf(text('entryTime')),
    exitTime: momentOf(text('exitTime')),
    account: text('account'),
    currency: text('currency'),
    entryId: `${text('id')}-in`,
    exitId: `${text('id')}-out`,
    entryCosts: COSTS.map(text),
    costKinds: ['commission', 'other', 'other', 'other', 'other', 'other', 'other'],
    realized: text('grossProceeds'),
    result: text('grossProceeds'),
    tags: textsOf(trade['tags']),
    note: text('note'),
  });
}

/** Seconds since 1970. */
function momentOf(seconds: string): string {
  const time = Number(seconds) * 1000;
  return Number.isFinite(time) && Math.abs(time) < 8.64e15 ? new Date(time).toISOString() : seconds;
}
