// Form 8949 and Schedule D as CSV: one row per sale, code W with the disallowed loss in column (g), then the totals.

import { dayText, monthOf, yearOf, type Day } from '../calendar/day.ts';
import { eighths, fixedOfAmount, type Num, over, type Problem } from '../money/index.ts';
import { fixedOf, fromCents } from '../lots/cents.ts';
import { csv } from './csv.ts';
import { TAX_DISCLAIMER } from './disclaimer.ts';
import { given, percentOf, TaxInput } from './input.ts';
import { type Disposal, gainsOf, type RealizedInput, type TermTotals, yearTotals } from './realized.ts';

export interface Form8949Input extends RealizedInput {
  /** What the broker's Form 1099-B says; decides the box. Default: the basis was reported. */
  readonly reported?: 'with_basis' | 'without_basis' | 'not_reported';
}

export interface ScheduleDInput extends Form8949Input {
  readonly shortCarryforward?: Num;
  readonly longCarryforward?: Num;
}

export interface TaxExport {
  readonly csv: string;
  readonly rows: number;
  readonly disclaimer: string;
  readonly problems: Problem[];
}

/** Boxes of Part I and II by what was reported; digital assets have their own since 2025. */
const BOXES = {
  with_basis: { short: 'A', long: 'D', digitalShort: 'G', digitalLong: 'J' },
  without_basis: { short: 'B', long: 'E', digitalShort: 'H', digitalLong: 'K' },
  not_reported: { short: 'C', long: 'F', digitalShort: 'I', digitalLong: 'L' },
} as const;

const HEADER = [
  'Part',
  'Box',
  '(a) Description of property',
  '(b) Date acquired',
  '(c) Date sold',
  '(d) Proceeds',
  '(e) Cost or other basis',
  '(f) Code',
  '(g) Adjustment',
  '(h) Gain or (loss)',
  'Account',
];

export function form8949(asked: Form8949Input): TaxExport {
  const input = given(asked);
  const read = new TaxInput();
  const disposals: Disposal[] = [];
  yearTotals(input, read.problems, { disposal: (disposal) => disposals.push(disposal) });
  // Part I before Part II, each in the order of sale.
  const ordered = disposals.toSorted((a, b) => (a.term === b.term ? a.sold - b.sold : a.term === 'short' ? -1 : 1));
  return {
    csv: csv([HEADER, ...ordered.map((disposal) => row(disposal, input))]),
    rows: ordered.length,
    disclaimer: TAX_DISCLAIMER,
    problems: read.problems.list(),
  };
}

function row(
  { position, piece, held, sold, term, proceeds, basis, disallowed, gain }: Disposal,
  input: Form8949Input,
): string[] {
  const { lot, multiplier } = position.read;
  const shares = over(fixedOf(piece.units * 100), fixedOf(position.unitsPerShare * 100));
  const quantity = eighths(over(shares, fixedOfAmount(multiplier)));
  const boxes = BOXES[input.reported ?? 'with_basis'];
  const digital = lot.treatment === 'digital_asset' && input.year >= 2025;
  const box = digital ? (term === 'long' ? boxes.digitalLong : boxes.digitalShort) : boxes[term];
  return [
    term === 'long' ? 'II' : 'I',
    box,
    `${quantity} ${lot.option === undefined ? 'sh.' : 'contracts'} ${lot.symbol}${lot.side === 'short' ? ' (short sale)' : ''}`,
    american(held),
    american(sold),
    money(proceeds),
    money(basis),
    disallowed > 0 ? 'W' : '',
    disallowed > 0 ? money(disallowed) : '',
    money(gain),
    lot.account_id ?? '',
  ];
}

export function scheduleD(asked: ScheduleDInput): TaxExport {
  const input = given(asked);
  const read = new TaxInput();
  const totals = yearTotals(input, read.problems);
  const shortCarry = read.nonNegative('shortCarryforward', input.shortCarryforward) ?? 0n;
  const longCarry = read.nonNegative('longCarryforward', input.longCarryforward) ?? 0n;
  const futures = fixedOf(totals.section1256);
  const futuresShort = percentOf(futures, 40);
  const gains = gainsOf(totals);
  const [short, long] = [gains.short - shortCarry, gains.long - longCarry];
  const boxLine = { with_basis: ['1b', '8b'], without_basis: ['2', '9'], not_reported: ['3', '10'] } as const;
  const [shortLine, longLine] = boxLine[input.reported ?? 'with_basis'];
  const amount = (value: bigint): string => (Number(value / 10n ** 10n) / 100).toFixed(2);
  const rows = [
    ['Line', 'Description', '(d) Proceeds', '(e) Cost or other basis', '(g) Adjustments', '(h) Gain or (loss)'],
    totalsRow(shortLine, 'Short-term sales, Form 8949 Part I', totals.short),
    ['4', 'Short-term part of section 1256 contracts, Form 6781 (40 %)', '', '', '', amount(futuresShort)],
    ['6', 'Short-term capital loss carryover', '', '', '', amount(-shortCarry)],
    ['7', 'Net short-term capital gain or (loss)', '', '', '', amount(short)],
    totalsRow(longLine, 'Long-term sales, Form 8949 Part II', totals.long),
    ['11', 'Long-term part of section 1256 contracts, Form 6781 (60 %)', '', '', '', amount(futures - futuresShort)],
    ['14', 'Long-term capital loss carryover', '', '', '', amount(-longCarry)],
    ['15', 'Net long-term capital gain or (loss)', '', '', '', amount(long)],
    ['16', 'Net capital gain or (loss)', '', '', '', amount(short + long)],
  ];
  return { csv: csv(rows), rows: rows.length - 1, disclaimer: TAX_DISCLAIMER, problems: read.problems.list() };
}

function totalsRow(line: string, text: string, { proceeds, basis, disallowed, gain }: TermTotals): string[] {
  return [line, text, money(proceeds), money(basis), money(disallowed), money(gain)];
}

function money(count: number): string {
  return fromCents(count).toFixed(2);
}

/** MM/DD/YYYY, as the form asks. */
function american(day: Day): string {
  return `${String(monthOf(day)).padStart(2, '0')}/${dayText(day).slice(8)}/${yearOf(day)}`;
}
