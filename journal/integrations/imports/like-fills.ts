// Which new fills may already be in the book. Closest first: the same figures in the same second, figures that were
// rounded, then the same figures within a day, then the executions of one order against the order as one fill.
import type { TradeRow } from '@zorivest/records';

export type FillLike = Pick<
  TradeRow,
  'exec_id' | 'account_id' | 'action' | 'quantity' | 'price' | 'time' | 'time_known' | 'order_id'
>;

export interface SeenFill extends FillLike, Pick<TradeRow, 'commission' | 'import_batch_id'> {
  /** The sources it came from; null when it was entered by hand. */
  readonly by: readonly string[] | null;
  /** It came from a file of the same format. */
  readonly isSameSource: boolean;
}

const SECONDS = 5;
/** Within those seconds: what is typed by hand is rounded, and so is what was worked out of an amount. */
const QUANTITY = { most: 0.01, share: 0.005 };
const PRICE = { least: 0.005, share: 1e-5 };
/** Further apart the figures must be the same but for the decimals they are printed with. */
const PRINTED = { quantity: 1.1e-4, price: 1.1e-4, share: 1e-7 };

/** Pairs of a new fill and one of the book's, of one instrument and within a day of each other. */
export function matchFills<R extends FillLike>(
  fresh: readonly R[],
  seen: readonly SeenFill[],
  isClaimed: (execId: string) => boolean,
): readonly (readonly [R, SeenFill])[] {
  const free = new Set(seen.filter(({ exec_id }) => !isClaimed(exec_id)));
  const pairs: (readonly [R, SeenFill])[] = [];
  let open = [...fresh];
  for (const fits of [isExact, isNear, isPrinted]) {
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
    if (other.account_id !== row.account_id || other.action !== row.action) continue;
    if (!fits(row, other) || !mayBeOne(row, other)) continue;
    const apart = secondsApart(row, other);
    if (apart >= least) continue;
    best = other;
    least = apart;
  }
  return best;
}

/**
 * Whether two exports may have reported one fill under two ids. A broker's ids of one kind distinguish fills. Ids that were
 * derived from a fill's contents do so as well, except for the account: one export names it and another does not.
 */
function mayBeOne(row: FillLike, other: SeenFill): boolean {
  if (!other.isSameSource || kindOfId(row.exec_id) !== kindOfId(other.exec_id)) return true;
  if (madeBy(row.exec_id) === null) return false;
  return (row.order_id === null) !== (other.order_id === null) || isSameMoment(row, other);
}

/** The format that made an id from a fill's content; null for an id its broker gave. */
function madeBy(execId: string): string | null {
  return /^(.+)-\d{8}-[0-9a-f]{16}-\d+$/.exec(execId)?.[1] ?? null;
}

/** Two exports of a broker may count by different things: what stands between the letters and digits of an id tells. */
function kindOfId(execId: string): string {
  return madeBy(execId) ?? execId.replace(/:(?:out|in|fee:.*)$/, '').replaceAll(/[\p{L}\p{N}]+/gu, '');
}

function isSameMoment(a: FillLike, b: FillLike): boolean {
  return momentOf(a) === momentOf(b);
}

/** As far as it is known: the day, or the time. */
function momentOf({ time, time_known }: FillLike): string {
  return time_known === 0 ? time.slice(0, 10) : time;
}

/**
 * Which fills of the book can match any of these, tested one by one: of the million from the same broker's files
 * only a few can.
 */
export function mayBeAnyOf(fresh: readonly FillLike[]): (one: SeenFill) => boolean {
  const accounts = new Set(fresh.map(({ account_id }) => account_id));
  const kinds = new Set(fresh.map(({ exec_id }) => kindOfId(exec_id)));
  const orders = new Set(fresh.map(({ order_id }) => order_id === null));
  const moments = new Set(fresh.map(momentOf));
  return (one) => {
    if (!accounts.has(one.account_id)) return false;
    if (!one.isSameSource || kinds.size > 1 || !kinds.has(kindOfId(one.exec_id))) return true;
    if (madeBy(one.exec_id) === null) return false;
    return orders.size > 1 || !orders.has(one.order_id === null) || moments.has(momentOf(one));
  };
}

type Fits = (a: FillLike, b: FillLike) => boolean;

const isExact: Fits = (a, b) => secondsApart(a, b) < SECONDS && isPrinted(a, b);

const isNear: Fits = (a, b) =>
  secondsApart(a, b) < SECONDS &&
  difference(a.quantity, b.quantity) < Math.min(QUANTITY.most, Number(a.quantity) * QUANTITY.share) &&
  isNearPrice(a.price, b.price);

const isPrinted: Fits = (a, b) =>
  secondsApart(a, b) <= 86_400 &&
  difference(a.quantity, b.quantity) < PRINTED.quantity &&
  difference(a.price, b.price) < Math.max(PRINTED.price, Number(a.price) * PRINTED.share);

function isNearPrice(a: string, b: string): boolean {
  return difference(a, b) < Math.max(PRICE.least, Number(a) * PRICE.share);
}

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
    const whole = [...free].find((one) => isWhole(one, parts, (part) => mayBeOne(part, one)));
    if (whole === undefined) continue;
    free.delete(whole);
    for (const part of parts) {
      rest.delete(part);
      pairs.push([part, whole]);
    }
  }
  for (const parts of byOrder([...free])) {
    const whole = [...rest].find((one) => isWhole(one, parts, (part) => mayBeOne(one, part)));
    const [first] = parts;
    if (whole === undefined || first === undefined) continue;
    rest.delete(whole);
    for (const part of parts) free.delete(part);
    pairs.push([whole, first]);
  }
  return pairs;
}

/** Fills of one order; where an export names none, those of one second. */
function byOrder<R extends FillLike>(fills: readonly R[]): R[][] {
  const groups = Map.groupBy(
    fills,
    ({ account_id, action, order_id, time }) => `${account_id}|${action}|${order_id ?? time}`,
  );
  return [...groups.values()].filter((parts) => parts.length > 1);
}

function isWhole<P extends FillLike>(one: FillLike, parts: readonly P[], mayBe: (part: P) => boolean): boolean {
  const [first] = parts;
  if (first === undefined || one.account_id !== first.account_id || one.action !== first.action) return false;
  if (secondsApart(one, first) > 86_400 || !parts.every(mayBe)) return false;
  const quantity = parts.reduce((sum, part) => sum + Number(part.quantity), 0);
  const value = parts.reduce((sum, part) => sum + Number(part.quantity) * Number(part.price), 0);
  return (
    Math.abs(Number(one.quantity) - quantity) < PRINTED.quantity && isNearPrice(one.price, String(value / quantity))
  );
}
