// OKX: the trading account's history. A spot fill is two rows of one order and moment, one for each coin; contracts are listed
// without what one of them is of.
import { coinTrade, pairTrade, splitPair, readAmount } from '../coins.ts';
import type { Row } from '../../text/columns.ts';
import type { Cells } from '../../text/csv.ts';
import { tabular } from '../format.ts';
import { sideOf } from '../row-text.ts';
import type { Sink } from '../sink.ts';

interface Side {
  readonly row: Row;
  readonly change: number;
  readonly fee: number;
  readonly unit: string;
}

class Orders {
  readonly #sink: Sink;
  readonly #open = new Map<string, Side>();
  /** What is written behind a time: the file says its zone once, above the table. */
  readonly zone: string;

  constructor(sink: Sink, zone: string) {
    this.#sink = sink;
    this.zone = zone;
  }

  /** One side of a fill: with the other it is a trade. */
  add(row: Row): void {
    const key = [row.text('orderid'), row.text('time'), row.text('symbol')].join('|');
    const side = {
      row,
      change: this.#sink.value(row.text('balancechange')),
      fee: Math.abs(this.#sink.value(row.text('fee'))),
      unit: row.text('balanceunit').toUpperCase(),
    };
    const other = this.#open.get(key);
    if (other === undefined || other.unit === side.unit) {
      this.#open.set(other === undefined ? key : `${key}|${row.number}`, side);
      return this.#sink.hold(row.number);
    }
    this.#open.delete(key);
    this.#book(other, side);
  }

  end(): void {
    for (const { row } of this.#open.values())
      this.#sink.invalid(row.number, 'One side of a trade: its other side is not in the file');
  }

  #book(first: Side, second: Side): void {
    const sink = this.#sink;
    const { row } = first;
    const pair = splitPair(row.text('symbol'));
    const sides = [first, second];
    const base = sides.find(({ unit }) => unit === pair?.base);
    const quote = sides.find(({ unit }) => unit === pair?.quote);
    const side = sideOf(row.text('action'));
    if (pair === null || base === undefined || quote === undefined || side === null) {
      for (const one of sides)
        sink.invalid(one.row.number, `"${row.text('symbol').slice(0, 20)}" is not a pair that is known`);
      return;
    }
    const price = sink.value(base.row.text('filledprice'));
    const amount = readAmount(sink, base.row.text('amount'));
    // Whether a change is before or after its fee the figures say: what is nearer to the price is what was traded.
    const asked = amount.quantity * price;
    const [plain, whole] = [Math.abs(quote.change), Math.abs(quote.change) + quote.fee];
    const worth = Math.abs(plain - asked) <= Math.abs(whole - asked) ? plain : whole;
    coinTrade(sink, {
      row: row.number,
      when: `${row.text('time')}${this.zone}`,
      id: row.text('id'),
      orderId: row.text('orderid'),
      ...pairTrade(pair, side, amount, { quantity: worth > 0 ? worth : asked }),
      costs: sides.flatMap(({ fee, row: one }) =>
        fee > 0 ? [{ code: one.text('feeunit').toUpperCase(), ...readAmount(sink, one.text('fee')) }] : [],
      ),
      price: base.row.text('filledprice'),
      ...(worth > 0 ? { stated: worth } : {}),
    });
    sink.join(second.row.number, row.number);
  }
}

export const okx = tabular<Orders>({
  name: 'okx',
  label: 'OKX',
  zone: 'UTC',
  open: (sink, sample) => new Orders(sink, zoneOf(sample.rows)),
  close: (orders) => orders.end(),
  layouts: [
    {
      columns: [
        'id',
        'orderid',
        'time',
        'tradetype',
        'symbol',
        'action',
        'amount',
        'filledprice',
        'fee',
        'balancechange',
        'balanceunit',
      ],
      confidence: 0.99,
      read(row, sink, orders) {
        const [type, action] = [row.text('tradetype'), row.text('action')];
        if (/transfer/i.test(`${type} ${action}`))
          return sink.skip(row.number, 'inside', 'Moved between the accounts of OKX: nothing came or went');
        if (/spot/i.test(type)) return orders.add(row);
        sink.invalid(
          row.number,
          `${type.slice(0, 20)} ${action.slice(0, 20)}: OKX does not say what a contract is of here, so record its result by hand`,
        );
      },
    },
  ],
});

/** `Time Zone:UTC+8` above the table. */
function zoneOf(rows: readonly Cells[]): string {
  const found = /time ?zone:?\s*(UTC\s*[+-]?\d{0,2})/i.exec(rows.slice(0, 5).flat().join(','))?.[1];
  return found === undefined ? '' : ` ${found.replaceAll(/\s/g, '')}`;
}
