// What the three IBKR exports share: a trade's fields, whichever way they are written.
import { instrumentFacts } from '@zorivest/domain';
import type { AssetClass, OptionEnd } from '../../statement/model.ts';
import type { Fill } from '../input.ts';
import { memoize } from '../memoize.ts';
import type { Sink } from '../sink.ts';
import type { StatedRate } from '../stated-rate.ts';
import { type Instrument, optionFrom, optionInstrument, parseFuture, parseOption } from '../instrument.ts';
import { sideOf } from '../row-text.ts';
import { capitalReturned, isReturnOfCapital } from './ibkr-actions.ts';
import { type Fields, FIELDS, isNothing, meaningfulId } from './ibkr-fields.ts';

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

const ON_FUTURES = /^(?:FOP|FSFOP|OPTIONS ON FUTURES)$/;

const MOST_SHARES = 100_000;

/** Bonds are priced in percent of their face value. */
const PERCENT = '0.01';

export class IbkrTrades {
  readonly #sink: Sink;
  /** Orders stand in for their executions where a query exports only orders. */
  readonly #orders: Fill[] = [];
  readonly #shares = new Map<string, Instrument>();
  readonly #levels = memoize(levelOf);
  readonly #types = memoize(typeOf);
  readonly #sides = memoize((text: string) => ({ side: sideOf(text.replace(/\(.*$/, '')) }));
  /** Summaries stand in for the rows they sum up where a query exports only them. */
  readonly #summaries: { readonly fields: Fields; readonly row: number }[] = [];
  #details = 0;
  #executions = 0;
  /** The account's currency, where the statement names it before its trades. */
  #base = '';

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  /** What a row is about, by its asset class. */
  instrumentOf(fields: Fields): Instrument | null {
    return this.#instrument(fields, fields.field(FIELDS.assetClass).toUpperCase());
  }

  useBase(currency: string): void {
    this.#base = currency;
  }

  trade(fields: Fields, row: number): void {
    const sink = this.#sink;
    const level = fields.field(FIELDS.level);
    const { repeats, isOrder } = this.#levels(level);
    if (repeats) return sink.skip(row, 'repeated', `${level}: repeats trades listed elsewhere`);
    const type = this.#types(fields.field(FIELDS.transactionType));
    const original = fields.field(FIELDS.original);
    if (type.cancels || isCancel(fields)) return this.#cancel(fields, row, meaningfulId(original));
    if (type.corrects && meaningfulId(original) !== '') sink.cancel(meaningfulId(original));
    const fill = this.#fill(fields, row);
    if (isOrder) {
      this.#orders.push(fill);
      return sink.hold(row);
    }
    this.#executions++;
    if (sink.execution(fill)) this.#extras(fields, row);
  }

  cash(fields: Fields, row: number): void {
    if (/summary/i.test(fields.field(FIELDS.level))) {
      this.#summaries.push({ fields, row });
      return this.#sink.hold(row);
    }
    this.#details++;
    this.#money(fields, row);
  }

  #money(fields: Fields, row: number): void {
    if (isReturnOfCapital(fields.field(FIELDS.description))) return capitalReturned(this.#sink, fields, row);
    this.#sink.cash({
      row,
      when: fields.field(FIELDS.cashTime),
      amount: fields.field(FIELDS.amount),
      currency: fields.field(FIELDS.currency),
      description: `${fields.field(FIELDS.cashType)} ${fields.field(FIELDS.type) === '' ? fields.field(FIELDS.description) : ''}`,
      symbol: fields.field(FIELDS.symbol),
      memo: fields.field(FIELDS.memo),
      account: fields.field(FIELDS.account),
      id: fields.field(FIELDS.transactionId),
      ...this.#rate(fields),
    });
  }

  #rate(fields: Fields): { fx?: StatedRate } {
    const rate = fields.field(FIELDS.rate);
    if (rate === '') return {};
    // A rate of one is that of the account's own currency.
    if (this.#base === '' && Number(rate) === 1) this.#base = fields.field(FIELDS.currency);
    return { fx: { currency: this.#base, rate } };
  }

  /** Shares that came from, or went to, another account or broker. */
  transfer(fields: Fields, row: number): void {
    const quantity = fields.field(FIELDS.transferQuantity);
    if (isNothing(this.#sink.number(quantity)))
      return this.#sink.skip(row, 'repeated', 'A transfer of cash: it is among the cash rows');
    const out = /^out$/i.test(fields.field(FIELDS.direction)) && !quantity.startsWith('-');
    this.#sink.event({
      row,
      kind: 'transfer',
      when: fields.field(FIELDS.transferTime),
      symbol: fields.field(FIELDS.symbol),
      account: fields.field(FIELDS.account),
      id: meaningfulId(fields.field(FIELDS.transactionId)),
      quantity: out ? `-${quantity}` : quantity,
    });
  }

  end(): void {
    for (const order of this.#orders) {
      if (this.#executions > 0) this.#sink.skip(order.row, 'repeated', 'An order: its executions are imported');
      else this.#sink.execution(order);
    }
    for (const { fields, row } of this.#summaries) {
      if (this.#details > 0) this.#sink.skip(row, 'repeated', 'Summary: repeats the rows it sums up');
      else this.#money(fields, row);
      this.#sink.finishRow(row);
    }
  }

  /** A cancel names the trade it takes back, or tells it with the sign turned. */
  #cancel(fields: Fields, row: number, original: string): void {
    if (original !== '') return this.#sink.takeBack(row, original);
    const fill = this.#fill(fields, row);
    this.#sink.execution({ ...fill, side: fill.quantity.trim().startsWith('-') ? 'BOT' : 'SLD', cancels: true });
  }

  #fill(fields: Fields, row: number): Fill {
    const quantity = fields.field(FIELDS.quantity);
    const stated = this.#sides(fields.field(FIELDS.side)).side;
    const asset = fields.field(FIELDS.assetClass).toUpperCase();
    const commissionCurrency = fields.field(FIELDS.commissionCurrency);
    const instrument = this.#instrument(fields, asset);
    return {
      row,
      side: stated ?? (quantity === '' ? null : quantity.trim().startsWith('-') ? 'SLD' : 'BOT'),
      symbol: fields.field(FIELDS.anySymbol),
      isin: fields.field(FIELDS.isin),
      ...(instrument === null ? {} : { instrument }),
      future: asset === 'FUT',
      quantity,
      price: fields.field(FIELDS.price) || this.#derivePrice(fields, instrument, asset),
      amounts: [fields.field(FIELDS.tradeMoney)],
      accrued: fields.field(FIELDS.accrued),
      realized: fields.field(FIELDS.realized),
      ...this.#rate(fields),
      // IBKR writes costs as negative amounts and rebates as positive ones.
      negatedCosts: [fields.field(FIELDS.costs)],
      costCurrencies: [commissionCurrency],
      when: when(fields),
      free: true,
      ends: endOf(fields.field(FIELDS.codes)),
      account: fields.field(FIELDS.account),
      currency: fields.field(FIELDS.priceCurrency),
      execId: meaningfulId(fields.field(FIELDS.tradeId)) || meaningfulId(fields.field(FIELDS.execId)),
      orderId: meaningfulId(fields.field(FIELDS.orderId)),
      assetClass: ASSET_CLASSES[asset],
      multiplier: /^BONDS?$|^BILL/.test(asset) ? PERCENT : fields.field(FIELDS.multiplier),
    };
  }

  /** A query without the price tells it by what was paid: over quantity and multiplier. */
  #derivePrice(fields: Fields, instrument: Instrument | null, asset: string): string {
    const value = (names: readonly string[]) => this.#sink.value(fields.field(names));
    const quantity = Math.abs(value(FIELDS.quantity));
    const commission = value(FIELDS.commission);
    // Net cash has the commission inside, and so has the cost of what was bought.
    const bought = !fields.field(FIELDS.quantity).startsWith('-');
    const paid =
      value(FIELDS.money) ||
      value(FIELDS.proceeds) ||
      (value(FIELDS.netCash) === 0 ? 0 : value(FIELDS.netCash) - commission - value(FIELDS.taxes)) ||
      (bought && value(FIELDS.cost) !== 0 ? value(FIELDS.cost) + commission : 0);
    const size = /^BONDS?$|^BILL/.test(asset)
      ? Number(PERCENT)
      : (instrument?.multiplier ?? (value(FIELDS.multiplier) || 1));
    return quantity > 0 && Number.isFinite(paid) && paid !== 0 ? (Math.abs(paid) / quantity / size).toFixed(8) : '';
  }

  #instrument(fields: Fields, asset: string): Instrument | null {
    // Nearly every row of a large statement is a share.
    if (asset === 'STK' && fields.field(FIELDS.right) === '') return this.#share(fields);
    const multiplier = Number(this.#sink.number(fields.field(FIELDS.multiplier)) || '0');
    // The contract's own symbol names its root: SPXW is not SPX, though both are on SPX.
    const underlying =
      parseOption(fields.field(FIELDS.symbol))?.underlying ||
      fields.field(FIELDS.underlying) ||
      (fields.field(FIELDS.symbol).split(/\s+/)[0] ?? '');
    const expiry = this.#sink.moment(fields.field(FIELDS.expiry))?.date;
    const option =
      optionFrom(underlying, expiry, fields.field(FIELDS.right), this.#sink.number(fields.field(FIELDS.strike))) ??
      (OPTIONS.test(asset)
        ? (parseOption(fields.field(FIELDS.symbol)) ?? parseOption(fields.field(FIELDS.description)))
        : null);
    if (option !== null && ON_FUTURES.test(asset)) return onFuture(optionInstrument(option), multiplier);
    if (option !== null) return optionInstrument(option, multiplier || undefined);
    if (asset.startsWith('FUT') && multiplier > 0) {
      const symbol = fields.field(FIELDS.symbol);
      return { symbol: parseFuture(symbol, true)?.symbol ?? symbol, multiplier, kind: 'future' };
    }
    // A share may be called like an option or a future of another exchange: the asset class decides.
    if (/^(?:STK|STOCKS?|CASH|FOREX|FUND|BONDS?|WAR|CRYPTO)/.test(asset) && fields.field(FIELDS.symbol) !== '')
      return { symbol: fields.field(FIELDS.symbol).toUpperCase(), multiplier: multiplier || 1, kind: 'stock' };
    return null;
  }

  #share(fields: Fields): Instrument | null {
    const symbol = fields.field(FIELDS.symbol);
    const size = fields.field(FIELDS.multiplier);
    if (symbol === '' || (size !== '' && size !== '1')) return this.#withSize(symbol, size);
    let known = this.#shares.get(symbol);
    if (known === undefined) {
      known = { symbol: symbol.toUpperCase(), multiplier: 1, kind: 'stock' };
      if (this.#shares.size < MOST_SHARES) this.#shares.set(symbol, known);
    }
    return known;
  }

  #withSize(symbol: string, size: string): Instrument | null {
    if (symbol === '') return null;
    return { symbol: symbol.toUpperCase(), multiplier: Number(this.#sink.number(size) || '0') || 1, kind: 'stock' };
  }

  /** Taxes are cash of their own. */
  #extras(fields: Fields, row: number): void {
    const taxes = fields.field(FIELDS.taxes);
    if (taxes === '' || isNothing(this.#sink.number(taxes))) return;
    this.#sink.cash({
      row,
      when: when(fields),
      symbol: fields.field(FIELDS.symbol),
      account: fields.field(FIELDS.accountId),
      amount: taxes,
      currency: fields.field(FIELDS.currency),
      kind: 'tax',
      memo: 'Tax on a trade',
    });
  }
}

/** Its name looks like that of an option on shares: the statement says that it is none, and what a point is worth. */
function onFuture(option: Instrument, multiplier: number): Instrument {
  const facts = instrumentFacts(option.symbol, 'FUTURE_OPTION');
  return { ...option, multiplier: multiplier || facts.multiplier, assetClass: 'FUTURE_OPTION' };
}

function levelOf(level: string) {
  return { repeats: REPEATS.test(level), isOrder: /^order$/i.test(level) };
}

function typeOf(type: string) {
  return { cancels: /cancel/i.test(type), corrects: /correct/i.test(type) };
}

function isCancel(fields: Fields): boolean {
  const [sideText, codes] = [fields.field(FIELDS.buySell), fields.field(FIELDS.codes)];
  return (
    (sideText.includes('(') && /\(ca\.?\)/i.test(sideText)) ||
    (codes !== '' && /(?:^|[;,\s])ca(?:$|[;,\s])/i.test(codes))
  );
}

/** The codes of IBKR's statements: Ep expired, A assigned, Ex exercised. */
function endOf(codes: string): OptionEnd | undefined {
  if (codes === '') return undefined;
  const all = codes.split(/[;,\s]+/);
  return all.includes('Ep') ? 'expiry' : all.includes('A') ? 'assignment' : all.includes('Ex') ? 'exercise' : undefined;
}

function when(fields: Fields): string {
  const whole = fields.field(FIELDS.tradeTime);
  return whole === ''
    ? `${fields.field(FIELDS.tradeDate)} ${fields.field(FIELDS.clock)}`.trim()
    : /^['"]/.test(whole)
      ? whole.replaceAll(/^['"]|['"]$/g, '')
      : whole;
}
