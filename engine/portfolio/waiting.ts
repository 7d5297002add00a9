// Orders with a type: they wait from the bar after their date until a bar of their symbol fills them.
//
// Each kind's rule is in order-kinds.ts. Where one bar reaches both ends of a group, the stop fills first, unless the run is
// optimistic.
import { calendarOffsets } from '../language/frame.ts';
import { sizeOf, type OrderInput } from './input.ts';
import { timeOf, type Market } from './market.ts';
import { ORDER_RULES, orderPriceFault, type OrderFill, type OrderKind } from './order-kinds.ts';

const DAY = 86_400;

interface Waiting {
  readonly order: OrderInput;
  readonly s: number;
  readonly way: 1 | -1;
  /** The first bar on which it may fill. */
  readonly from: number;
  readonly until: number;
  /** The kind as which it waits: a stop-limit that was triggered is a limit. */
  kind: OrderKind;
  isDone: boolean;
  /** Units that are still to be filled; undefined until the first fill. */
  left: number | undefined;
}

export interface Fill {
  readonly order: OrderInput;
  readonly s: number;
  /** What is left of an order that was filled in part. */
  readonly units: number | undefined;
  readonly price: number;
  readonly reason: OrderFill['reason'];
}

export class WaitingOrders {
  readonly #market: Market;
  readonly #isOptimistic: boolean;
  readonly #waiting: Waiting[];
  readonly #byOrder: ReadonlyMap<OrderInput, Waiting>;

  constructor(market: Market, orders: readonly OrderInput[], isOptimistic: boolean, timeZone = 'UTC') {
    this.#market = market;
    this.#isOptimistic = isOptimistic;
    this.#waiting = orders.flatMap((order, k) =>
      order.type === undefined ? [] : [waitingOf(market, order, order.type, k, timeZone)],
    );
    this.#byOrder = new Map(this.#waiting.map((each) => [each.order, each]));
  }

  /** What bar i fills, one at a time: the caller must report a fill before asking for the next. */
  *fills(i: number, held: Float64Array): Generator<Fill> {
    const found = this.#waiting.flatMap((each) => {
      if (each.isDone || i < each.from || i > each.until) return [];
      const price = this.#priceOf(each, i);
      return price === undefined ? [] : [{ each, ...price }];
    });
    // At the open first; then stops before limits, or after them.
    const rank = ({ isAtOpen, reason }: (typeof found)[number]) =>
      isAtOpen ? 0 : (reason === 'stop') !== this.#isOptimistic ? 1 : 2;
    for (const { each, price, reason } of found.toSorted((a, b) => rank(a) - rank(b))) {
      if (each.isDone) continue;
      // Selling all of what is no longer held is nothing.
      if (each.order.size === '-max' && held[each.s] === 0) continue;
      yield { order: each.order, s: each.s, units: each.left, price, reason };
    }
  }

  /** Records that `units` of an order were filled. */
  report(order: OrderInput, units: number): void {
    const filled = this.#byOrder.get(order);
    if (filled === undefined) return;
    const asked = filled.left ?? sizeOf(order.size);
    const left = Number.isFinite(asked) && order.money === undefined ? asked - units : 0;
    filled.left = left;
    if (Math.abs(left) <= Math.abs(asked) * 1e-12 || units === 0)
      filled.isDone = units !== 0 || filled.order.type === 'market';
    if (units === 0 || order.oco === undefined) return;
    for (const other of this.#waiting) if (other !== filled && other.order.oco === order.oco) other.isDone = true;
  }

  /** Sentences about orders that never filled. */
  leftOver(): readonly string[] {
    return this.#waiting
      .filter(({ isDone, left, from }) => !isDone && left === undefined && from >= this.#market.times.length)
      .map(({ order }) => `The order of ${order.date} for ${order.symbol} had no bar after it and was not filled.`);
  }

  #priceOf(waiting: Waiting, i: number): OrderFill | undefined {
    const { order, s, way, kind } = waiting;
    const open = this.#market.open[s][i];
    if (Number.isNaN(open)) return undefined;
    const high = this.#market.high[s][i];
    const low = this.#market.low[s][i];
    const rule = ORDER_RULES[kind];
    const fill = rule.fill(order, { open, high, low, way, isOptimistic: this.#isOptimistic });
    if (fill === undefined) return undefined;
    // What a partial fill leaves waits as the triggered kind, too.
    waiting.kind = rule.thenAs ?? kind;
    return fill === 'triggered' ? undefined : fill;
  }
}

/** The last bar of the calendar on the day on which a bar of the symbol begins, in a time zone. */
function lastBarOfDay({ times, bars }: Market, s: number, bar: number, timeZone: string): number {
  const offsetAt = calendarOffsets(bars[s].series, timeZone);
  const dayOf = (time: number) => Math.floor((time + offsetAt(time)) / DAY);
  let last = bar;
  while (last + 1 < times.length && dayOf(times[last + 1]) === dayOf(times[bar])) last++;
  return last;
}

function waitingOf(market: Market, order: OrderInput, kind: OrderKind, k: number, timeZone: string): Waiting {
  const { times, places, open } = market;
  const { symbol, date, size, money, time_in_force } = order;
  const s = places.get(symbol);
  const fail = (message: string): never => {
    throw new RangeError(`orders.${k}: ${message}`);
  };
  if (s === undefined) return fail(`unknown symbol ${symbol}`);
  const amount = money ?? sizeOf(size);
  if (Number.isNaN(amount) || amount === 0) fail('size is missing or 0');
  const fault = orderPriceFault(kind, order);
  if (fault !== undefined) fail(fault);
  const time = timeOf(date);
  let from = times.findIndex((each) => each > time);
  if (from < 0) from = times.length;
  while (from < times.length && Number.isNaN(open[s][from])) from++;
  const until =
    typeof time_in_force === 'object'
      ? times.findLastIndex((each) => each <= timeOf(time_in_force.until))
      : time_in_force === 'day'
        ? lastBarOfDay(market, s, from, timeZone)
        : Infinity;
  return { order, s, way: amount > 0 ? 1 : -1, from, until, kind, isDone: false, left: undefined };
}
