// Binance: the trade history, and the transaction history, where all rows of one second and one wallet belong together.
import { coinCost, coinTrade, type CoinTrade, eight, isMoney, splitPair } from '../coins.ts';
import type { Row } from '../../text/columns.ts';
import { tabular } from '../format.ts';
import { memoize } from '../memoize.ts';
import type { Sink } from '../sink.ts';
import { sideOf } from '../row-text.ts';

export const binance = tabular<Transactions>({
  name: 'binance',
  label: 'Binance',
  zone: 'UTC',
  open: (sink) => new Transactions(sink),
  close: (transactions) => transactions.end(),
  layouts: [
    {
      columns: ['dateutc|dateutc0|time|date', 'pair', 'side', 'price', 'executed', 'amount', 'fee'],
      confidence: 0.98,
      read: (row, sink) =>
        trade(row, sink, row.text('pair'), row.text('side'), row.text('executed'), row.text('amount')),
    },
    {
      columns: ['dateutc', 'market', 'type', 'price', 'amount', 'total', 'fee', 'feecoin'],
      confidence: 0.98,
      read: (row, sink) =>
        trade(row, sink, row.text('market'), row.text('type'), row.text('amount'), row.text('total')),
    },
    {
      columns: ['dateutc', 'pair', 'side', 'orderprice', 'executed|filled', 'averageprice|avgtradingprice', 'status'],
      confidence: 0.98,
      status: ['status'],
      read: (row, sink) =>
        trade(
          row,
          sink,
          row.text('pair'),
          row.text('side'),
          row.text('executed', 'filled'),
          row.text('tradingtotal', 'total'),
        ),
    },
    {
      columns: ['utctime|time', 'account', 'operation', 'coin', 'change'],
      confidence: 0.99,
      read: (row, _, transactions) => transactions.row(row),
    },
  ],
});

/** A time with its heading's zone; since 2025 the year has two digits, and stands first all the same. */
function timeIn(row: Row, ...names: readonly string[]): string {
  const name = names.find((one) => row.text(one) !== '') ?? '';
  return row.readZoned(name).replace(/^(?=\d\d-\d\d-\d\d\s)/, '20');
}

/** "0.05BTC": an amount, and its coin where it is given. */
function readHolding(sink: Sink, cell: string, usual: string): CoinTrade['out'] {
  const found = /^([-\d.,]*\d)\s*([A-Z][A-Z0-9]*|1[A-Z]+)?$/i.exec(cell.trim());
  const number = sink.number(found?.[1] ?? '');
  return {
    code: (found?.[2] ?? usual).toUpperCase(),
    quantity: number === null || number === '' ? 0 : Math.abs(Number(number)),
    ...(number ? { digits: number } : {}),
  };
}

function trade(row: Row, sink: Sink, pairText: string, sideText: string, executed: string, amount: string): void {
  const pair = splitPair(pairText);
  const side = sideOf(sideText);
  if (pair === null) return sink.invalid(row.number, `"${pairText.slice(0, 20)}" is not a pair that is known`);
  if (side === null) return sink.invalid(row.number, 'The row does not say whether it is a buy or a sell');
  const base = readHolding(sink, executed, pair.base);
  const quote = readHolding(sink, amount, pair.quote);
  if (base.quantity === 0 || quote.quantity === 0) return sink.skip(row.number, 'not_filled', 'Nothing was executed');
  const fee = readHolding(sink, row.text('fee'), row.text('feecoin') || pair.quote);
  const price = row.text('averageprice', 'avgtradingprice', 'price');
  // Against money the price is compared with the amount as in any statement; a coin for a coin has its price only here.
  if (!isMoney(quote.code)) checkPrice(sink, row.number, sink.value(price) * base.quantity, quote);
  coinTrade(sink, {
    row: row.number,
    when: timeIn(row, 'dateutc', 'dateutc0', 'time', 'date'),
    id: row.text('tradeid'),
    orderId: row.text('orderno', 'orderid'),
    ...(side === 'BOT' ? { out: quote, in: base } : { out: base, in: quote }),
    costs: fee.quantity > 0 ? [fee] : [],
    price,
    stated: quote.quantity,
  });
}

/** The average price of an order is rounded to a few places. */
const ROUNDED = 1e-3;

function checkPrice(sink: Sink, row: number, expected: number, { code, quantity }: CoinTrade['out']): void {
  if (!(expected > 0) || Math.abs(expected - quantity) <= quantity * ROUNDED) return;
  sink.log.warn(
    `Row ${row}: quantity × price come to ${eight(expected)} ${code}, but the row's amount is ${eight(quantity)}.`,
  );
}

interface Change {
  readonly row: number;
  readonly coin: string;
  readonly amount: number;
  /** With its sign, as the file writes it. */
  readonly digits: string;
  readonly operation: string;
  readonly kind: ChangeKind;
}

/** Part of an exchange, what it cost, or a change of its own. */
type ChangeKind = 'exchanged' | 'cost' | 'single';

const NO_COSTS: CoinTrade['costs'] = [];
const COST = /\bfee$|^commission$/i;
const EXCHANGED =
  /^(?:buy|sell|transaction (?:buy|spend|sold|revenue|related|fee)|fee|binance convert|convert|small assets exchange|.*\botc\b.*|buy crypto|auto-invest transaction|asset conversion|token swap)/i;
const INCOME =
  /reward|interest|distribution|airdrop|rebate|kickback|cashback|voucher|commission (?:history|fee shared)|referral|bonus|mining/i;
const INSIDE =
  /transfer|subscription|redemption|purchase|savings|staking|principal|lock|launchpool|pool|wallet|margin loan|repayment|isolated/i;
const RESULT = /realized? (?:profit|pnl)|funding fee|insurance|liquidation/i;

function kindOf(operation: string): ChangeKind {
  if (!EXCHANGED.test(operation)) return 'single';
  return COST.test(operation) ? 'cost' : 'exchanged';
}

const MOVED = /deposit|withdraw|send|receive|p2p|pay\b|crypto box|gift/i;

class Transactions {
  readonly #sink: Sink;
  readonly #kind = memoize(kindOf);
  /** The rows of the second and the wallet that is being read. */
  #group: Change[] = [];
  #wallet = '';
  #when = '';

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  row(row: Row): void {
    const when = timeIn(row, 'utctime', 'time');
    const operation = row.text('operation');
    const digits = row.text('change');
    const amount = this.#sink.value(digits);
    if (!Number.isFinite(amount) || amount === 0)
      return this.#sink.invalid(row.number, 'The change is not a number, or nothing');
    const kind = this.#kind(operation);
    const change: Change = { row: row.number, coin: row.text('coin').toUpperCase(), amount, digits, operation, kind };
    if (kind === 'single') return this.#single(change, when);
    const wallet = row.text('account');
    if (when !== this.#when || wallet !== this.#wallet) this.#finish();
    this.#when = when;
    this.#wallet = wallet;
    this.#group.push(change);
    this.#sink.hold(row.number);
  }

  end(): void {
    this.#finish();
  }

  #finish(): void {
    const group = this.#group;
    if (group.length === 0) return;
    this.#group = [];
    const costs: Change[] = [];
    const moved: Change[] = [];
    for (const change of group) (change.kind === 'cost' ? costs : moved).push(change);
    const trades = tradesOf(moved);
    for (const [place, change] of group.entries()) {
      const { row } = change;
      if (moved.length === 0) coinCost(this.#sink, this.#at(row), one(change));
      else if (trades === null)
        this.#sink.invalid(row, 'What was exchanged for what in this second is not clear: record it by hand');
      else if (place > 0) this.#sink.join(row, group[0]?.row ?? row);
      else
        for (const [index, { out, in: into }] of trades.entries())
          coinTrade(this.#sink, {
            row,
            when: this.#when,
            id: '',
            out,
            in: into,
            costs: index === 0 ? costsOf(costs) : NO_COSTS,
          });
    }
  }

  #at(row: number): { readonly row: number; readonly when: string; readonly id: string } {
    return { row, when: this.#when, id: '' };
  }

  #single({ row, coin, amount, digits, operation }: Change, when: string): void {
    const sink = this.#sink;
    const shared = { row, when };
    if (RESULT.test(operation))
      sink.cash({
        ...shared,
        amount: eight(amount),
        currency: coin,
        coin: true,
        kind: /fee/i.test(operation) ? 'fee' : 'other',
        memo: operation,
      });
    else if (INCOME.test(operation) && amount > 0) {
      if (isMoney(coin))
        sink.cash({ ...shared, amount: eight(amount), currency: coin, kind: 'interest', memo: operation });
      else sink.event({ ...shared, kind: 'reward', symbol: coin, coin: true, quantity: digits });
    } else if (MOVED.test(operation)) {
      if (isMoney(coin))
        sink.cash({
          ...shared,
          amount: eight(amount),
          currency: coin,
          kind: amount < 0 ? 'withdrawal' : 'deposit',
          memo: operation,
        });
      else sink.event({ ...shared, kind: 'transfer', symbol: coin, coin: true, quantity: digits });
    } else if (INSIDE.test(operation)) sink.skip(row, 'inside', 'Moved inside Binance: nothing came or went');
    else sink.invalid(row, `"${operation.slice(0, 40)}" is not a known operation: record it by hand`);
  }
}

/** What was given for what: one coin for another in all, else row by row in their order. */
function tradesOf(changes: readonly Change[]): readonly Pick<CoinTrade, 'out' | 'in'>[] | null {
  const out: Change[] = [];
  const into: Change[] = [];
  for (const change of changes) (change.amount < 0 ? out : into).push(change);
  const [sent, received] = [sumChanges(out), sumChanges(into)];
  if (sent !== null && received !== null) return [{ out: sent, in: received }];
  if (out.length !== into.length || out.length === 0) return null;
  return out.map((change, place) => ({ out: one(change), in: one(into[place] ?? change) }));
}

function one({ coin, amount, digits }: Change): CoinTrade['out'] {
  return { code: coin, quantity: Math.abs(amount), digits };
}

/** All of one coin together; null where there are several coins, or nothing. */
function sumChanges(changes: readonly Change[]): CoinTrade['out'] | null {
  const [first, second] = changes;
  if (first === undefined) return null;
  if (second === undefined) return one(first);
  let sum = 0;
  for (const { coin, amount } of changes) {
    if (coin !== first.coin) return null;
    sum += amount;
  }
  return { code: first.coin, quantity: Math.abs(sum) };
}

function costsOf(changes: readonly Change[]): CoinTrade['costs'] {
  const [only, second] = changes;
  if (only === undefined) return NO_COSTS;
  if (second === undefined) return [one(only)];
  return [...Map.groupBy(changes, ({ coin }) => coin).values()].flatMap((same) => sumChanges(same) ?? []);
}
