// Where every broker format puts what it reads. Checks the figures, names the rows, and says what is wrong with a row:
// a format only says which cell is what.
import type { LeftOutKind } from '@zorivest/vocabulary';
import { RowLog } from '../statement/diagnostics.ts';
import type {
  CashRow,
  Diagnostics,
  Execution,
  OptionEnd,
  StatedHoldings,
  StatementEvent,
  ReversedFill,
} from '../statement/model.ts';
import type { DecimalMark } from '../text/number.ts';
import { Clock, type DateOrder, type Moment } from '../text/time.ts';
import { Accounts } from './accounts.ts';
import { type AttachedFills, findAttachment } from './attached.ts';
import { CashReader, NO_MONEY } from './cash-reader.ts';
import { dateFault, isinOf, shortenText } from './cell.ts';
import { readEvent, type UnnamedEvent } from './event.ts';
import { Exchanges } from './exchange.ts';
import { Figures } from './figures.ts';
import { type Draft, type DraftExecution, FillReader } from './fill-reader.ts';
import { Holdings } from './holdings.ts';
import type { CashInput, EventInput, ExchangeLeg, Fill, MergerRow, RedemptionRow, RoundTripRow } from './input.ts';
import type { Option } from './instrument.ts';
import { Instruments } from './instruments.ts';
import { Mergers } from './mergers.ts';
import { Redemptions } from './redemptions.ts';
import { Names } from './names.ts';
import { halvesOf } from './round-trip.ts';
import { RowStates } from './row-states.ts';
import { UntimedFills } from './untimed.ts';

export interface SinkOptions {
  readonly format: string;
  readonly accountId: string | undefined;
  /** The book's account for each account as the file names it. */
  readonly accounts?: Readonly<Record<string, string>> | undefined;
  readonly zone: string;
  readonly dateOrder: DateOrder;
  readonly decimalMark: DecimalMark;
  /** How the rows of one day without times are ordered when the file shows no other day. */
  readonly newestFirst: boolean;
  /** The date in the file's name, `YYYY-MM-DD`, for rows that have a time only. */
  readonly fileDate?: string | undefined;
  /** The currency the file's name begins with, `PLN_…`, for files that tell it nowhere else. */
  readonly fileCurrency?: string | undefined;
}

export class Sink {
  readonly log = new RowLog();
  readonly #options: SinkOptions;
  readonly #accounts: Accounts;
  readonly #clock: Clock;
  readonly #names: Names;
  readonly #figures: Figures;
  readonly #instruments = new Instruments(this.log);
  readonly #fills: FillReader;
  readonly #money: CashReader;
  readonly #untimed: UntimedFills<DraftExecution>;
  #executions: Execution[] = [];
  #cash: CashRow[] = [];
  #events: StatementEvent[] = [];
  readonly #exchanges = new Exchanges();
  readonly #mergers = new Mergers();
  readonly #redemptions = new Redemptions();
  /** What the statement says is held at its end. */
  readonly holdings: Holdings;
  readonly #attached: AttachedFills = new Map();
  readonly #rows = new RowStates();
  readonly #cancelled = new Set<string>();
  readonly #reversals: ReversedFill[] = [];

  constructor(options: SinkOptions) {
    this.#options = options;
    this.#accounts = new Accounts(options.accountId ?? '', options.accounts);
    this.#clock = new Clock(options.zone, options.dateOrder);
    this.#names = new Names(options.format);
    this.#figures = new Figures(options.decimalMark);
    this.#untimed = new UntimedFills(this.#clock, options.newestFirst);
    this.holdings = new Holdings({
      instruments: this.#instruments,
      clock: this.#clock,
      figures: this.#figures,
      accounts: this.#accounts,
    });
    const parts = {
      log: this.log,
      instruments: this.#instruments,
      clock: this.#clock,
      figures: this.#figures,
      accountOf: (stated: string | undefined) => this.#accounts.of(stated),
    };
    this.#fills = new FillReader(parts);
    this.#money = new CashReader(parts);
  }

  /** Every row is finished: one that gave nothing and no reason is one the format does not know. */
  finishRow(row: number, figures = ''): void {
    if (!this.#rows.isOpen(row)) return;
    if (this.#isNothing(figures)) this.skip(row, 'nothing', 'The row holds nothing this format can import');
    else
      this.invalid(row, `The row names ${shortenText(figures)}, and this format does not know it: record it by hand`);
  }

  skip(row: number, kind: LeftOutKind, reason: string): void {
    if (this.#rows.settle(row, 'left out')) this.log.skip(row, kind, reason);
  }

  /** A row without money. One that names shares or coins moves something all the same, and is for the person to say. */
  skipMoneyless(row: number, what: string, quantity: string): void {
    if (this.#isNothing(quantity)) this.skip(row, 'no_money', `${what} moves no money`);
    else this.invalid(row, `${what} names ${shortenText(quantity)} and no money: record by hand what it did`);
  }

  /** A total, a footer: no row of data. */
  ignore(row: number): void {
    this.#rows.settle(row, 'left out');
  }

  invalid(row: number, reason: string): void {
    const isHalfRead = this.#rows.isRead(row);
    if (!this.#rows.settle(row, 'unreadable')) return;
    if (isHalfRead) this.log.spoil(row, reason);
    else this.log.invalid(row, reason);
  }

  /** The account the file names for all its rows. The caller's is for files that name none. */
  useAccount(account: string): void {
    this.#accounts.use(account);
  }

  /** The row is held for later and counted then. */
  hold(row: number): void {
    this.#rows.hold(row);
  }

  /** The row is part of what another row, which has been read, became. */
  join(row: number, into: number): void {
    if (!this.#rows.isRead(into)) this.invalid(row, `It belongs to row ${into}, which could not be read`);
    else if (this.#rows.settle(row, 'read')) this.log.join(row, into);
  }

  /** The row takes back an execution of this file, or of one imported earlier. */
  takeBack(row: number, execId: string): void {
    this.cancel(execId);
    if (this.#rows.settle(row, 'left out')) this.log.takeBack();
  }

  /** An execution of this file, or of one imported earlier, that its broker took back. */
  cancel(execId: string): void {
    this.#cancelled.add(execId);
    this.holdings.followCancel();
  }

  /** The day of rows that tell the time only: the one in the file's name, or ''. */
  get fileCurrency(): string {
    return this.#options.fileCurrency ?? '';
  }

  get fileDate(): string {
    return this.#options.fileDate ?? '';
  }

  number(cell: string): string | null {
    return this.#figures.text(cell);
  }

  /** What a cell is worth: 0 when it says nothing, NaN when it is not a number. */
  value(cell: string): number {
    const value = this.#figures.quantity(cell);
    return value === null ? Number.NaN : (value ?? 0);
  }

  /** The option a symbol or a description names, or null; each is worked out once. */
  option(text: string): Option | null {
    return this.#instruments.option(text);
  }

  moment(text: string): Moment | null {
    return this.#clock.read(text);
  }

  execution(input: Fill): boolean {
    const draft = this.#fills.read(input);
    if (draft === null) return this.#refuse(input.row, this.#fills.fault);
    this.#countRow(input.row);
    if (input.cancels === true) this.holdings.followCancel();
    if (input.cancels === true) this.#reversals.push({ ...draft.execution, time: draft.moment.date });
    else this.#add(draft, input);
    return true;
  }

  roundTrip(input: RoundTripRow): boolean {
    const { entry, exit } = halvesOf(input);
    const opened = this.#fills.read(entry);
    if (opened === null) return this.#refuse(input.row, `Entry: ${this.#fills.fault}`);
    const closed = this.#fills.read(exit);
    if (closed === null) return this.#refuse(input.row, `Exit: ${this.#fills.fault}`);
    if (input.result) this.#fills.checkResult(opened.execution, closed.execution, input);
    this.#countRow(input.row);
    this.#add(opened, entry);
    this.#add(closed, exit);
    return true;
  }

  event(input: EventInput): boolean {
    const isRead = this.#readEvent(input);
    for (const row of input.joined ?? []) this.join(row, input.row);
    return isRead;
  }

  #readEvent(input: EventInput): boolean {
    const instrument = this.#instruments.of(input);
    if (typeof instrument === 'string') return this.#refuse(input.row, instrument);
    const moment = this.#clock.read(input.when);
    if (moment === null) return this.#refuse(input.row, dateFault(input.when));
    const instant = input.after === true ? (moment.instant ?? Date.parse(moment.date)) + 1000 : moment.instant;
    const time = instant === null ? moment.date : this.#clock.iso(instant);
    const { id, named } = this.#accounts.of(input.account);
    const isin = isinOf(input.isin ?? '');
    const digits = 'quantity' in input ? this.#figures.digits(input.quantity) : null;
    const base = {
      time,
      instrument: instrument.symbol,
      account_id: id,
      row: input.row,
      ...(named === '' ? {} : { account: named }),
      ...(isin === null ? {} : { isin }),
      ...(digits === null ? {} : { quantity_exact: digits }),
    };
    let fault = '';
    const event = readEvent(input, base, {
      figure: (name, cell) => {
        const value = this.#fills.figure(name, cell);
        if (value === null) fault = this.#fills.fault;
        return value;
      },
      symbol: (symbol) => {
        const found = this.#instruments.of({ symbol });
        if (typeof found !== 'string') return found.symbol;
        fault = found;
        return null;
      },
      wrong: (reason) => {
        fault = reason;
        return null;
      },
    });
    if (event === null) return this.#refuse(input.row, fault);
    if (input.kind === 'transfer' && input.isSpinOff === true)
      this.log.warn(
        `Row ${input.row}: ${instrument.symbol} came by a spin-off, and the statement does not name the company it came from: it stands as a transfer. Record the spin_off of that company in its place (POST /position-events), so that the shares get their part of its cost.`,
      );
    this.#countRow(input.row);
    this.#addEvent(event, input.id);
    return true;
  }

  /** A row that is one side of an exchange: it waits for the other. */
  leg(input: ExchangeLeg): boolean {
    const size = this.#fills.figure('quantity', input.quantity);
    if (size === null) return this.#refuse(input.row, this.#fills.fault);
    this.hold(input.row);
    const count = input.leaves ? -Math.abs(size) : Math.abs(size);
    for (const event of this.#exchanges.add({ ...input, count })) this.event(event);
    return true;
  }

  /** Bonds that were paid back: a sale at what was paid for them. Their price is in percent, as bonds are traded. */
  redemption(input: RedemptionRow): boolean {
    const whole = this.#redemptions.add(input);
    if (whole === null) {
      this.hold(input.row);
      return true;
    }
    const { row, when, symbol, account, currency, isin } = whole;
    const size = Math.abs(this.value(whole.quantity));
    const paid = Math.abs(this.value(whole.amount));
    if (!(size > 0) || !(paid > 0)) {
      for (const one of new Set([row, input.row, ...whole.joined]))
        this.invalid(one, 'The redemption tells no bonds or no money');
      return false;
    }
    const isRead = this.execution({
      row,
      when,
      symbol,
      side: 'SLD',
      quantity: whole.quantity,
      price: ((paid / size) * 100).toFixed(8),
      amounts: [whole.amount],
      assetClass: 'BOND',
      multiplier: '0.01',
      ...(account === undefined ? {} : { account }),
      ...(currency === undefined ? {} : { currency }),
      ...(isin === undefined ? {} : { isin }),
    });
    for (const other of whole.joined) this.join(other, row);
    return isRead;
  }

  /** One of several rows of a merger; they are put together when the file has ended. */
  merger({ quantity = '', cash = '', ...row }: MergerRow): boolean {
    const count = quantity === '' ? 0 : this.#fills.figure('quantity', quantity);
    const paid = count === null || cash === '' ? 0 : this.#fills.figure('amount', cash);
    if (count === null || paid === null) return this.#refuse(row.row, this.#fills.fault);
    if (count === 0 && paid === 0) return this.#refuse(row.row, 'The merger names neither shares nor money');
    this.hold(row.row);
    this.#mergers.add({ ...row, count, cash: Math.abs(paid) });
    return true;
  }

  cash(input: CashInput): boolean {
    const row = this.#money.read(input);
    if (row === null) return this.#refuse(input.row, this.#money.fault);
    if (row === NO_MONEY) this.skipMoneyless(input.row, 'The row', input.quantity ?? '');
    else {
      this.#countRow(input.row);
      this.holdings.follow({ cash: row });
      this.#cash.push(row);
    }
    return true;
  }

  /** What has been read since the last call. */
  take(): { executions: Execution[]; cash: CashRow[]; events: StatementEvent[] } {
    const taken = { executions: this.#executions, cash: this.#cash, events: this.#events };
    this.#executions = [];
    this.#cash = [];
    this.#events = [];
    return taken;
  }

  /** Ends the file. */
  end(): {
    readonly accounts: readonly string[];
    readonly cancelled: readonly string[];
    readonly reversals: readonly ReversedFill[];
    readonly stated: StatedHoldings;
    readonly diagnostics: Diagnostics;
  } {
    this.#untimed.flush(null, this.#name, this.#ready);
    for (const half of this.#redemptions.left) this.#keepHalf(half);
    const { events, unpaid } = this.#mergers.end();
    for (const event of [...this.#exchanges.rest(), ...events]) this.event(event);
    for (const row of this.#exchanges.unchanged)
      this.skip(row, 'nothing', 'Another CUSIP or ISIN under the same symbol: nothing changed');
    for (const row of unpaid)
      this.invalid(row, 'Money of a merger, and no row tells the shares it was paid for: record it by hand');
    for (const row of this.#rows.held())
      this.invalid(row, 'The row belongs to others that the file does not have: record by hand what it did');
    return {
      accounts: this.#accounts.named,
      cancelled: [...this.#cancelled],
      reversals: this.#reversals,
      stated: this.holdings.listStated(),
      diagnostics: this.log.diagnostics(),
    };
  }

  /** What one row of a redemption tells where the file has no other. */
  #keepHalf({ row, when, symbol, account, amount = '', quantity = '', currency, memo }: RedemptionRow): void {
    const where = account === undefined ? {} : { account };
    if (amount === '')
      return this.invalid(
        row,
        `${quantity} of ${symbol} were redeemed, and no row tells the money: record the sale by hand`,
      );
    this.cash({
      row,
      when,
      symbol,
      amount,
      memo,
      kind: 'other',
      ...where,
      ...(currency === undefined ? {} : { currency }),
    });
    this.log.warn(
      `Row ${row}: ${amount} came for bonds of ${symbol}, and no row tells how many. It stands as cash; record the sale by hand.`,
    );
  }

  #countRow(row: number): void {
    if (this.#rows.settle(row, 'read')) this.log.countParsed();
  }

  /** Whether a cell names no figure but zero. */
  #isNothing(cell: string): boolean {
    return cell === '' || this.value(cell) === 0;
  }

  #refuse(row: number, reason: string): false {
    this.invalid(row, reason);
    return false;
  }

  #add(draft: Draft, input: Fill): void {
    const { execution, moment } = draft;
    const attached = findAttachment(draft, input);
    if (attached !== null) this.#attached.set(execution, attached);
    if (moment.instant === null) {
      execution.time_known = false;
      return this.#untimed.add(execution, moment.date, this.#name, this.#ready);
    }
    execution.time = this.#clock.iso(moment.instant);
    this.#name(execution, execution.time);
    this.holdings.follow({ execution });
    this.#executions.push(execution);
  }

  readonly #ready = (execution: Execution): void => {
    this.holdings.follow({ execution });
    this.#executions.push(execution);
  };

  readonly #name = (execution: DraftExecution, when: string): void => {
    if (execution.exec_id === '') execution.exec_id = this.#names.execution(execution, when);
    if (this.#attached.size > 0) this.#settle(execution, when);
  };

  /** Once a fill has its id: what refers to it by that id (costs apart, an option's end) is added. */
  #settle(execution: DraftExecution, when: string): void {
    const attached = this.#attached.get(execution);
    if (attached === undefined) return;
    this.#attached.delete(execution);
    for (const cost of attached.costs) this.cash({ ...cost, execId: execution.exec_id });
    if (attached.interest !== undefined) this.cash({ ...attached.interest, id: `${execution.exec_id}:accrued` });
    if (attached.ends !== undefined) this.#end(execution, attached.ends, when);
  }

  #addEvent(event: UnnamedEvent, id: string | undefined): void {
    const name = id?.trim() || this.#names.event(event);
    this.holdings.follow({ event: { ...event, id: name } });
    this.#events.push({ ...event, id: name });
  }

  #end(execution: Execution, kind: OptionEnd, when: string): void {
    const { instrument, account_id, account, quantity, exec_id, row } = execution;
    const named = account === undefined ? {} : { account };
    const event = { kind, time: when, instrument, account_id, ...named, row, quantity, stock_recorded: true, exec_id };
    this.#addEvent(event, `${exec_id}:${kind}`);
  }
}
