// A broker's Form 1099-B or 1099-DA compared with the sales of the book, lot by lot: what matches, what differs, and what of it
// is taken over on Form 8949. Nothing is guessed: a row that could be two sales is left, and named.

import type { Form1099, Form1099Kind, FormBox, StatedSale } from '@zorivest/vocabulary';
import { dayText } from '../calendar/day.ts';
import {
  addCents,
  type Cents,
  centsOf,
  centsToDollars,
  NO_CENTS,
  NO_QUANTITY,
  parseCents,
  parseQuantity,
  roundQuantity,
} from '../money/index.ts';
import type { Lot } from '../lots/lot.ts';
import { boxForTerm, boxOf } from './box.ts';
import type { FormInput } from './form.ts';
import { TaxInput } from './input.ts';
import { yearTotals } from './realized.ts';
import { BeyondBroker, keyOfSale, type ReportedSale } from './reported.ts';

export interface Form1099Row extends StatedSale {
  readonly form: Form1099;
  readonly account_id: string;
  /** The book's name for it; null where the form only describes it. */
  readonly instrument: string | null;
}

export interface Form1099Difference {
  readonly kind: Form1099Kind;
  readonly account_id: string;
  readonly instrument: string;
  readonly sold: string;
  readonly stated: number | string | null;
  readonly book: number | string | null;
  /** Stated less book, of figures. */
  readonly difference: number | null;
  readonly cause: string;
  /** Form 8949 has the form's. */
  readonly taken: boolean;
  readonly rows: readonly number[];
  readonly lot_ids: readonly string[];
}

export interface Matched1099 {
  /** By account, the rows of its forms that have their sale. */
  readonly matched: ReadonlyMap<string, number>;
  readonly reported: ReadonlyMap<string, ReportedSale>;
  readonly differences: readonly Form1099Difference[];
}

interface Sale {
  readonly lot: Lot;
  readonly account: string;
  readonly symbol: string;
  readonly quantity: number;
  /** Any of the days a form may call that of the purchase. */
  readonly acquired: readonly string[];
  readonly sold: string;
  readonly box: FormBox;
  readonly isCoin: boolean;
  proceeds: Cents;
  basis: Cents;
  disallowed: Cents;
  /** What another account or security of the person took of the loss, and gave to the basis. */
  lost: Cents;
  added: Cents;
}

const SAME = 1e-6;
const cents = (value: number): Cents => parseCents(value) ?? NO_CENTS;
const sumOf = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((sum, one) => sum + of(one), 0);

/** The year's sales, each lot as one sale closed it. */
function salesOf(input: FormInput): Sale[] {
  const beyond = new BeyondBroker();
  const sales = new Map<object, Sale>();
  yearTotals(input, new TaxInput().problems, {
    match: (match) => beyond.take(match),
    disposal: ({ position, held, sold, term, proceeds, basis, disallowed }) => {
      const { lot } = position.read;
      const known = sales.get(position);
      if (known !== undefined) {
        known.proceeds = addCents(known.proceeds, proceeds);
        known.basis = addCents(known.basis, basis);
        known.disallowed = addCents(known.disallowed, disallowed);
        return;
      }
      sales.set(position, {
        lot,
        account: lot.account_id ?? '',
        symbol: lot.symbol,
        quantity: roundQuantity(parseQuantity(lot.quantity) ?? NO_QUANTITY),
        acquired: [...new Set([dayText(held), dayText(position.entered), dayText(sold)])],
        sold: dayText(sold),
        box: boxOf(position.read, term, input.year, input),
        isCoin: lot.treatment === 'digital_asset',
        proceeds,
        basis,
        disallowed,
        lost: beyond.lost(position),
        added: beyond.added(position),
      });
    },
  });
  return [...sales.values()];
}

interface Pair {
  readonly rows: readonly Form1099Row[];
  readonly sales: readonly Sale[];
}

export function match1099(input: FormInput, rows: readonly Form1099Row[]): Matched1099 {
  const { reported: _, ...own } = input;
  const accounts = new Set(rows.map(({ account_id }) => account_id));
  const sales = rows.length === 0 ? [] : salesOf(own).filter(({ account }) => accounts.has(account));
  const { pairs, rows: left, sales: alone } = pairUp(rows, sales);
  const reported = new Map<string, ReportedSale>();
  const differences: Form1099Difference[] = [];
  for (const pair of pairs) compare(pair, reported, differences);
  for (const row of left) differences.push(notInBook(row));
  const forms = new Set(rows.map(({ account_id, form }) => `${account_id}\n${form}`));
  for (const sale of alone)
    if (forms.has(`${sale.account}\n${sale.isCoin ? '1099-DA' : '1099-B'}`)) differences.push(notOnForm(sale));
  return {
    matched: new Map(
      [
        ...Map.groupBy(
          pairs.flatMap((pair) => pair.rows),
          ({ account_id }) => account_id,
        ),
      ].map(([account, own]) => [account, own.length]),
    ),
    reported,
    differences: differences.toSorted((a, b) => (a.sold < b.sold ? -1 : a.sold > b.sold ? 1 : 0)),
  };
}

/** Each row with its sale, the surest first; what is left of both. */
function pairUp(allRows: readonly Form1099Row[], allSales: readonly Sale[]) {
  const rows = new Set(allRows);
  const sales = new Set(allSales);
  const pairs: Pair[] = [];
  const join = (pair: Pair): void => {
    pairs.push(pair);
    for (const row of pair.rows) rows.delete(row);
    for (const sale of pair.sales) sales.delete(sale);
  };
  const isSame = (row: Form1099Row, { symbol }: Sale): boolean => row.instrument === symbol;
  const hasQuantity = ({ quantity }: Form1099Row, sale: Sale): boolean =>
    quantity !== null && Math.abs(quantity - sale.quantity) <= SAME;
  const isBought = ({ acquired }: Form1099Row, sale: Sale): boolean =>
    acquired !== null && sale.acquired.includes(acquired);
  const brought = ({ proceeds }: Form1099Row, sale: Sale): boolean => Math.abs(cents(proceeds) - sale.proceeds) <= 2;
  const steps: readonly ((row: Form1099Row, sale: Sale) => boolean)[] = [
    (row, sale) => isSame(row, sale) && hasQuantity(row, sale) && isBought(row, sale),
    (row, sale) => isSame(row, sale) && hasQuantity(row, sale) && row.acquired === null,
    // Forms that describe what was sold and do not name it.
    (row, sale) => row.instrument === null && hasQuantity(row, sale) && isBought(row, sale) && brought(row, sale),
    (row, sale) => (row.instrument === null || isSame(row, sale)) && brought(row, sale) && row.quantity === null,
    (row, sale) => row.instrument === null && hasQuantity(row, sale) && brought(row, sale),
    (row, sale) => isSame(row, sale) && hasQuantity(row, sale),
  ];
  const dayOf = (account: string, sold: string): string => `${account}\n${sold}`;
  const byDay = Map.groupBy(allSales, ({ account, sold }) => dayOf(account, sold));
  for (const fits of steps)
    for (const row of rows) {
      const found = (byDay.get(dayOf(row.account_id, row.sold)) ?? []).filter(
        (sale) => sales.has(sale) && fits(row, sale),
      );
      const [best] = found.toSorted(
        (a, b) => Math.abs(cents(row.proceeds) - a.proceeds) - Math.abs(cents(row.proceeds) - b.proceeds),
      );
      if (best !== undefined) join({ rows: [row], sales: [best] });
    }
  for (const group of together(rows, sales)) join(group);
  // A form dates some sales by another day: that of settlement, or of another zone.
  for (const row of rows) {
    const near = [...sales].filter(
      (sale) =>
        sale.account === row.account_id &&
        isSame(row, sale) &&
        hasQuantity(row, sale) &&
        Math.abs(Date.parse(sale.sold) - Date.parse(row.sold)) <= 4 * 86_400_000,
    );
    const [only, another] = near;
    if (only !== undefined && another === undefined) join({ rows: [row], sales: [only] });
  }
  return { pairs, rows, sales };
}

/** What was sold of one thing on one day, where the form and the book divide it otherwise. */
function* together(rows: ReadonlySet<Form1099Row>, sales: ReadonlySet<Sale>): Generator<Pair> {
  const groups = Map.groupBy(rows, ({ account_id, instrument, sold }) => `${account_id}\n${instrument ?? ''}\n${sold}`);
  const own = Map.groupBy(sales, ({ account, symbol, sold }) => `${account}\n${symbol}\n${sold}`);
  for (const [key, all] of groups) {
    const others = own.get(key);
    if (others === undefined || all.some(({ quantity }) => quantity === null)) continue;
    // Of one day of purchase first; then all others of the day.
    const bought = Map.groupBy(all, ({ acquired }) => acquired ?? '');
    const left = { rows: new Set(all), sales: new Set(others) };
    for (const [day, part] of bought) {
      const lots = others.filter((sale) => left.sales.has(sale) && sale.acquired.includes(day));
      if (lots.length === 0 || !isAsMuch(part, lots)) continue;
      for (const row of part) left.rows.delete(row);
      for (const sale of lots) left.sales.delete(sale);
      yield { rows: part, sales: lots };
    }
    if (left.rows.size > 0 && left.sales.size > 0) yield { rows: [...left.rows], sales: [...left.sales] };
  }
}

function isAsMuch(rows: readonly Form1099Row[], sales: readonly Sale[]): boolean {
  return Math.abs(sumOf(rows, ({ quantity }) => quantity ?? 0) - sumOf(sales, ({ quantity }) => quantity)) <= SAME;
}

/** A cent for each row: each was rounded separately. */
const near = (difference: number, count: number): boolean => Math.abs(difference) <= count;

function compare({ rows, sales }: Pair, reported: Map<string, ReportedSale>, differences: Form1099Difference[]): void {
  const [row, sale] = [rows[0], sales[0]];
  if (row === undefined || sale === undefined) return;
  const about = {
    account_id: sale.account,
    instrument: sale.symbol,
    sold: sale.sold,
    rows: rows.map((one) => one.row),
    lot_ids: sales.map(({ lot }) => lot.id),
  };
  const tell = (
    kind: Form1099Kind,
    stated: number | string,
    book: number | string,
    taken: boolean,
    cause: string,
  ): void => {
    const difference =
      typeof stated === 'number' && typeof book === 'number' ? Number((stated - book).toFixed(8)) : null;
    differences.push({ ...about, kind, stated, book, difference, taken, cause });
  };
  const count = Math.max(rows.length, sales.length);
  if (!isAsMuch(rows, sales) && rows.every(({ quantity }) => quantity !== null)) {
    tell(
      'quantity',
      sumOf(rows, ({ quantity }) => quantity ?? 0),
      Number(sumOf(sales, ({ quantity }) => quantity).toFixed(8)),
      false,
      'The form and the book sold another number that day: a fill is missing or counted twice. Nothing of the form is taken over until they agree.',
    );
    return;
  }
  if (row.sold !== sale.sold)
    tell(
      'sold',
      row.sold,
      sale.sold,
      false,
      'The form dates the sale by another day; Form 8949 has the day of the trade.',
    );
  if (count === 1 && row.acquired !== null && !sale.acquired.includes(row.acquired))
    tell(
      'acquired',
      row.acquired,
      sale.acquired[0] ?? '',
      false,
      'The broker sold another lot than the book: name the lots of the sale, or choose the broker’s method in the tax profile.',
    );
  const proceeds = sumOf(rows, (one) => cents(one.proceeds));
  const brought = sumOf(sales, (one) => one.proceeds);
  if (!near(proceeds - brought, count))
    tell(
      'proceeds',
      proceeds / 100,
      brought / 100,
      false,
      'Form 8949 keeps the book’s proceeds, which are net of costs: look whether the form states them gross, or a fill differs.',
    );
  const box = statedBox(rows, sale);
  const boxDiffers = box !== null && sales.some((one) => one.box !== box);
  if (boxDiffers)
    tell(
      'box',
      box,
      [...new Set(sales.map((one) => one.box))].join(', '),
      true,
      'Form 8949 has the box of the broker’s form.',
    );
  if (box === null && new Set(rows.map((one) => one.box)).size > 1)
    tell(
      'box',
      [...new Set(rows.map((one) => one.box ?? '?'))].join(', '),
      sale.box,
      false,
      'The form divides the sale between boxes: Form 8949 keeps the book’s.',
    );
  const basis = total(rows, ({ cost_basis }) => cost_basis);
  const added = sumOf(sales, (one) => one.added);
  const own = sumOf(sales, (one) => one.basis);
  const basisDiffers = basis !== null && !near(basis + added - own, count);
  if (basis !== null && !near(basis - own, count))
    tell(
      'basis',
      basis / 100,
      own / 100,
      basisDiffers,
      added === 0
        ? 'Form 8949 has the basis of the broker’s form.'
        : `Form 8949 has the basis of the broker’s form and ${(added / 100).toFixed(2)} of losses that wash sales carried over from other accounts or securities, which the broker cannot know.`,
    );
  const wash = total(rows, (one) => one.wash);
  const lost = sumOf(sales, (one) => one.lost);
  const disallowed = sumOf(sales, (one) => one.disallowed);
  const washDiffers = wash !== null && !near(wash + lost - disallowed, count);
  if (wash !== null && !near(wash - disallowed, count))
    tell(
      'wash',
      wash / 100,
      disallowed / 100,
      washDiffers,
      lost === 0
        ? 'Form 8949 has the disallowed loss of the broker’s form.'
        : `${(lost / 100).toFixed(2)} was replaced in another account or security of yours, which the broker cannot know and the law counts: Form 8949 has it in addition to the form.`,
    );
  if (!boxDiffers && !basisDiffers && !washDiffers) return;
  const parts = {
    basis: basisDiffers ? shares(basis, sales, (one) => one.basis) : null,
    wash: washDiffers ? shares(wash, sales, (one) => one.disallowed) : null,
  };
  for (const [at, one] of sales.entries())
    reported.set(keyOfSale(one.lot), {
      box: boxDiffers ? box : null,
      cost_basis: parts.basis?.[at] ?? null,
      wash: parts.wash?.[at] ?? null,
    });
}

/** The one box all rows say; where they say the term only, the book's box of that term. */
function statedBox(rows: readonly Form1099Row[], sale: Sale): FormBox | null {
  const boxes = new Set(rows.map(({ box, term }) => box ?? (term === null ? null : boxForTerm(sale.box, term))));
  const [only = null] = boxes;
  return boxes.size === 1 ? only : null;
}

/** In cents; null where one of them states none. */
function total(rows: readonly Form1099Row[], of: (row: Form1099Row) => number | null): Cents | null {
  let sum = 0;
  for (const row of rows) {
    const value = of(row);
    if (value === null) return null;
    sum += cents(value);
  }
  return centsOf(sum);
}

/** One sum for several lots, by what each has in the book; the cents left over are the last's. */
function shares(sum: Cents, sales: readonly Sale[], of: (sale: Sale) => number): Cents[] {
  const whole = sumOf(sales, of);
  const weights = whole === 0 ? sales.map(({ quantity }) => quantity) : sales.map(of);
  const all = sumOf(weights, (one) => one);
  let left: number = sum;
  return weights.map((weight, at) => {
    const part = at === weights.length - 1 ? left : Math.round((sum * weight) / (all || 1));
    left -= part;
    return centsOf(part);
  });
}

function notInBook({ account_id, instrument, description, sold, proceeds, row }: Form1099Row): Form1099Difference {
  return {
    kind: 'not_in_book',
    account_id,
    instrument: instrument ?? description,
    sold,
    stated: proceeds,
    book: null,
    difference: null,
    taken: false,
    cause: `The book has no such sale in ${account_id} on ${sold}: import the trades of that day, or name the instrument as the form does.`,
    rows: [row],
    lot_ids: [],
  };
}

function notOnForm({ lot, account, symbol, sold, proceeds, isCoin }: Sale): Form1099Difference {
  const form = isCoin ? '1099-DA' : '1099-B';
  return {
    kind: 'not_on_form',
    account_id: account,
    instrument: symbol,
    sold,
    stated: null,
    book: centsToDollars(proceeds),
    difference: null,
    taken: false,
    cause: `The Form ${form} of ${account} does not have this sale: it is the broker’s to correct, or say of its lot that it stands in box ${isCoin ? 'I or L' : 'C or F'}.`,
    rows: [],
    lot_ids: [lot.id],
  };
}
