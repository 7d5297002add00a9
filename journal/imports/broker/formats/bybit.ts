// Bybit: fills of the spot market.
import { coinTrade, pairTrade, splitPair, readAmount } from '../coins.ts';
import type { Row } from '../../text/columns.ts';
import { tabular } from '../format.ts';
import type { Sink } from '../sink.ts';
import { sideOf } from '../row-text.ts';

export const bybit = tabular({
  name: 'bybit',
  label: 'Bybit',
  zone: 'UTC',
  layouts: [
    {
      columns: [
        'spotpairs',
        'ordertype',
        'direction',
        'filledvalue',
        'filledprice',
        'filledquantity',
        'fees',
        'transactionid',
      ],
      confidence: 0.99,
      read: readFill,
    },
  ],
});

function readFill(row: Row, sink: Sink): void {
  const pair = splitPair(row.text('spotpairs'));
  const side = sideOf(row.text('direction'));
  if (pair === null)
    return sink.invalid(row.number, `"${row.text('spotpairs').slice(0, 20)}" is not a pair that is known`);
  if (side === null) return sink.invalid(row.number, 'The row does not say whether it is a buy or a sell');
  const figure = (name: string) => readAmount(sink, row.text(name));
  const [amount, worth, fee] = [figure('filledquantity'), figure('filledvalue'), figure('fees')];
  if (!(amount.quantity > 0) || !(worth.quantity > 0))
    return sink.invalid(row.number, 'The row has no quantity or no value');
  // Without a column for it a fee is taken from what comes.
  const feeCoin = row.text('feecoin').toUpperCase() || (side === 'BOT' ? pair.base : pair.quote);
  coinTrade(sink, {
    row: row.number,
    when: timeOf(row.text('timestamputc', 'timestamp')),
    id: row.text('transactionid'),
    orderId: row.text('orderno'),
    ...pairTrade(pair, side, amount, worth),
    costs: fee.quantity > 0 ? [{ code: feeCoin, ...fee }] : [],
    price: row.text('filledprice'),
    stated: worth.quantity,
  });
}

/** "10:15 2025-02-03" is written by some exports. */
function timeOf(text: string): string {
  return text.replace(/^(\d{1,2}:\d{2}(?::\d{2})?)\s+(\d{4}-\d{2}-\d{2})$/, '$2 $1');
}
