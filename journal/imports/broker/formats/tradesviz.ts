// TradesViz: its executions, with the tags and notes of their trades.
import type { Row } from '../../text/columns.ts';
import type { Fill } from '../input.ts';
import { sideOf } from '../row-text.ts';
import { tabular } from '../format.ts';
import type { Sink } from '../sink.ts';
import { splitWords, stripMarkup } from '../written.ts';

/** Trades whose words are stored already, with the first of their fills. */
type SeenTrades = Set<string>;

export const tradesviz = tabular<SeenTrades>({
  name: 'tradesviz',
  label: 'TradesViz',
  zone: 'UTC',
  open: () => new Set(),
  layouts: [
    {
      columns: ['date', 'symbol', 'side', 'assettype', 'price', 'quantity', 'spreadid'],
      confidence: 1,
      read: readFill,
    },
  ],
});

const CLASSES: Readonly<Record<string, NonNullable<Fill['assetClass']>>> = { crypto: 'CRYPTO', forex: 'FOREX' };

function readFill(row: Row, sink: Sink, seen: SeenTrades): void {
  const text = (name: string) => row.text(name).replace(/^N\/A$/i, '');
  if (sink.value(text('quantity')) === 0) return sink.skip(row.number, 'nothing', 'Entered by hand without a quantity');
  const trade = text('spreadid');
  const isFirst = trade === '' || !seen.has(trade);
  if (trade !== '') seen.add(trade);
  const kind = row.lower('assettype');
  sink.execution({
    row: row.number,
    side: sideOf(text('side')),
    symbol: text('symbol'),
    future: kind === 'future' || kind === 'futures',
    ...(CLASSES[kind] === undefined ? {} : { assetClass: CLASSES[kind] }),
    quantity: text('quantity'),
    price: text('price'),
    costs: [text('commission'), text('fees')],
    costKinds: ['commission', 'other'],
    when: text('date'),
    currency: text('currency'),
    ...(isFirst ? { tags: splitWords(text('tags')), note: stripMarkup(text('notes')) } : {}),
  });
}
