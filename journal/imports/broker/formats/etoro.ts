// eToro: the sheets of the account statement, as a workbook or saved as CSV one by one or one below the other. A closed
// position is repeated by the account's activity; where a file has both, the position counts, and the activity names
// its ticker. Amounts are in dollars and rates in the instrument's currency: what was paid counts.
import { tabular } from '../format.ts';
import type { Row } from '../../text/columns.ts';
import type { RoundTripRow } from '../input.ts';
import type { Sink } from '../sink.ts';

/** What an instrument is called and quoted in: `BARC.L/GBX`. */
interface Listing {
  readonly symbol: string;
  readonly currency: string;
}

/** The rows that have to know each other: by the id of their position. */
class Positions {
  readonly #sink: Sink;
  readonly #listings = new Map<string, Listing>();
  readonly #closed = new Map<string, Row>();
  readonly #unnamed: Row[] = [];
  readonly #traded: Row[] = [];

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  /** A closed position; its ticker may follow in another sheet. */
  close(row: Row): void {
    const id = row.text('positionid');
    if (id === '' || this.#closed.has(id)) this.#unnamed.push(row);
    else this.#closed.set(id, row);
    this.#sink.hold(row.number);
  }

  /** A position that the activity opens or closes. */
  trade(row: Row): void {
    const [, symbol, currency] = LISTED.exec(row.text('details')) ?? [];
    const id = row.text('positionid');
    if (id !== '' && symbol !== undefined && currency !== undefined) this.#listings.set(id, { symbol, currency });
    this.#traded.push(row);
    this.#sink.hold(row.number);
  }

  end(): void {
    for (const row of [...this.#closed.values(), ...this.#unnamed])
      readClosedPosition(row, this.#sink, this.#listings.get(row.text('positionid')));
    for (const row of this.#traded) {
      if (this.#closed.has(row.text('positionid')))
        this.#sink.skip(row.number, 'repeated', 'The closed position is imported as a whole');
      else readTrade(row, this.#sink);
    }
  }
}

const LISTED = /^([A-Z0-9][A-Z0-9._-]*)\/([A-Z]{3})$/i;

export const etoro = tabular<Positions>({
  name: 'etoro',
  label: 'eToro',
  zone: 'UTC',
  dateOrder: 'dmy',
  open: (sink) => new Positions(sink),
  close: (positions) => positions.end(),
  layouts: [
    {
      columns: ['action', 'amount', 'units|unitscontracts', 'openrate', 'closerate', 'opendate', 'closedate'],
      confidence: 0.99,
      read: (row, _, positions) => positions.close(row),
    },
    {
      // Before 2023 it had no units, and before 2022 it was called "Transactions Report".
      columns: ['date', 'type', 'details', 'amount', 'realizedequitychange', 'balance|accountbalance'],
      confidence: 0.99,
      read: activity,
    },
    {
      columns: ['dateofpayment', 'instrumentname', 'netdividendreceivedusd|netdividendreceivedeur'],
      confidence: 0.98,
      read: dividend,
    },
  ],
});

const CURRENCIES = ['usd', 'eur', 'gbp', 'aud'];

function readClosedPosition(row: Row, sink: Sink, listing: Listing | undefined): void {
  const [, word = '', rest = ''] = /^(buy|sell|long|short)\b\s*(.*)$/i.exec(row.text('action')) ?? [];
  // Since 2023 the direction has a column of its own, and the action names the instrument only.
  const [verb, name] = [row.text('longshort') || word, word === '' ? row.text('action') : rest];
  if (!/^(?:buy|sell|long|short)$/i.test(verb))
    return sink.invalid(row.number, 'The action is neither a buy nor a sell');
  const id = row.text('positionid');
  const isin = row.text('isin');
  const named = name || row.text('instrument', 'details');
  sink.roundTrip({
    row: row.number,
    direction: /^(?:buy|long)$/i.test(verb) ? 'long' : 'short',
    symbol: listing?.symbol ?? symbolOf(named, isin, sink),
    ...classOf(row.text('type', 'assettype')),
    isin,
    name: named,
    quantity: unitsOf(row),
    entryTime: row.text('opendate'),
    exitTime: row.text('closedate'),
    ...pricesOf(row, sink, /^(?:buy|long)$/i.test(verb) ? 1 : -1, listing?.currency),
    ...(id === '' ? {} : { entryId: `${id}-open`, exitId: `${id}-close` }),
  });
}

type Prices = Pick<
  RoundTripRow,
  'entryPrice' | 'exitPrice' | 'currency' | 'fx' | 'exitFx' | 'entryAmounts' | 'amountCurrency' | 'realized'
>;

/** The rates as quoted, where what was paid tells their currency; else the prices that follow from what was paid. */
function pricesOf(row: Row, sink: Sink, direction: 1 | -1, listed: string | undefined): Prices {
  const profit = row.textIn('profit', CURRENCIES) ?? { text: row.text('profit'), suffix: 'usd' };
  const paidIn = profit.suffix.toUpperCase();
  const leverage = sink.value(row.text('leverage').replace(/^x/i, '')) || 1;
  const [units, margin] = [Math.abs(sink.value(unitsOf(row))), Math.abs(sink.value(row.text('amount')))];
  const [open, close] = [sink.value(row.text('openrate')), sink.value(row.text('closerate'))];
  const worth = margin * leverage;
  const stated = {
    entryPrice: row.text('openrate'),
    exitPrice: row.text('closerate'),
    currency: paidIn,
    ...(profit.text === '' ? {} : { realized: profit.text }),
  };
  // With leverage the amount is the margin, not what the position was worth.
  const amounts = leverage === 1 ? { entryAmounts: [row.text('amount')], amountCurrency: paidIn } : {};
  const rate = worth / (units * open);
  const converted = sink.value(row.text('fxrateatopenusd', 'fxrateatopen'));
  const isForeign = listed === undefined ? converted > 0 && converted !== 1 : listed !== paidIn;
  if (!isForeign || !(rate > 0) || !Number.isFinite(rate)) return { ...stated, ...amounts };
  const result = worth + direction * sink.value(profit.text);
  const closeRate = result / (units * close);
  const quoted = listed ?? currencyOf(row.text('isin'), rate, converted);
  if (quoted !== null && closeRate > 0 && Number.isFinite(closeRate))
    return {
      ...stated,
      ...amounts,
      currency: quoted,
      fx: { currency: paidIn, rate: rate.toFixed(10) },
      exitFx: { currency: paidIn, rate: closeRate.toFixed(10) },
    };
  return { ...stated, ...amounts, entryPrice: (worth / units).toFixed(8), exitPrice: (result / units).toFixed(8) };
}

/** What the rates are quoted in by the country of the ISIN, where the stated rate is the one that was paid. */
function currencyOf(isin: string, rate: number, stated: number): string | null {
  const home = HOMES[isin.slice(0, 2)];
  if (home === undefined) return null;
  if (home === 'GBP' && isNear(rate * 100, stated)) return 'GBX';
  return isNear(rate, stated) ? home : null;
}

const HOMES: Readonly<Record<string, string>> = {
  GB: 'GBP',
  DE: 'EUR',
  FR: 'EUR',
  NL: 'EUR',
  ES: 'EUR',
  IT: 'EUR',
  BE: 'EUR',
  FI: 'EUR',
  PT: 'EUR',
  AT: 'EUR',
  CH: 'CHF',
  SE: 'SEK',
  NO: 'NOK',
  DK: 'DKK',
  HK: 'HKD',
  AU: 'AUD',
  CA: 'CAD',
  JP: 'JPY',
};

/** Spreads and rounded units lie between what was paid and what the rates come to. */
function isNear(rate: number, expected: number): boolean {
  return Math.abs(rate / expected - 1) < 0.02;
}

const OPENED = /^open position|^position opened/i;
const CLOSED = /^position closed|^close position|^profit\/loss of trade/i;
const COST = /fee|rollover|overnight|sdrt|commission/i;
const INSIDE = /copy|mirror|edit (?:stop|take)|cash ?available/i;

function activity(row: Row, sink: Sink, positions: Positions): void {
  const type = row.text('type');
  if (OPENED.test(type) || CLOSED.test(type)) return positions.trade(row);
  const amount = sink.number(row.text('amount'));
  if (INSIDE.test(type)) return sink.skip(row.number, 'inside', `${type}: moved inside eToro`);
  // Costs and income change the equity; deposits and withdrawals do not, and their amount has no sign.
  const change = sink.number(row.text('realizedequitychange'));
  const isCost = COST.test(type);
  const leaves = Number(amount) < 0 || isCost || /withdraw/i.test(type);
  const moved = Number(change) === 0 ? `${leaves ? '-' : ''}${(amount ?? '').replace(/^-/, '')}` : (change ?? '');
  const details = row.text('details');
  sink.cash({
    row: row.number,
    when: row.text('date'),
    amount: moved,
    currency: 'USD',
    description: isCost ? `fee ${type}` : type,
    // Of a deposit it says from where it came.
    symbol: LISTED.exec(details)?.[1] ?? (isTicker(details) ? details : ''),
    memo: [type, details].filter(Boolean).join(' '),
  });
}

function readTrade(row: Row, sink: Sink): void {
  const [worth, count] = [Math.abs(sink.value(row.text('amount'))), Math.abs(sink.value(unitsOf(row)))];
  if (!(worth > 0) || !(count > 0))
    return sink.invalid(
      row.number,
      'The row has no amount or no units: the sheet Closed Positions tells them, import it with this one',
    );
  const opens = OPENED.test(row.text('type'));
  const details = row.text('details');
  sink.execution({
    row: row.number,
    side: opens ? 'BOT' : 'SLD',
    symbol: LISTED.exec(details)?.[1] ?? symbolOf(details, '', sink),
    ...classOf(row.text('assettype')),
    quantity: unitsOf(row),
    price: (worth / count).toFixed(8),
    when: row.text('date'),
    // The amount is in dollars whatever the instrument is traded in, and so is the price that follows from it.
    currency: 'USD',
    amounts: [row.text('amount')],
    ...(opens ? {} : { realized: row.text('realizedequitychange') }),
  });
}

function dividend(row: Row, sink: Sink): void {
  const net = row.textIn('netdividendreceived', CURRENCIES);
  const currency = net?.suffix.toUpperCase() ?? 'USD';
  sink.cash({
    row: row.number,
    when: row.text('dateofpayment'),
    amount: net?.text ?? '',
    currency,
    kind: 'dividend',
    symbol: symbolOf(row.text('instrumentname'), row.text('isin'), sink),
    isin: row.text('isin'),
    memo: `Dividend ${row.text('instrumentname')}`,
    withheld: { amount: row.text(`withholdingtaxamount${currency.toLowerCase()}`), currency },
  });
}

function unitsOf(row: Row): string {
  return row.text('units', 'unitscontracts');
}

/** Apple (AAPL) is AAPL. A name without a ticker stands under its ISIN, else under itself, until it is named. */
function symbolOf(name: string, isin: string, sink: Sink): string {
  const ticker = /\(([A-Z][A-Z0-9.]{0,11})\)$/.exec(name)?.[1] ?? LISTED.exec(name)?.[1];
  if (ticker !== undefined) return ticker;
  if (isTicker(name) || isin !== '') return isTicker(name) ? name : isin;
  const plain = name.replaceAll(/[^\p{L}\p{N} .&-]/gu, '').trim();
  sink.log.warn(
    `The file has no ticker for "${name.slice(0, 60)}": it stands as ${plain.toUpperCase().slice(0, 60)}. The sheet Account Activity tells the tickers: import the whole workbook, or rename it with \`zorivest event add --kind symbol_change\`.`,
  );
  return plain;
}

function isTicker(name: string): boolean {
  return /^[A-Z0-9][A-Z0-9.]{0,9}$/.test(name);
}

function classOf(type: string): { readonly assetClass?: 'CRYPTO' | 'FOREX' } {
  if (/crypto/i.test(type)) return { assetClass: 'CRYPTO' };
  return /currenc|forex/i.test(type) ? { assetClass: 'FOREX' } : {};
}
