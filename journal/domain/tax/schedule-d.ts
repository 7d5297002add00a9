// Schedule D: the totals of Form 8949 and 6781, what was carried over, and what it comes to. All in whole cents.

import type { FilingStatus, FormBox } from '@zorivest/vocabulary';
import {
  addCents,
  amountToCents,
  type Cents,
  centsOf,
  centsToDollars,
  NO_AMOUNT,
  NO_CENTS,
  type Num,
  objectOrEmpty,
  subtractCents,
} from '../money/index.ts';
import { NOT_COMPUTED, TAX_DISCLAIMER } from '../lots/disclaimer.ts';
import { boxOf } from './box.ts';
import type { FormInput, FormRow, TaxForm } from './form.ts';
import { TaxInput } from './input.ts';
import { noTotals, shortPart, type TermTotals, yearTotals } from './realized.ts';
import { CAPITAL_LOSS_LIMIT } from './statute.ts';

export interface ScheduleDInput extends FormInput {
  readonly shortCarryforward?: Num;
  readonly longCarryforward?: Num;
  /** Whose limit on losses line 21 shows; absent: no such line. */
  readonly status?: FilingStatus;
}

/** The lines of the totals of Form 8949, by its boxes. */
const TOTAL_LINES = [
  { line: '1b', part: 'I', boxes: ['A', 'G'] },
  { line: '2', part: 'I', boxes: ['B', 'H'] },
  { line: '3', part: 'I', boxes: ['C', 'I'] },
  { line: '8b', part: 'II', boxes: ['D', 'J'] },
  { line: '9', part: 'II', boxes: ['E', 'K'] },
  { line: '10', part: 'II', boxes: ['F', 'L'] },
] as const;

const CONVENTION =
  'Lines 1b to 3 and 8b to 10 are the totals of Form 8949 by its boxes; nothing is taken directly to lines 1a and 8a, and ' +
  'lines 5, 12, 13 and 19 (other forms, schedules K-1, distributions of funds) are left to the person and taken as 0. Lines 4 ' +
  'and 11 are lines 8 and 9 of Form 6781; carryovers on lines 6 and 14 are losses, so negative. Line 7 is the sum above it, ' +
  'line 15 the sum of Part II, line 16 is line 7 plus line 15: all to the cent, none rounded to dollars. Line 18 is from the ' +
  '28 % rate gain worksheet, whose lines stand under Worksheet. ' +
  NOT_COMPUTED;

export function scheduleD(asked: ScheduleDInput): TaxForm {
  const input = objectOrEmpty(asked);
  const read = new TaxInput();
  const sums = new Map<FormBox, TermTotals>();
  const totals = yearTotals(input, read.problems, {
    disposal: ({ position, term, proceeds, basis, disallowed, gain }) => {
      const box = boxOf(position.read, term, input.year, input);
      const sum = sums.get(box) ?? noTotals();
      sum.proceeds = addCents(sum.proceeds, proceeds);
      sum.basis = addCents(sum.basis, basis);
      sum.disallowed = addCents(sum.disallowed, disallowed);
      sum.gain = addCents(sum.gain, gain);
      sums.set(box, sum);
    },
  });
  const shortCarry = amountToCents(read.nonNegative('shortCarryforward', input.shortCarryforward) ?? NO_AMOUNT);
  const longCarry = amountToCents(read.nonNegative('longCarryforward', input.longCarryforward) ?? NO_AMOUNT);
  const futuresShort = shortPart(totals.section1256);
  const futuresLong = subtractCents(totals.section1256, futuresShort);
  const short = centsOf(totals.short.gain + futuresShort - shortCarry);
  const long = centsOf(totals.long.gain + futuresLong - longCarry);
  const net = addCents(short, long);
  const totalsOf = (part: 'I' | 'II'): FormRow[] =>
    TOTAL_LINES.filter((line) => line.part === part).map(({ line, boxes }) =>
      totalsRow(part, line, `Form 8949 with box ${boxes.join(' or ')}`, addTotals(boxes.map((box) => sums.get(box)))),
    );
  const rows = [
    row('I', '1a', 'Short-term sales taken directly, without Form 8949', NO_CENTS),
    ...totalsOf('I'),
    row('I', '4', 'Short-term part of section 1256 contracts, Form 6781 (40 %)', futuresShort),
    row('I', '5', 'Short-term, from schedules K-1 (left to the person)', NO_CENTS),
    row('I', '6', 'Short-term capital loss carryover', centsOf(0 - shortCarry)),
    row('I', '7', 'Net short-term capital gain or (loss)', short),
    row('II', '8a', 'Long-term sales taken directly, without Form 8949', NO_CENTS),
    ...totalsOf('II'),
    row('II', '11', 'Long-term part of section 1256 contracts, Form 6781 (60 %)', futuresLong),
    row('II', '12', 'Long-term, from schedules K-1 (left to the person)', NO_CENTS),
    row('II', '13', 'Capital gain distributions (left to the person)', NO_CENTS),
    row('II', '14', 'Long-term capital loss carryover', centsOf(0 - longCarry)),
    row('II', '15', 'Net long-term capital gain or (loss)', long),
    row('III', '16', 'Net capital gain or (loss)', net),
    ...ratesOf({ short, long, net, collectibles: totals.collectibles, longCarry }),
    ...limitOf(net, input.status),
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

interface Nets {
  readonly short: Cents;
  readonly long: Cents;
  readonly net: Cents;
  readonly collectibles: Cents;
  readonly longCarry: Cents;
}

/** Lines 18 and 19, which are asked for where lines 15 and 16 are both gains; the worksheet where there are collectibles. */
function ratesOf({ short, long, net, collectibles, longCarry }: Nets): FormRow[] {
  if (long <= 0 || net <= 0) return [];
  const shortLoss = centsOf(Math.min(short, 0));
  const gain = centsOf(Math.max(0, collectibles - longCarry + shortLoss));
  const worksheet =
    collectibles === 0
      ? []
      : [
          row('III', 'Worksheet 1', 'Collectibles gain or (loss), Form 8949 Part II with code C', collectibles),
          row('III', 'Worksheet 5', 'Long-term capital loss carryover', centsOf(0 - longCarry)),
          row('III', 'Worksheet 6', 'Net short-term capital loss, line 7', shortLoss),
          row('III', 'Worksheet 7', '28 % rate gain', gain),
        ];
  return [
    ...worksheet,
    row('III', '18', '28 % rate gain', gain),
    row('III', '19', 'Unrecaptured section 1250 gain (left to the person)', NO_CENTS),
  ];
}

/** Line 21, where line 16 is a loss: what of it the year may take. */
function limitOf(net: Cents, status: FilingStatus | undefined): FormRow[] {
  const limit = status === undefined ? undefined : CAPITAL_LOSS_LIMIT[status];
  if (net >= 0 || limit === undefined) return [];
  return [
    row('III', '21', `Capital loss deduction of the year, at most ${limit}`, centsOf(Math.max(net, -limit * 100))),
  ];
}

function addTotals(all: readonly (TermTotals | undefined)[]): TermTotals {
  const sum = noTotals();
  for (const one of all) {
    if (one === undefined) continue;
    sum.proceeds = addCents(sum.proceeds, one.proceeds);
    sum.basis = addCents(sum.basis, one.basis);
    sum.disallowed = addCents(sum.disallowed, one.disallowed);
    sum.gain = addCents(sum.gain, one.gain);
  }
  return sum;
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
    lot_id: null,
    expired: null,
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
