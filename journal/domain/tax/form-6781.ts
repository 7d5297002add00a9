// Form 6781, Part I: section 1256 contracts, marked to market at the end of the year, 40 % short-term and 60 % long-term.

import { addCents, type Cents, centsToDollars, NO_CENTS, objectOrEmpty, subtractCents } from '../money/index.ts';
import { dayText } from '../calendar/day.ts';
import { isShort } from '../lots/lot.ts';
import { NOT_COMPUTED, TAX_DISCLAIMER } from '../lots/disclaimer.ts';
import type { FormInput, FormRow, TaxForm } from './form.ts';
import { TaxInput } from './input.ts';
import type { MarkedContract } from './mark-to-market.ts';
import { shortPart, yearTotals } from './realized.ts';

const CONVENTION =
  'One row per contract closed in the year or open at its end, then at its year-end price; one carried over from the year ' +
  'before starts at that year’s. Line 8 is 40 % of line 7 rounded to the cent, line 9 is line 7 less line 8. Line 4 (what a ' +
  'Form 1099-B has to be adjusted by) and line 6 (a loss carried back) are left to the person and taken as 0. ' +
  NOT_COMPUTED;

export function form6781(asked: FormInput): TaxForm {
  const input = objectOrEmpty(asked);
  const read = new TaxInput();
  const contracts: MarkedContract[] = [];
  const { section1256: total } = yearTotals(input, read.problems, { contract: (one) => contracts.push(one) });
  const sum = (of: (gain: Cents) => boolean): Cents =>
    contracts.reduce((all, { gain }) => (of(gain) ? addCents(all, gain) : all), NO_CENTS);
  const short = shortPart(total);
  return {
    form: '6781',
    year: input.year,
    title: 'Form 6781: Gains and Losses From Section 1256 Contracts and Straddles',
    rows: contracts.toSorted((a, b) => (a.left ?? Infinity) - (b.left ?? Infinity) || a.entered - b.entered).map(row),
    lines: {
      '2b': centsToDollars(sum((gain) => gain < 0)),
      '2c': centsToDollars(sum((gain) => gain > 0)),
      '3': centsToDollars(total),
      '5': centsToDollars(total),
      '7': centsToDollars(total),
      '8': centsToDollars(short),
      '9': centsToDollars(subtractCents(total, short)),
    },
    convention: CONVENTION,
    disclaimer: TAX_DISCLAIMER,
    problems: read.problems.list(),
  };
}

function row({ lot: { lot }, entered, left, start, end, gain }: MarkedContract): FormRow {
  const short = isShort(lot);
  const [opened, closed] = [dayText(entered), left === null ? null : dayText(left)];
  const notes = [...(short ? ['short'] : []), ...(left === null ? ['open, at its year-end price'] : [])];
  return {
    part: 'I',
    line: null,
    box: null,
    description: `${Number(lot.quantity)} ${lot.symbol}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`,
    acquired: short ? closed : opened,
    sold: short ? opened : closed,
    proceeds: centsToDollars(short ? start : end),
    cost_basis: centsToDollars(short ? end : start),
    code: null,
    adjustment: 0,
    gain_loss: centsToDollars(gain),
    account_id: lot.account_id ?? null,
    lot_id: lot.id,
    expired: null,
  };
}
