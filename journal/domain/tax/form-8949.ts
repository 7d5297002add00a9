// Form 8949: one row per sale, Part I short-term and Part II long-term, code W with the disallowed loss as adjustment.

import { dayText } from '../calendar/day.ts';
import {
  centsToDollars,
  divide,
  expandAmount,
  objectOrEmpty,
  PAR,
  ratioOfNumbers,
  roundQuantity,
  wholeQuantity,
} from '../money/index.ts';
import { coinOf } from '../instruments/index.ts';
import { isShort, type Lot } from '../lots/lot.ts';
import { TAX_DISCLAIMER } from '../lots/disclaimer.ts';
import { boxOf } from './box.ts';
import type { FormInput, FormRow, TaxForm } from './form.ts';
import { TaxInput } from './input.ts';
import { type Disposal, yearTotals } from './realized.ts';

const CONVENTION =
  'One row per sale of a lot or of a part of one, by trade date; fees are in proceeds and basis. The date acquired counts ' +
  'from the holding period, with that of shares a wash sale replaced. Column (h) = (d) − (e) + (g). Section 1256 contracts ' +
  'are on Form 6781, currency results (section 988) and trading under section 475 on neither. Lines I-2 and II-2 are the ' +
  'totals of the parts. The box is the one stated of the lot, else what the account’s broker reports (with the basis, unless ' +
  'reports_basis says otherwise), and by the day of purchase where basis is reported from a day on. Code C is a collectible.';

export function form8949(asked: FormInput): TaxForm {
  const input = objectOrEmpty(asked);
  const read = new TaxInput();
  const disposals: Disposal[] = [];
  const { short, long } = yearTotals(input, read.problems, { disposal: (disposal) => disposals.push(disposal) });
  // Part I before Part II, each in the order of sale.
  const ordered = disposals.toSorted((a, b) => (a.term === b.term ? a.sold - b.sold : a.term === 'short' ? -1 : 1));
  return {
    form: '8949',
    year: input.year,
    title: 'Form 8949: Sales and Other Dispositions of Capital Assets',
    rows: ordered.map((disposal) => row(disposal, input)),
    lines: { 'I-2': centsToDollars(short.gain), 'II-2': centsToDollars(long.gain) },
    convention: CONVENTION,
    disclaimer: TAX_DISCLAIMER,
    problems: read.problems.list(),
  };
}

function row(
  { position, piece, held, sold, term, proceeds, basis, disallowed, gain, isCollectible }: Disposal,
  input: FormInput,
): FormRow {
  const { lot, multiplier } = position.read;
  const shares = divide(wholeQuantity(piece.units), ratioOfNumbers(position.unitsPerShare));
  const quantity = roundQuantity(divide(shares, expandAmount(multiplier)));
  const codes = `${isCollectible ? 'C' : ''}${disallowed > 0 ? 'W' : ''}`;
  return {
    part: term === 'long' ? 'II' : 'I',
    line: null,
    box: boxOf(position.read, term, input.year, input),
    description: `${quantity} ${propertyOf(lot, quantity, multiplier === PAR)}${isShort(lot) ? ' (short sale)' : ''}`,
    acquired: dayText(isShort(lot) ? sold : held),
    sold: dayText(sold),
    proceeds: centsToDollars(proceeds),
    cost_basis: centsToDollars(basis),
    code: codes === '' ? null : codes,
    adjustment: centsToDollars(disallowed),
    gain_loss: centsToDollars(gain),
    account_id: lot.account_id ?? null,
    lot_id: lot.id,
    // Of one that was written, the day stands in (b) and the word in (e); of one that was bought, in (c) and (d).
    expired: lot.expired === true ? (isShort(lot) ? 'cost_basis' : 'proceeds') : null,
  };
}

/** Column (a): 100 sh. XYZ, 2 contracts XYZ …, 10000 face value of a bond, 0.5 BTC; a contract on a coin is not a coin. */
function propertyOf({ symbol, option, is_bond, treatment }: Lot, quantity: number, isWhole: boolean): string {
  const isCoin = treatment === 'digital_asset';
  if (option !== undefined || (isCoin && !isWhole)) return `${quantity === 1 ? 'contract' : 'contracts'} ${symbol}`;
  if (isCoin) return coinOf(symbol);
  return `${is_bond === true ? 'face value' : 'sh.'} ${symbol}`;
}
