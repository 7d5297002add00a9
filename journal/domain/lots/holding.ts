// One account's tax lots in one instrument: every purchase opens a lot, every sale closes lots by the chosen method, and
// events change, move or close them.

import type { AccountKind, LotMethod } from '@zorivest/vocabulary';
import { type Day } from '../calendar/day.ts';
import { tradeDay } from '../calendar/trade-date.ts';
import { type Holding, type HoldingInput, sortFills, type Step, type StepOf } from '../events/index.ts';
import { type Fill, tradeDayOf } from '../executions/index.ts';
import { instrumentFacts } from '../instruments/index.ts';
import type { Ledger, Places, Shares } from '../ledger/index.ts';
import type { Num, Problems } from '../money/index.ts';
import {
  addCents,
  amountToCents,
  atRate,
  type Cents,
  centsOf,
  centsToDollars,
  compactAmount,
  compactQuantity,
  expandAmount,
  isAboveZero,
  isNone,
  isZero,
  multiply,
  NO_CENTS,
  NONE,
  ONE,
  PAR,
  QUOTIENTS,
  shareOfCents,
  subtractCents,
} from '../money/index.ts';
import type { Effects, LotState } from './effect.ts';
import type { Lot } from './lot.ts';
import { type OpenLot, OpenLots, type TakenLotPart } from './open-lots.ts';
import type { Premiums } from './premium.ts';
import { type Nature, natureOf, type TreatmentSettings } from './treatment.ts';

/** What all holdings of one run share. */
export interface TaxRun {
  /** The method for a sale on a day. */
  readonly methodFor: (day: Day) => LotMethod;
  readonly options: TreatmentSettings & {
    readonly chosen_lots?: Readonly<Record<string, readonly string[]>>;
    readonly accounts?: Readonly<Record<string, AccountKind>>;
    readonly places?: Places;
  };
  readonly premiums: Premiums;
  readonly effects: Effects;
  /** Where closed lots go, and open ones at the end. */
  readonly lots: Lot[];
  readonly problems: Problems;
}

const NONE_NAMED: readonly string[] = [];
const NOT_OWNED_FIRST: ReadonlySet<Lot['treatment']> = new Set(['section_1256', 'section_988'] as const);

export class TaxHolding implements Holding {
  readonly #input: HoldingInput;
  readonly #run: TaxRun;
  readonly #nature: Nature;
  #lots: OpenLots | null = null;
  #next = 0;
  #isSorted = false;
  /** The order asked for last, and its group. */
  #order: string | null = null;
  #orderGroup = '';

  constructor(input: HoldingInput, run: TaxRun) {
    this.#input = input;
    this.#run = run;
    const { instrument } = input;
    const facts = input.fills[0]?.facts ?? instrumentFacts(instrument);
    this.#nature = natureOf({ instrument, facts }, run.options);
  }

  advance(second: number): void {
    const { fills } = this.#input;
    if (!this.#isSorted) {
      sortFills(fills);
      this.#isSorted = true;
    }
    for (let fill = fills[this.#next]; fill !== undefined && fill.second < second; fill = fills[this.#next]) {
      this.#trade(fill);
      this.#next += 1;
    }
  }

  /** What is left at the end. */
  finish(): void {
    for (const lot of this.#open.all) {
      if (lot.side === -1 && this.#nature.treatment === 'section_988') this.#sayUnbought(lot);
      else this.#run.lots.push(this.#openLot(lot));
    }
  }

  /** Money that was never bought came as pay for something else, or from outside: no purchase is missing. */
  #sayUnbought({ fill }: OpenLot): void {
    this.#run.problems.add(
      'currency_without_purchase',
      `More ${fill.instrument} was sold than bought here: it came another way (a sale, a dividend, a deposit), what it cost is not known, and no result is counted for it.`,
      fill.id,
    );
  }

  apply(step: Step, other: (account: string, instrument: string, second: number) => Holding): void {
    const holdingOf = (account: string, instrument: string, second: number): TaxHolding => {
      const holding = other(account, instrument, second);
      if (!(holding instanceof TaxHolding)) throw new TypeError('lots move between holdings of lots');
      return holding;
    };
    switch (step.kind) {
      case 'rescale':
        this.#rescale(step);
        return;
      case 'charge':
        // What borrowing costs is no part of what shares cost or brought.
        return;
      case 'return':
        this.#returnCapital(step);
        return;
      case 'close':
        if (step.isOptionEnd) this.#end(step);
        else this.#sell(step);
        return;
      case 'exchange':
        this.#exchange(step, holdingOf(this.#input.account, step.to, step.second));
        return;
      case 'spin_off':
        this.#spinOff(step, holdingOf(this.#input.account, step.to, step.second));
        return;
      case 'move':
        this.#move(step, step.to === null ? null : holdingOf(step.to, step.instrument, step.arrives));
    }
  }

  get #ledger(): Ledger {
    return this.#input.ledger();
  }

  get #open(): OpenLots {
    this.#lots ??= new OpenLots(this.#ledger);
    return this.#lots;
  }

  #trade(fill: Fill): void {
    const day = tradeDayOf(fill);
    const ledger = this.#ledger;
    const quantity = ledger.quantityOf(fill.quantity);
    const share = ledger.sharing(addCents(ledger.centsOfFill(fill), this.#run.premiums.intoShares(fill)), quantity);
    let left = quantity;
    if (this.#open.side === -fill.side) {
      const parts = this.#open.take({
        quantity,
        day,
        price: atRate(fill.price, fill.rate),
        method: this.#run.methodFor(day),
        named: this.#run.options.chosen_lots?.[fill.id] ?? NONE_NAMED,
      });
      for (const part of parts) {
        this.#run.lots.push(this.#closeLot(part, fill, share.of(part.quantity), fill.id));
        left = ledger.minus(left, part.quantity);
      }
    }
    if (isAboveZero(left)) this.#open.add(openLot(fill, day, left, share.of(left)));
  }

  #rescale(step: StepOf<'rescale'>): void {
    const before = this.#open.all.map((lot) => this.#state(lot));
    this.#open.rescale(step.newShares, step.oldShares);
    for (const [i, lot] of this.#open.all.entries())
      this.#run.effects.add(step.id, 'rescaled', lot, { before: before[i] ?? NOTHING, after: this.#state(lot) });
  }

  /** Lot by lot the basis is lowered; what is paid beyond it is a gain of its own (IRC 301(c)). */
  #returnCapital(step: StepOf<'return'>): void {
    for (const lot of this.#open.all) {
      const paid = this.#ledger.centsFor(lot.quantity, step.perShare);
      const before = this.#state(lot);
      const gain = paid > lot.cost ? subtractCents(paid, lot.cost) : NO_CENTS;
      lot.cost = centsOf(lot.cost - (paid - gain));
      if (gain > 0) this.#gain(step, lot, gain, NO_CENTS);
      this.#run.effects.add(step.id, 'basis', lot, { before, after: this.#state(lot), gain: gain > 0 ? gain : null });
    }
  }

  /** A gain without a sale: a row of the form like any other, of shares that cannot replace others by it. */
  #gain(step: Step, lot: OpenLot, proceeds: Cents, cost: Cents): void {
    const row = this.#closeLot({ lot, quantity: lot.quantity, cost }, endOf(step), proceeds, step.id);
    this.#run.lots.push({ ...row, used_as_replacement: true });
  }

  /** A cash merger, or cash in lieu of a fraction: a sale that no execution tells of. */
  #sell(step: StepOf<'close'>): void {
    const ledger = this.#ledger;
    const all = this.#open.total;
    if (isNone(all)) return;
    const asked = step.quantity === null ? all : ledger.quantityOf(compactQuantity(step.quantity));
    if (ledger.compare(asked, all) > 0)
      this.#run.problems.add('event_without_position', 'The event sells more than is held.', step.id);
    const day = tradeDay(step.time, (step.second - 1) * 1000);
    const each = multiply(step.price, expandAmount(step.rate));
    const price = compactAmount(each);
    const parts = this.#open.take({ quantity: asked, day, price, method: this.#run.methodFor(day), named: NONE_NAMED });
    const sold = ledger.total(parts);
    const total =
      step.total === null ? ledger.centsFor(sold, each) : amountToCents(multiply(step.total, expandAmount(step.rate)));
    const share = ledger.sharing(total, sold);
    for (const part of parts) {
      const amount = share.of(part.quantity);
      this.#run.lots.push(this.#closeLot(part, endOf(step), amount, step.id));
      this.#run.effects.add(step.id, 'sold', part.lot, {
        before: this.#stateOf(part.quantity, part.cost),
        gain: centsOf(part.lot.side * (amount - part.cost)),
      });
    }
  }

  /** Shares of another name or company in place of these: date and basis go with them (IRC 354, 356, 1223). */
  #exchange(step: StepOf<'exchange'>, holding: TaxHolding): void {
    const ledger = this.#ledger;
    for (const lot of this.#open.takeAll()) {
      const before = this.#state(lot);
      const after = ledger.scaleQuantity(lot.quantity, step.newShares, step.oldShares);
      const cash = ledger.centsFor(lot.quantity, step.cash);
      const worth = step.price === null ? null : ledger.centsFor(after, step.price);
      // A short holder pays the cash, and recognises nothing by it.
      const gain = lot.side === 1 ? recogniseGain(lot.cost, cash, worth) : NO_CENTS;
      if (gain > 0) this.#gain(step, lot, cash, subtractCents(cash, gain));
      const fill = { ...lot.fill, instrument: step.to };
      const moved = { ...lot, fill, quantity: after, cost: centsOf(lot.cost - cash + gain), group: this.#groupIn(lot) };
      // Only the name changed: it is the same purchase. Shares of another company were not bought.
      const isRename = isZero(step.cash) && step.newShares === step.oldShares;
      holding.#receive(isRename ? moved : { ...moved, isExchanged: true });
      this.#run.effects.add(step.id, 'exchanged', moved, {
        before,
        after: this.#state(moved),
        gain: gain > 0 ? gain : null,
      });
    }
  }

  /** The new shares take their part of each lot's basis, and its date (IRC 355, 358, 1223). */
  #spinOff(step: StepOf<'spin_off'>, holding: TaxHolding): void {
    for (const lot of this.#open.all) {
      const before = this.#state(lot);
      const part = shareOfCents(lot.cost, QUOTIENTS.countExact(step.allocation), QUOTIENTS.countExact(ONE), QUOTIENTS);
      lot.cost = subtractCents(lot.cost, part);
      this.#run.effects.add(step.id, 'basis', lot, { before, after: this.#state(lot) });
      const fill = { ...lot.fill, id: `${lot.fill.id}:${step.id}`, instrument: step.to, order: undefined };
      const spun: OpenLot = {
        ...lot,
        fill,
        quantity: this.#ledger.scaleQuantity(lot.quantity, step.newShares, step.oldShares),
        cost: part,
        isExchanged: true,
      };
      holding.#receive(spun);
      this.#run.effects.add(step.id, 'opened', spun, { after: this.#state(spun) });
    }
  }

  /** Shares go to another account with their date and basis; it is neither a sale nor a purchase. */
  #move(step: StepOf<'move'>, holding: TaxHolding | null): void {
    const taken = step.from === null ? [] : this.#leaving(step);
    const brought = step.stated.length > 0 ? step.stated : step.unknown === null ? [] : [step.unknown];
    for (const { lot, quantity, cost } of taken) {
      const before = this.#stateOf(quantity, cost);
      if (holding === null || brought.length > 0) {
        this.#run.effects.add(step.id, 'moved', lot, { before });
        continue;
      }
      const fill = { ...lot.fill, account: holding.#input.account };
      const former = [...(lot.former ?? []), lot.fill.account];
      const moved = { ...lot, fill, quantity, cost, group: this.#groupIn(lot), former };
      holding.#receive(moved);
      this.#run.effects.add(step.id, 'moved', moved, { before, after: before });
    }
    for (const fill of brought) {
      if (holding === null) continue;
      const cost = this.#ledger.centsOfFill(fill);
      const lot = openLot(fill, tradeDayOf(fill), this.#ledger.quantityOf(fill.quantity), cost);
      holding.#receive(lot);
      this.#run.effects.add(step.id, 'opened', lot, { after: this.#state(lot) });
      if (fill === step.unknown && cost === 0)
        this.#run.problems.add(
          'transfer_without_basis',
          'Shares came by a transfer, and neither their cost nor their purchase date was stated: a basis of zero and the day they came are taken.',
          step.id,
        );
    }
  }

  #leaving(step: StepOf<'move'>): TakenLotPart[] {
    const ledger = this.#ledger;
    const asked = ledger.quantityOf(compactQuantity(step.quantity));
    const day = tradeDay(step.time, (step.second - 1) * 1000);
    const named = step.lotIds.map((id) => id.replace(/^lot-/, ''));
    const method = named.length > 0 ? 'specific_id' : 'fifo';
    const parts = this.#open.take({ quantity: asked, day, price: NONE, method, named });
    if (ledger.compare(ledger.total(parts), asked) < 0)
      this.#run.problems.add(
        'event_without_position',
        'The transfer moves more than is held: add the purchases, or say in `lots` what came.',
        step.id,
      );
    return parts;
  }

  /** Shares that no trade brought. What was sold before they came was these: the sale is matched with them now. */
  #receive(lot: OpenLot): void {
    const ledger = this.#ledger;
    let left = lot;
    if (this.#open.side === -lot.side) {
      const shorts = this.#open.take({
        quantity: lot.quantity,
        day: lot.acquired,
        price: NONE,
        method: 'fifo',
        named: NONE_NAMED,
      });
      for (const sold of shorts) {
        const cost = ledger.centsOfPart(left.cost, sold.quantity, left.quantity);
        const part: TakenLotPart = { lot: left, quantity: sold.quantity, cost };
        this.#run.lots.push(this.#closeLot(part, sold.lot.fill, sold.cost, sold.lot.fill.id));
        left = { ...left, quantity: ledger.minus(left.quantity, sold.quantity), cost: subtractCents(left.cost, cost) };
      }
    }
    if (!isNone(left.quantity)) this.#open.insert(left);
  }

  /** An option expired, was settled in cash, or was exercised: then it realises nothing and its premium moves on. */
  #end(step: StepOf<'close'>): void {
    const side = this.#open.side;
    const ledger = this.#ledger;
    const { premiums, problems, effects } = this.#run;
    const all = this.#open.total;
    const day = tradeDay(step.time, (step.second - 1) * 1000);
    const ended = step.quantity === null ? all : ledger.quantityOf(compactQuantity(step.quantity));
    if (side === 0 || ledger.compare(ended, all) > 0)
      problems.add(
        'event_without_position',
        'The event ends more contracts than are open; only those that are open are closed.',
        step.id,
      );
    if (side === 0) return;
    const method = this.#run.methodFor(day);
    const parts = this.#open.take({ quantity: ended, day, price: NONE, method, named: NONE_NAMED });
    if (premiums.takes(step.id)) {
      for (const part of parts) {
        premiums.add(step.id, side, part.cost);
        effects.add(step.id, 'ended', part.lot, { before: this.#stateOf(part.quantity, part.cost) });
      }
      // What the exercise cost makes shares bought dearer and shares sold bring less, like a holder's premium.
      premiums.add(step.id, 1, amountToCents(step.fee));
      return;
    }
    const closed = ledger.total(parts);
    const multiplier = parts[0]?.lot.fill.multiplier ?? PAR;
    const settled = ledger.centsOfClosing(ledger.parcelAt(closed, { ...step, multiplier }), side);
    const share = ledger.sharing(settled, closed);
    for (const part of parts) {
      const amount = share.of(part.quantity);
      const closedLot = this.#closeLot(part, endOf(step), amount, step.id);
      this.#run.lots.push(settled === 0 ? { ...closedLot, expired: true } : closedLot);
      effects.add(step.id, 'ended', part.lot, {
        before: this.#stateOf(part.quantity, part.cost),
        gain: centsOf(side * (amount - part.cost)),
      });
    }
  }

  #closeLot({ lot, quantity, cost }: TakenLotPart, end: Ending, amount: Cents, closed_by: string): Lot {
    const { fill, side } = lot;
    const [acquired, sold] = side === 1 ? [textOf(fill), textOf(end)] : [textOf(end), textOf(fill)];
    return this.#describeLot(lot, {
      id: `lot-${fill.id}`,
      symbol: this.#input.instrument,
      quantity: this.#quantityOf(quantity),
      account_id: fill.account,
      account_kind: this.#kindOf(fill),
      acquired,
      cost_basis: centsToDollars(side === 1 ? cost : amount),
      sold,
      proceeds: centsToDollars(side === 1 ? amount : cost),
      closed_by,
    });
  }

  #openLot(lot: OpenLot): Lot {
    const { fill, side } = lot;
    const held: Mutable<Lot> = {
      id: `lot-${fill.id}`,
      symbol: this.#input.instrument,
      quantity: this.#quantityOf(lot.quantity),
      account_id: fill.account,
      account_kind: this.#kindOf(fill),
      acquired: side === 1 ? textOf(fill) : '',
      cost_basis: side === 1 ? centsToDollars(lot.cost) : 0,
    };
    if (side === -1) {
      if (this.#isOwnedFirst)
        this.#run.problems.add(
          'sale_without_lot',
          'Sold with no purchase on record: taken as a short sale that is still open. If the shares were owned, add the purchase.',
          fill.id,
        );
      held.sold = textOf(fill);
      held.proceeds = centsToDollars(lot.cost);
    }
    return this.#describeLot(lot, held);
  }

  /** Contracts are written and sold short every day; of shares it is likelier that the purchase was never imported. */
  get #isOwnedFirst(): boolean {
    return this.#nature.option === undefined && !NOT_OWNED_FIRST.has(this.#nature.treatment);
  }

  #kindOf(fill: Fill): AccountKind {
    return this.#run.options.accounts?.[fill.account] ?? 'taxable';
  }

  /** What only some lots have; fields that do not apply are absent. */
  #describeLot(open: OpenLot, lot: Mutable<Lot>): Lot {
    const { fill, side } = open;
    if (side === -1) lot.side = 'short';
    const group = this.#groupIn(open);
    if (group !== undefined) lot.lot_group = group;
    if (fill.multiplier !== PAR) lot.multiplier = this.#ledger.perPoint(fill.multiplier);
    if (this.#nature.option !== undefined) lot.option = this.#nature.option;
    if (this.#nature.is_bond === true) lot.is_bond = true;
    if (this.#nature.treatment !== undefined) lot.treatment = this.#nature.treatment;
    if (open.isExchanged === true) lot.used_as_replacement = true;
    if (open.former !== undefined) lot.former_accounts = open.former;
    return lot;
  }

  /** The fills of one order are one purchase, wherever its lots go. They follow each other and share one text. */
  #groupIn({ fill, group }: OpenLot): string | undefined {
    if (group !== undefined || fill.order === undefined) return group;
    if (fill.order !== this.#order) {
      this.#order = fill.order;
      this.#orderGroup = `${fill.account}/${fill.order}`;
    }
    return this.#orderGroup;
  }

  /** With eight decimals, or all of them: as text where a number does not hold them. */
  #quantityOf(quantity: Shares): Num {
    if (this.#run.options.places !== 'exact') return this.#ledger.shares(quantity);
    return this.#ledger.sharesText(quantity) ?? this.#ledger.shares(quantity, 'exact');
  }

  #state(lot: OpenLot): LotState {
    return this.#stateOf(lot.quantity, lot.cost);
  }

  #stateOf(quantity: Shares, cost: Cents): LotState {
    return { quantity: this.#ledger.shares(quantity), cost };
  }
}

const NOTHING: LotState = { quantity: 0, cost: NO_CENTS };

type Ending = Pick<Fill, 'time' | 'timeKnown' | 'second'>;

function endOf({ time, second }: Step): Ending {
  return { time, timeKnown: true, second: second - 1 };
}

/** As a lot carries it: a day where only the day is known. */
function textOf({ time, timeKnown }: Ending): string {
  return timeKnown ? time : time.slice(0, 10);
}

function openLot(fill: Fill, acquired: Day, quantity: Shares, cost: Cents): OpenLot {
  return { fill, side: fill.side, acquired, acquiredAt: fill.second * 1000, quantity, cost };
}

/** Gain is recognised up to the cash, a loss never (IRC 356); where the worth is not known, what exceeds the basis. */
function recogniseGain(cost: Cents, cash: Cents, worth: Cents | null): Cents {
  if (cash === 0) return NO_CENTS;
  const gain = worth === null ? cash - cost : worth + cash - cost;
  return gain <= 0 ? NO_CENTS : centsOf(Math.min(gain, cash));
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
