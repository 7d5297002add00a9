// What a statement says there is in cash, and which of its own lines would account for what the book lacks.
import type { MoneyLine } from '@zorivest/domain';
import { type BookSide, type Cause, type Check, check, round, rowOf, show } from './check.ts';
import type { StatedCash, Statement } from './statement.ts';

export function cashCheck(cash: StatedCash, { date, account_id, source }: Statement, book: BookSide): Check[] {
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
        if (Math.abs(difference) < 0.06) return { cause: 'Rounding of single rows.', explained: true };
        const told = lineBehind(cash, difference, day, book) ?? transferBehind(cash, difference, day, book);
        if (told !== null) return told;
        return {
          cause: `The rows of the book come to ${show(round(own))} ${cash.currency} on ${day}: ${show(Math.abs(difference))} ${difference > 0 ? 'came in' : 'went out'} that no imported file tells.`,
          act: `Import the activity of ${account_id} from ${source}, or state the balance of that evening.`,
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

/** One line of the statement's cash report that lacks exactly what the book lacks. */
function lineBehind(
  { currency, moved = {}, from }: StatedCash,
  difference: number,
  day: string,
  book: BookSide,
): Cause | null {
  if (from === undefined) return null;
  for (const [words, line, name] of LINES) {
    const stated = Object.entries(moved).reduce((sum, [word, amount]) => (words.test(word) ? sum + amount : sum), 0);
    if (stated === 0) continue;
    const { total, ids } = book.paid(line, currency, from, day);
    if (Math.abs(stated - total - difference) > 0.0101) continue;
    return {
      cause: `Its cash report has ${show(round(stated))} ${currency} of ${name} between ${from} and ${day}, the book ${show(round(total))} in ${ids.length} rows: that is the difference.`,
      act: `Import the cash rows of this account from ${from} to ${day}, or record the ${name} (zorivest cash add).`,
    };
  }
  return null;
}

/** Money that another account of the person sent or received, and this one does not have. */
function transferBehind({ currency, from }: StatedCash, difference: number, day: string, book: BookSide): Cause | null {
  const [other] = book.unpaired(currency, -difference, from ?? '0000-01-01', day);
  if (other === undefined) return null;
  const [verb, side] = difference > 0 ? ['sent', 'from'] : ['received', 'to'];
  return {
    cause: `${other.account} ${verb} ${show(Math.abs(difference))} ${currency} on ${other.date} (${other.id}): a transfer ${side} it whose other side is not in the book.`,
    act: `zorivest cash add --account <this account> --category transfer --amount ${show(difference)} --date ${other.date} records it.`,
  };
}
