// What an import of a statement is, and what it did.

export const importKinds = ['broker_csv', 'broker_pdf', 'bank', 'sync', 'submission'] as const;
export type ImportKind = (typeof importKinds)[number];

/** What became of a row. */
export const importOutcomes = [
  'imported',
  'duplicate',
  'updated',
  'flagged',
  'skipped',
  'invalid',
  'cancelled',
  'deleted',
] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

/** `partial`: some rows could not be read; `failed`: none could. */
export const importStatuses = ['success', 'partial', 'failed'] as const;
export type ImportStatus = (typeof importStatuses)[number];

/** What a statement may state besides its rows. Of one instrument: `position`, `realised`; of the account: all others. */
export const statedKinds = [
  'position',
  'cash',
  'realised',
  'dividends',
  'withholding',
  'interest',
  'fees',
  'commissions',
  'deposits',
  'nav',
  'change',
  'twr',
  'other',
] as const;
export type StatedKind = (typeof statedKinds)[number];

/** The subject under which an account's list of positions says that it is whole: what it does not name is not held. */
export const EVERY_POSITION = 'every position';

/** What became of a file in the watched folder. */
export const watchedStates = {
  imported: 'It is in the book; its run can be undone',
  known: 'The book had all of it',
  asked: 'It leaves something open: import it by hand after looking',
  refused: 'It is no file that can be read',
} as const;
export type WatchedState = keyof typeof watchedStates;

/** Why a row of a statement is left out of the book. */
export const leftOutKinds = {
  nothing: 'Holds nothing that could be imported',
  no_money: 'Moves neither money nor shares',
  not_filled: 'An order that was not executed',
  repeated: 'Another row tells the same',
  inside: 'Moved inside the broker: nothing came or went',
  not_a_trade: 'An event of an order or a platform, no trade',
  open_trade: 'A trade that is still open, in an export of finished trades',
  stated: 'A holding that is stated, not a movement; it is stored for reconciliation only',
  pending: 'Announced and not booked yet',
  deleted: 'Deleted from the book on purpose',
} as const;
export type LeftOutKind = keyof typeof leftOutKinds;

/** What a person says of a row that looks like one from another source. */
export const lookAlikeDecisions = ['same', 'new'] as const;

/** What an import counts, and what each count means. */
export const importCounts = {
  total_rows: null,
  imported: 'Executions, or bank transactions, that are new',
  cash_imported: 'Dividends, interest, fees and transfers of a broker file that are new',
  events_imported: 'Splits, symbol changes, option endings and transfers that are new',
  duplicates: 'Rows the book has already',
  updated: 'Executions whose costs were corrected',
  flagged: 'Rows left out because they may be in the book under another name',
  look_alikes: 'Rows that look like one the book has from another source; not stored until they are decided',
  cancelled: 'Executions removed because the broker took them back',
  skipped: null,
  invalid: null,
} as const;
export type ImportCount = keyof typeof importCounts;

/** The fields a column of a file can be mapped to. */
export const mappedFields = [
  'symbol',
  'side',
  'quantity',
  'price',
  'time',
  'clock',
  'day',
  'commission',
  'fees',
  'account',
  'currency',
  'exec_id',
  'order_id',
  'status',
  'amount',
  'multiplier',
  'entry_price',
  'exit_price',
  'entry_time',
  'exit_time',
] as const;
export type MappedField = (typeof mappedFields)[number];

/** The fields a column of a bank's statement can be mapped to. */
export const bankFields = [
  'date',
  'value_date',
  'amount',
  'debit',
  'credit',
  'sign',
  'payee',
  'memo',
  'type',
  'balance',
  'id',
  'check_number',
  'category',
  'currency',
  'account',
  'pending',
] as const;
export type BankField = (typeof bankFields)[number];

/** The order of day and month in a date such as 03/04/2026. */
export const dateOrders = ['mdy', 'dmy'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** What rows came from, as a person says it. */
export const importSource = (source: string): string =>
  ({ agent_submit: 'sent by an assistant', generic: 'a table' })[source] ?? source.replaceAll('_', ' ');
