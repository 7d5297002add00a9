// What a sale would cost before it is made: the lots it takes, the wash sale it would be, and the tax with and without it.

import type { ClosingAction, LotMethod, Term } from '@zorivest/vocabulary';
import { type Day, dayText, yearOf } from '../calendar/day.ts';
import { longTermFrom } from '../calendar/holding.ts';
import { parseMoment } from '../calendar/trade-date.ts';
import { bookSale } from '../lots/book-sale.ts';
import { isOpen, type Lot } from '../lots/lot.ts';
import {
  type Amount,
  atLeastZero,
  isPositive,
  isZero,
  least,
  minus,
  multiply,
  NO_AMOUNT,
  NO_QUANTITY,
  type Num,
  objectOrEmpty,
  ONE,
  parseAmount,
  parseQuantity,
  parseRatio,
  plus,
  type Problem,
  Problems,
  prorateToCents,
  quantityDecimal,
  roundAmountToCents,
  roundToCents,
  valueAt,
} from '../money/index.ts';
import { isRetirement, underlyingOf } from '../wash/identical.ts';
import { WINDOW_DAYS } from '../wash/pool.ts';
import type { WashedLot } from '../wash/wash-sales.ts';
import { TAX_DISCLAIMER } from '../lots/disclaimer.ts';
import { isCollectible } from './collectibles.ts';
import { addGains } from './estimate.ts';
import { clearDay, type HypotheticalWash, hypotheticalWash, LATER_PURCHASES, THE_SALE } from './hypothetical-wash.ts';
import { percentOf, TaxInput } from './input.ts';
import { adjustedLots, isOpenTaxable } from './open-lots.ts';
import {
  difference,
  type Gains,
  knownTax,
  liabilityOf,
  readProfile,
  type TaxAmounts,
  type TaxProfile,
} from './profile.ts';
import { gainsOf, type RealizedInput, yearTotals } from './realized.ts';

export interface SimulationInput extends TaxProfile, Omit<RealizedInput, 'account_id'> {
  readonly ticker: string;
  readonly action: ClosingAction;
  readonly quantity: Num;
  readonly price: Num;
  /** The day of the sale. */
  readonly date: string;
  readonly account_id?: string;
  readonly cost_basis_method?: LotMethod;
  /** With `specific_id`. */
  readonly lot_ids?: readonly string[];
}

export interface SimulatedLot {
  readonly lot_id: string;
  readonly shares: number;
  readonly basis: number;
  readonly proceeds: number;
  readonly gain_loss: number;
  readonly holding_period: Term;
  /** Part of its loss would be disallowed. */
  readonly wash_risk: boolean;
  readonly disallowed_loss: number;
}

export interface Simulation {
  readonly lots_to_close: SimulatedLot[];
  readonly summary: {
    readonly proceeds: number;
    readonly basis: number;
    readonly realized_gain: number;
    /** After disallowed losses. */
    readonly st_gain: number;
    readonly lt_gain: number;
  };
  readonly estimated_tax: TaxAmounts | null;
  readonly wash_sale_risk: {
    readonly at_risk: boolean;
    readonly disallowed_loss: number;
    readonly affected_lots: string[];
    /** First day from the sale's on which the known purchases would leave nothing disallowed; null without risk. */
    readonly clear_date: string | null;
    /** Buying back up to this day would make the loss a wash sale. */
    readonly window_end: string | null;
    /** What clear_date cannot know; null without a loss. */
    readonly note: string | null;
  };
  /** What waiting until every short-term gain is long-term would save. */
  readonly hold_savings: { readonly days: number; readonly until: string; readonly amount: number } | null;
  readonly disclaimer: string;
  readonly problems: Problem[];
}

/** A lot the sale closes. */
interface ClosedLot {
  readonly lot: WashedLot;
  readonly quantity: number;
  readonly basis: Amount;
  readonly proceeds: Amount;
  readonly term: Term;
}

export function simulateSale(asked: SimulationInput): Simulation {
  const input = objectOrEmpty(asked);
  const read = new TaxInput();
  const day = parseMoment(input.date)?.day ?? null;
  if (day === null) read.problems.add('invalid_date', 'The sale has no real date.');
  else if (yearOf(day) !== input.year)
    read.problems.add('year_mismatch', 'The sale is in another year than the one its tax is computed for.');
  if (input.action !== 'sell' && input.action !== 'cover')
    read.problems.add('unknown_action', 'Unknown action: use sell or cover. sell is used.');
  const adjusted = adjustedLots(input.lots, input.wash);
  copyProblems(adjusted.problems, read);
  const held = adjusted.lots.filter(isOpenTaxable);
  const untaxed = day !== null && isOnlyInIra(adjusted.lots, input);
  const closed = day === null || untaxed ? [] : closeLots(held, input, read);
  if (untaxed)
    read.problems.add('not_taxed', 'The account is an IRA: selling there is not taxed, and losses there do not count.');
  else if (closed.length === 0 && day !== null)
    read.problems.add(
      'no_open_lots',
      `There are no open lots of ${input.ticker} to ${input.action} in ${input.account_id === undefined ? 'any account' : 'this account'}.`,
    );
  const family = familyOf(closed, adjusted.lots);
  const washed = washIf(closed, family, input);
  const gains = gainsFrom(closed, washed.disallowed, input.collectibles ?? []);
  const cost = day === null ? NO_COST : costOf(gains, holding(closed, day), input, read);
  const proceeds = closed.reduce((sum, one) => plus(sum, one.proceeds), NO_AMOUNT);
  const basis = closed.reduce((sum, one) => plus(sum, one.basis), NO_AMOUNT);
  return {
    lots_to_close: closed.map((one) => describeLot(one, washed.disallowed)),
    summary: {
      proceeds: roundToCents(proceeds),
      basis: roundToCents(basis),
      realized_gain: roundToCents(minus(proceeds, basis)),
      st_gain: roundToCents(gains.short),
      lt_gain: roundToCents(gains.long),
    },
    estimated_tax: cost.estimated_tax,
    wash_sale_risk: washRisk(closed, washed, day, family, input),
    hold_savings: cost.hold_savings,
    disclaimer: TAX_DISCLAIMER,
    problems: read.problems.list(),
  };
}

function isOnlyInIra(lots: readonly WashedLot[], { ticker, account_id }: SimulationInput): boolean {
  const asked = lots.filter(
    (lot) => isOpen(lot) && lot.symbol === ticker && lot.account_id === (account_id ?? lot.account_id),
  );
  return asked.length > 0 && asked.every(isRetirement);
}

type Cost = Pick<Simulation, 'estimated_tax' | 'hold_savings'>;

const NO_COST: Cost = { estimated_tax: null, hold_savings: null };

/** The year's tax with the sale, without it, and with its short-term gains held until they are long-term. */
function costOf(gains: Gains, waiting: Waiting | null, input: SimulationInput, read: TaxInput): Cost {
  const profile = readProfile(input, read);
  if (profile === null) return NO_COST;
  const { account_id: _, ...wholeYear } = input;
  // Problems of the lots have been reported already.
  const base = gainsOf(yearTotals(wholeYear, new Problems()));
  const before = liabilityOf(profile, base);
  const after = liabilityOf(profile, addGains(base, gains));
  const estimated_tax = difference(before, after);
  if (waiting === null) return { estimated_tax, hold_savings: null };
  const held = { ...gains, short: minus(gains.short, waiting.gain), long: plus(gains.long, waiting.gain) };
  const saved = minus(knownTax(after), knownTax(liabilityOf(profile, addGains(base, held))));
  return {
    estimated_tax,
    hold_savings: { days: waiting.days, until: dayText(waiting.until), amount: roundToCents(atLeastZero(saved)) },
  };
}

export function copyProblems(problems: readonly Problem[], read: TaxInput): void {
  for (const { code, message, ids } of problems) read.problems.addAll(code, message, ids ?? []);
}

function sell(held: readonly WashedLot[], input: SimulationInput, read: TaxInput): ClosedLot[] {
  const byId = new Map(held.map((lot) => [lot.id, lot]));
  // A lot named by the person may by now be several pieces.
  const lotIds = (input.lot_ids ?? []).flatMap((id) =>
    held.filter((lot) => lot.from === id || lot.id === id).map((lot) => lot.id),
  );
  const sale = {
    symbol: input.ticker,
    quantity: input.quantity,
    date: input.date,
    price: input.price,
    lot_ids: lotIds,
    ...(input.account_id === undefined ? {} : { account_id: input.account_id }),
  };
  const booked = bookSale(held, sale, input.cost_basis_method ?? 'fifo');
  copyProblems(booked.problems, read);
  return booked.closed.flatMap(({ lot_id, quantity, cost_basis, proceeds, term }) => {
    const lot = byId.get(lot_id);
    if (lot === undefined || proceeds === null) return [];
    return [
      {
        lot,
        quantity,
        basis: parseAmount(cost_basis) ?? NO_AMOUNT,
        proceeds: parseAmount(proceeds) ?? NO_AMOUNT,
        term,
      },
    ];
  });
}

/** Buying back what was sold short, oldest first: the price paid is the basis. */
function cover(held: readonly WashedLot[], input: SimulationInput, read: TaxInput): ClosedLot[] {
  const price = read.nonNegative('price', input.price);
  let wanted = read.quantity('quantity', input.quantity) ?? NO_QUANTITY;
  if (price === null) return [];
  const shorts = held
    .filter(
      (lot) =>
        lot.side === 'short' &&
        lot.symbol === input.ticker &&
        (input.account_id === undefined || lot.account_id === input.account_id),
    )
    .toSorted((a, b) => ((a.sold ?? '') < (b.sold ?? '') ? -1 : 1));
  const closed: ClosedLot[] = [];
  for (const lot of shorts) {
    const quantity = parseQuantity(lot.quantity) ?? NO_QUANTITY;
    const part = least(quantity, wanted);
    if (isZero(part)) break;
    wanted = minus(wanted, part);
    const multiplier = parseRatio(lot.multiplier ?? (lot.option === undefined ? 1 : 100)) ?? ONE;
    closed.push({
      lot,
      quantity: quantityDecimal(part).toNumber(),
      basis: plus(
        roundAmountToCents(multiply(valueAt(part, price), multiplier)),
        prorateToCents(parseAmount(lot.adjusted_basis) ?? NO_AMOUNT, part, quantity),
      ),
      proceeds: prorateToCents(parseAmount(lot.proceeds) ?? NO_AMOUNT, part, quantity),
      term: 'short',
    });
  }
  if (isPositive(wanted))
    read.problems.add('insufficient_quantity', 'More is to be covered than was sold short; the rest is not counted.');
  return closed;
}

/** What the sale closes, were it made on the input's date. */
function closeLots(held: readonly WashedLot[], input: SimulationInput, read: TaxInput): ClosedLot[] {
  return input.action === 'cover' ? cover(held, input, read) : sell(held, input, read);
}

/** The lots that wash-sale rules could match with the sale's. */
function familyOf([first]: readonly ClosedLot[], lots: readonly WashedLot[]): WashedLot[] {
  if (first === undefined) return [];
  const underlying = underlyingOf(first.lot);
  return lots.filter((lot) => underlyingOf(lot) === underlying);
}

function washIf(closed: readonly ClosedLot[], family: readonly WashedLot[], input: SimulationInput): HypotheticalWash {
  return hypotheticalWash(
    afterSale(closed, family, input),
    closed.map(({ lot }) => lot.id),
    input.wash,
  );
}

/** The lots as they would be after the sale; lots sold before it can replace nothing any more. */
function afterSale(closed: readonly ClosedLot[], lots: readonly WashedLot[], input: SimulationInput): Lot[] {
  const day = parseMoment(input.date)?.day ?? 0;
  const sold = new Map(closed.map((one) => [one.lot.id, one]));
  return lots.flatMap((lot): Lot[] => {
    const one = sold.get(lot.id);
    if (one === undefined) return isOpen(lot) || findClosingDay(lot) >= day ? [lot] : [];
    const left = Number(lot.quantity) - one.quantity;
    const gone = closeAs(one, input.date);
    return left <= 0 ? [gone] : [gone, { ...lot, id: `${lot.id} rest`, quantity: left, cost_basis: 0 }];
  });
}

function findClosingDay(lot: Lot): Day {
  return parseMoment(lot.side === 'short' ? lot.acquired : lot.sold)?.day ?? 0;
}

function closeAs({ lot, quantity, basis, proceeds }: ClosedLot, date: string): Lot {
  const sale = { quantity, cost_basis: roundToCents(basis), proceeds: roundToCents(proceeds), closed_by: THE_SALE };
  return lot.side === 'short' ? { ...lot, ...sale, acquired: date } : { ...lot, ...sale, sold: date };
}

function gainsFrom(
  closed: readonly ClosedLot[],
  disallowed: ReadonlyMap<string, Amount>,
  symbols: readonly string[],
): Gains {
  let collectibles = NO_AMOUNT;
  let short = NO_AMOUNT;
  let long = NO_AMOUNT;
  let ordinary = NO_AMOUNT;
  for (const { lot, basis, proceeds, term } of closed) {
    const gain = plus(minus(proceeds, basis), disallowed.get(lot.id) ?? NO_AMOUNT);
    if (lot.treatment === 'section_1256') {
      const part = roundAmountToCents(percentOf(gain, 40));
      short = plus(short, part);
      long = plus(long, minus(gain, part));
    } else if (lot.treatment === 'section_475') ordinary = plus(ordinary, gain);
    else if (term === 'long') {
      long = plus(long, gain);
      if (isCollectible(lot, symbols)) collectibles = plus(collectibles, gain);
    } else short = plus(short, gain);
  }
  return { short, long, ordinary, collectibles };
}

function describeLot(
  { lot, quantity, basis, proceeds, term }: ClosedLot,
  disallowed: ReadonlyMap<string, Amount>,
): SimulatedLot {
  const lost = disallowed.get(lot.id) ?? NO_AMOUNT;
  return {
    lot_id: lot.from,
    shares: quantity,
    basis: roundToCents(basis),
    proceeds: roundToCents(proceeds),
    gain_loss: roundToCents(minus(proceeds, basis)),
    holding_period: term,
    wash_risk: isPositive(lost),
    disallowed_loss: roundToCents(lost),
  };
}

function washRisk(
  closed: readonly ClosedLot[],
  washed: HypotheticalWash,
  day: Day | null,
  family: readonly WashedLot[],
  input: SimulationInput,
): Simulation['wash_sale_risk'] {
  const atLoss = closed.some((one) => one.proceeds < one.basis);
  const held = family.filter(isOpenTaxable);
  const disallowOn = (other: Day): Amount => {
    const then = { ...input, date: dayText(other) };
    // Problems of the sale have been reported already.
    return washIf(closeLots(held, then, new TaxInput()), family, then).total;
  };
  return {
    at_risk: isPositive(washed.total),
    disallowed_loss: roundToCents(washed.total),
    affected_lots: closed.filter(({ lot }) => washed.disallowed.has(lot.id)).map(({ lot }) => lot.from),
    clear_date: isPositive(washed.total) && day !== null ? dayText(clearDay(day, family, disallowOn)) : null,
    window_end: atLoss && day !== null ? dayText(day + WINDOW_DAYS) : null,
    note: atLoss ? LATER_PURCHASES : null,
  };
}

interface Waiting {
  readonly days: number;
  readonly until: Day;
  readonly gain: Amount;
}

/** The short-term gains in the sale and the day the last of them would be long-term. */
function holding(closed: readonly ClosedLot[], day: Day): Waiting | null {
  let until = -Infinity;
  let gain = NO_AMOUNT;
  for (const { lot, term, basis, proceeds } of closed) {
    const acquired = parseMoment(lot.adjusted_acquired)?.day;
    if (term !== 'short' || lot.side === 'short' || proceeds <= basis || acquired === undefined) continue;
    if (lot.treatment === 'section_1256' || lot.treatment === 'section_475') continue;
    gain = plus(gain, minus(proceeds, basis));
    until = Math.max(until, longTermFrom(acquired));
  }
  return isZero(gain) ? null : { days: until - day, until, gain };
}
