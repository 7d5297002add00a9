import type { AssetClass, Direction, TripStatus } from '@zorivest/vocabulary';
import type { Step, StepOf } from '../events/index.ts';
import type { Fill } from '../executions/index.ts';
import { underlyingOf } from '../instruments/index.ts';
import type { Ledger, Parcel, Places, Result, SettledResult, Shares, Tally } from '../ledger/index.ts';
import { type Amount, isNone, NONE, type Quantity, subtractDollars } from '../money/index.ts';
import { isDateOnly } from '../time/index.ts';
import type { LotQueue, OpenLot } from './lot-queue.ts';
import type { Order } from './order.ts';

/** A position from the first fill that opened it to the one that brought it back to nothing. */
export interface RoundTrip {
  readonly id: string;
  readonly account_id: string;
  readonly instrument: string;
  readonly direction: Direction;
  readonly status: TripStatus;
  readonly entry_exec_ids: string[];
  readonly exit_exec_ids: string[];
  /** All that was ever opened, in today's units (after splits). */
  readonly quantity: number;
  /** As text, where a number does not hold all of its digits. */
  readonly quantity_exact?: string;
  readonly entry_avg_price: number;
  readonly exit_avg_price: number | null;
  /** Realised, before fees. */
  readonly gross_pnl: number;
  /** Fees of what is closed: the exits', and the entries' in proportion. */
  readonly commission: number;
  /** gross_pnl − commission. */
  readonly realized_pnl: number;
  readonly opened_at: string;
  readonly closed_at: string | null;
  readonly open_quantity: number;
  readonly open_quantity_exact?: string;
  /** Fees already paid for what is still open. */
  readonly open_commission: number;
  /** Paid (long) or received (short) for what is still open, before fees, by the lots that are left. */
  readonly open_cost: number;
  /** Of one unit of it, its multiplier included, where `open_cost` has too few digits to say it. */
  readonly open_cost_each?: number;
  readonly multiplier: number;
  readonly currency: string | null;
  /** What one unit of its currency was worth, in the one its money is in here, when it was opened. */
  readonly rate: number;
  readonly holding_period_seconds: number | null;
  readonly asset_class: AssetClass;
  /** What it is a claim on; the instrument itself where it is none. */
  readonly underlying: string;
  /** The order of the fill that opened it. */
  readonly order_id: string | null;
  /** False where only the day of the opening, or of the close, is known: `opened_at` and `closed_at` lie within it. */
  readonly opened_time_known: boolean;
  readonly closed_time_known: boolean;
  /** Each exit's own part of the result, in order, where there is more than one or the position is still open. */
  readonly exits: readonly Exit[] | null;
  /** As far as a period goes: it realised nothing there but costs with a day of their own. */
  readonly costs_only?: true;
}

/** What one exit realised, after its fees and its share of the entries'. */
export interface Exit {
  readonly exec_id: string;
  readonly time: string;
  readonly time_known: boolean;
  readonly quantity: number;
  readonly pnl: number;
  /** Its own fees and its share of the entries'. Before costs it realised `pnl + costs`. */
  readonly costs: number;
  /** No exit, but a cost with a day of its own: it counts on that day and makes no trade count. */
  readonly is_cost?: true;
}

/** Every exit of a trip with its part of the result; together they are `realized_pnl`. */
export function exitsOf(trip: RoundTrip): readonly Exit[] {
  if (trip.exits !== null) return trip.exits;
  const exec_id = trip.exit_exec_ids.at(-1);
  if (exec_id === undefined || trip.closed_at === null) return [];
  const { closed_at: time, closed_time_known: time_known, quantity, realized_pnl: pnl, commission: costs } = trip;
  return [{ exec_id, time, time_known, quantity, pnl, costs }];
}

/** With eight decimals an amount below it has fewer than ten digits. */
const SMALL_COST = 10;

type Ending = Pick<Fill, 'id' | 'time' | 'timeKnown'>;

/** A trip being built. Amounts are exact; rounding happens as they leave. */
export class OpenTrip {
  instrument: string;
  readonly side: 1 | -1;
  readonly first: Fill;
  readonly lots: LotQueue;
  readonly #ledger: Ledger;
  #entryIds: string[] = [];
  #exitIds: string[] = [];
  /** All lots together. */
  #open: Parcel;
  readonly #entered: Tally = { quantity: NONE, priced: NONE };
  readonly #exited: Tally = { quantity: NONE, priced: NONE };
  readonly #result: Result = { gross: NONE, fees: NONE };
  #exits: Exit[] | null = null;
  /** Of the exits recorded so far. */
  #recorded: Pick<SettledResult, 'net' | 'costs'> = { net: 0, costs: 0 };
  readonly #places: Places;
  #last: Pick<Fill, 'id' | 'time' | 'timeKnown' | 'second'>;

  /** `lots` is an empty queue: the one of the position that was closed before, or a new one. */
  constructor(opener: Order, first: Fill, lots: LotQueue, ledger: Ledger, places: Places) {
    this.#places = places;
    this.instrument = first.instrument;
    this.side = opener.side;
    this.first = first;
    this.#last = first;
    this.lots = lots;
    this.#ledger = ledger;
    this.#open = ledger.nothing();
  }

  get open(): Shares {
    return this.#open.quantity;
  }

  /** The fills that opened it, to name in a problem. */
  get entryIds(): readonly string[] {
    return this.#entryIds;
  }

  /** Nothing was ever traded in it here: all that came has gone elsewhere. */
  get isEmpty(): boolean {
    return isNone(this.#entered.quantity);
  }

  enter(order: Order): void {
    const { quantity, value, fee } = order;
    this.lots.add({ quantity, value, fee });
    this.#ledger.add(this.#open, order);
    this.#ledger.count(this.#entered, order);
    this.#entryIds = withIds(this.#entryIds, order.fills);
  }

  /** The order's quantity is at most what is open. */
  exit(order: Order): void {
    const opened = this.#take(order.quantity);
    this.#ledger.count(this.#exited, order);
    this.#ledger.realise(this.#result, this.side, opened, order);
    this.#exitIds = withIds(this.#exitIds, order.fills);
    for (const fill of order.fills) if (fill.second >= this.#last.second) this.#last = fill;
    // One exit that closes it all says nothing that the trip does not.
    if (!isNone(this.open) || this.#exits !== null) this.#record(order);
  }

  get #settled(): SettledResult {
    return this.#ledger.settle(this.#result, this.#places);
  }

  /** Rounded as a running total, so that the exits together are the trip's result to the last decimal. */
  #record(order: { readonly fills: readonly Ending[]; readonly quantity: Shares }, isCost = false): void {
    const { id, time, timeKnown } = order.fills.at(-1) ?? this.#last;
    const soFar = this.#settled;
    const pnl = subtractDollars(soFar.net, this.#recorded.net);
    const costs = subtractDollars(soFar.costs, this.#recorded.costs);
    this.#recorded = soFar;
    this.#exits ??= [];
    const quantity = this.#ledger.shares(order.quantity, this.#places);
    const exit = { exec_id: id, time, time_known: timeKnown, quantity, pnl, costs };
    this.#exits.push(isCost ? { ...exit, is_cost: true } : exit);
  }

  /** Takes so much from the open lots, in their order. */
  #take(closed: Shares): Parcel {
    const ledger = this.#ledger;
    if (ledger.compare(closed, this.open) === 0) {
      const all = this.#open;
      this.lots.clear();
      this.#open = ledger.nothing();
      return all;
    }
    const taken = ledger.nothing();
    for (let left = closed; !isNone(left);) {
      const part = this.#next(left);
      ledger.add(taken, part);
      left = ledger.minus(left, part.quantity);
    }
    ledger.remove(this.#open, taken);
    return taken;
  }

  /** The next lot, or as much of it as is wanted. */
  #next(wanted: Shares): Parcel {
    const lot = this.lots.next();
    if (this.#ledger.compare(wanted, lot.quantity) < 0) return this.#ledger.take(lot, wanted);
    this.lots.drop();
    return lot;
  }

  rescale(newShares: Quantity, oldShares: Quantity): void {
    const ledger = this.#ledger;
    this.#change((lot) => ledger.rescale(lot, newShares, oldShares));
    ledger.rescale(this.#exited, newShares, oldShares);
    this.#entered.quantity = ledger.plus(this.#exited.quantity, this.open);
  }

  /** The fills that opened what came without a trade. */
  recordEntries(ids: readonly string[]): void {
    this.#entryIds = [...new Set([...this.#entryIds, ...ids])];
  }

  /**
   * Money that comes without a sale lowers what each lot cost; what is more than that is realised. Where what is held is
   * worth something else from now on (`worth` a share), a gain is realised up to the money.
   */
  payOut(perShare: Amount, worth: Amount | null, step: Pick<Step, 'id' | 'time'>): void {
    const before = this.#settled.net;
    this.#change((lot) => {
      // A short holder pays, and realises no gain by it.
      const realised = this.#ledger.payOut(lot, perShare, this.side === 1 ? worth : null);
      this.#ledger.gain(this.#result, this.side, realised);
    });
    if (this.#settled.net === before) return;
    this.#record({ fills: [endingOf(step)], quantity: NONE });
  }

  /** A cost with a day of its own. The one exit of a trip that is closed is distinguished from it. */
  charge(amount: Amount, step: Pick<Step, 'id' | 'time'>): void {
    if (this.#exits === null && !isNone(this.#exited.quantity))
      this.#record({ fills: [this.#last], quantity: this.#exited.quantity });
    this.#ledger.charge(this.#result, amount);
    this.#record({ fills: [endingOf(step)], quantity: NONE }, true);
  }

  /** What a spin-off gives: new shares for those held, and their part of what they cost. */
  spinOff({ allocation, newShares, oldShares }: StepOf<'spin_off'>): Parcel {
    const allocated = this.#ledger.nothing();
    this.#change((lot) => this.#ledger.add(allocated, this.#ledger.spinOff(lot, allocation, newShares, oldShares)));
    return allocated;
  }

  /** Takes so much out without a sale, or all where it is less: the lots that go, at the average price of all entries. */
  leave(asked: Shares): (Parcel & Tally)[] {
    const ledger = this.#ledger;
    const gone: (Parcel & Tally)[] = [];
    for (let left = ledger.least(asked, this.open); !isNone(left);) {
      const part = this.#next(left);
      ledger.remove(this.#open, part);
      left = ledger.minus(left, part.quantity);
      gone.push({ ...part, ...ledger.takeAtAverage(this.#entered, part.quantity) });
    }
    return gone;
  }

  /** Changes every open lot. */
  #change(change: (lot: OpenLot) => void): void {
    const open = this.#ledger.nothing();
    this.lots.rescale((lot) => {
      change(lot);
      this.#ledger.add(open, lot);
    });
    this.#open = open;
  }

  finish(): RoundTrip {
    const ledger = this.#ledger;
    const { first } = this;
    const settled = this.#settled;
    const untouched = isNone(this.#exited.quantity);
    const status = isNone(this.open) ? 'closed' : untouched ? 'open' : 'partial';
    const places = this.#places;
    // With eight decimals there is nothing more to say.
    const all = places === 'cents' ? null : ledger.sharesText(this.#entered.quantity);
    const left = places === 'cents' ? null : ledger.sharesText(this.open);
    const trip: { -readonly [Field in keyof RoundTrip]: RoundTrip[Field] } = {
      id: `rt-${first.id}`,
      account_id: first.account,
      instrument: this.instrument,
      direction: this.side === 1 ? 'long' : 'short',
      status,
      entry_exec_ids: this.#entryIds,
      exit_exec_ids: this.#exitIds,
      quantity: ledger.shares(this.#entered.quantity, places),
      entry_avg_price: ledger.averagePrice(this.#entered, places),
      exit_avg_price: untouched ? null : ledger.averagePrice(this.#exited, places),
      gross_pnl: settled.gross,
      commission: settled.costs,
      realized_pnl: settled.net,
      opened_at: first.time,
      closed_at: status === 'closed' ? this.#last.time : null,
      open_quantity: ledger.shares(this.open, places),
      open_commission: ledger.fees(this.#open.fee, this.#places),
      open_cost: ledger.dollars(this.#open.value, this.#places),
      multiplier: ledger.perPoint(first.multiplier),
      currency: first.currency ?? null,
      rate: ledger.rate(first.rate),
      holding_period_seconds: status === 'closed' ? this.#last.second - first.second : null,
      asset_class: first.facts.asset_class,
      underlying: this.instrument === first.instrument ? first.facts.underlying : underlyingOf(this.instrument),
      order_id: first.order ?? null,
      opened_time_known: first.timeKnown,
      closed_time_known: this.#last.timeKnown,
      exits: this.#exits,
    };
    if (all !== null) trip.quantity_exact = all;
    if (left !== null) trip.open_quantity_exact = left;
    const isSmall = trip.open_quantity < 1 || Math.abs(trip.open_cost) < SMALL_COST;
    if (places === 'exact' && status !== 'closed' && isSmall) trip.open_cost_each = ledger.costEach(this.#open);
    return trip;
  }
}

/** The exit that an event stands for. */
function endingOf({ id, time }: Pick<Step, 'id' | 'time'>): Ending {
  return { id, time, timeKnown: !isDateOnly(time) };
}

/** Most trips have one entry and one exit: preallocated lists save the spare room that growing ones keep. */
function withIds(ids: string[], fills: readonly Fill[]): string[] {
  if (ids.length === 0) return fills.map((fill) => fill.id);
  for (const fill of fills) ids.push(fill.id);
  return ids;
}
