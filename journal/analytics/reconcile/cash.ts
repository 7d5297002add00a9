// What a statement says there is in cash, and which of its own lines would account for what the book lacks.
import type { MoneyLine } from '@zorivest/domain';
import { type BookSide, type Cause, type Check, check, round, rowOf, settledBy, show } from './check.ts';
import { settledDaily } from '../worth/ledger.ts';
import type { StatedCash, Statement } from './statement.ts';

/** `isHeld`: everything the statement says is held is held, so that no fill is behind what the cash lacks. */
export function cashCheck(
  cash: StatedCash,
  { date, account_id, source, positions }: Statement,
  book: BookSide,
  isHeld: boolean,
): Check[] {
  if (cash.in_base === true) return [];
  const day = cash.date ?? date;
  const own = book.cash(cash.currency, day);
  if (own === null) return [];
  return [
    check(
      'cash',
      cash.currency,
      { stated: cash.amount, book: own, within: 0.0101, rows: rowOf(cash.row) },
      (difference) => {
        const settled = positions
          .filter((one) => (one.currency ?? cash.currency) === cash.currency)
          .reduce((sum, one) => sum + (settledDaily(one) ?? 0), 0);
        if (settled !== 0 && Math.abs(difference - settled) <= 0.0101)
          return {
            cause: `Open futures stand ${show(round(settled))} ${cash.currency} over their entries: the broker settles that in cash every day, the book when they are closed.`,
            explained: true,
          };
        if (Math.abs(difference) < 0.06) return { cause: 'Rounding of single rows.', explained: true };
        const found =
          lineBehind(cash, difference, day, account_id, book) ??
          transferBehind(cash, difference, day, account_id, book);
        if (found !== null) return found;
        const { act, fix } = settledBy(
          { kind: 'cash', account_id, date: day, amount: round(difference), currency: cash.currency },
          { category: '<fee, interest, …>', description: '<what it was>' },
        );
        return {
          cause: `The rows of the book come to ${show(round(own))} ${cash.currency} on ${day}: ${show(Math.abs(difference))} ${difference > 0 ? 'came in' : 'went out'} that no imported file contains.`,
          act: `Import the activity of ${account_id} from ${source}, or ${isHeld ? `record what it was: ${act}` : 'state the balance of that evening.'}`,
          ...(isHeld && { fix }),
        };
      },
    ),
  ];
}

/** The broker's words for what moved cash, and the book's lines of them. */
const LINES: readonly (readonly [words: RegExp, line: MoneyLine, name: string])[] = [
  [/^dividends?$|^payment_in_lieu/, 'dividend', 'dividends'],
  [/^withholding/, 'withholding', 'withheld tax'],
  [/interest|coupon/, 'interest', 'interest'],
  [/^(?:deposits?|withdrawals?|deposits?_(?:and_)?withdrawals?)$/, 'external', 'deposits and withdrawals'],
  [/transfer/, 'transfer', 'transfers'],
  [/fees?$|^advisor|^commissions?_other/, 'fee', 'fees'],
];

/** Fills, as reports tell them: what was sold for, what was paid, and commissions. */
const FILLS: (typeof LINES)[number] = [/^(?:net_)?trades?(?:_|$)|^commissions?$/, 'trade', 'fills'];

/** The lines of the statement's cash report that have another sum than the book. */
function lacking({ currency, moved = {} }: StatedCash, from: string, day: string, book: BookSide) {
  return [...LINES, FILLS].flatMap(([words, line, name]) => {
    const parts = Object.entries(moved).filter(([word]) => words.test(word));
    const stated = parts.reduce((sum, [, amount]) => sum + amount, 0);
    const { total, ids } = book.paid(line, currency, from, day);
    if ((parts.length === 0 && line === 'trade') || Math.abs(stated - total) <= 0.0101) return [];
    return [{ line, name, stated, total, rows: ids.length, amount: round(stated - total) }];
  });
}

/** What it lacks together has the difference in it: one line, or several. */
function lineBehind(
  cash: StatedCash,
  difference: number,
  day: string,
  account_id: string,
  book: BookSide,
): Cause | null {
  const { currency, from } = cash;
  if (from === undefined) return null;
  const all = lacking(cash, from, day, book);
  const one = all.find(({ stated, amount, line }) => stated !== 0 && line !== 'trade' && isSame(amount, difference));
  if (one !== undefined) {
    const { act, fix } = settledBy({
      kind: 'cash',
      account_id,
      date: day,
      amount: round(difference),
      currency,
      category: categoryOf(one.line, difference),
      description: `The ${one.name} that the statement of ${day} has`,
    });
    return {
      cause: `Its cash report has ${show(round(one.stated))} ${currency} of ${one.name} between ${from} and ${day}, the book ${show(round(one.total))} in ${one.rows} rows: that is the difference.`,
      act: `Import the cash rows of this account from ${from} to ${day}, or record them: ${act}`,
      fix,
    };
  }
  const together = all.reduce((sum, { amount }) => sum + amount, 0);
  if (all.length === 0 || !isSame(together, difference)) return null;
  const parts = all.map(({ name, amount }) => `${show(amount)} of ${name}`).join(', ');
  return {
    cause: `Its cash report has what the book lacks between ${from} and ${day}: ${parts} ${currency}.`,
    act: `Import the activity of this account from ${from} to ${day}; where fills are missing, record those first.`,
  };
}

const isSame = (one: number, other: number): boolean => Math.abs(one - other) <= 0.0101;

const CATEGORIES: Partial<Readonly<Record<MoneyLine, string>>> = {
  dividend: 'dividend',
  withholding: 'tax',
  interest: 'interest',
  fee: 'fee',
};

/** What a row of that line is called. */
function categoryOf(line: MoneyLine, amount: number): string {
  if (line === 'transfer') return amount > 0 ? 'transfer_in' : 'transfer_out';
  return CATEGORIES[line] ?? (amount > 0 ? 'deposit' : 'withdrawal');
}

/** Money that another account of the person sent or received, and this one does not have. */
function transferBehind(
  { currency, from }: StatedCash,
  difference: number,
  day: string,
  account_id: string,
  book: BookSide,
): Cause | null {
  const [other] = book.unpaired(currency, -difference, from ?? '0000-01-01', day);
  if (other === undefined) return null;
  const [verb, side] = difference > 0 ? ['sent', 'from'] : ['received', 'to'];
  return {
    cause: `${other.account} ${verb} ${show(Math.abs(difference))} ${currency} on ${other.date} (${other.id}): a transfer ${side} it whose other side is not in the book.`,
    ...settledBy({
      kind: 'cash',
      account_id,
      date: other.date,
      amount: round(difference),
      currency,
      category: categoryOf('transfer', difference),
      description: `Transfer ${side} ${other.account}`,
    }),
  };
}
