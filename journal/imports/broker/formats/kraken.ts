// Kraken: trades, and the ledger, where every movement of a coin or a currency is a row and a trade is two of them.
import { coinCost, coinTrade, type CoinTrade, isMoney, pairTrade, splitPair, readAmount } from '../coins.ts';
import type { Row } from '../../text/columns.ts';
import { tabular } from '../format.ts';
import { memoize } from '../memoize.ts';
import type { Sink } from '../sink.ts';
import { sideOf } from '../row-text.ts';

/** Before 2017 a coin was named with an X in front, and a currency with a Z. */
const OLD_NAMES = /^(?:X(?=(?:XBT|ETH|LTC|XRP|XLM|XMR|ZEC|ETC|REP|MLN|XDG)$)|Z(?=(?:USD|EUR|GBP|CAD|JPY|AUD|CHF)$))/;
const OWN_NAMES: Readonly<Record<string, string>> = { XBT: 'BTC', XDG: 'DOGE', ETH2: 'ETH' };

/** XXBT, XBT.M, DOT28.S: the coin by its usual name. */
export function coinOfKraken(asset: string): string {
  const upper = asset.trim().toUpperCase();
  const plain = upper.replace(/(?<=[A-Z])\d{0,2}\.[A-Z]+$/, '').replace(OLD_NAMES, '');
  return OWN_NAMES[plain] ?? plain;
}

interface Pair {
  readonly base: string;
  readonly quote: string;
}

function readPair(text: string): Pair | null {
  const pair = text.trim().toUpperCase();
  // XXBTZEUR, XETHXXBT: two old names of four letters each.
  const old = /^([XZ][A-Z]{3})([XZ][A-Z]{3})$/.exec(pair);
  if (old !== null && OLD_NAMES.test(old[1] ?? '') && OLD_NAMES.test(old[2] ?? ''))
    return { base: coinOfKraken(old[1] ?? ''), quote: coinOfKraken(old[2] ?? '') };
  const found = splitPair(pair);
  return found === null ? null : { base: coinOfKraken(found.base), quote: coinOfKraken(found.quote) };
}

export const kraken = tabular<Ledger>({
  name: 'kraken',
  label: 'Kraken',
  zone: 'UTC',
  open: (sink) => new Ledger(sink),
  close: (ledger) => ledger.end(),
  layouts: [
    {
      columns: ['txid', 'ordertxid', 'pair', 'time', 'type', 'price', 'cost', 'fee', 'vol'],
      confidence: 0.99,
      read: (row, sink, ledger) => trade(row, sink, ledger.pairOf(row.text('pair'))),
    },
    {
      columns: ['txid', 'refid', 'time', 'type', 'asset', 'amount', 'fee', 'balance'],
      confidence: 0.99,
      read: (row, _, ledger) => ledger.row(row),
    },
  ],
});

function trade(row: Row, sink: Sink, pair: Pair | null): void {
  const side = sideOf(row.text('type'));
  const figure = (name: string) => readAmount(sink, row.text(name));
  const [amount, cost, fee] = [figure('vol'), figure('cost'), figure('fee')];
  if (pair === null) return sink.invalid(row.number, `"${row.text('pair').slice(0, 20)}" is not a pair that is known`);
  if (side === null) return sink.invalid(row.number, 'The row does not say whether it is a buy or a sell');
  if (!amount.quantity || !cost.quantity) return sink.invalid(row.number, 'The row has no volume or no cost');
  coinTrade(sink, {
    row: row.number,
    when: row.text('time'),
    id: row.text('txid'),
    orderId: row.text('ordertxid'),
    ...pairTrade(pair, side, amount, cost),
    costs: fee.quantity ? [{ code: pair.quote, ...fee }] : [],
    price: row.text('price'),
    stated: cost.quantity,
  });
}

interface Entry {
  readonly row: number;
  readonly when: string;
  readonly id: string;
  readonly coin: string;
  readonly amount: number;
  /** With its sign, as the file writes it. */
  readonly digits: string;
  readonly fee: number;
  readonly usd: number;
}

/** The rows of a trade stand close together; one that waits longer than this has lost its other half. */
const MOST_WAITING = 1000;

class Ledger {
  readonly pairOf = memoize(readPair);
  readonly #sink: Sink;
  readonly #waiting = new Map<string, Entry[]>();

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  row(row: Row): void {
    const sink = this.#sink;
    const entry: Entry = {
      row: row.number,
      when: row.text('time'),
      id: row.text('txid'),
      coin: coinOfKraken(row.text('asset')),
      amount: sink.value(row.text('amount')),
      digits: row.text('amount'),
      fee: Math.abs(sink.value(row.text('fee'))),
      usd: Math.abs(sink.value(row.text('amountusd'))),
    };
    const [type, subtype] = [row.lower('type'), row.lower('subtype')];
    if (entry.id === '') return sink.skip(entry.row, 'pending', 'Announced, not booked yet');
    if (Number.isNaN(entry.amount)) return sink.invalid(entry.row, 'The amount is not a number');
    if (/^(?:trade|spend|receive|sale|conversion)$/.test(type)) this.#wait(row.text('refid') || entry.id, entry);
    else if (
      /^(?:staking|reward|airdrop|dividend)$|\b(?:bonus|rebate)$/.test(type) ||
      (type === 'earn' && /reward|bonus/.test(subtype))
    )
      this.#income(entry, type);
    else if (type === 'deposit' || type === 'withdrawal') this.#move(entry, type);
    else if (type === 'transfer' || type === 'earn')
      sink.skip(entry.row, 'inside', 'Moved between wallets at Kraken: nothing came or went');
    else this.#other(entry, type);
  }

  end(): void {
    for (const [id, entries] of this.#waiting) this.#book(id, entries);
    this.#waiting.clear();
  }

  #wait(id: string, entry: Entry): void {
    const entries = this.#waiting.get(id) ?? [];
    entries.push(entry);
    this.#waiting.set(id, entries);
    this.#sink.hold(entry.row);
    const [oldest] = this.#waiting;
    if (this.#waiting.size <= MOST_WAITING || oldest === undefined) return;
    this.#waiting.delete(oldest[0]);
    this.#book(...oldest);
  }

  #book(id: string, entries: readonly Entry[]): void {
    const sink = this.#sink;
    const [first] = entries;
    const out = sumEntries(entries.filter(({ amount }) => amount < 0));
    const into = sumEntries(entries.filter(({ amount }) => amount > 0));
    for (const [place, { row }] of entries.entries()) {
      if (out === null || into === null || first === undefined)
        sink.invalid(row, `Trade ${id.slice(0, 40)} has no other half in this file, or more than two`);
      else if (place > 0) sink.join(row, first.row);
      else coinTrade(sink, { row, when: first.when, id, out, in: into, ...worth(entries), costs: costsOf(entries) });
    }
  }

  #income(entry: Entry, type: string): void {
    const { row, when, id, coin, amount, digits } = entry;
    if (isMoney(coin))
      this.#sink.cash({
        row,
        when,
        id,
        amount: String(amount),
        currency: coin,
        kind: type === 'dividend' ? 'dividend' : 'interest',
        memo: type,
      });
    else if (amount <= 0) return this.#sink.invalid(row, 'A reward that was reversed: record it by hand');
    else
      this.#sink.event({
        row,
        when,
        id,
        kind: 'reward',
        symbol: coin,
        coin: true,
        quantity: digits,
        ...(entry.usd > 0 ? { value: String(entry.usd), currency: 'USD' } : {}),
      });
    coinCost(this.#sink, { row, when, id }, { code: coin, quantity: entry.fee });
  }

  #move(entry: Entry, type: 'deposit' | 'withdrawal'): void {
    const { row, when, id, coin, amount, digits } = entry;
    if (isMoney(coin))
      this.#sink.cash({ row, when, id, amount: String(amount), currency: coin, kind: type, memo: type });
    else this.#sink.event({ row, when, id, kind: 'transfer', symbol: coin, coin: true, quantity: digits });
    coinCost(this.#sink, { row, when, id }, { code: coin, quantity: entry.fee });
  }

  /** Margin, rollovers, adjustments: money that came or went, and costs. */
  #other(entry: Entry, type: string): void {
    const { row, when, id, coin, amount, digits, fee } = entry;
    if (amount !== 0 && isMoney(coin))
      this.#sink.cash({ row, when, id, amount: String(amount), currency: coin, kind: 'other', memo: type });
    else if (amount !== 0)
      this.#sink.event({ row, when, id, kind: 'transfer', symbol: coin, coin: true, quantity: digits });
    coinCost(this.#sink, { row, when, id }, { code: coin, quantity: fee });
  }
}

/** All of one coin together; null when there is none, or more than one. */
function sumEntries(entries: readonly Entry[]): CoinTrade['out'] | null {
  const [first] = entries;
  if (first === undefined || entries.some(({ coin }) => coin !== first.coin)) return null;
  if (entries.length === 1) return { code: first.coin, quantity: Math.abs(first.amount), digits: first.digits };
  return { code: first.coin, quantity: Math.abs(entries.reduce((sum, { amount }) => sum + amount, 0)) };
}

function costsOf(entries: readonly Entry[]): CoinTrade['costs'] {
  return entries.flatMap(({ coin, fee }) => (fee > 0 ? [{ code: coin, quantity: fee }] : []));
}

function worth(entries: readonly Entry[]): Pick<CoinTrade, 'value' | 'stated'> {
  const money = entries.find(({ coin }) => isMoney(coin));
  if (money !== undefined) return { stated: Math.abs(money.amount) };
  const usd = entries.find((entry) => entry.usd > 0)?.usd;
  return usd === undefined ? {} : { value: { out: usd, in: usd, currency: 'USD' } };
}
