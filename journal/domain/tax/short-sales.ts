// Short sales against shares that are held: whose holding counts from when, which loss is long-term, and in which year a
// loss counts. Over all accounts of the person and the spouse; retirement accounts are apart.

import { type Day, dayText, parseDay, yearOf } from '../calendar/day.ts';
import { termOf } from '../calendar/holding.ts';
import { parseMoment } from '../calendar/trade-date.ts';
import { settlementDay } from '../fx/index.ts';
import { isAbsent, isOpen, isShort, type Lot } from '../lots/lot.ts';
import {
  least,
  minus,
  NO_QUANTITY,
  type Num,
  parseQuantity,
  isPositive,
  plus,
  type Problem,
  Problems,
  type Quantity,
  roundQuantity,
} from '../money/index.ts';
import { isCovered, isRetirement } from '../wash/identical.ts';

export interface ShortSales {
  readonly lots: readonly Lot[];
  readonly problems: readonly Problem[];
}

/** A lot, or a part that has been cut off one, and what the rules say of it. */
interface Part {
  lot: Lot;
  quantity: Quantity;
  readonly entered: Day;
  /** Without end while it is open. */
  readonly left: Day;
}

/** The day an execution was settled on, where its statement says. */
export type SettlesOn = (execId: string) => string | null;

/** The lots with what short sales do to them; the very same list where they do nothing. */
export function applyShortSaleRules(lots: readonly Lot[], settlesOn: SettlesOn = () => null): ShortSales {
  if (!lots.some((lot) => isShort(lot) && isShare(lot))) return { lots, problems: [] };
  const problems = new Problems();
  const changed = new Map<Lot, readonly Lot[]>();
  const shares = Map.groupBy(lots.filter(isShare), ({ instrument_id, symbol }) => instrument_id ?? symbol);
  for (const own of shares.values()) {
    const [shorts, longs] = [own.filter(isShort).map(partOf), own.filter((lot) => !isShort(lot)).map(partOf)];
    if (shorts.length === 0) continue;
    nameConstructiveSales(shorts, longs, problems);
    const closed = countLossesBySettlement(markLongLosses(shorts, longs), settlesOn, problems);
    const held = restartHoldings(shorts, longs);
    const before = Map.groupBy([...closed, ...held], ({ origin }) => origin);
    for (const [lot, parts] of before)
      if (parts.length > 1 || parts[0]?.lot !== lot)
        changed.set(
          lot,
          parts.map((part) => part.lot),
        );
  }
  if (changed.size === 0) return { lots, problems: problems.list() };
  return { lots: lots.flatMap((lot) => changed.get(lot) ?? [lot]), problems: problems.list() };
}

interface Piece {
  readonly origin: Lot;
  readonly lot: Lot;
}

/** A loss is long-term as far as shares had been held for over a year when the short sale was made (IRC 1233(d)). */
function markLongLosses(shorts: readonly Part[], longs: readonly Part[]): Piece[] {
  const taken: { readonly from: Day; readonly to: Day; readonly quantity: Quantity }[] = [];
  return inOrder(shorts).flatMap((short): Piece[] => {
    const { entered: day, left, quantity, lot } = short;
    const heldLong = longs.filter((one) => one.entered < day && one.left > day && termOf(one.entered, day) === 'long');
    const used = taken.filter(({ from, to }) => from <= day && to > day);
    const free = minus(sum(heldLong), sum(used));
    const covered = isPositive(free) ? least(free, quantity) : NO_QUANTITY;
    // A gain is short-term no matter what was held; of one that is open it is unknown.
    const isGain = !isOpen(lot) && Number(lot.proceeds ?? 0) >= Number(lot.cost_basis);
    if (isGain || !isPositive(covered)) return [{ origin: lot, lot }];
    taken.push({ from: day, to: left, quantity: covered });
    const [first, rest] = cutLot(lot, covered, quantity);
    return [
      { origin: lot, lot: { ...first, is_long_loss: true } },
      ...(rest === null ? [] : [{ origin: lot, lot: rest }]),
    ];
  });
}

/**
 * Shares held for a year or less when such shares are sold short, or bought before the short sale is closed: their holding
 * begins on the day it is closed, or they are sold if that is earlier; the earliest bought first, as many as were sold short
 * (IRC 1233(b), Reg. 1.1233-1(c)(2)).
 */
function restartHoldings(shorts: readonly Part[], longs: readonly Part[]): Piece[] {
  const pieces: Piece[] = [];
  const open = inOrder(longs).map((part) => ({ ...part, origin: part.lot }));
  for (const { entered: from, left: to, quantity } of inOrder(shorts)) {
    let needed = quantity;
    for (const part of open) {
      if (!isPositive(needed)) break;
      const isConcerned = part.left > from && part.entered <= to && termOf(part.entered, from) === 'short';
      if (!isConcerned || !isPositive(part.quantity)) continue;
      const covered = least(needed, part.quantity);
      needed = minus(needed, covered);
      // While both are open the day is unknown; what was bought on the very day begins on it anyway.
      const begins = Math.min(to, part.left);
      if (!Number.isFinite(begins) || begins <= part.entered) continue;
      const [first, rest] = cutLot(part.lot, covered, part.quantity);
      pieces.push({ origin: part.origin, lot: { ...first, held_from: dayText(begins) } });
      part.quantity = minus(part.quantity, covered);
      part.lot = rest ?? part.lot;
    }
  }
  for (const { origin, lot, quantity } of open) if (isPositive(quantity)) pieces.push({ origin, lot });
  return pieces;
}

/** A loss counts when the shares are delivered, a gain when they are bought (Rev. Rul. 2002-44). */
function countLossesBySettlement(pieces: readonly Piece[], settlesOn: SettlesOn, problems: Problems): Piece[] {
  return pieces.map(({ origin, lot }) => {
    const closed = isAbsent(lot.acquired) ? undefined : parseMoment(lot.acquired)?.day;
    if (closed === undefined || Number(lot.proceeds ?? 0) >= Number(lot.cost_basis)) return { origin, lot };
    const stated = parseDay((lot.closed_by === undefined ? null : settlesOn(lot.closed_by)) ?? '');
    // One before the trade is a mistake of its statement.
    const settled = stated !== null && stated >= closed ? stated : settlementDay(closed);
    if (yearOf(settled) === yearOf(closed)) return { origin, lot };
    problems.add(
      settled === stated ? 'short_loss_by_stated_settlement' : 'short_loss_by_settlement',
      `A short sale closed at a loss in the last days of a year counts in the next, when the shares were delivered (Rev. Rul. 2002-44): the day of settlement is ${settled === stated ? 'the one its statement says.' : 'taken from the market’s cycle, since no statement here says it.'}`,
      lot.id,
    );
    return { origin, lot: { ...lot, counts_on: dayText(settled) } };
  });
}

/** Shares held and sold short at the same time: what was gained on them may be taxed immediately (IRC 1259). */
function nameConstructiveSales(shorts: readonly Part[], longs: readonly Part[], problems: Problems): void {
  const held = longs.filter(({ lot }) => isOpen(lot));
  for (const { lot } of shorts)
    if (isOpen(lot) && held.length > 0)
      problems.add(
        'short_against_the_box',
        `${lot.symbol} is held and sold short at the same time: where the shares stood at a gain, section 1259 may tax it on the day of the short sale, and the holding of shares not yet held for a year does not run until it is closed (section 1233(b)). Neither is computed while both are open.`,
        lot.id,
      );
}

function isShare(lot: Lot): boolean {
  const isSecurity = lot.option === undefined && lot.is_bond !== true && isCovered(lot);
  return isSecurity && !isRetirement(lot);
}

function partOf(lot: Lot): Part {
  const dayOrNull = (text: string | undefined): Day | null =>
    isAbsent(text) ? null : (parseMoment(text)?.day ?? parseDay((text ?? '').slice(0, 10)));
  const [entered, left] = isShort(lot) ? [lot.sold, lot.acquired] : [lot.acquired, lot.sold];
  return {
    lot,
    quantity: parseQuantity(lot.quantity) ?? NO_QUANTITY,
    entered: dayOrNull(entered) ?? 0,
    left: dayOrNull(left) ?? Infinity,
  };
}

function inOrder(parts: readonly Part[]): readonly Part[] {
  return parts.toSorted((a, b) => a.entered - b.entered);
}

function sum(parts: readonly { readonly quantity: Quantity }[]): Quantity {
  return parts.reduce((all, { quantity }) => plus(all, quantity), NO_QUANTITY);
}

/** Two lots of one: amounts go with the shares, to the cent, and nothing is lost between them. */
function cutLot(lot: Lot, part: Quantity, whole: Quantity): [Lot, Lot | null] {
  const rest = minus(whole, part);
  if (!isPositive(rest)) return [lot, null];
  const [count, all] = [roundQuantity(part), roundQuantity(whole)];
  const share = (amount: Num): [number, number] => {
    const cents = Math.round(Number(amount) * 100);
    const own = Math.round((cents * count) / all);
    return [own / 100, (cents - own) / 100];
  };
  const [cost, costLeft] = share(lot.cost_basis);
  const [brought, broughtLeft] = lot.proceeds === undefined ? [undefined, undefined] : share(lot.proceeds);
  return [
    { ...lot, quantity: count, cost_basis: cost, ...(brought !== undefined && { proceeds: brought }) },
    {
      ...lot,
      quantity: roundQuantity(rest),
      cost_basis: costLeft,
      ...(broughtLeft !== undefined && { proceeds: broughtLeft }),
    },
  ];
}
