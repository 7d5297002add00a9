// Coins: what is money and what is a coin, how exchanges write pairs, and a trade between the two. A coin given for a
// coin is a sale and a purchase at one value; a cost paid in a coin disposes of that coin.
import { coinCode, shortenText } from './cell.ts';
import type { Instrument } from './instrument.ts';
import type { Sink } from './sink.ts';
import type { Side } from './row-text.ts';

const MONEY = new Set(
  (
    'USD EUR GBP JPY CHF CAD AUD NZD SEK NOK DKK HKD SGD MXN ZAR PLN CZK HUF CNY CNH TRY BRL RUB UAH NGN RON ARS KRW ' +
    'INR IDR THB PHP VND AED SAR ILS COP CLP PEN BGN'
  ).split(' '),
);
/** Coins that stand for a currency, in the order of preference for stating a value. */
const STABLE = ['USDT', 'USDC', 'FDUSD', 'BUSD', 'TUSD', 'DAI', 'PYUSD', 'USDP', 'EURC', 'USDE', 'USDG'];

export function isMoney(code: string): boolean {
  return MONEY.has(code);
}

/** What a pair without a separator may end with. */
const QUOTES = [
  ...STABLE,
  'USDD',
  'BIDR',
  'IDRT',
  ...MONEY,
  'BTC',
  'XBT',
  'ETH',
  'BNB',
  'TRX',
  'DOGE',
  'DOT',
  'SOL',
  'XRP',
];

/** BTCEUR, BTC/EUR, BTC-EUR: base and quote, or null. */
export function splitPair(text: string): { readonly base: string; readonly quote: string } | null {
  const pair = text.trim().toUpperCase();
  const [base = '', quote = ''] = pair.split(/[/_-]/);
  if (base !== '' && quote !== '') return { base, quote };
  const end = QUOTES.filter((one) => pair.endsWith(one) && pair.length > one.length).toSorted(
    (a, b) => b.length - a.length,
  )[0];
  return end === undefined ? null : { base: pair.slice(0, -end.length), quote: end };
}

function coinInstrument(code: string): Instrument {
  return { symbol: code, multiplier: 1, kind: 'stock', assetClass: 'CRYPTO' };
}

/** An amount as it is computed with and, where a file writes it, with all its digits: a coin has up to eighteen. */
interface ExactAmount {
  /** Always positive. */
  readonly quantity: number;
  readonly digits?: string;
}

interface Holding extends ExactAmount {
  readonly code: string;
}

/** The amount in a cell, whatever its sign. */
export function readAmount(sink: Sink, cell: string): Required<ExactAmount> {
  const exact = Number(sink.number(cell) || Number.NaN);
  return { quantity: Math.abs(Number.isNaN(exact) ? sink.value(cell) : exact), digits: cell };
}

/** The digits of an amount without its sign, for a file that says in words which way it went. */
export function plainDigits(sink: Sink, cell: string): string {
  return (sink.number(cell) ?? '').replace('-', '');
}

interface CoinRow {
  readonly row: number;
  readonly when: string;
  readonly account?: string;
  /** The exchange's own name for the trade. */
  readonly id: string;
  readonly orderId?: string;
  /** What it is a part of, in words. */
  readonly of?: string;
}

export interface CoinTrade extends CoinRow {
  readonly out: Holding;
  readonly in: Holding;
  /** What each side was worth, where the file says it in money. */
  readonly value?: { readonly out: number; readonly in: number; readonly currency: string };
  readonly costs: readonly Holding[];
  /** The price as the file writes it, for a trade against money. */
  readonly price?: string;
  readonly stated?: number;
}

/** One exchange of money or a coin for another, as the executions it means. */
export function coinTrade(sink: Sink, trade: CoinTrade): boolean {
  const { out, in: into } = trade;
  const odd = isOdd(out) ? out : isOdd(into) ? into : trade.costs.find(isOdd);
  if (odd !== undefined) {
    sink.invalid(
      trade.row,
      `${shortenText(odd.code) || 'A coin without a name'} is not a coin, or its quantity is not a number`,
    );
    return false;
  }
  if (isMoney(out.code) && isMoney(into.code)) return currencies(sink, trade);
  if (isMoney(out.code)) return bookSide(sink, trade, trade.costs, into, 'BOT', out.quantity, out.code);
  if (isMoney(into.code)) return bookSide(sink, trade, trade.costs, out, 'SLD', into.quantity, into.code);
  const value = trade.value ?? inKind(trade);
  // A cost goes with the coin it was taken from, whose worth is known there.
  const received = trade.costs.filter(({ code }) => code === into.code);
  const sent = trade.costs.filter(({ code }) => code !== into.code);
  return (
    bookSide(sink, trade, sent, out, 'SLD', value.out, value.currency, 'out') &&
    bookSide(sink, trade, received, into, 'BOT', value.in, value.currency, 'in')
  );
}

function isOdd({ code, quantity }: Holding): boolean {
  return coinCode(code) === null || !(quantity > 0);
}

/** Without a value in money, both sides are stated in one of the two coins: a stable one, else what was given. */
function inKind({ out, in: into }: CoinTrade): NonNullable<CoinTrade['value']> {
  const own = !STABLE.includes(out.code) && STABLE.includes(into.code) ? into : out;
  return { out: own.quantity, in: own.quantity, currency: own.code };
}

function bookSide(
  sink: Sink,
  trade: CoinTrade,
  costs: readonly Holding[],
  coin: Holding,
  side: Side,
  worth: number,
  currency: string,
  leg?: 'out' | 'in',
): boolean {
  const each = worth / coin.quantity;
  const known: string[] = [];
  for (const { code, quantity } of costs) {
    const rate = rateOf(code, coin.code, each, currency);
    if (rate !== null) known.push(eight(quantity * rate));
  }
  const done = sink.execution({
    row: trade.row,
    when: trade.when,
    account: trade.account ?? '',
    execId: trade.id === '' || leg === undefined ? trade.id : `${trade.id}:${leg}`,
    orderId: trade.orderId ?? '',
    side,
    symbol: coin.code,
    instrument: coinInstrument(coin.code),
    assetClass: 'CRYPTO',
    quantity: digitsOf(coin),
    price: leg === undefined && trade.price ? trade.price : priceText(each),
    currency,
    costs: known,
    // What is stated in the coin itself was not stated by the row.
    amounts: trade.stated === undefined || leg === 'in' || currency === coin.code ? NO_AMOUNTS : [eight(trade.stated)],
  });
  if (!done) return false;
  for (const cost of costs) {
    const rate = rateOf(cost.code, coin.code, each, currency);
    dispose(sink, { ...trade, of: describeTrade(trade) }, cost, rate === null ? null : { rate, currency });
  }
  return true;
}

function describeTrade({ out, in: into }: CoinTrade): string {
  const formatHolding = ({ code, quantity }: Holding) => `${eight(quantity)} ${code}`;
  if (isMoney(out.code)) return `the purchase of ${formatHolding(into)}`;
  return isMoney(into.code)
    ? `the sale of ${formatHolding(out)}`
    : `${formatHolding(into)} in exchange for ${formatHolding(out)}`;
}

const NO_AMOUNTS: readonly string[] = [];

/** What one unit of a cost's coin is in the trade's currency, where the trade itself says. */
function rateOf(code: string, coin: string, each: number, currency: string): number | null {
  return code === currency ? 1 : code === coin ? each : null;
}

/** A cost paid in a coin: the coin goes, at what it was worth; without a rate it is stated in the coin itself. */
function dispose(
  sink: Sink,
  trade: CoinRow,
  cost: Holding,
  known: { readonly rate: number; readonly currency: string } | null,
): void {
  if (isMoney(cost.code) && known !== null) return;
  if (known === null)
    sink.cash({
      row: trade.row,
      when: trade.when,
      account: trade.account ?? '',
      amount: eight(-cost.quantity),
      currency: cost.code,
      coin: true,
      kind: 'fee',
      memo: `Fee in ${cost.code}`,
      id: trade.id === '' ? '' : `${trade.id}:fee:${cost.code}`,
    });
  if (isMoney(cost.code)) return;
  sink.execution({
    row: trade.row,
    when: trade.when,
    account: trade.account ?? '',
    execId: trade.id === '' ? '' : `${trade.id}:fee:${cost.code}`,
    // The order, or the trade itself, is what ties the two together.
    orderId: trade.orderId || trade.id,
    side: 'SLD',
    symbol: cost.code,
    instrument: coinInstrument(cost.code),
    assetClass: 'CRYPTO',
    quantity: digitsOf(cost),
    price: known === null ? '1' : priceText(known.rate),
    currency: known?.currency ?? cost.code,
    note: `Paid as a fee in ${cost.code}${trade.of === undefined ? '' : ` for ${trade.of}`}: the coin was disposed of`,
  });
}

/** A cost that belongs to no trade: of a withdrawal, a position held overnight. */
export function coinCost(sink: Sink, row: CoinRow, cost: Holding): void {
  if (cost.quantity > 0 && coinCode(cost.code) !== null) dispose(sink, row, cost, null);
}

function currencies(sink: Sink, trade: CoinTrade): boolean {
  const { out, in: into } = trade;
  return sink.execution({
    row: trade.row,
    when: trade.when,
    account: trade.account ?? '',
    execId: trade.id,
    orderId: trade.orderId ?? '',
    side: 'BOT',
    symbol: `${into.code}.${out.code}`,
    instrument: { symbol: `${into.code}.${out.code}`, multiplier: 1, kind: 'stock', assetClass: 'FOREX' },
    quantity: digitsOf(into),
    price: priceText(out.quantity / into.quantity),
    currency: out.code,
    costs: trade.costs.map(({ quantity }) => eight(quantity)),
    costCurrencies: trade.costs.map(({ code }) => code),
  });
}

/** A pair's trade: base bought or sold for quote. */
export function pairTrade(
  pair: { readonly base: string; readonly quote: string },
  side: Side,
  amount: ExactAmount,
  worth: ExactAmount,
): Pick<CoinTrade, 'out' | 'in'> {
  const base = { code: pair.base, ...amount };
  const quote = { code: pair.quote, ...worth };
  return side === 'BOT' ? { out: quote, in: base } : { out: base, in: quote };
}

function digitsOf({ quantity, digits }: ExactAmount): string {
  return digits ?? eight(quantity);
}

/** Eight decimals, and of a small price eight digits: a coin may cost a millionth of a cent. */
export function priceText(value: number): string {
  const size = Math.abs(value);
  if (!(size > 0) || size >= 0.1) return eight(value);
  return value.toFixed(Math.min(MOST_DECIMALS, 7 - Math.floor(Math.log10(size)))).replace(/0+$/, '');
}

/** No price is finer. */
const MOST_DECIMALS = 30;

/** Eight decimals, as every amount of money is stored with. */
export function eight(value: number): string {
  const rounded = Math.round(value * 1e8) / 1e8;
  const size = Math.abs(rounded);
  // Here the shortest text of a number is the plain one, and has no zeros to take off.
  if (size >= 1e-6 && size < 1e7) return String(rounded);
  return rounded.toFixed(8).replace(/\.?0+$/, '');
}
