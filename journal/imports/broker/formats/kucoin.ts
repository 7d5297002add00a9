// KuCoin: filled orders and their fills. The zone of the times stands in their heading.
import { coinTrade, pairTrade, splitPair, readAmount } from '../coins.ts';
import type { Row } from '../../text/columns.ts';
import { tabular } from '../format.ts';
import type { Sink } from '../sink.ts';
import { sideOf } from '../row-text.ts';

export const kucoin = tabular({
  name: 'kucoin',
  label: 'KuCoin',
  zone: 'Asia/Singapore',
  layouts: [
    {
      columns: ['orderid', 'symbol', 'side', 'avgfilledprice', 'filledamount', 'filledvolume', 'fee', 'feecurrency'],
      confidence: 0.99,
      status: ['status'],
      read: readOrder,
    },
  ],
});

function readOrder(row: Row, sink: Sink): void {
  const pair = splitPair(row.text('symbol'));
  const side = sideOf(row.text('side'));
  if (pair === null)
    return sink.invalid(row.number, `"${row.text('symbol').slice(0, 20)}" is not a pair that is known`);
  if (side === null) return sink.invalid(row.number, 'The row does not say whether it is a buy or a sell');
  const figure = (name: string) => readAmount(sink, row.text(name));
  const [amount, worth, fee] = [figure('filledamount'), figure('filledvolume'), figure('fee')];
  if (amount.quantity === 0 && worth.quantity === 0) return sink.skip(row.number, 'not_filled', 'Nothing was executed');
  coinTrade(sink, {
    row: row.number,
    // "Filled Time(UTC+08:00)": the zone that was chosen for the export.
    when: row.readZoned('filledtime') || row.readZoned('ordertime'),
    id: row.text('tradeid'),
    orderId: row.text('orderid'),
    ...pairTrade(pair, side, amount, worth),
    costs: fee.quantity > 0 ? [{ code: row.text('feecurrency').toUpperCase() || pair.quote, ...fee }] : [],
    price: row.text('avgfilledprice'),
    stated: worth.quantity,
  });
}
