// Schedule D: the totals of Form 8949 and 6781, what was carried over, and what it comes to. All in whole cents.

import {
  addCents,
  amountToCents,
  type Cents,
  centsOf,
  centsToDollars,
  NO_AMOUNT,
  type Num,
  objectOrEmpty,
  subtractCents,
} from '../money/index.ts';
import { NOT_COMPUTED, TAX_DISCLAIMER } from '../lots/disclaimer.ts';
import type { FormInput, FormRow, TaxForm } from './form.ts';
import { TaxInput } from './input.ts';
import { shortPart, type TermTotals, yearTotals } from './realized.ts';

export interface ScheduleDInput extends FormInput {
  readonly shortCarryforward?: Num;
  readonly longCarryforward?: Num;
}

/** Lines of the totals of Form 8949 by what was reported. */
const TOTAL_LINES = { with_basis: ['1b', '8b'], without_basis: ['2', '9'], not_reported: ['3', '10'] } as const;

const CONVENTION =
  'Lines 4 and 11 are lines 8 and 9 of Form 6781; carryovers on lines 6 and 14 are losses, so negative. Line 7 is the sum ' +
  'above it, line 15 the sum of Part II, line 16 is line 7 plus line 15: all to the cent, none rounded to dollars. ' +
  NOT_COMPUTED;

export function scheduleD(asked: ScheduleDInput): TaxForm {
  const input = objectOrEmpty(asked);
  const read = new TaxInput();
  const totals = yearTotals(input, read.problems);
  const shortCarry = amountToCents(read.nonNegative('shortCarryforward', input.shortCarryforward) ?? NO_AMOUNT);
  const longCarry = amountToCents(read.nonNegative('longCarryforward', input.longCarryforward) ?? NO_AMOUNT);
  const futuresShort = shortPart(totals.section1256);
  const futuresLong = subtractCents(totals.section1256, futuresShort);
  const short = centsOf(totals.short.gain + futuresShort - shortCarry);
  const long = centsOf(totals.long.gain + futuresLong - longCarry);
  const [shortLine, longLine] = TOTAL_LINES[input.reported ?? 'with_basis'];
  const rows = [
    totalsRow('I', shortLine, 'Short-term sales, Form 8949 Part I', totals.short),
    row('I', '4', 'Short-term part of section 1256 contracts, Form 6781 (40 %)', futuresShort),
    row('I', '6', 'Short-term capital loss carryover', centsOf(0 - shortCarry)),
    row('I', '7', 'Net short-term capital gain or (loss)', short),
    totalsRow('II', longLine, 'Long-term sales, Form 8949 Part II', totals.long),
    row('II', '11', 'Long-term part of section 1256 contracts, Form 6781 (60 %)', futuresLong),
    row('II', '14', 'Long-term capital loss carryover', centsOf(0 - longCarry)),
    row('II', '15', 'Net long-term capital gain or (loss)', long),
    row('III', '16', 'Net capital gain or (loss)', addCents(short, long)),
  ];
  return {
    form: 'schedule-d',
    year: input.year,
    title: 'Schedule D (Form 1040): Capital Gains and Losses',
    rows,
    lines: Object.fromEntries(rows.map(({ line, gain_loss }) => [line ?? '', gain_loss])),
    convention: CONVENTION,
    disclaimer: TAX_DISCLAIMER,
    problems: read.problems.list(),
  };
}

function row(part: FormRow['part'], line: string, description: string, gain: Cents): FormRow {
  return {
    part,
    line,
    box: null,
    description,
    acquired: null,
    sold: null,
    proceeds: null,
    cost_basis: null,
    code: null,
    adjustment: null,
    // Nothing carried over is 0, not −0.
    gain_loss: centsToDollars(gain) + 0,
    account_id: null,
  };
}

function totalsRow(part: FormRow['part'], line: string, description: string, sums: TermTotals): FormRow {
  return {
    ...row(part, line, description, sums.gain),
    proceeds: centsToDollars(sums.proceeds),
    cost_basis: centsToDollars(sums.basis),
    adjustment: centsToDollars(sums.disallowed),
  };
}
