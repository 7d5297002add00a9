// What a year's sales come to: proceeds, basis, wash-sale adjustment, by term; section 1256 and 475 marked to market.

import type { Term } from '@zorivest/vocabulary';
import { type Day, parseDay, yearOf } from '../calendar/day.ts';
import { termOf } from '../calendar/holding.ts';
import type { Problems } from '../money/index.ts';
import { addCents, amountToCents, type Cents, centsOf, centsToAmount, NO_CENTS } from '../money/index.ts';
import { isShort, type Lot } from '../lots/lot.ts';
import { readLots } from '../lots/read.ts';
import { isCovered, isRetirement, type WashSaleOptions } from '../wash/identical.ts';
import { matchFamilies, type WashObserver } from '../wash/match.ts';
import type { Piece, Position } from '../wash/position.ts';
import { isCollectible } from './collectibles.ts';
import { percentOf } from './input.ts';
import { isMarked, isOfAccount, type MarkedContract, type MarkInput, markerOf } from './mark-to-market.ts';
import type { Gains } from './profile.ts';
import { BeyondBroker, keyOfSale, type ReportedSales, reportPieces } from './reported.ts';

/** With `account_id`, only that account's sales; the wash-sale rules still look at all accounts. */
export interface RealizedInput extends MarkInput {
  /** Symbols whose long-term gains are taxed at up to 28 %; absent: none. */
  readonly collectibles?: readonly string[];
  readonly wash?: WashSaleOptions;
  /** What brokers' forms state of sales, before what is computed here; absent: there are none. */
  readonly reported?: ReportedSales;
}

/** One sale of a piece of a lot. */
export interface Disposal {
  readonly position: Position;
  readonly piece: Piece;
  /** The day the holding counts from. */
  readonly held: Day;
  readonly sold: Day;
  readonly term: Term;
  readonly proceeds: Cents;
  readonly basis: Cents;
  readonly disallowed: Cents;
  readonly gain: Cents;
  readonly isCollectible: boolean;
}

export interface TermTotals {
  proceeds: Cents;
  basis: Cents;
  disallowed: Cents;
  gain: Cents;
}

export interface YearTotals {
  readonly short: TermTotals;
  readonly long: TermTotals;
  /** Of the long-term result, that on collectibles. */
  readonly collectibles: Cents;
  /** Marked to market. */
  readonly section1256: Cents;
  readonly section475: Cents;
  /** Lots sold in the year; the parts of a lot sold at different times count each. */
  readonly count: number;
}

/** What a caller may follow while the year is added up. */
export interface YearObserver {
  /** A lot was sold in the year. */
  readonly sold?: (position: Position, result: Readonly<Record<Term, Cents>> & { readonly disallowed: Cents }) => void;
  /** Each piece of it, as the forms list them. */
  readonly disposal?: (disposal: Disposal) => void;
  readonly match?: NonNullable<WashObserver['match']>;
  /** A section 1256 contract that counts in the year. */
  readonly contract?: (contract: MarkedContract) => void;
  /** Everything that is marked to market and counts in the year: those, and securities under section 475. */
  readonly marked?: (contract: MarkedContract) => void;
}

/** Adds up a year's disposals. A lot's pieces are dropped as soon as they are counted: there can be millions. */
export function yearTotals(input: RealizedInput, problems: Problems, seen: YearObserver = {}): YearTotals {
  const read = readLots(input.lots, problems);
  const totals = { short: noTotals(), long: noTotals() };
  const collectibles = input.collectibles ?? [];
  const beyond = new BeyondBroker();
  let metal = NO_CENTS;
  let count = 0;
  const settle = (position: Position): void => {
    const { left } = position;
    const { lot } = position.read;
    const onForm = reportPieces(position, input.reported?.get(keyOfSale(lot)), beyond);
    const pieces = onForm === null ? position.pieces : [onForm.piece];
    position.pieces = [];
    if (left === null || !isReported(position, input)) return;
    const isMetal = isCollectible(lot, collectibles);
    const result = { short: NO_CENTS, long: NO_CENTS, disallowed: NO_CENTS };
    for (const piece of pieces) {
      if (piece.proceeds === null) continue;
      const held = piece.held ?? left;
      const basis = onForm?.basis ?? addCents(piece.cost, piece.added);
      const disallowed = onForm?.disallowed ?? piece.disallowed;
      const gain = centsOf(piece.proceeds - basis + disallowed);
      const term = onForm?.term ?? (isShort(lot) ? shortSaleTerm(lot, piece.proceeds < basis) : termOf(held, left));
      result[term] = addCents(result[term], gain);
      result.disallowed = addCents(result.disallowed, disallowed);
      const sums = totals[term];
      sums.proceeds = addCents(sums.proceeds, piece.proceeds);
      sums.basis = addCents(sums.basis, basis);
      sums.disallowed = addCents(sums.disallowed, disallowed);
      sums.gain = addCents(sums.gain, gain);
      if (isMetal && term === 'long') metal = addCents(metal, gain);
      seen.disposal?.({
        position,
        piece,
        held,
        sold: left,
        term,
        proceeds: piece.proceeds,
        basis,
        disallowed,
        gain,
        isCollectible: isMetal,
      });
    }
    count += 1;
    seen.sold?.(position, result);
  };
  const follow: WashObserver = {
    match: (match) => {
      if (input.reported !== undefined) beyond.take(match);
      seen.match?.(match);
    },
    settled: settle,
  };
  matchFamilies(read, input.wash ?? {}, follow, (members) => {
    // Sales the wash-sale rules do not look at: digital assets, and a spouse left out.
    for (const position of members) if (position.left !== null && position.pieces.length > 0) settle(position);
  });
  for (const { lot, acquired, sold, proceeds } of read)
    if (acquired !== null && sold !== null && proceeds === null && !isRetirement(lot))
      problems.add(
        'missing_proceeds',
        'The lot was sold but its proceeds are missing: its result is not counted.',
        lot.id,
      );
  const marked = { section_1256: NO_CENTS, section_475: NO_CENTS };
  const resultOf = markerOf(input, problems);
  for (const lot of read) {
    if (!isMarked(lot)) continue;
    const result = resultOf(lot);
    if (result === null) continue;
    const { treatment } = lot.lot;
    marked[treatment] = addCents(marked[treatment], result.gain);
    if (treatment === 'section_1256') seen.contract?.(result);
    seen.marked?.(result);
  }
  return {
    ...totals,
    collectibles: metal,
    section1256: marked.section_1256,
    section475: marked.section_475,
    count,
  };
}

/** The year's gains as a return takes them: section 1256 split 40/60, section 475 as ordinary income. */
export function gainsOf(totals: YearTotals): Gains {
  const short = shortPart(totals.section1256);
  return {
    short: centsToAmount(addCents(totals.short.gain, short)),
    long: centsToAmount(centsOf(totals.long.gain + totals.section1256 - short)),
    ordinary: centsToAmount(totals.section475),
    collectibles: centsToAmount(totals.collectibles),
  };
}

/** The 40 % of a section 1256 result that are short-term, to the cent; the rest is long-term, so that both add up. */
export function shortPart(gain: Cents): Cents {
  return amountToCents(percentOf(centsToAmount(gain), 40));
}

export function noTotals(): TermTotals {
  return { proceeds: NO_CENTS, basis: NO_CENTS, disallowed: NO_CENTS, gain: NO_CENTS };
}

/**
 * Closing a short sale is short-term: the shares delivered were bought to cover it. But a loss is long-term where such shares
 * had been held for over a year when it was opened (IRC 1233(d)).
 */
export function shortSaleTerm({ is_long_loss }: Pick<Lot, 'is_long_loss'>, isLoss: boolean): Term {
  return is_long_loss === true && isLoss ? 'long' : 'short';
}

/** Sold in this year, in this account, and neither inside an IRA nor marked to market. */
function isReported({ left, read: { lot } }: Position, input: RealizedInput): boolean {
  const counts = lot.counts_on === undefined ? left : parseDay(lot.counts_on);
  if (
    left === null ||
    counts === null ||
    yearOf(counts) !== input.year ||
    isRetirement(lot) ||
    !isOfAccount(lot, input)
  )
    return false;
  return isCovered(lot) || lot.treatment === 'digital_asset';
}
