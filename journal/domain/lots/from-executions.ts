// Executions -> tax lots: every purchase opens a lot, every sale closes lots by the chosen method, fees go into basis and
// proceeds, splits and symbol changes follow the lots, and an exercised option's premium moves into the shares.

import { type LotMethod, lotMethods } from '@zorivest/words';
import { type Day, yearOf } from '../calendar/day.ts';
import { tradeDay } from '../calendar/trade-date.ts';
import { type Execution, type Fill, FillUnits, readExecutions, tradeDayOf } from '../executions/index.ts';
import { instrumentFacts } from '../instruments/index.ts';
import { amountOf, type Count, type Problem, Problems } from '../money/index.ts';
import { TAX_DISCLAIMER } from '../tax/disclaimer.ts';
import { type PositionEvent, readEvents, type Step } from '../trips/event.ts';
import { type Group, groupsOf, sortFills } from '../trips/groups.ts';
import { type Cents, fromCents, inCents, RunningShare } from './cents.ts';
import type { AccountKind, Lot } from './lot.ts';
import { type OpenLot, OpenLots, type TakenPart } from './open-lots.ts';
import { Premiums } from './premium.ts';
import { type Nature, natureOf, type TreatmentSettings } from './treatment.ts';

export interface TaxLotOptions extends TreatmentSettings {
  /** Default: fifo. */
  readonly method?: LotMethod;
  /** For sales of a year (`2025`), where it was another than `method`: a return once filed stays as it was booked. */
  readonly methods_by_year?: Readonly<Record<string, LotMethod>>;
  /** With `specific_id`: for a sale's exec_id, the exec_ids of the purchases to take, in order. */
  readonly chosen_lots?: Readonly<Record<string, readonly string[]>>;
  /** Accounts that are not plain taxable ones. */
  readonly accounts?: Readonly<Record<string, AccountKind>>;
  /** Splits, symbol changes, expiries, exercises and assignments. */
  readonly events?: readonly PositionEvent[];
}

export interface TaxLots {
  /** Closed and open; the parts of a partly sold lot share its id. */
  readonly lots: Lot[];
  readonly disclaimer: string;
  readonly problems: Problem[];
}

export function taxLots(executions: readonly Execution[], asked?: TaxLotOptions | null): TaxLots {
  const options = asked ?? {};
  const problems = new Problems();
  const methodFor = methodsOf(options, problems);
  const events = options.events ?? [];
  const { steps, deliveries } = readEvents(events, problems);
  const fills = [...readExecutions(executions, problems), ...deliveries];
  const premiums = new Premiums(events, fills, problems);
  const lots: Lot[] = [];
  // Options first: what an exercised one cost must be known when its shares are booked.
  const groups = groupsOf(fills, steps);
  for (const wantOptions of [true, false])
    for (const group of groups)
      if (isOptionGroup(group) === wantOptions) new Ledger(group, methodFor, options, premiums, lots, problems).run();
  return { lots, disclaimer: TAX_DISCLAIMER, problems: problems.list() };
}

/** The method for a sale on a day. */
type MethodFor = (day: Day) => LotMethod;

function methodsOf(options: TaxLotOptions, problems: Problems): MethodFor {
  const known = (method: LotMethod): LotMethod => {
    if (lotMethods.includes(method)) return method;
    problems.add('unknown_method', `Unknown lot method, fifo is used: use ${lotMethods.join(', ')}.`);
    return 'fifo';
  };
  const usual = known(options.method ?? 'fifo');
  const years = new Map(
    Object.entries(options.methods_by_year ?? {}).map(([year, method]) => [Number(year), known(method)]),
  );
  // Nearly nobody changes it: then no sale's year need be known.
  if ([...years.values()].every((method) => method === usual)) return () => usual;
  return (day) => years.get(yearOf(day)) ?? usual;
}

function isOptionGroup({ fills }: Group): boolean {
  const asset = fills[0]?.facts.asset_class;
  return asset === 'OPTION' || asset === 'FUTURE_OPTION';
}

const NONE_NAMED: readonly string[] = [];
const NOT_OWNED_FIRST: ReadonlySet<Lot['treatment']> = new Set(['section_1256', 'section_988'] as const);

/** One account's lots in one instrument. */
class Ledger {
  readonly #group: Group;
  readonly #options: TaxLotOptions;
  readonly #premiums: Premiums;
  readonly #lots: Lot[];
  readonly #problems: Problems;
  readonly #units: FillUnits;
  readonly #open: OpenLots;
  readonly #methodFor: MethodFor;
  #symbol: string;
  #nature: Nature;
  /** The order asked for last, and its group. */
  #order: string | null = null;
  #orderGroup = '';

  constructor(
    group: Group,
    methodFor: MethodFor,
    options: TaxLotOptions,
    premiums: Premiums,
    lots: Lot[],
    problems: Problems,
  ) {
    sortFills(group);
    this.#group = group;
    this.#options = options;
    this.#premiums = premiums;
    this.#lots = lots;
    this.#problems = problems;
    this.#units = new FillUnits(group.fills);
    this.#open = new OpenLots(this.#units);
    this.#methodFor = methodFor;
    const [first] = group.fills;
    this.#symbol = first?.instrument ?? '';
    this.#nature = first === undefined ? {} : natureOf(first, options);
  }

  run(): void {
    const { fills, steps } = this.#group;
    let next = 0;
    for (const step of steps) {
      // A split takes effect before that second's fills, the end of an option after them.
      const last = step.kind === 'end' ? step.second : step.second - 1;
      for (let fill = fills[next]; fill !== undefined && fill.second <= last; fill = fills[next]) {
        this.#trade(fill);
        next += 1;
      }
      this.#take(step);
    }
    for (let fill = fills[next]; fill !== undefined; fill = fills[next]) {
      this.#trade(fill);
      next += 1;
    }
    for (const lot of this.#open.all) this.#lots.push(this.#openLot(lot));
  }

  #trade(fill: Fill): void {
    const at = fill.second * 1000;
    const day = tradeDayOf(fill);
    const units = this.#units;
    const quantity = units.quantity.count(fill.quantity);
    const priced = units.pricedOf(quantity, units.price.count(fill.price));
    const value = units.valueOf(priced, units.multiplier.count(fill.multiplier));
    const fee = units.fee.count(fill.fee);
    const net = fill.side === 1 ? units.withFees(value, fee) : units.lessFees(value, fee);
    const total = units.net.wholeCents(net) + this.#premiums.intoShares(fill);
    const share = new RunningShare(total, quantity, units.quantity);
    let left = quantity;
    if (this.#open.side === -fill.side) {
      const parts = this.#open.take({
        quantity,
        day,
        price: fill.price,
        method: this.#methodFor(day),
        named: this.#options.chosen_lots?.[fill.id] ?? NONE_NAMED,
      });
      for (const part of parts) {
        this.#lots.push(this.#closedLot(part, fill.time, share.of(part.quantity), fill.id));
        left = units.quantity.minus(left, part.quantity);
      }
    }
    if (left > 0)
      this.#open.add({ fill, side: fill.side, acquired: day, acquiredAt: at, quantity: left, cost: share.of(left) });
  }

  #take(step: Step): void {
    if (step.kind === 'rescale') this.#open.rescale(step.newShares, step.oldShares);
    else if (step.kind === 'rename') {
      this.#symbol = step.to;
      const facts = instrumentFacts(step.to, this.#group.fills[0]?.facts.asset_class);
      this.#nature = natureOf({ instrument: step.to, facts }, this.#options);
    } else this.#end(step);
  }

  /** An option expired, was settled in cash, or was exercised: then it realises nothing and its premium moves on. */
  #end(step: Extract<Step, { kind: 'end' }>): void {
    const side = this.#open.side;
    const { quantity, price, multiplier, fee, net } = this.#units;
    const all = this.#open.total;
    const day = tradeDay(step.time, step.second * 1000);
    const ended = step.quantity === null ? all : quantity.count(amountOf(step.quantity));
    if (side === 0 || quantity.minus(ended, all) > 0)
      this.#problems.add(
        'event_without_position',
        'The event ends more contracts than are open; only those that are open are closed.',
        step.id,
      );
    if (side === 0) return;
    const parts = this.#open.take({
      quantity: ended,
      day,
      price: 0,
      method: this.#methodFor(day),
      named: NONE_NAMED,
    });
    if (this.#premiums.takes(step.id)) {
      for (const part of parts) this.#premiums.add(step.id, side, part.cost);
      // What the exercise cost makes shares bought dearer and shares sold bring less, like a holder's premium.
      this.#premiums.add(step.id, 1, inCents(step.fee));
      return;
    }
    const closed = parts.reduce<Count>((sum, part) => quantity.plus(sum, part.quantity), 0);
    const priced = this.#units.pricedOf(closed, price.count(amountOf(step.price)));
    const value = this.#units.valueOf(priced, multiplier.count(parts[0]?.lot.fill.multiplier ?? 1));
    const paid = fee.count(amountOf(step.fee));
    const settled = side === 1 ? this.#units.lessFees(value, paid) : this.#units.withFees(value, paid);
    const share = new RunningShare(net.wholeCents(settled), closed, quantity);
    for (const part of parts) this.#lots.push(this.#closedLot(part, step.time, share.of(part.quantity), step.id));
  }

  #closedLot({ lot, quantity, cost }: TakenPart, time: string, amount: Cents, closed_by: string): Lot {
    const { fill, side } = lot;
    return this.#described(lot, {
      id: `lot-${fill.id}`,
      symbol: this.#symbol,
      quantity: this.#units.quantity.eighths(quantity),
      account_id: fill.account,
      account_kind: this.#kindOf(fill),
      acquired: side === 1 ? fill.time : time,
      cost_basis: fromCents(side === 1 ? cost : amount),
      sold: side === 1 ? time : fill.time,
      proceeds: fromCents(side === 1 ? amount : cost),
      closed_by,
    });
  }

  #openLot(lot: OpenLot): Lot {
    const { fill, side } = lot;
    const held: Mutable<Lot> = {
      id: `lot-${fill.id}`,
      symbol: this.#symbol,
      quantity: this.#units.quantity.eighths(lot.quantity),
      account_id: fill.account,
      account_kind: this.#kindOf(fill),
      acquired: side === 1 ? fill.time : '',
      cost_basis: side === 1 ? fromCents(lot.cost) : 0,
    };
    if (side === -1) {
      if (this.#isOwnedFirst)
        this.#problems.add(
          'sale_without_lot',
          'Sold with no purchase on record: taken as a short sale that is still open. If the shares were owned, add the purchase.',
          fill.id,
        );
      held.sold = fill.time;
      held.proceeds = fromCents(lot.cost);
    }
    return this.#described(lot, held);
  }

  /** Contracts are written and sold short every day; of shares it is likelier that the purchase was never imported. */
  get #isOwnedFirst(): boolean {
    return this.#nature.option === undefined && !NOT_OWNED_FIRST.has(this.#nature.treatment);
  }

  #kindOf(fill: Fill): AccountKind {
    return this.#options.accounts?.[fill.account] ?? 'taxable';
  }

  /** What only some lots have; fields that do not apply are absent. */
  #described({ fill, side }: OpenLot, lot: Mutable<Lot>): Lot {
    if (side === -1) lot.side = 'short';
    if (fill.order !== undefined) lot.lot_group = this.#groupOf(fill.account, fill.order);
    if (fill.multiplier !== 1) {
      const { multiplier } = this.#units;
      lot.multiplier = multiplier.eighths(multiplier.count(fill.multiplier));
    }
    if (this.#nature.option !== undefined) lot.option = this.#nature.option;
    if (this.#nature.treatment !== undefined) lot.treatment = this.#nature.treatment;
    return lot;
  }

  /** The fills of one order are one purchase, and follow each other: their lots share one text. */
  #groupOf(account: string, order: string): string {
    if (order !== this.#order) {
      this.#order = order;
      this.#orderGroup = `${account}/${order}`;
    }
    return this.#orderGroup;
  }
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
