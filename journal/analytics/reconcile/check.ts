// One figure of a statement and the book's, and what the book is asked for it.
import type { MoneyLine } from '@zorivest/domain';

export type CheckKind =
  | 'position'
  | 'cost'
  | 'mark'
  | 'cash'
  | 'realised'
  | 'dividends'
  | 'withholding'
  | 'nav'
  | 'twr'
  | 'statement';

export interface Check {
  readonly kind: CheckKind;
  readonly subject: string;
  readonly stated: number;
  readonly book: number | null;
  readonly difference: number | null;
  /** Why the two differ; null where they do not. */
  readonly cause: string | null;
  /** What a person does about it, where one act settles it. */
  readonly act: string | null;
  /**
   * What this act records: a position event, with kind `trade` a fill, with kind `cash` a row of money. Its day is a proposal,
   * and what only the person knows (the price of a sale) is left out.
   */
  readonly fix: Fix | null;
  /** An open difference is one that nothing explains. */
  readonly open: boolean;
  /** Of the statement as `row 12`, of the book by the ids of its executions and movements. */
  readonly rows: readonly string[];
}

export type Fix = Readonly<Record<string, string | number>>;

/** Of something that is recorded as a command of the shell does it. */
const COMMANDS: Readonly<Record<string, string>> = { trade: 'trade add', cash: 'cash add' };

/** What settles it as a command that records it, and as a page would. What is not known stands as `<price>`. */
export function settledBy(
  fix: Fix,
  unknown: Readonly<Record<string, string>> = {},
): Required<Pick<Cause, 'act' | 'fix'>> {
  const command = COMMANDS[String(fix['kind'])];
  const { kind, ...fields } = fix;
  const named = Object.entries({ ...(command === undefined && { kind }), ...fields, ...unknown });
  const options = named.flatMap(([name, value]) => {
    const text = String(value);
    const isOpen = /^<.*>$/.test(text);
    return [`--${name.replaceAll('_', '-')}`, /[\s"]/.test(text) && !isOpen ? JSON.stringify(text) : text];
  });
  return { act: [`zorivest ${command ?? 'event add'}`, ...options].join(' '), fix };
}

export const LOT_METHODS = ['fifo', 'lifo', 'hifo'] as const;
export type LotMethod = (typeof LOT_METHODS)[number];

export interface HeldCost {
  readonly cost: number;
  /** The part of it that is fees. */
  readonly fees: number;
  readonly lots: number;
}

export interface PaidTotal {
  readonly total: number;
  readonly ids: readonly string[];
}

export interface Half {
  readonly id: string;
  readonly account: string;
  /** Negative = out of the account. */
  readonly quantity: number;
  readonly date: string;
}

export interface UnpairedTransfer {
  readonly id: string;
  readonly account: string;
  readonly date: string;
}

export interface HeldPrice {
  readonly price: number;
  readonly date: string;
  readonly source: string;
  readonly currency: string | null;
}

/** What the book says of one account. */
export interface BookSide {
  /** By instrument, on the evening; what is not held is left out. */
  held(date: string): ReadonlyMap<string, number>;
  /** What came and went of a coin as money: fees, funding, what a contract brought. */
  movedAsMoney(coin: string, date: string): number;
  cost(instrument: string, date: string, method: LotMethod): HeldCost | null;
  /** Of the exits between two days, both inside; null where there are none. */
  realised(
    instrument: string,
    from: string,
    to: string,
    method: LotMethod,
  ): (PaidTotal & { readonly currency: string | null }) | null;
  /** Null where the account's cash was never stated. */
  cash(currency: string, date: string): number | null;
  paid(line: MoneyLine, currency: string, from: string, to: string): PaidTotal;
  /** Money that left or reached another account of the person, and has no other half. */
  unpaired(currency: string, amount: number, from: string, to: string): readonly UnpairedTransfer[];
  /** Interest that was paid with the purchase of a bond, up to the evening. */
  accrued(instrument: string, date: string): PaidTotal;
  /** What the book values the instrument at on the evening; null where unknown. */
  price(instrument: string, date: string): HeldPrice | null;
  /** The last of them, up to the evening. */
  fills(instrument: string, date: string): readonly string[];
  /** Where else the instrument is held. */
  elsewhere(instrument: string, date: string): readonly { readonly account: string; readonly quantity: number }[];
  /** Transfers of the instrument whose other side is not in the book. */
  halves(instrument: string): readonly Half[];
  /** The book's name for what a statement names so. */
  nameOf(instrument: string, isin: string | undefined, date: string): string;
}

export const round = (value: number): number => Number(value.toFixed(8));
export const SAME = 1e-6;

export function show(value: number): string {
  return String(round(value));
}

export const rowOf = (row: number | undefined): string[] => (row === undefined ? [] : [`row ${row}`]);

/** A cent for each lot: each was rounded separately. */
export function near(one: number, other: number, lots: number): boolean {
  return Math.abs(one - other) <= 0.011 + 0.005 * lots;
}

export interface Cause {
  readonly cause: string;
  readonly act?: string;
  readonly fix?: Fix;
  readonly explained?: boolean;
}

export function check(
  kind: CheckKind,
  subject: string,
  { stated, book, within, rows }: { stated: number; book: number | null; within: number; rows: readonly string[] },
  explain: (difference: number) => Cause,
): Check {
  const difference = book === null ? null : round(stated - book);
  const base = { kind, subject, stated, book: book === null ? null : round(book), difference, rows };
  if (difference !== null && Math.abs(difference) <= within)
    return { ...base, difference: 0, cause: null, act: null, fix: null, open: false };
  const { cause, act = null, fix = null, explained = false } = explain(difference ?? stated);
  return { ...base, cause, act, fix, open: !explained };
}
