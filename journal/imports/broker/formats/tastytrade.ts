// tastytrade (formerly tastyworks): transaction history. Prices of contracts are per contract and carry the cash sign;
// costs are written as negative amounts.
import { fractionOf, parseAmount, roundToEightPlaces } from '@zorivest/domain';
import type { OptionEnd } from '../../statement/model.ts';
import type { Row } from '../../text/columns.ts';
import { NEW_YORK, tabular } from '../format.ts';
import {
  type Instrument,
  type Option,
  optionFrom,
  optionInstrument,
  parseFuture,
  parseOption,
  pointValue,
} from '../instrument.ts';
import { optionEnd } from '../option-end.ts';
import type { Sink } from '../sink.ts';
import { sideOf } from '../row-text.ts';

export const tastytrade = tabular({
  name: 'tastytrade',
  label: 'tastytrade',
  aliases: ['tastyworks'],
  zone: NEW_YORK,
  newestFirst: true,
  layouts: [
    {
      columns: [
        'date',
        'type',
        'subtype|action',
        'symbol|symboltype',
        'instrumenttype',
        'quantity|quantitytype',
        'averageprice|price',
      ],
      confidence: 0.98,
      read(row, sink) {
        const type = row.lower('type');
        if (type === 'money movement') return cash(row, sink);
        // Without a sub type the words tell: "Removal of 1.0 SPY … due to expiration."
        const kind = row.lower('subtype') || kindIn(row.lower('description'));
        if (type !== 'trade' && type !== 'receive deliver')
          return sink.skipMoneyless(row.number, row.text('type') || 'The row', row.text('quantity', 'quantitytype'));
        if (type === 'trade') return fill(row, sink, false);
        readDelivery(row, sink, kind);
      },
    },
    {
      // tastyworks before 2022: prices per unit, fees as positive amounts.
      columns: [
        'transactioncode',
        'transactionsubcode',
        'symbol',
        'buysell',
        'openclose',
        'quantity',
        'callput',
        'price',
      ],
      confidence: 0.98,
      read: oldRow,
    },
  ],
});

function oldRow(row: Row, sink: Sink): void {
  const code = row.lower('transactioncode');
  const shared = {
    row: row.number,
    when: row.text('datetime'),
    symbol: row.text('symbol'),
    account: row.text('accountreference'),
  };
  const expiry = sink.moment(row.text('expirationdate'))?.date;
  const option = optionFrom(shared.symbol, expiry, row.text('callput'), sink.number(row.text('strike')));
  const side = sideOf(row.text('buysell')) ?? sideOf(row.text('transactionsubcode'));
  const end = optionEnd(row.text('transactionsubcode'));
  const quantity = row.text('quantity');
  if (code === 'money movement')
    sink.cash({
      ...shared,
      amount: row.text('amount'),
      description: `${row.text('transactionsubcode')} ${row.text('description')}`,
      memo: row.text('description'),
    });
  else if (end !== undefined && option !== null && side === null)
    sink.event({ ...shared, option, kind: end, quantity });
  else if (side !== null && quantity !== '')
    sink.execution({
      ...shared,
      side,
      option,
      quantity,
      price: row.text('price') || '0',
      costs: [row.text('fees')],
      free: code !== 'trade',
      ends: end,
    });
  else sink.skipMoneyless(row.number, row.text('transactionsubcode') || 'The row', quantity);
}

/** What comes and goes without a trade: splits and new names in two rows, options that end, shares that are moved. */
function readDelivery(row: Row, sink: Sink, kind: string): void {
  const side = sideOf(row.text('action', 'actiontype'));
  const quantity = row.text('quantity', 'quantitytype');
  const symbol = row.text('symbol', 'symboltype');
  const account = row.text('account', 'accountnumber');
  const moved = { row: row.number, when: row.text('date'), symbol, account };
  // Shares are listed as sold and bought at what they are worth; only the money of a cash merger was paid.
  if (kind.includes('merger') && optionOf(row, sink) === null) {
    const leaves = side === 'SLD';
    const cash = kind.includes('cash') ? row.text('value', 'total', 'amount').replace(/^--$/, '') : '';
    sink.merger({ ...moved, quantity: quantity === '' ? '' : `${leaves ? '-' : ''}${quantity}`, cash });
    return;
  }
  if (/split|symbol change|merger/.test(kind)) {
    if (side === null || quantity === '')
      return sink.invalid(row.number, `${row.text('subtype')}: a corporate action without its shares`);
    sink.leg({ ...moved, option: optionOf(row, sink), quantity, leaves: side === 'SLD' });
    return;
  }
  const end = optionEnd(kind) ?? (kind.startsWith('cash settled') ? 'exercise' : undefined);
  const option = optionOf(row, sink);
  if (end !== undefined && option !== null) {
    // Without a side the row tells that contracts leave, not whether they were held or written.
    if (side === null) sink.event({ ...moved, option, kind: end, quantity });
    else fill(row, sink, true, end);
    return;
  }
  // The shares of an exercise or an assignment ("Buy to Open"): bought or sold at the strike.
  if (side !== null && /^(?:buy|sell) to|assign|exercise|deliver/.test(kind)) return fill(row, sink, true);
  if (/transfer|acat|spin/.test(kind) && quantity !== '' && symbol !== '') {
    const signed = side === 'SLD' ? `-${quantity}` : quantity;
    sink.event({ ...moved, option, kind: 'transfer', quantity: signed, isSpinOff: kind.includes('spin') });
    return;
  }
  sink.skipMoneyless(row.number, row.text('subtype') || 'Delivery', quantity);
}

function fill(row: Row, sink: Sink, delivery: boolean, ends?: OptionEnd): void {
  const side = sideOf(row.text('action', 'actiontype')) ?? sideOf(row.text('subtype'));
  const multiplier = Number(sink.number(row.text('multiplier')) || '0');
  const instrument = instrumentOf(row, sink, multiplier);
  sink.execution({
    row: row.number,
    side,
    symbol: row.text('symbol', 'symboltype'),
    ...(instrument === null ? {} : { instrument }),
    assetClass: row.lower('instrumenttype') === 'cryptocurrency' ? 'CRYPTO' : undefined,
    quantity: row.text('quantity', 'quantitytype'),
    price: perUnit(row, sink, multiplier),
    negatedCosts: [row.text('commissions', 'commission'), row.text('fees')].map((cell) => (cell === '--' ? '' : cell)),
    costKinds: ['commission', 'other'],
    amounts: [row.text('total')],
    when: row.text('date'),
    free: delivery,
    ends,
    account: row.text('account', 'accountnumber'),
    currency: row.text('currency'),
    orderId: row.text('order'),
  });
}

/** What became of a position, in the words of a file that has no column for it. */
function kindIn(description: string): string {
  return (
    /expiration|assignment|exercise|symbol change|cash merger|merger|split|transfer|acat|cash settled|buy to|sell to/.exec(
      description,
    )?.[0] ?? description
  );
}

/**
 * What was paid is exact, its average is rounded. Average Price is per contract and signed by the cash it moved: -100.00
 * for an option bought at 1.00.
 */
function perUnit(row: Row, sink: Sink, multiplier: number): string {
  const exact = computePaidEach(row, sink, multiplier);
  if (exact !== null) return exact;
  const stated = row.text('averageprice', 'price');
  const number = sink.number(stated);
  if (number === null || number === '') return stated === '' || stated === '--' ? '0' : stated;
  const description = row.text('description');
  // Futures move no cash when they are bought: their price may stand in the words only ("Bought 1 /MESH4 @ 4750.25").
  const worded = Number(sink.number(/@\s*\$?(-?[\d,.]*\d)/.exec(description)?.[1] ?? '') || '0');
  if (Number(number) === 0 && worded !== 0 && /^future$/i.test(row.text('instrumenttype'))) return String(worded);
  const whole = number.replace('-', '');
  const value = parseAmount(whole);
  if (value === null || !row.has('averageprice') || !Number.isInteger(multiplier) || multiplier <= 1) return whole;
  const each = roundToEightPlaces(fractionOf(value, 1, multiplier));
  // Some contracts are priced per unit all the same; the words of the trade ("… @ 4750.25") tell.
  return worded > 0 && Math.abs(Number(whole) - worded) < Math.abs(each - worded) ? whole : String(each);
}

/** Value ÷ quantity ÷ multiplier, where the file states a value: not for futures, which move none. */
function computePaidEach(row: Row, sink: Sink, multiplier: number): string | null {
  const kind = row.lower('instrumenttype');
  const [value, quantity] = [row.text('value'), row.text('quantity', 'quantitytype')].map((cell) =>
    Math.abs(sink.value(cell === '--' ? '' : cell)),
  );
  if (!value || !quantity || kind === 'future' || !row.has('averageprice')) return null;
  const each = kind.includes('option') ? multiplier || 100 : 1;
  return (value / quantity / each).toFixed(8);
}

function optionOf(row: Row, sink: Sink): Option | null {
  if (!row.lower('instrumenttype').includes('option')) return null;
  // The root is what the contract is listed under: SPXW is not SPX. Of an option on a future it names a series.
  const isOnFuture = row.lower('instrumenttype').includes('future');
  const underlying = (
    isOnFuture ? row.text('underlyingsymbol', 'rootsymbol') : row.text('rootsymbol', 'underlyingsymbol')
  ).replace(/^\.?\//, '/');
  const expiry = sink.moment(row.text('expirationdate'))?.date;
  return (
    optionFrom(underlying, expiry, row.text('callorput'), sink.number(row.text('strikeprice'))) ??
    parseOption(row.text('symbol', 'symboltype'))
  );
}

function instrumentOf(row: Row, sink: Sink, multiplier: number): Instrument | null {
  const kind = row.lower('instrumenttype');
  const symbol = row.text('symbol', 'symboltype');
  if (kind.includes('option')) {
    const option = optionOf(row, sink);
    return option === null ? null : optionInstrument(option, multiplier > 0 ? multiplier : undefined);
  }
  if (!kind.includes('future')) return null;
  const contract = parseFuture(symbol, true);
  const root = contract?.root ?? row.text('rootsymbol').replace(/^\//, '');
  return {
    symbol: contract?.symbol ?? symbol.replace(/^\//, ''),
    multiplier: multiplier > 1 ? multiplier : (pointValue(root) ?? 1),
    kind: 'future',
  };
}

function cash(row: Row, sink: Sink): void {
  sink.cash({
    row: row.number,
    when: row.text('date'),
    amount: row.text('total', 'value', 'amount'),
    description: `${row.text('subtype')} ${row.text('description')}`,
    symbol: row.text('symbol'),
    memo: row.text('description'),
    account: row.text('account', 'accountnumber'),
    currency: row.text('currency'),
  });
}
