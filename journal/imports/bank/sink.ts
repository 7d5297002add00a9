// Where every bank format puts what it read.
import { type Amount, isNegative, negate, parseAmount, roundToCents } from '@zorivest/domain';
import { RowLog } from '../statement/diagnostics.ts';
import type { BankAccount, BankTransaction } from '../statement/model.ts';
import { looksLikeFormula } from '../text/csv.ts';
import { type DecimalMark, parseNumber } from '../text/number.ts';

export interface BankRow {
  readonly row: number;
  /** `YYYY-MM-DD`, or null when the file gives none that can be read. */
  readonly date: string | null;
  /** What the file wrote for the date, for the message. */
  readonly stated?: string;
  /** As written. */
  readonly amount: string;
  /** The file writes the amount without its sign. */
  readonly negative?: boolean;
  readonly id?: string;
  readonly payee?: string;
  readonly memo?: string;
  readonly type?: string;
  readonly valueDate?: string | null;
  readonly currency?: string;
  readonly checkNumber?: string;
  readonly category?: string;
  readonly pending?: boolean;
}

/** An account while its statement is read. */
export interface OpenAccount {
  readonly account_id: string;
  readonly kind: BankAccount['kind'];
  currency: string | null;
  balance: number | null;
  balance_date?: string;
  transactions: BankTransaction[];
}

export class BankSink {
  readonly log = new RowLog();
  readonly #accounts = new Map<string, OpenAccount>();
  readonly #touched = new Set<OpenAccount>();
  decimalMark: DecimalMark = '.';

  /** The account of this id and kind; opened when first named. */
  account(id: string, kind: BankAccount['kind'], currency: string | null = null): OpenAccount {
    const key = `${kind}|${id}`;
    let account = this.#accounts.get(key);
    if (account === undefined) {
      account = { account_id: id, kind, currency, balance: null, transactions: [] };
      this.#accounts.set(key, account);
    }
    account.currency ??= currency;
    return account;
  }

  amount(cell: string): Amount | null {
    const text = parseNumber(cell, this.decimalMark);
    return text === null || text === '' ? null : parseAmount(text);
  }

  /** Sets the closing balance; one that cannot be read is reported, not guessed. */
  balance(account: OpenAccount, cell: string, date: string | null, negative = false): void {
    const amount = this.amount(cell);
    if (amount === null) {
      const shown = cell.trim() === '' ? 'empty' : `"${cell.trim().slice(0, 40)}"`;
      return this.log.warn(
        `The balance of account ${account.account_id || '(no number)'} is ${shown} and was left out.`,
      );
    }
    account.balance = roundToCents(negative ? negate(amount) : amount);
    if (date !== null) account.balance_date = date;
  }

  transaction(account: OpenAccount, input: BankRow): void {
    const amount = this.amount(input.amount);
    if (amount === null) {
      const problem =
        input.amount.trim() === ''
          ? 'has no amount'
          : `has the amount "${input.amount.trim().slice(0, 40)}", which is not a number`;
      return this.log.invalid(input.row, `The transaction ${problem}`);
    }
    if (input.date === null) {
      const stated = input.stated?.trim() ?? '';
      return this.log.invalid(
        input.row,
        stated === '' ? 'The transaction has no date' : `"${stated.slice(0, 40)}" is not a date`,
      );
    }
    this.log.countParsed();
    this.#touched.add(account);
    const signed = input.negative === true ? negate(amount) : amount;
    account.transactions.push({
      id: input.id?.trim() || null,
      date: input.date,
      amount: roundToCents(signed),
      payee: this.#plain(oneLine(input.payee), input.row),
      memo: this.#plain(oneLine(input.memo), input.row),
      type: input.type?.trim() || (isNegative(signed) ? 'debit' : 'credit'),
      ...optionalFields(input),
    });
  }

  /** The accounts with transactions since the last call. */
  take(): BankAccount[] {
    const taken = [...this.#touched].map((account) => ({ ...account }));
    for (const account of this.#touched) account.transactions = [];
    this.#touched.clear();
    return taken;
  }

  /** Every account, with the transactions since the last call. */
  takeAll(): BankAccount[] {
    this.#touched.clear();
    return [...this.#accounts.values()];
  }

  #plain(text: string, row: number): string {
    if (!looksLikeFormula(text)) return text;
    this.log.warn(`Row ${row}: a text looks like a spreadsheet formula and was stored as plain text.`);
    return `'${text}`;
  }
}

/** What not every row has. */
function optionalFields(input: BankRow): Partial<BankTransaction> {
  const currency = code(input.currency);
  const check = input.checkNumber?.trim();
  const category = input.category?.trim();
  return {
    ...(input.valueDate ? { value_date: input.valueDate } : {}),
    ...(currency === undefined ? {} : { currency }),
    ...(check ? { check_number: check } : {}),
    ...(category ? { category } : {}),
    ...(input.pending === true ? { pending: true } : {}),
  };
}

function oneLine(text: string | undefined): string {
  if (text === undefined) return '';
  if (!text.includes('\n') && !text.includes('\r')) return text.trim();
  return text.replaceAll(/\s+/g, (gap) => (/[\r\n]/.test(gap) ? ' ' : gap)).trim();
}

function code(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const upper = text.trim().toUpperCase();
  return /^[A-Z]{3}$/.test(upper) ? upper : undefined;
}
