// The wash sales of a set of lots, as the stable face gives them.

import { type Day, dayText } from '../calendar/day.ts';
import { addCents, approximate, centsToDollars, NO_CENTS, PAR, type Problem, Problems } from '../money/index.ts';
import { type Lot, type ReadLot } from '../lots/lot.ts';
import { readLots } from '../lots/read.ts';
import { TAX_DISCLAIMER } from '../lots/disclaimer.ts';
import { isCovered, isRetirement, type WashSaleOptions } from './identical.ts';
import { type Match, matchWashSales } from './match.ts';
import { WINDOW_DAYS } from './pool.ts';
import type { Position } from './position.ts';

/** An input lot, or a piece of one where only part matched. */
export type WashedLot = Lot & {
  /** The input lot's id. */
  readonly from: string;
  /** The part of this piece's loss that may not be deducted. */
  readonly disallowed_loss: number;
  /** Cost basis + losses taken over. */
  readonly adjusted_basis: number;
  /** The day the holding counts from, with the sold shares' period added. */
  readonly adjusted_acquired: string;
  /** The input lot whose loss this piece took over. */
  readonly replaces: string | null;
};

export interface WashSale {
  /** Ids of the input lots. */
  readonly loss_lot: string;
  readonly replacement_lot: string;
  /** Of the loss lot's quantity. */
  readonly shares: number;
  readonly disallowed_loss: number;
  /** The replacement is in an IRA: no basis takes the loss over (Rev. Rul. 2008-5). */
  readonly permanently_lost: boolean;
  readonly symbol: string;
  readonly sold: string;
  readonly replaced_on: string;
  /** Of the replacing shares, with this loss. */
  readonly replacement_basis: number;
  readonly window: { readonly from: string; readonly to: string };
  /** The execution that sold at a loss, where the lot knows it. */
  readonly sold_by: string | null;
  readonly account_id: string | null;
  readonly replacement_account_id: string | null;
  /** What was bought: another symbol where an option replaced shares, or one option another. */
  readonly replacement_instrument: string;
  readonly status: WashStatus;
}

/**
 * absorbed: waits in the basis of shares still held; released: came back when they were sold; continued: they were sold at
 * a loss and washed again; destroyed: an IRA bought, it is gone.
 */
export type WashStatus = 'absorbed' | 'released' | 'continued' | 'destroyed';

export interface WashSales {
  readonly lots: WashedLot[];
  readonly wash_sales: WashSale[];
  readonly total_disallowed: number;
  readonly disclaimer: string;
  readonly problems: Problem[];
}

export function washSales(lots: readonly Lot[], options?: WashSaleOptions | null): WashSales {
  const problems = new Problems();
  const read = readLots(lots, problems);
  reportMissing(read, problems);
  const found: { readonly wash: Omit<WashSale, 'status'>; readonly match: Match }[] = [];
  let total = NO_CENTS;
  const positions = matchWashSales(read, options ?? {}, {
    match: (match) => {
      if (match.part.disallowed === 0) return;
      total = addCents(total, match.part.disallowed);
      found.push({ wash: washSale(match), match });
    },
  });
  return {
    lots: positions.flatMap(describePieces),
    // Only now is it known what became of the shares that took a loss over.
    wash_sales: found.map(({ wash, match }) => ({ ...wash, status: statusOf(match) })),
    total_disallowed: centsToDollars(total),
    disclaimer: TAX_DISCLAIMER,
    problems: problems.list(),
  };
}

function statusOf({ replacement, taker }: Match): WashStatus {
  if (isRetirement(replacement.read.lot)) return 'destroyed';
  const { left } = 'of' in replacement ? replacement.of : replacement;
  if (left === null) return 'absorbed';
  return taker.disallowed > 0 ? 'continued' : 'released';
}

function washSale({ loss, part, replacement, taker }: Match): Omit<WashSale, 'status'> {
  const sold: Day = loss.left ?? 0;
  return {
    loss_lot: loss.read.lot.id,
    replacement_lot: replacement.read.lot.id,
    shares: quantityOf(part.units, loss),
    disallowed_loss: centsToDollars(part.disallowed),
    permanently_lost: isRetirement(replacement.read.lot),
    symbol: loss.read.lot.symbol,
    sold: dayText(sold),
    replaced_on: dayText(replacement.entered),
    replacement_basis: centsToDollars(addCents(taker.cost, taker.added)),
    window: { from: dayText(sold - WINDOW_DAYS), to: dayText(sold + WINDOW_DAYS) },
    sold_by: loss.read.lot.closed_by ?? null,
    account_id: loss.read.lot.account_id ?? null,
    replacement_account_id: replacement.read.lot.account_id ?? null,
    replacement_instrument: replacement.read.lot.symbol,
  };
}

/** Units in the quantity the lot was given in: shares, or contracts. */
export function quantityOf(units: number, { unitsPerShare, read }: Position): number {
  const shares = units / unitsPerShare;
  return read.multiplier === PAR ? shares : shares / approximate(read.multiplier);
}

function describePieces(position: Position): WashedLot[] {
  const { lot, acquired } = position.read;
  return position.pieces.map((piece, index) => ({
    ...lot,
    id: index === 0 ? lot.id : `${lot.id}#${index + 1}`,
    from: lot.id,
    quantity: quantityOf(piece.units, position),
    cost_basis: centsToDollars(piece.cost),
    ...(piece.proceeds === null ? {} : { proceeds: centsToDollars(piece.proceeds) }),
    disallowed_loss: centsToDollars(piece.disallowed),
    adjusted_basis: centsToDollars(addCents(piece.cost, piece.added)),
    adjusted_acquired: piece.held === null || piece.held === acquired ? lot.acquired : dayText(piece.held),
    replaces: piece.replaces,
    ...(piece.replaces === null ? {} : { used_as_replacement: true }),
  }));
}

export function reportMissing(lots: readonly ReadLot[], problems: Problems): void {
  for (const { lot, acquired, sold, proceeds } of lots)
    if (acquired !== null && sold !== null && proceeds === null && isCovered(lot) && !isRetirement(lot))
      problems.add('missing_proceeds', 'The lot was sold but its proceeds are missing: its loss is not known.', lot.id);
}
