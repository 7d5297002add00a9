// What a bank's words for a transaction mean in the book.
import { transactionCategories } from '@zorivest/contract';

type Category = (typeof transactionCategories)[number];

/** OFX transaction types; the sign decides where a type goes both ways. */
const TYPES: Readonly<Record<string, Category | readonly [inward: Category, outward: Category]>> = {
  credit: 'deposit',
  dep: 'deposit',
  debit: 'withdrawal',
  cash: 'withdrawal',
  atm: 'atm',
  xfer: ['transfer_in', 'transfer_out'],
  int: 'interest',
  div: 'dividend',
  fee: 'fee',
  srvchg: 'fee',
  check: 'check',
  payment: 'ach_debit',
  directdebit: 'ach_debit',
  repeatpmt: 'ach_debit',
  pos: 'card_purchase',
  directdep: 'ach_credit',
  ach: ['ach_credit', 'ach_debit'],
  wire: ['wire_in', 'wire_out'],
};

/** Money that is given back is no income, though statements call it a dividend. */
const CAPITAL = /return of capital|kapitalrückzahlung|remboursement de capital/i;

const WORDS: readonly (readonly [RegExp, Category | readonly [Category, Category]])[] = [
  [/interest|zinsen|rente\b|int(?:adj|erest)/i, 'interest'],
  [/dividend/i, 'dividend'],
  [/\bfee\b|charge|gebühr|entgelt/i, 'fee'],
  [/\batm\b|cash withdrawal|geldautomat/i, 'atm'],
  [/\bwire\b/i, ['wire_in', 'wire_out']],
  [/\bcheck\b|cheque|scheck/i, 'check'],
  [/refund|erstattung/i, 'refund'],
  [/transfer|überweisung|ntrf/i, ['transfer_in', 'transfer_out']],
  [/card|karte|\bpos\b|purchase|sale/i, 'card_purchase'],
  [/direct debit|lastschrift|\bach\b/i, ['ach_credit', 'ach_debit']],
];

export function categoryOf(type: string, text: string, amount: number): Category {
  // A category of ours was stated by someone; `other` states nothing.
  const ownCategory = transactionCategories.find((category) => category === type && category !== 'other');
  if (ownCategory !== 'dividend' && CAPITAL.test(text)) return 'other';
  const byType = ownCategory ?? TYPES[type.toLowerCase()];
  const found = byType ?? WORDS.find(([pattern]) => pattern.test(`${type} ${text}`))?.[1];
  if (found === undefined) return 'other';
  return typeof found === 'string' ? found : (found[amount < 0 ? 1 : 0] ?? 'other');
}
