// Where every broker format puts what it read: the cells as written go in, checked executions and cash rows come out.
// Numbers, times, instruments, ids and reasons are decided here once, so a format only says which column is what.
import type { FeeType } from '@zorivest/words';
import { RowLog } from '../diagnostics.ts';
import type { CashRow, Diagnostics, Execution, OptionEnd, StatementEvent } from '../model.ts';
import { looksLikeFormula } from '../text/csv.ts';
import { type DecimalMark, parseNumber, plainValue } from '../text/number.ts';
import { Clock, type DateOrder, type Moment } from '../text/time.ts';
import { currencyCode, dateFault, shown, toEight } from './cell.ts';
import { readEvent, type UnnamedEvent } from './event.ts';
import { Exchanges } from './exchange.ts';
import type { CashInput, EventInput, ExchangeLeg, Fill, RoundTripRow } from './input.ts';
import type { Instrument } from './instrument.ts';
import { Instruments, isSymbol } from './instruments.ts';
import { Names } from './names.ts';
import { UntimedFills } from './untimed.ts';
import { cashKind } from './words.ts';

export interface SinkOptions {
  readonly format: string;
  readonly accountId: string | undefined;
  readonly zone: string;
  readonly dateOrder: DateOrder;
  readonly decimalMark: DecimalMark;
  /** How the rows of one day without times are ordered when the file shows no other day. */
  readonly newestFirst: boolean;
  /** The date in the file's name, `YYYY-MM-DD`, for rows that have a time only. */
  readonly fileDate?: string | undefined;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

interface Draft {
  readonly execution: Mutable<Execution>;
  readonly moment: Moment;
  readonly ends: OptionEnd | undefined;
}

const ASSET_CLASSES = { stock: 'EQUITY', option: 'OPTION', future: 'FUTURE' } as const;

const LARGEST_COST = 10_000_000;

export class Sink {
  readonly log = new RowLog();
  readonly #options: SinkOptions;
  #account: string;
  readonly #clock: Clock;
  readonly #names: Names;
  readonly #instruments = new Instruments(this.log);
  readonly #untimed: UntimedFills<Mutable<Execution>>;
  readonly #accounts = new Set<string>();
  /** The account named last: the next row's is usually the same. */
  #lastAccount = '';
  #executions: Execution[] = [];
  #cash: CashRow[] = [];
  #events: StatementEvent[] = [];
  readonly #exchanges = new Exchanges();
  /** Fills that are how a contract ended, until they have their ids. */
  readonly #ends = new Map<Execution, OptionEnd>();
  #fault = '';
  #rowDone = false;
  readonly #cancelled = new Set<string>();

  constructor(options: SinkOptions) {
    this.#options = options;
    this.#account = options.accountId ?? '';
    this.#clock = new Clock(options.zone, options.dateOrder);
    this.#names = new Names(options.format);
    this.#untimed = new UntimedFills(this.#clock, options.newestFirst);
  }

  /** Starts a row; `finishRow` counts it. */
  startRow(): void {
    this.#rowDone = false;
  }

  /** A row that gave nothing and no reason is a row the format does not know. */
  finishRow(row: number): void {
    if (!this.#rowDone) this.log.skip(row, 'The row holds nothing this format can import');
  }

  skip(row: number, reason: string): void {
    if (this.#rowDone) return;
    this.#rowDone = true;
    this.log.skip(row, reason);
  }

  invalid(row: number, reason: string): void {
    if (this.#rowDone) return;
    this.#rowDone = true;
    this.log.invalid(row, reason);
  }

  /** The account the file names for all its rows. The caller's is for files that name none. */
  useAccount(account: string): void {
    this.#account = account;
  }

  /** The row is kept for later and counted then. */
  hold(): void {
    this.#rowDone = true;
  }

  /** An execution of this file, or of one imported earlier, that its broker took back. */
  cancel(execId: string): void {
    this.#cancelled.add(execId);
  }

  /** The day of rows that tell the time only: the one in the file's name, or ''. */
  get fileDate(): string {
    return this.#options.fileDate ?? '';
  }

  number(cell: string): string | null {
    return parseNumber(cell, this.#options.decimalMark);
  }

  moment(text: string): Moment | null {
    return this.#clock.read(text);
  }

  execution(input: Fill): boolean {
    const draft = this.#draft(input);
    if (draft === null) return this.#refuse(input.row, this.#fault);
    this.#countRow();
    this.#add(draft);
    return true;
  }

  roundTrip(input: RoundTripRow): boolean {
    const long = input.direction === 'long';
    const entry = this.#draft({
      ...input,
      costs: input.entryCosts ?? input.costs ?? [],
      side: long ? 'BOT' : 'SLD',
      price: input.entryPrice,
      when: input.entryTime,
      execId: input.entryId ?? '',
    });
    if (entry === null) return this.#refuse(input.row, `Entry: ${this.#fault}`);
    const exit = this.#draft({
      ...input,
      side: long ? 'SLD' : 'BOT',
      price: input.exitPrice,
      when: input.exitTime,
      costs: input.exitCosts ?? [],
      negatedCosts: [],
      execId: input.exitId ?? '',
    });
    if (exit === null) return this.#refuse(input.row, `Exit: ${this.#fault}`);
    this.#countRow();
    this.#add(entry);
    this.#add(exit);
    return true;
  }

  event(input: EventInput): boolean {
    const instrument = this.#instrumentOf(input);
    if (instrument === null) return this.#refuse(input.row, this.#fault);
    const moment = this.#clock.read(input.when);
    if (moment === null) return this.#refuse(input.row, dateFault(input.when));
    const instant = input.after === true ? (moment.instant ?? Date.parse(moment.date)) + 1000 : moment.instant;
    const time = instant === null ? moment.date : this.#clock.iso(instant);
    const base = { time, instrument: instrument.symbol, account_id: this.#accountOf(input.account) };
    const event = readEvent(input, base, {
      figure: (name, cell) => this.#figure(name, cell),
      symbol: (symbol) => this.#instrumentOf({ symbol })?.symbol ?? null,
      wrong: (reason) => this.#bad(reason),
    });
    if (event === null) return this.#refuse(input.row, this.#fault);
    this.#countRow();
    this.#addEvent(event, input.id);
    return true;
  }

  /** A row that is one side of an exchange: it waits for the other. */
  leg(input: ExchangeLeg): boolean {
    const size = this.#figure('quantity', input.quantity);
    if (size === null) return this.#refuse(input.row, this.#fault);
    this.#countRow();
    const count = input.leaves ? -Math.abs(size) : Math.abs(size);
    for (const event of this.#exchanges.add({ ...input, count })) this.event(event);
    return true;
  }

  cash(input: CashInput): boolean {
    const amount = this.number(input.amount);
    if (amount === null) return this.#refuse(input.row, `The amount "${shown(input.amount)}" is not a number`);
    if (amount === '') return this.#refuse(input.row, 'The row has no amount');
    if (Number(amount) === 0) {
      this.skip(input.row, 'The row moves no money');
      return true;
    }
    const moment = this.#clock.read(input.when);
    if (moment === null) return this.#refuse(input.row, dateFault(input.when));
    const symbol = input.symbol?.trim() ?? '';
    const memo = this.#plain(input.memo?.trim() ?? '', input.row);
    const account = this.#accountOf(input.account);
    const negative = amount.startsWith('-');
    this.#countRow();
    this.#cash.push({
      date: moment.date,
      amount: toEight(amount),
      currency: currencyCode(input.currency) ?? 'USD',
      kind: input.kind ?? cashKind(input.words ?? input.memo ?? '', negative),
      ...(symbol === '' || !isSymbol(symbol) ? {} : { symbol: this.#instruments.named(symbol).symbol }),
      ...(memo === '' ? {} : { memo }),
      ...(account === '' ? {} : { account_id: account }),
      ...(input.id === undefined || input.id === '' ? {} : { id: input.id }),
    });
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
    readonly diagnostics: Diagnostics;
  } {
    this.#untimed.flush(null, this.#name, this.#ready);
    this.#rowDone = true;
    for (const event of this.#exchanges.rest()) this.event(event);
    return { accounts: [...this.#accounts], cancelled: [...this.#cancelled], diagnostics: this.log.diagnostics() };
  }

  /** A row's own account, else the file's. */
  #accountOf(stated: string | undefined): string {
    const account = stated?.trim() || this.#account;
    if (account !== '' && account !== this.#lastAccount) {
      this.#lastAccount = account;
      this.#accounts.add(account);
    }
    return account;
  }

  #countRow(): void {
    if (!this.#rowDone) this.log.parsed();
    this.#rowDone = true;
  }

  #refuse(row: number, reason: string): false {
    this.invalid(row, reason);
    return false;
  }

  /** The execution without its id and time; null, with the reason in `#fault`, when the row cannot be one. */
  #draft(input: Fill): Draft | null {
    const instrument = this.#instrumentOf(input);
    if (instrument === null) return null;
    if (input.side === null) return this.#bad('The row does not say whether it is a buy or a sell');
    const quantity = this.#figure('quantity', input.quantity);
    if (quantity === null) return null;
    if (quantity === 0) return this.#bad('The quantity is zero');
    const price = this.#figure('price', input.price);
    if (price === null) return null;
    if (price === 0 && input.free !== true && input.ends === undefined && instrument.kind !== 'option')
      return this.#bad('The price is zero');
    if (price < 0 && instrument.kind !== 'future') return this.#bad('The price is negative');
    const fees = input.costKinds === undefined ? null : new Map<FeeType, number>();
    const commission = this.#costs(input, fees);
    if (commission === null) return null;
    const stated =
      input.multiplier === undefined || input.multiplier === '' ? 0 : this.#figure('multiplier', input.multiplier);
    if (stated === null) return null;
    const moment = this.#clock.read(input.when);
    if (moment === null) return this.#bad(dateFault(input.when));
    const execution: Mutable<Execution> = {
      exec_id: input.execId?.trim() ?? '',
      time: '',
      instrument: instrument.symbol,
      action: input.side,
      quantity: Math.abs(quantity),
      price,
      account_id: this.#accountOf(input.account),
      commission,
      multiplier: Math.abs(stated) || instrument.multiplier,
      asset_class: input.assetClass ?? instrument.assetClass ?? ASSET_CLASSES[instrument.kind],
    };
    if (fees !== null && fees.size > 0)
      execution.fees = [...fees].map(([type, count]) => ({ type, amount: count / 1e8 }));
    if (input.orderId) execution.order_id = input.orderId;
    const currency = currencyCode(input.currency);
    if (currency !== null) execution.currency = currency;
    const settled = input.settles ? this.#clock.read(input.settles) : null;
    if (settled !== null) execution.settlement_date = settled.date;
    // Cash-settled contracts end at their worth: that is a trade like any other.
    return { execution, moment, ends: price === 0 && instrument.kind === 'option' ? input.ends : undefined };
  }

  #bad(reason: string): null {
    this.#fault = reason;
    return null;
  }

  #instrumentOf(input: Parameters<Instruments['of']>[0]): Instrument | null {
    const found = this.#instruments.of(input);
    return typeof found === 'string' ? this.#bad(found) : found;
  }

  #figure(name: string, cell: string): number | null {
    const value = this.#value(cell);
    if (value === null) return this.#bad(`The ${name} "${shown(cell)}" is not a number`);
    return value ?? this.#bad(`The row has no ${name}`);
  }

  /** What a cell is worth: undefined when it says nothing, null when it is no number. */
  #value(cell: string): number | null | undefined {
    if (this.#options.decimalMark === '.') {
      const plain = plainValue(cell);
      if (!Number.isNaN(plain)) return plain;
    }
    const text = this.number(cell);
    return text === null ? null : text === '' ? undefined : toEight(text);
  }

  /**
   * All costs together, added as whole counts of 1e-8: a double holds those exactly up to ninety million. `fees` takes
   * the counts of those that are no commission.
   */
  #costs({ costs = [], negatedCosts = [], costKinds = [] }: Fill, fees: Map<FeeType, number> | null): number | null {
    let count = 0;
    for (let at = 0; at < costs.length + negatedCosts.length; at++) {
      const cell = costs[at] ?? negatedCosts[at - costs.length] ?? '';
      if (cell === '' || cell === '0') continue;
      const value = this.#value(cell);
      if (value === null) return this.#bad(`The cost "${shown(cell)}" is not a number`);
      if (value === undefined) continue;
      if (Math.abs(value) > LARGEST_COST) return this.#bad(`The cost "${shown(cell)}" is too large to be one`);
      const cost = Math.round(value * 1e8) * (at < costs.length ? 1 : -1);
      count += cost;
      const kind = costKinds[at % costKinds.length] ?? 'commission';
      if (fees !== null && kind !== 'commission' && cost !== 0) fees.set(kind, (fees.get(kind) ?? 0) + cost);
    }
    return count / 1e8 + 0;
  }

  #add({ execution, moment, ends }: Draft): void {
    if (ends !== undefined) this.#ends.set(execution, ends);
    if (moment.instant === null) return this.#untimed.add(execution, moment.date, this.#name, this.#ready);
    execution.time = this.#clock.iso(moment.instant);
    this.#name(execution, execution.time);
    this.#executions.push(execution);
  }

  readonly #ready = (execution: Execution): void => {
    this.#executions.push(execution);
  };

  readonly #name = (execution: Mutable<Execution>, when: string): void => {
    if (execution.exec_id === '') execution.exec_id = this.#names.execution(execution, when);
    if (this.#ends.size > 0) this.#end(execution, when);
  };

  #addEvent(event: UnnamedEvent, id: string | undefined): void {
    const name = id?.trim() || this.#names.event(event);
    this.#events.push({ ...event, id: name });
  }

  #end(execution: Execution, when: string): void {
    const kind = this.#ends.get(execution);
    if (kind === undefined) return;
    this.#ends.delete(execution);
    const { instrument, account_id, quantity, exec_id } = execution;
    const event = { kind, time: when, instrument, account_id, quantity, stock_recorded: true, exec_id };
    this.#addEvent(event, `${exec_id}:${kind}`);
  }

  /** Text as text: what a spreadsheet would run gets an apostrophe in front, as spreadsheets themselves do. */
  #plain(text: string, row: number): string {
    if (!looksLikeFormula(text)) return text;
    this.log.warn(`Row ${row}: a cell looks like a spreadsheet formula and was kept as plain text.`);
    return `'${text}`;
  }
}
