// For tests: a book as its zip, and random books: trades, movements of money and events of every kind, with everything a column can hold.
import {
  assetClasses,
  feeTypes,
  type PositionEventKind,
  positionEventKinds,
  routingTypes,
  tradeActions,
} from '@zorivest/vocabulary';

export { exportBook } from './book-export.ts';

/** A small generator of its own (xorshift32), so that a failure can be repeated from its seed. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed * 2_654_435_761 || 1;
  }

  below(limit: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) % limit;
  }

  of<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T; // there is at least one
  }

  amount(): number {
    return this.below(2) === 0 ? this.below(100_000) / 100 : (this.below(1_000_000) + 1) / 1e8;
  }

  positive(): number {
    return this.amount() + 1e-8;
  }

  maybe<T>(value: T): T | null {
    return this.below(3) === 0 ? null : value;
  }

  /** What people write, and what no spreadsheet should run. */
  text(): string {
    return this.of([
      '',
      ' blanks around ',
      '=HYPERLINK("http://x")',
      "'quoted",
      "''twice",
      '+1',
      '-5',
      '@SUM(A1)',
      '\tindented',
      '\rreturned',
      'two\nlines',
      'two\r\nlines; with, all "sorts" of | marks',
      'Überweisung 💶',
      '"',
      '""',
      ',',
      '\n',
      'null',
      '0012',
    ]);
  }
}

export function randomTrade(chance: Chance, number: number) {
  const asset_class = chance.of(assetClasses);
  const instruments = {
    EQUITY: ['AAPL', 'BRK.B', 'US0378331005', '005930'],
    OPTION: ['AAPL 260320 C 200', 'SPXW 260116 P 5000'],
    FUTURE: ['ESH26', 'MNQZ5'],
    FOREX: ['EUR.USD'],
    CRYPTO: ['BTC', '1INCH'],
    BOND: ['912828ZT0'],
    MUTUAL_FUND: ['VTSAX'],
    FUTURE_OPTION: ['ES 260320 C 5000'],
  } as const;
  const time_known = chance.below(2) === 0;
  const day = `2026-${chance.of(['01', '06', '11'])}-${chance.of(['02', '15', '28'])}`;
  return {
    exec_id: `${chance.of(['', '-', '=', 'X '])}${number}`,
    time: time_known ? `${day}T1${chance.below(10)}:30:0${chance.below(10)}${chance.of(['', '.123'])}Z` : day,
    instrument: chance.of(instruments[asset_class]),
    action: chance.of(tradeActions),
    quantity: chance.positive(),
    price: chance.amount() * (asset_class === 'FUTURE' ? chance.of([1, -1]) : 1),
    account_id: chance.of(['U1', 'U2']),
    commission: chance.amount() * chance.of([1, -1]),
    currency: chance.of(['USD', 'EUR', 'GBP']),
    multiplier: chance.of([1, 100, 0.01, 50]),
    asset_class,
    order_id: chance.maybe(`O${chance.text()}`),
    routing: chance.maybe(chance.of(routingTypes)),
    risk_amount: chance.maybe(chance.positive()),
    ...chance.of([
      { fx_rate: null, fx_currency: null },
      { fx_rate: chance.positive(), fx_currency: 'CHF' },
    ]),
    realized_pnl: chance.of([0, 12.34, -0.5]),
    notes: chance.maybe(chance.text()),
  };
}

export function randomFees(chance: Chance) {
  return feeTypes.filter(() => chance.below(4) === 0).map((type) => ({ type, amount: chance.amount() }));
}

type EventFields = Readonly<Record<string, unknown>>;

/** An event as the routes take it. */
export function randomEvent(chance: Chance, kind: PositionEventKind) {
  const ratio = { new_shares: chance.positive(), old_shares: 1 + chance.below(9) };
  const own: Readonly<Record<PositionEventKind, EventFields>> = {
    split: ratio,
    symbol_change: { new_instrument: 'NEWCO' },
    transfer: {
      quantity: chance.positive(),
      ...chance.of([
        { from_account_id: 'U1' },
        { to_account_id: 'U2' },
        { from_account_id: 'U1', to_account_id: 'U2' },
      ]),
      ...chance.of([{}, { lots: [{ acquired: '2020-01-02', quantity: 3, cost: 12.5 }] }, { lot_ids: ['a b', "'c"] }]),
    },
    cash_merger: { cash_per_share: chance.positive() },
    stock_merger: { ...ratio, new_instrument: 'NEWCO', ...chance.of([{}, { cash_per_share: 1.5, price: 20 }]) },
    spin_off: { ...ratio, new_instrument: 'CHILD', ...chance.of([{}, { allocation: 0.25 }]) },
    return_of_capital: { amount_per_share: chance.positive() },
    cash_in_lieu: { quantity: 0.5, amount: chance.amount() },
    expiry: { ...chance.of([{}, { quantity: 2 }]) },
    exercise: { quantity: 2, ...chance.of([{}, { settlement_price: chance.amount() }]) },
    assignment: { quantity: 2 },
    reward: { quantity: chance.positive(), value: chance.amount() },
  };
  const needsAccount = ['expiry', 'exercise', 'assignment', 'reward'].includes(kind);
  const isOption = ['expiry', 'exercise', 'assignment'].includes(kind);
  return {
    kind,
    instrument: isOption ? 'AAPL 260320 C 200' : chance.of(['AAPL', 'MSFT', 'NVDA', 'TSLA']),
    time: `2026-0${1 + chance.below(9)}-1${chance.below(10)}${chance.of(['', 'T10:00:01Z'])}`,
    ...(needsAccount || chance.below(2) === 0 ? { account_id: chance.of(['U1', 'U2']) } : {}),
    ...own[kind],
  };
}

export const everyKind = positionEventKinds;

export function randomTransaction(chance: Chance) {
  return {
    date: `2026-0${1 + chance.below(9)}-1${chance.below(10)}`,
    amount: (chance.amount() + 0.01) * chance.of([1, -1]),
    description: `D${chance.text()}`,
  };
}
