// Which new fills may be ones the book has. Nearest first: the same second, then the same figures within a day, then
// the executions of one order against the order told as one.
import type { TradeRow } from '../trades/columns.ts';

export type FillLike = Pick<TradeRow, 'exec_id' | 'account_id' | 'action' | 'quantity' | 'price' | 'time' | 'order_id'>;

export interface SeenFill extends FillLike {
  /** The sources it came from; null when it was entered by hand. */
  readonly by: readonly string[] | null;
}

const SECONDS = 5;
/** Within those seconds: what is typed by hand is rounded. */
const QUANTITY = 0.01;
const PRICE = 0.005;
/** Further apart the figures must be the same but for the decimals they are printed with. */
const PRINTED = 1.1e-4;

/** Pairs of a new fill and one of the book's, of one instrument and within a day of each other. */
export function matchFills<R extends FillLike>(
  fresh: readonly R[],
  seen: readonly SeenFill[],
  isClaimed: (execId: string) => boolean,
): readonly (readonly [R, SeenFill])[] {
  const free = new Set(seen.filter(({ exec_id }) => !isClaimed(exec_id)));
  const pairs: (readonly [R, SeenFill])[] = [];
  let open = [...fresh];
  for (const fits of [isNear, isPrinted]) {
    const left: R[] = [];
    for (const row of open) {
      const other = nearest(row, free, fits);
      if (other === null) left.push(row);
      else {
        free.delete(other);
        pairs.push([row, other]);
      }
    }
    open = left;
  }
  return [...pairs, ...orders(open, free)];
}

function nearest(row: FillLike, free: ReadonlySet<SeenFill>, fits: Fits): SeenFill | null {
  let best: SeenFill | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const other of free) {
    if (other.account_id !== row.account_id || other.action !== row.action || !fits(row, other)) continue;
    const apart = secondsApart(row, other);
    if (apart >= least) continue;
    best = other;
    least = apart;
  }
  return best;
}

type Fits = (a: FillLike, b: FillLike) => boolean;

const isNear: Fits = (a, b) =>
  secondsApart(a, b) < SECONDS && difference(a.quantity, b.quantity) < QUANTITY && difference(a.price, b.price) < PRICE;

const isPrinted: Fits = (a, b) =>
  secondsApart(a, b) <= 86_400 &&
  difference(a.quantity, b.quantity) < PRINTED &&
  difference(a.price, b.price) < PRINTED;

function secondsApart(a: FillLike, b: FillLike): number {
  return Math.abs(Date.parse(a.time) - Date.parse(b.time)) / 1000;
}

/** Rounded, because two decimals less than a step apart may differ by a little more as doubles. */
function difference(a: string, b: string): number {
  return Math.round(Math.abs(Number(a) - Number(b)) * 1e8) / 1e8;
}

/** One export tells an order, the other the executions it was filled by. */
function orders<R extends FillLike>(open: readonly R[], free: Set<SeenFill>): (readonly [R, SeenFill])[] {
  const pairs: (readonly [R, SeenFill])[] = [];
  const rest = new Set(open);
  for (const parts of byOrder(open)) {
    const whole = [...free].find((one) => isWhole(one, parts));
    if (whole === undefined) continue;
    free.delete(whole);
    for (const part of parts) {
      rest.delete(part);
      pairs.push([part, whole]);
    }
  }
  for (const parts of byOrder([...free])) {
    const whole = [...rest].find((one) => isWhole(one, parts));
    const [first] = parts;
    if (whole === undefined || first === undefined) continue;
    rest.delete(whole);
    for (const part of parts) free.delete(part);
    pairs.push([whole, first]);
  }
  return pairs;
}

function byOrder<R extends FillLike>(fills: readonly R[]): R[][] {
  const named = fills.filter(({ order_id }) => order_id !== null);
  const groups = Map.groupBy(named, ({ account_id, action, order_id }) => `${account_id}|${action}|${order_id}`);
  return [...groups.values()].filter((parts) => parts.length > 1);
}

function isWhole(one: FillLike, parts: readonly FillLike[]): boolean {
  const [first] = parts;
  if (first === undefined || one.account_id !== first.account_id || one.action !== first.action) return false;
  if (secondsApart(one, first) > 86_400) return false;
  const quantity = parts.reduce((sum, part) => sum + Number(part.quantity), 0);
  const value = parts.reduce((sum, part) => sum + Number(part.quantity) * Number(part.price), 0);
  return Math.abs(Number(one.quantity) - quantity) < PRINTED && Math.abs(Number(one.price) - value / quantity) < PRICE;
}
