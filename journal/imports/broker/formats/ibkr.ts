// What the three IBKR exports share: a trade's fields, whichever way they are written.
import type { AssetClass } from '../../model.ts';
import type { Fill } from '../input.ts';
import type { Sink } from '../sink.ts';
import { type Instrument, optionFrom, optionInstrument, parseFuture, parseOption } from '../instrument.ts';
import { sideOf } from '../words.ts';

/** Reads a field by its IBKR name (compact: `ibcommission`, `datetime`); '' when absent. */
export type Field = (...names: readonly string[]) => string;

/** Trades that only repeat others: totals, tax lots, wash sales. */
const REPEATS = /^(?:closed_?lot|symbol_?summary|asset_?summary|wash_?sale|currency_?summary|lot)$/i;

const ASSET_CLASSES: Readonly<Record<string, AssetClass>> = {
  CASH: 'FOREX',
  FOREX: 'FOREX',
  CRYPTO: 'CRYPTO',
  FUND: 'MUTUAL_FUND',
  'MUTUAL FUNDS': 'MUTUAL_FUND',
  BOND: 'BOND',
  BONDS: 'BOND',
};

const OPTIONS = /^(?:OPT|OPTIONS?|EQUITY AND INDEX OPTIONS|FOP|FSFOP|OPTIONS ON FUTURES)$/;

/** Bonds are priced in percent of their face value. */
const PERCENT = '0.01';

export class IbkrTrades {
  readonly #sink: Sink;
  /** Orders stand in for their executions where a query exports only orders. */
  readonly #orders: Fill[] = [];
  #executions = 0;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  trade(field: Field, row: number): void {
    const sink = this.#sink;
    const level = field('levelofdetail');
    if (REPEATS.test(level)) return sink.skip(row, `${level}: repeats trades listed elsewhere`);
    const type = field('transactiontype');
    const original = field('origtradeid');
    if (isCancel(field)) return this.#cancel(field, row, real(original));
    if (/correct/i.test(type) && real(original) !== '') sink.cancel(real(original));
    const fill = this.#fill(field, row);
    if (/^order$/i.test(level)) {
      this.#orders.push(fill);
      return sink.hold();
    }
    this.#executions++;
    if (sink.execution(fill)) this.#extras(field, row);
  }

  cash(field: Field, row: number): void {
    if (/summary/i.test(field('levelofdetail'))) return this.#sink.skip(row, 'Summary: repeats the rows it sums up');
    this.#sink.cash({
      row,
      when: field('datetime', 'settledate', 'reportdate', 'date'),
      amount: field('amount', 'netamount'),
      currency: field('currencyprimary', 'currency'),
      words: `${field('type', 'transactiontype')} ${field('type') === '' ? field('description') : ''}`,
      symbol: field('symbol'),
      memo: field('description', 'type'),
      account: field('clientaccountid', 'accountid', 'account'),
      id: field('transactionid'),
    });
  }

  end(): void {
    for (const order of this.#orders) {
      this.#sink.startRow();
      if (this.#executions > 0) this.#sink.skip(order.row, 'An order: its executions are imported');
      else this.#sink.execution(order);
    }
  }

  /** A cancel names the trade it takes back; one that does not is booked as the opposite trade, so positions hold. */
  #cancel(field: Field, row: number, original: string): void {
    if (original !== '') {
      this.#sink.cancel(original);
      return this.#sink.skip(row, `Cancels trade ${original}`);
    }
    this.#sink.log.warn(`Row ${row} cancels a trade without naming it; it was imported as the opposite trade.`);
    const fill = this.#fill(field, row);
    this.#sink.execution({ ...fill, side: fill.quantity.trim().startsWith('-') ? 'SLD' : 'BOT' });
  }

  #fill(field: Field, row: number): Fill {
    const quantity = field('quantity');
    const stated = sideOf(field('buysell', 'side', 'transactiontype').replace(/\(.*\)/, ''));
    const asset = field('assetclass', 'assetcategory').toUpperCase();
    const commissionCurrency = field('ibcommissioncurrency', 'commissioncurrency');
    const foreign = commissionCurrency !== '' && commissionCurrency !== field('currencyprimary', 'currency');
    const instrument = this.#instrument(field, asset);
    return {
      row,
      side: stated ?? (quantity === '' ? null : quantity.trim().startsWith('-') ? 'SLD' : 'BOT'),
      symbol: field('symbol', 'description'),
      ...(instrument === null ? {} : { instrument }),
      future: asset === 'FUT',
      quantity,
      price: field('tradeprice', 'price', 'tprice'),
      // IBKR writes costs as negative amounts and rebates as positive ones.
      negatedCosts: foreign ? [] : [field('ibcommission', 'commission', 'commfee', 'comminusd')],
      when: when(field),
      free: true,
      account: field('clientaccountid', 'accountid', 'account'),
      currency: field('currencyprimary', 'currency', 'pricecurrency'),
      execId: real(field('tradeid')) || real(field('ibexecid', 'execid')),
      orderId: real(field('iborderid', 'orderid', 'brokerageorderid')),
      assetClass: ASSET_CLASSES[asset],
      multiplier: /^BONDS?$|^BILL/.test(asset) ? PERCENT : field('multiplier'),
    };
  }

  #instrument(field: Field, asset: string): Instrument | null {
    const multiplier = Number(this.#sink.number(field('multiplier')) || '0');
    const underlying = field('underlyingsymbol') || (field('symbol').split(/\s+/)[0] ?? '');
    const expiry = this.#sink.moment(field('expiry'))?.date;
    const option =
      optionFrom(underlying, expiry, field('putcall'), this.#sink.number(field('strike'))) ??
      (OPTIONS.test(asset) ? (parseOption(field('symbol')) ?? parseOption(field('description'))) : null);
    if (option !== null) return optionInstrument(option, multiplier || undefined);
    if (asset.startsWith('FUT') && multiplier > 0) {
      const symbol = field('symbol');
      return { symbol: parseFuture(symbol, true)?.symbol ?? symbol, multiplier, kind: 'future' };
    }
    // A share may be called like an option or a future of another exchange: the asset class decides.
    if (/^(?:STK|STOCKS?|CASH|FOREX|FUND|BONDS?|WAR|CRYPTO)/.test(asset) && field('symbol') !== '')
      return { symbol: field('symbol').toUpperCase(), multiplier: multiplier || 1, kind: 'stock' };
    return null;
  }

  /** Taxes, and a commission in another currency than the trade, are cash of their own. */
  #extras(field: Field, row: number): void {
    const sink = this.#sink;
    const shared = { row, when: when(field), symbol: field('symbol'), account: field('clientaccountid', 'accountid') };
    const currency = field('currencyprimary', 'currency');
    if (!isNothing(sink.number(field('taxes'))))
      sink.cash({ ...shared, amount: field('taxes'), currency, kind: 'tax', memo: 'Tax on a trade' });
    const commissionCurrency = field('ibcommissioncurrency', 'commissioncurrency');
    if (
      commissionCurrency !== '' &&
      commissionCurrency !== currency &&
      !isNothing(sink.number(field('ibcommission', 'commission')))
    )
      sink.cash({
        ...shared,
        amount: field('ibcommission', 'commission'),
        currency: commissionCurrency,
        kind: 'fee',
        memo: 'Commission in another currency',
      });
  }
}

function isCancel(field: Field): boolean {
  return (
    /cancel/i.test(field('transactiontype')) ||
    /\(ca\.?\)/i.test(field('buysell', 'side')) ||
    /(?:^|[;,\s])ca(?:$|[;,\s])/i.test(field('notescodes', 'notes', 'code'))
  );
}

function when(field: Field): string {
  const whole = field('datetime', 'tradedatetime');
  return whole === ''
    ? `${field('tradedate', 'date', 'datum')} ${field('tradetime')}`.trim()
    : whole.replaceAll(/^['"]|['"]$/g, '');
}

function real(id: string): string {
  return /^(?:0|-+|n\/a)?$/i.test(id) ? '' : id;
}

function isNothing(number: string | null): boolean {
  return number === null || number === '' || Number(number) === 0;
}
