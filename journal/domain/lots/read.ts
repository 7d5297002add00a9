// Reading lots: a lot that cannot be right is left out and named, the rest is computed.

import { accountKinds } from '@zorivest/vocabulary';
import { parseTradeInstant, tradeDay } from '../calendar/trade-date.ts';
import type { Problems } from '../money/index.ts';
import { type Compact, compactNumber, isAboveZero, NO_CENTS, PAR, parseCents, parseCompact } from '../money/index.ts';
import { isAbsent, isShort, type Lot, type LotOption, type ReadLot } from './lot.ts';

const CONTRACT = compactNumber<'ratio'>(100);

/** The lots that can be used, in their order; every other one is named in `problems`. */
export function readLots(lots: readonly Lot[], problems: Problems): ReadLot[] {
  if (!Array.isArray(lots)) {
    problems.add('invalid_input', 'Lots must be a list.');
    return [];
  }
  const read: ReadLot[] = [];
  const ids = new Set<string>();
  /** Ids with more than one lot: the parts of a partly sold one. */
  const shared = new Set<string>();
  for (let index = 0; index < lots.length; index += 1) {
    const one = readLot(lots[index], index, problems);
    if (one === null) continue;
    const before = ids.size;
    ids.add(one.lot.id);
    if (ids.size === before) shared.add(one.lot.id);
    read.push(one);
  }
  return shared.size === 0 ? read : withoutDuplicates(read, shared, problems);
}

function withoutDuplicates(read: readonly ReadLot[], shared: ReadonlySet<string>, problems: Problems): ReadLot[] {
  const namesakes = new Map<string, ReadLot[]>();
  return read.filter((one) => {
    const { id } = one.lot;
    if (!shared.has(id)) return true;
    const others = namesakes.get(id);
    if (others === undefined) {
      namesakes.set(id, [one]);
    } else if (others.some((other) => same(other, one))) {
      problems.add('duplicate_lot', 'The same lot was given more than once; it is counted once.', id);
      return false;
    } else {
      others.push(one);
    }
    return true;
  });
}

function readLot(lot: Lot | undefined, index: number, problems: Problems): ReadLot | null {
  if (typeof lot !== 'object' || lot === null) return refuse(problems, 'invalid_lot', 'is not an object', `#${index}`);
  const { id } = lot;
  if (!isText(id)) return refuse(problems, 'missing_lot_id', 'has no id', `#${index}`);
  if (!isText(lot.symbol)) return refuse(problems, 'missing_symbol', 'names no symbol', id);
  const quantity = parseCompact('quantity', lot.quantity);
  if (quantity === null || !isAboveZero(quantity))
    return refuse(problems, 'invalid_quantity', 'has no positive quantity', id);
  const cost = isShort(lot) && isAbsent(lot.cost_basis) ? NO_CENTS : parseCents(lot.cost_basis);
  if (cost === null) return refuse(problems, 'missing_basis', 'has no cost basis that is a number', id);
  const acquiredAt = isAbsent(lot.acquired) ? null : parseTradeInstant(lot.acquired);
  const soldAt = isAbsent(lot.sold) ? null : parseTradeInstant(lot.sold);
  if (acquiredAt === null && !(isShort(lot) && isAbsent(lot.acquired)))
    return refuse(problems, 'invalid_date', 'has no real acquisition date', id);
  if (soldAt === null && (isShort(lot) || !isAbsent(lot.sold)))
    return refuse(problems, 'invalid_date', 'has no real sale date', id);
  const proceeds = isAbsent(lot.proceeds) ? null : parseCents(lot.proceeds);
  if (proceeds === null && !isAbsent(lot.proceeds))
    return refuse(problems, 'invalid_proceeds', 'has proceeds that are no number', id);
  if (!isAbsent(lot.account_kind) && !accountKinds.includes(lot.account_kind ?? 'taxable'))
    problems.add(
      'unknown_account_kind',
      `Unknown kind of account, taken as taxable: use ${accountKinds.join(', ')}.`,
      id,
    );
  if (!isAbsent(lot.side) && lot.side !== 'long' && lot.side !== 'short')
    problems.add('unknown_side', 'Unknown side, taken as long: use long or short.', id);
  if (!isAbsent(lot.option) && !isOption(lot.option))
    return refuse(problems, 'invalid_option', 'is of an option without an underlying and a right (call or put)', id);
  const acquired = acquiredAt === null ? null : tradeDay(lot.acquired, acquiredAt);
  // What was read as an instant is a text.
  const sold = soldAt === null ? null : tradeDay(lot.sold ?? '', soldAt);
  const reversed = acquired !== null && sold !== null && (isShort(lot) ? acquired < sold : sold < acquired);
  if (reversed)
    return refuse(
      problems,
      'impossible_dates',
      isShort(lot)
        ? 'was bought back before it was sold short'
        : 'was sold before it was bought; mark it as side "short" if it was a short sale',
      id,
    );
  return {
    lot,
    index,
    quantity,
    cost,
    proceeds,
    acquired,
    sold,
    acquiredAt: acquiredAt ?? 0,
    soldAt: soldAt ?? 0,
    multiplier: multiplierOf(lot, problems),
  };
}

function refuse(problems: Problems, code: string, what: string, id: string): null {
  problems.add(code, `The lot ${what}; it is left out.`, id);
  return null;
}

function multiplierOf(lot: Lot, problems: Problems): Compact<'ratio'> {
  const usual = isAbsent(lot.option) ? PAR : CONTRACT;
  if (isAbsent(lot.multiplier)) return usual;
  const multiplier = parseCompact('ratio', lot.multiplier);
  if (multiplier !== null && isAboveZero(multiplier)) return multiplier;
  problems.add('invalid_multiplier', 'The lot has no positive multiplier; the usual one is assumed.', lot.id);
  return usual;
}

function isOption(option: unknown): boolean {
  if (typeof option !== 'object' || option === null) return false;
  // Read from outside, so the fields are looked at before they are believed.
  const { underlying, right } = option as Partial<Record<keyof LotOption, unknown>>;
  return isText(underlying) && (right === 'call' || right === 'put');
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function same(a: ReadLot, b: ReadLot): boolean {
  return (
    a.quantity === b.quantity &&
    a.cost === b.cost &&
    a.proceeds === b.proceeds &&
    a.acquiredAt === b.acquiredAt &&
    a.soldAt === b.soldAt &&
    a.lot.symbol === b.lot.symbol &&
    a.lot.closed_by === b.lot.closed_by &&
    a.lot.account_id === b.lot.account_id
  );
}
