// What every importer hands out, whatever it read.
import type { AssetClass, FeeType, LeftOutKind, OptionEnding, StatedKind, TradeAction } from '@zorivest/vocabulary';

export type { AssetClass, OptionEnding as OptionEnd } from '@zorivest/vocabulary';

export interface Execution {
  readonly exec_id: string;
  /** ISO-8601, UTC. A row with a date only is stamped from noon of its day in the import's zone, in the file's order. */
  readonly time: string;
  /** A ticker, a futures contract, or an option as `AAPL 260320 C 200`. */
  readonly instrument: string;
  readonly action: TradeAction;
  readonly quantity: number;
  /** All of its digits, where it has more than eight decimals: up to 18. */
  readonly quantity_exact?: string;
  readonly price: number;
  readonly account_id: string;
  /** Every cost of the fill together; positive = cost, negative = rebate. */
  readonly commission: number;
  /** The part of it that the file says is no commission, by kind. */
  readonly fees?: readonly Fee[];
  readonly multiplier: number;
  readonly order_id?: string;
  readonly currency?: string;
  /** When money and shares changed hands, where the document says; `time` is when it was traded. */
  readonly settlement_date?: string;
  readonly asset_class: AssetClass;
  /** The row it was read from. */
  readonly row: number;
  /** The account as the file names it; absent where the file names none. */
  readonly account?: string;
  /** False where the file tells the day only. */
  readonly time_known?: false;
  readonly isin?: string;
  /** What the file calls it, where it has no ticker. */
  readonly name?: string;
  /** 1 unit of `currency` is `fx_rate` of `fx_currency`, the account's. */
  readonly fx_rate?: number;
  readonly fx_currency?: string;
  /** What the broker says of the row itself. */
  readonly stated?: StatedFill;
  /** What its trader wrote about the trade, in the journal the file comes from. */
  readonly tags?: readonly string[];
  readonly note?: string;
}

/** The broker's own figures of a fill, as written. */
interface StatedFill {
  readonly amount?: number;
  readonly realized_pnl?: number;
  /** Where it is not the row's. */
  readonly currency?: string;
}

export interface Fee {
  readonly type: FeeType;
  readonly amount: number;
}

export type CashKind =
  | 'deposit'
  | 'withdrawal'
  | 'transfer_in'
  | 'transfer_out'
  | 'dividend'
  | 'interest'
  | 'fee'
  | 'tax'
  | 'other';

export interface CashRow {
  readonly date: string;
  /** Positive = into the account. */
  readonly amount: number;
  readonly currency: string;
  readonly kind: CashKind;
  readonly symbol?: string;
  readonly memo?: string;
  readonly account_id?: string;
  /** The broker's own id of the row, where it has one. */
  readonly id?: string;
  readonly row: number;
  /** The account as the file names it. */
  readonly account?: string;
  readonly isin?: string;
  /** 1 unit of `currency` is `fx_rate` of `fx_currency`, the account's. */
  readonly fx_rate?: number;
  readonly fx_currency?: string;
  /** Tax taken off before the amount was paid. */
  readonly withheld?: {
    readonly amount: number;
    readonly currency: string;
    /** How much of the row's currency one unit of it was, where that is another and the row tells. */
    readonly rate?: number;
  };
  /** The fill it is a cost of, in a currency the file gives no rate to. */
  readonly exec_id?: string;
}

export interface EventBase {
  /** The same for the same row in every export of it. */
  readonly id: string;
  /** ISO-8601 UTC, or `YYYY-MM-DD` where the statement has no time. */
  readonly time: string;
  readonly instrument: string;
  readonly account_id: string;
  readonly row: number;
  /** The account as the file names it. */
  readonly account?: string;
  readonly isin?: string;
  /** All digits of a quantity that has more than eight decimals, without its sign. */
  readonly quantity_exact?: string;
}

interface SplitEvent extends EventBase {
  readonly kind: 'split';
  /** 4 new for 1 old. Both null where the statement tells only how many shares came or went. */
  readonly new_shares: number | null;
  readonly old_shares: number | null;
  /** Negative for a reverse split. */
  readonly shares_added: number | null;
}

interface SymbolChangeEvent extends EventBase {
  readonly kind: 'symbol_change';
  readonly new_instrument: string;
}

interface OptionEndEvent extends EventBase {
  readonly kind: OptionEnding;
  /** Contracts; always positive. */
  readonly quantity: number;
  /** The shares of an exercise or assignment are executions of the statement. */
  readonly stock_recorded: boolean;
  /** The execution that closes the contracts at zero. A book that keeps the event leaves this execution out. */
  readonly exec_id: string | null;
}

interface TransferEvent extends EventBase {
  readonly kind: 'transfer';
  /** Shares or contracts; negative = out of the account. */
  readonly quantity: number;
  /** What the whole position cost, where the statement says. */
  readonly cost_basis: number | null;
}

/** Coins or shares that came as income: staking, an airdrop, interest in kind. */
interface RewardEvent extends EventBase {
  readonly kind: 'reward';
  readonly quantity: number;
  /** What they were worth, where the statement says. */
  readonly value: number | null;
  readonly currency?: string;
}

interface CashMergerEvent extends EventBase {
  readonly kind: 'cash_merger';
  readonly cash_per_share: number;
}

interface StockMergerEvent extends EventBase {
  readonly kind: 'stock_merger';
  readonly new_instrument: string;
  readonly new_shares: number;
  readonly old_shares: number;
  /** What was paid in addition to the new shares, for each old one. */
  readonly cash_per_share: number | null;
}

/** `instrument` is the company that gave part of itself away. */
interface SpinOffEvent extends EventBase {
  readonly kind: 'spin_off';
  readonly new_instrument: string;
  readonly new_shares: number;
  readonly old_shares: number;
}

/** A payment that lowers what the shares cost. Of the two figures the statement tells at least one. */
interface ReturnOfCapitalEvent extends EventBase {
  readonly kind: 'return_of_capital';
  readonly amount_per_share: number | null;
  readonly amount: number | null;
}

/** Money for a part of a share. */
interface CashInLieuEvent extends EventBase {
  readonly kind: 'cash_in_lieu';
  readonly quantity: number;
  readonly amount: number;
}

/** What happened to a position without a trade, in the domain's words; a transfer is for the person to complete. */
export type StatementEvent =
  | SplitEvent
  | SymbolChangeEvent
  | OptionEndEvent
  | TransferEvent
  | RewardEvent
  | CashMergerEvent
  | StockMergerEvent
  | SpinOffEvent
  | ReturnOfCapitalEvent
  | CashInLieuEvent;

export interface RowNote {
  /** The record's place in the file, counted from 1 (for PDFs and XML: the line, or the next that is free). */
  readonly row: number;
  readonly reason: string;
}

export interface Diagnostics {
  /** Rows of data: not headers, titles, blank lines or footers. */
  readonly total_rows: number;
  /** Rows that became at least one execution, cash row, event or transaction. */
  readonly parsed: number;
  /** Rows understood and left out on purpose. */
  readonly skipped: readonly RowNote[];
  /** Rows that should have been read and could not be. */
  readonly invalid: readonly RowNote[];
  readonly warnings: readonly string[];
  readonly rows: ReadRows;
}

/** Rows that were left out for one reason. */
export interface LeftOut {
  readonly kind: LeftOutKind;
  readonly reason: string;
  readonly count: number;
  /** The first of them. */
  readonly example_row: number;
}

/** What the reader knows of rows that gave nothing of their own, so that every row of data can be accounted for. */
export interface ReadRows {
  readonly left_out: readonly LeftOut[];
  readonly unreadable: number;
  /** Rows that reverse another row. */
  readonly reversals: number;
  /** Rows that are part of what another row became, each followed by that one: numbers alone, since files have millions. */
  readonly joined: readonly number[];
  /** Rows that gave something although part of them could not be read: they are among the unreadable. */
  readonly half_read: readonly number[];
  /** The file was refused or broke off before its end: it is unknown how many rows are missing. */
  readonly breaks_off?: true;
}

/** What every stated figure says of where it stands. */
interface StatedOf {
  readonly currency?: string;
  /** The evening it is stated for. */
  readonly date?: string;
  /** The account as the file names it. */
  readonly account?: string;
  /** Where the file says it. */
  readonly row?: number;
}

/** A position as its broker states it; a broker that lists lots states one for each. */
export interface StatedPosition extends StatedOf {
  readonly instrument: string;
  /** Negative = short. */
  readonly quantity: number;
  readonly price?: number;
  readonly value?: number;
  /** What the whole position cost; of a short one, what it brought, negative. */
  readonly cost?: number;
  readonly cost_price?: number;
  readonly unrealised?: number;
  readonly multiplier?: number;
  readonly isin?: string;
  readonly name?: string;
  /** As the broker calls its kind. */
  readonly kind?: string;
  /** The broker's own number of the instrument, or a CUSIP. */
  readonly broker_id?: string;
  /** The day of its price, where that is another. */
  readonly priced?: string;
  /** The evening before the statement begins. */
  readonly prior_quantity?: number;
  readonly prior_price?: number;
  /** What the position gained or lost in the time of the statement, marked to market. */
  readonly result?: number;
}

/** A cash balance as its broker states it. */
export interface StatedCash extends StatedOf {
  readonly currency: string;
  /** At the end. */
  readonly amount: number;
  /** The sum of all currencies, in the account's. */
  readonly in_base?: boolean;
  readonly settled?: number;
  /** With what the time of the statement began, and when. */
  readonly opening?: number;
  readonly from?: string;
  /** What moved it between the two, by the broker's word for it. */
  readonly moved?: Readonly<Record<string, number>>;
}

/** Any other sum a statement states: of an instrument, a kind of income, the whole account. */
export interface StatedFigure extends StatedOf {
  readonly kind: StatedKind;
  /** The instrument, the part of the account's value (`total`), or what the sum is of; '' for all. */
  readonly subject: string;
  /** The first day, where it is of a stretch of time; of a lot, the day it was opened. */
  readonly from?: string;
  /** What the file calls it, and other words it has on it. */
  readonly name?: string;
  readonly note?: string;
  /** By the broker's word for it, in lower case with underscores: `realised`, `proceeds`, `cost`, `amount`, `percent`. */
  readonly amounts: Readonly<Record<string, number>>;
}

/** Where a statement says two things of one figure. */
export interface Contradiction extends StatedOf {
  /** What the two are about. */
  readonly subject: string;
  readonly stated: number;
  /** What the statement's own rows or parts come to. */
  readonly own: number;
  /** In a sentence. */
  readonly reason: string;
}

/** What a statement states besides its rows: stored with the run and reconciled with the book. Of the broker's own words. */
export interface StatedHoldings {
  readonly positions: readonly StatedPosition[];
  readonly cash: readonly StatedCash[];
  readonly figures?: readonly StatedFigure[];
  readonly contradictions?: readonly Contradiction[];
}

export interface Review {
  /** Field -> the file's column it was taken from. */
  readonly columns: Readonly<Record<string, string>>;
  /** The first rows, as they stand in the file and as they were understood. */
  readonly samples: readonly ReviewSample[];
  /** What had to be guessed, or could not be, in sentences. */
  readonly unclear: readonly string[];
}

export interface ReviewSample {
  readonly row: number;
  /** Column -> cell. */
  readonly before: Readonly<Record<string, string>>;
  /** The execution (with its exit, where the row tells both), the movement of money, or why the row was left out. */
  readonly after: (Execution & { readonly exit?: Execution }) | CashRow | { readonly reason: string };
}

export interface BrokerResult {
  readonly format: string;
  readonly executions: readonly Execution[];
  readonly cash: readonly CashRow[];
  readonly events: readonly StatementEvent[];
  /** As the file names them. */
  readonly accounts: readonly string[];
  /** Ids of executions the broker has reversed since; those of this file are left out already. */
  readonly cancelled: readonly string[];
  /** Reversed fills that have no id; those of this file are left out already. */
  readonly reversals: readonly ReversedFill[];
  /** For a file that is known by its shape only: what a person should see before it is stored. */
  readonly review: Review | null;
  readonly stated: StatedHoldings;
  readonly diagnostics: Diagnostics;
}

/** A fill that its broker reversed without its id: known by what it was. `time` is the day it was reversed. */
export type ReversedFill = Pick<
  Execution,
  'instrument' | 'action' | 'quantity' | 'price' | 'time' | 'account_id' | 'account' | 'row'
>;

export interface Detection {
  readonly format: string | null;
  /** 0..1. */
  readonly confidence: number;
  readonly reason: string;
}

export interface BankTransaction {
  /** The bank's own id of the row, or null. */
  readonly id: string | null;
  /** Booking date. */
  readonly date: string;
  /** Positive = into the account. */
  readonly amount: number;
  readonly payee: string;
  readonly memo: string;
  readonly type: string;
  readonly value_date?: string;
  readonly currency?: string;
  readonly check_number?: string;
  readonly category?: string;
  /** Announced but not booked yet: not for the books. */
  readonly pending?: boolean;
}

export interface BankAccount {
  readonly account_id: string;
  readonly kind: 'bank' | 'creditcard' | 'investment';
  readonly currency: string | null;
  readonly balance: number | null;
  readonly balance_date?: string;
  readonly transactions: readonly BankTransaction[];
}

export interface BankResult {
  readonly format: string;
  readonly accounts: readonly BankAccount[];
  readonly diagnostics: Diagnostics;
}
