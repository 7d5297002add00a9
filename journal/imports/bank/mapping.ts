// Which column of a bank's CSV says what.
import type { BankAccount } from '../statement/model.ts';
import type { DateOrder } from '../text/time.ts';

export interface BankColumns {
  readonly date: string;
  readonly value_date?: string;
  readonly amount?: string;
  /** Money out, where the bank has a column for each way. */
  readonly debit?: string;
  readonly credit?: string;
  /** Says which way an amount without a sign goes: Debit or Credit, D or C, Af or Bij. */
  readonly sign?: string;
  readonly payee?: string;
  readonly memo?: string;
  readonly type?: string;
  readonly balance?: string;
  readonly id?: string;
  readonly check_number?: string;
  readonly category?: string;
  readonly currency?: string;
  readonly account?: string;
  readonly pending?: string;
}

/** A mapping of columns the user saved, spelled as in the file. */
export interface BankMapping {
  readonly name: string;
  readonly columns: BankColumns;
  readonly kind?: BankAccount['kind'];
  /** Card issuers write what was spent as positive. */
  readonly invert?: boolean;
  readonly dateOrder?: DateOrder;
  readonly decimalMark?: '.' | ',';
  readonly currency?: string;
}

/** How one bank writes its CSV. */
export interface BankCsv extends BankMapping {
  /** Columns that together are this bank's. */
  readonly fingerprint: readonly string[];
}
