// One fill as the file has it, made an execution: numbers, symbol, costs in one currency, and the row's own amount
// compared with them.
import type { FeeType } from '@zorivest/vocabulary';
import type { RowLog } from '../statement/diagnostics.ts';
import type { Execution, OptionEnd } from '../statement/model.ts';
import type { Clock, Moment } from '../text/time.ts';
import { checkAmount, type Verdict } from './amount-check.ts';
import { coinCode, currencyCode, dateFault, isinOf, majorUnit, shortenText, toEight } from './cell.ts';
import type { Figures } from './figures.ts';
import type { Fill, RoundTripRow } from './input.ts';
import type { Instrument } from './instrument.ts';
import type { Instruments } from './instruments.ts';
import { type Rate, rateOf } from './stated-rate.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
export type DraftExecution = Mutable<Execution>;

export interface Draft {
  readonly execution: DraftExecution;
  readonly moment: Moment;
  readonly ends: OptionEnd | undefined;
  /** Costs in a currency the row gives no rate for. */
  readonly apart: readonly { readonly amount: number; readonly currency: string }[];
  /** Interest that was paid along with a bond, without a sign. */
  readonly accrued: number;
}

/** What every reader of a row shares with the others of its file. */
export interface ReaderParts {
  readonly log: RowLog;
  readonly instruments: Instruments;
  readonly clock: Clock;
  readonly figures: Figures;
  /** A row's own account, else the file's, else the caller's. */
  accountOf(stated: string | undefined): { readonly id: string; readonly named: string };
}

interface Money {
  readonly commission: number;
  readonly fees: Map<FeeType, number> | null;
  readonly apart: Draft['apart'];
}

const ASSET_CLASSES = { stock: 'EQUITY', option: 'OPTION', future: 'FUTURE' } as const;
const LARGEST_COST = 10_000_000;
/** Half a cent: what rounding alone can come to. */
const EXACT = 0.005;
/** Two figures rounded to cents. */
const CENTS = 0.0101;
/** As long as the book keeps them. */
const LONGEST_TAG = 50;
const LONGEST_NOTE = 5000;
const NONE: Draft['apart'] = [];
const NO_CELLS: readonly string[] = [];

export class FillReader {
  readonly #parts: ReaderParts;
  #fault = '';
  /** Interest that the amount of the last bond was found to hold. */
  #interest = 0;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  /** Why the last fill could not be read. */
  get fault(): string {
    return this.#fault;
  }

  /** The execution without its id and time; null, with the reason in `fault`, when the row cannot be one. */
  read(input: Fill): Draft | null {
    const { instruments, clock } = this.#parts;
    const found = instruments.of(input);
    if (typeof found === 'string') return this.#bad(found);
    if (input.side === null) return this.#bad('The row does not say whether it is a buy or a sell');
    const quantity = this.figure('quantity', input.quantity);
    if (quantity === null) return null;
    if (quantity === 0) return this.#bad('The quantity is zero');
    const unit = majorUnit(input.currency);
    const quoted = this.#price(input, found);
    if (quoted === null) return null;
    const price = unit === null ? quoted : toEight((quoted / unit.parts).toFixed(8));
    const digits = this.#parts.figures.digits(input.quantity);
    const stated =
      input.multiplier === undefined || input.multiplier === '' ? 0 : this.figure('multiplier', input.multiplier);
    if (stated === null) return null;
    const moment = clock.read(input.when);
    if (moment === null) return this.#bad(dateFault(input.when));
    const currency = unit?.currency ?? (input.assetClass === 'CRYPTO' ? coinCode : currencyCode)(input.currency);
    const rate = rateOf(input.fx, currency, unit?.parts ?? 1, this.#parts.figures);
    const money = this.#costs(input, currency, rate);
    if (money === null) return null;
    const { id, named } = this.#parts.accountOf(input.account);
    const execution: DraftExecution = {
      exec_id: input.execId?.trim() ?? '',
      time: '',
      instrument: found.symbol,
      action: input.side,
      quantity: Math.abs(quantity),
      price,
      account_id: id,
      commission: money.commission,
      multiplier: Math.abs(stated) || found.multiplier,
      asset_class: input.assetClass ?? found.assetClass ?? ASSET_CLASSES[found.kind],
      row: input.row,
    };
    if (digits !== null) execution.quantity_exact = digits;
    if (named !== '') execution.account = named;
    if (currency !== null) execution.currency = currency;
    if (rate !== null) execution.fx_rate = toEight(rate.exact.toFixed(8));
    if (rate !== null && rate.currency !== '') execution.fx_currency = rate.currency;
    if (input.orderId) execution.order_id = input.orderId;
    if (input.isin) this.#identify(execution, input);
    if (input.settles) {
      const settled = clock.read(input.settles);
      if (settled !== null) execution.settlement_date = settled.date;
    }
    if (input.tags !== undefined && input.tags.length > 0)
      execution.tags = input.tags.map((tag) => tag.slice(0, LONGEST_TAG));
    if (input.note) execution.note = input.note.slice(0, LONGEST_NOTE);
    this.#interest = 0;
    this.#state(execution, input, found, stated !== 0);
    if (input.notional) this.#checkNotional(execution, input.notional, input);
    if (money.fees !== null) execution.fees = [...money.fees].map(([type, count]) => ({ type, amount: count / 1e8 }));
    // Cash-settled contracts end at their worth: that is a trade like any other.
    const ends = price === 0 && found.kind === 'option' ? input.ends : undefined;
    const statedInterest = input.accrued === undefined ? 0 : Math.abs(this.#parts.figures.value(input.accrued) ?? 0);
    const accrued = statedInterest === 0 ? this.#interest : statedInterest;
    return { execution, moment, ends, apart: money.apart, accrued };
  }

  figure(name: string, cell: string): number | null {
    const { figures } = this.#parts;
    const value =
      name === 'quantity' ? figures.quantity(cell) : name === 'price' ? figures.price(cell) : figures.value(cell);
    if (value === null) return this.#bad(`The ${name} "${shortenText(cell)}" is not a number`);
    return value ?? this.#bad(`The row has no ${name}`);
  }

  #bad(reason: string): null {
    this.#fault = reason;
    return null;
  }

  #price(input: Fill, { kind }: Instrument): number | null {
    const price = this.figure('price', input.price);
    if (price === null) return null;
    if (price === 0 && input.free !== true && input.ends === undefined && kind !== 'option')
      return this.#bad('The price is zero');
    if (price < 0 && kind !== 'future') return this.#bad('The price is negative');
    return price;
  }

  #identify(execution: DraftExecution, { isin = '', name = '' }: Fill): void {
    const code = isinOf(isin);
    if (code !== null) execution.isin = code;
    if (name !== '') execution.name = name.slice(0, 200);
  }

  /**
   * All costs together, added as whole counts of 1e-8: a double holds those exactly up to ninety million. Costs in
   * another currency are converted with the row's rate, or stand apart.
   */
  #costs(input: Fill, currency: string | null, rate: Rate | null): Money | null {
    const { costs = NO_CELLS, negatedCosts = NO_CELLS, costKinds, costCurrencies } = input;
    let fees: Map<FeeType, number> | null = null;
    let count = 0;
    let apart: { amount: number; currency: string }[] | null = null;
    for (let at = 0; at < costs.length + negatedCosts.length; at++) {
      const cell = costs[at] ?? negatedCosts[at - costs.length] ?? '';
      if (cell === '' || cell === '0') continue;
      const value = this.#parts.figures.value(cell);
      if (value === null) return this.#bad(`The cost "${shortenText(cell)}" is not a number`);
      if (value === undefined) continue;
      if (Math.abs(value) > LARGEST_COST) return this.#bad(`The cost "${shortenText(cell)}" is too large to be one`);
      const signed = at < costs.length ? value : -value;
      const unit = majorUnit(costCurrencies?.[at]);
      const own = unit?.currency ?? currencyCode(costCurrencies?.[at]) ?? currency;
      const amount = signed / (unit?.parts ?? 1);
      if (own !== currency && own !== null && own !== rate?.currency) {
        (apart ??= []).push({ amount, currency: own });
        continue;
      }
      const cost = Math.round((own === currency || rate === null ? amount : amount / rate.exact) * 1e8);
      count += cost;
      const kind = costKinds?.[at % costKinds.length] ?? 'commission';
      if (kind === 'commission' || cost === 0) continue;
      fees ??= new Map();
      fees.set(kind, (fees.get(kind) ?? 0) + cost);
    }
    return { commission: count / 1e8 + 0, fees, apart: apart ?? NONE };
  }

  /** What the broker states of the row itself, and whether its quantity and price come to that. */
  #state(execution: DraftExecution, input: Fill, found: Instrument, sized: boolean): void {
    const { figures } = this.#parts;
    const realized = input.realized === undefined ? undefined : figures.value(input.realized);
    let amount: number | undefined;
    let checked = false;
    for (const cell of input.amounts ?? NO_CELLS) {
      const value = figures.value(cell);
      if (value === null || value === undefined) continue;
      amount = value;
      if (!checked && value !== 0) checked = this.#check(execution, input, found, sized, value);
    }
    if (amount === undefined && !realized) return;
    const currency = currencyCode(input.amountCurrency);
    const stated: Mutable<NonNullable<Execution['stated']>> = {};
    if (amount !== undefined) stated.amount = amount;
    if (realized !== undefined && realized !== null) stated.realized_pnl = realized;
    if (currency !== null && currency !== execution.currency) stated.currency = currency;
    execution.stated = stated;
  }

  #checkNotional(execution: DraftExecution, cell: string, { row, price }: Fill): void {
    const stated = this.#parts.figures.value(cell);
    if (!stated) return;
    const { quantity, multiplier } = execution;
    const expected = Math.abs(quantity * execution.price * multiplier);
    if (Math.abs(Math.abs(stated) - expected) <= CENTS + findRounding(price) * quantity * multiplier) return;
    this.#parts.log.warn(
      `Row ${row}: quantity × price × ${multiplier} come to ${money(expected)}, but the row says they are worth ${money(Math.abs(stated))}.`,
    );
  }

  /** Whether the prices of a round trip come to the result its row states, before costs or after them. */
  checkResult(
    entry: Execution,
    exit: Execution,
    { row, result = '', entryPrice, exitPrice, amountCurrency }: RoundTripRow,
  ): void {
    const stated = this.#parts.figures.value(result);
    if (stated === null || stated === undefined) return;
    const other = currencyCode(amountCurrency);
    const isForeign = other !== null && other !== exit.currency;
    if (isForeign && other !== exit.fx_currency) return;
    const rate = isForeign ? (exit.fx_rate ?? 1) : 1;
    const size = exit.quantity * exit.multiplier * rate;
    const gross = (entry.action === 'BOT' ? 1 : -1) * (exit.price - entry.price) * size;
    const net = gross - (entry.commission + exit.commission) * rate;
    const slack =
      CENTS + (findRounding(entryPrice) + findRounding(exitPrice)) * size + (isForeign ? Math.abs(gross) * 1e-3 : 0);
    if (Math.abs(stated - gross) <= slack || Math.abs(stated - net) <= slack) return;
    this.#parts.log.warn(
      `Row ${row}: the two prices come to a result of ${money(gross)}, but the row's is ${money(stated)}.`,
    );
  }

  /** Whether the amount was explained (a bond, costs, a mistake): then the row's other amounts are not looked at. */
  #check(execution: DraftExecution, input: Fill, found: Instrument, sized: boolean, amount: number): boolean {
    // A future moves no money but its costs and results; an option that ended moves none at all.
    if (found.kind === 'future' || (execution.price === 0 && input.ends !== undefined)) return false;
    // Nearly every row is right to the cent, and needs no more than this.
    const apart = Math.abs(Math.abs(amount) - execution.quantity * execution.price * execution.multiplier);
    if (apart < EXACT && input.amountCurrency === undefined) return false;
    const other = currencyCode(input.amountCurrency);
    const foreign = other !== null && other !== execution.currency;
    if (foreign && other !== execution.fx_currency) return false;
    const mayBeBond = !sized && found.kind === 'stock' && execution.asset_class === 'EQUITY';
    const verdict = checkAmount({
      side: execution.action,
      quantity: execution.quantity,
      price: execution.price,
      decimals: decimalsOf(input.price),
      multiplier: execution.multiplier,
      costs: execution.commission,
      accrued: input.accrued === undefined ? 0 : (this.#parts.figures.value(input.accrued) ?? 0),
      amount,
      rate: foreign ? (execution.fx_rate ?? 1) : 1,
      mayBeBond,
      costsInAmount: input.costsInAmount === true,
    });
    this.#apply(execution, verdict, amount, input.row);
    return verdict.is !== 'right';
  }

  #apply(execution: DraftExecution, verdict: Verdict, amount: number, row: number): void {
    if (verdict.is === 'percent') {
      // London quotes pence where others quote bonds in percent.
      if (execution.currency === 'GBP') execution.price = toEight((execution.price / 100).toFixed(8));
      else {
        execution.multiplier /= 100;
        execution.asset_class = 'BOND';
      }
      this.#apply(execution, verdict.rest, amount, row);
    } else if (verdict.is === 'costs')
      execution.commission = Math.round((execution.commission + verdict.costs) * 1e8) / 1e8;
    else if (verdict.is === 'interest') {
      this.#interest = verdict.interest;
      this.#parts.log.warn(
        `Row ${row}: the amount has ${money(verdict.interest)} beyond the price of the bond: taken as the interest paid with it.`,
      );
    } else if (verdict.is === 'wrong')
      this.#parts.log.warn(
        `Row ${row}: quantity × price and costs come to ${money(verdict.expected)}, but the row's amount is ${money(Math.abs(amount))}.`,
      );
  }
}

/** What a price may have been rounded by. */
function findRounding(price: string): number {
  return 0.5 * 10 ** -Math.max(decimalsOf(price), 2);
}

function decimalsOf(cell: string): number {
  const point = Math.max(cell.lastIndexOf('.'), cell.lastIndexOf(','));
  return point === -1 ? 0 : cell.length - point - 1;
}

function money(value: number): string {
  return value.toFixed(2);
}
