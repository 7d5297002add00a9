// Where every broker format puts what it read: the cells as written go in, checked executions and cash rows come out.
// Numbers, times, instruments, ids and reasons are decided here once, so a format only says which column is what.
import { eighths, type Fixed, parseFixed } from '@zorivest/domain';
import { RowLog } from '../diagnostics.ts';
import type { CashKind, CashRow, Diagnostics, Execution } from '../model.ts';
import { looksLikeFormula } from '../text/csv.ts';
import { type DecimalMark, parseNumber } from '../text/number.ts';
import { Clock, type DateOrder, isoInstant, type Moment } from '../text/time.ts';
import { contentHash, Occurrences } from './identity.ts';
import {
  type Instrument,
  type Option,
  optionInstrument,
  parseFuture,
  parseOption,
  pointValue,
  withoutExchange,
} from './instrument.ts';
import { cashKind, type Side } from './words.ts';

export interface SinkOptions {
  readonly format: string;
  readonly accountId: string | undefined;
  readonly zone: string;
  readonly dateOrder: DateOrder;
  readonly decimalMark: DecimalMark;
  /** How the rows of one day without times are ordered when the file shows no other day. */
  readonly newestFirst: boolean;
}

/** One fill, as the file has it. */
export interface Fill {
  readonly row: number;
  readonly side: Side | null;
  /** The symbol as written; resolved to one spelling unless `instrument` says what it is. */
  readonly symbol: string;
  readonly instrument?: Instrument;
  /** The option the row names outside its symbol, where it names one. */
  readonly option?: Option | null;
  /** The symbol names a futures contract, whatever its root. */
  readonly future?: boolean;
  readonly quantity: string;
  readonly price: string;
  /** Costs, positive = cost. Each as written; use `negated` for files that write costs as negative amounts. */
  readonly costs?: readonly string[];
  readonly negatedCosts?: readonly string[];
  readonly when: string;
  readonly account?: string;
  readonly currency?: string;
  readonly execId?: string;
  readonly orderId?: string;
  readonly multiplier?: string;
  /** A price of zero is meant (an expiry, an assignment, a spin-off). */
  readonly free?: boolean;
}

/** A finished trade of two fills in one row. */
export interface RoundTripRow extends Omit<Fill, 'side' | 'price' | 'when' | 'execId' | 'orderId'> {
  readonly direction: 'long' | 'short';
  readonly entryPrice: string;
  readonly exitPrice: string;
  readonly entryTime: string;
  readonly exitTime: string;
  readonly entryId?: string;
  readonly exitId?: string;
  readonly entryCosts?: readonly string[];
  readonly exitCosts?: readonly string[];
}

export interface CashInput {
  readonly row: number;
  readonly when: string;
  readonly amount: string;
  readonly currency?: string;
  readonly kind?: CashKind;
  /** The words the kind is taken from when `kind` is not given. */
  readonly words?: string;
  readonly symbol?: string;
  readonly memo?: string;
  readonly account?: string;
  readonly id?: string;
}

/** A symbol may hold what tickers of any exchange hold, and nothing a spreadsheet or a page would run. */
const SYMBOL = /^[\p{L}\p{N}/.^$@#][\p{L}\p{N} ./_:&^!*'#@=+-]*$/u;
const LONGEST_SYMBOL = 64;

export class Sink {
  readonly log = new RowLog();
  readonly #options: SinkOptions;
  #account: string;
  readonly #clock: Clock;
  readonly #occurrences = new Occurrences();
  readonly #instruments = new Map<string, Instrument>();
  readonly #accounts = new Set<string>();
  #executions: Execution[] = [];
  #cash: CashRow[] = [];
  /** Fills of a day without times wait here until the file shows whether it runs forwards or backwards. */
  #day: { readonly date: string; readonly fills: Execution[] } | null = null;
  #newestFirst: boolean | null = null;
  readonly #stamped = new Map<string, number>();
  #rowDone = false;
  readonly #cancelled = new Set<string>();

  constructor(options: SinkOptions) {
    this.#options = options;
    this.#account = options.accountId ?? '';
    this.#clock = new Clock(options.zone, options.dateOrder);
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

  number(cell: string): string | null {
    return parseNumber(cell, this.#options.decimalMark);
  }

  moment(text: string): Moment | null {
    return this.#clock.read(text);
  }

  execution(input: Fill): boolean {
    const made = this.#made(input);
    if (typeof made === 'string') {
      this.invalid(input.row, made);
      return false;
    }
    this.#countRow();
    this.#add(made.execution, made.moment);
    return true;
  }

  roundTrip(input: RoundTripRow): boolean {
    const long = input.direction === 'long';
    const shared = { ...input, costs: input.entryCosts ?? input.costs ?? [] };
    const entry = this.#made({
      ...shared,
      side: long ? 'BOT' : 'SLD',
      price: input.entryPrice,
      when: input.entryTime,
      ...(input.entryId === undefined ? {} : { execId: input.entryId }),
    });
    const exit = this.#made({
      ...shared,
      side: long ? 'SLD' : 'BOT',
      price: input.exitPrice,
      when: input.exitTime,
      costs: input.exitCosts ?? [],
      negatedCosts: [],
      ...(input.exitId === undefined ? {} : { execId: input.exitId }),
    });
    const fault = typeof entry === 'string' ? `entry: ${entry}` : typeof exit === 'string' ? `exit: ${exit}` : null;
    if (fault !== null || typeof entry === 'string' || typeof exit === 'string') {
      this.invalid(input.row, fault ?? 'The row could not be read');
      return false;
    }
    this.#countRow();
    this.#add(entry.execution, entry.moment);
    this.#add(exit.execution, exit.moment);
    return true;
  }

  cash(input: CashInput): boolean {
    const amount = this.number(input.amount);
    if (amount === null) return this.#refuse(input.row, `The amount "${shown(input.amount)}" is not a number`);
    if (amount === '') return this.#refuse(input.row, 'The row has no amount');
    const moment = this.#clock.read(input.when);
    if (moment === null) return this.#refuse(input.row, dateFault(input.when));
    const symbol = input.symbol?.trim() ?? '';
    const memo = this.#plain(input.memo?.trim() ?? '', input.row);
    const account = this.#accountOf(input.account);
    const negative = amount.startsWith('-');
    this.#countRow();
    this.#cash.push({
      date: moment.date,
      amount: eighths(parseFixed(amount) ?? 0n),
      currency: currencyCode(input.currency) ?? 'USD',
      kind: input.kind ?? cashKind(input.words ?? input.memo ?? '', negative),
      ...(symbol === '' || !isSymbol(symbol) ? {} : { symbol: this.instrument(symbol).symbol }),
      ...(memo === '' ? {} : { memo }),
      ...(account === '' ? {} : { account_id: account }),
      ...(input.id === undefined || input.id === '' ? {} : { id: input.id }),
    });
    return true;
  }

  /** The instrument a symbol names, remembered: a file has far more fills than instruments. */
  instrument(symbol: string, future = false): Instrument {
    const key = future ? `\n${symbol}` : symbol;
    let known = this.#instruments.get(key);
    if (known === undefined) {
      known = this.#resolve(symbol, future);
      if (this.#instruments.size < 100_000) this.#instruments.set(key, known);
    }
    return known;
  }

  /** What has been read since the last call. */
  take(): { executions: Execution[]; cash: CashRow[] } {
    const taken = { executions: this.#executions, cash: this.#cash };
    this.#executions = [];
    this.#cash = [];
    return taken;
  }

  /** Ends the file. */
  end(): {
    readonly accounts: readonly string[];
    readonly cancelled: readonly string[];
    readonly diagnostics: Diagnostics;
  } {
    this.#flushDay(null);
    return { accounts: [...this.#accounts], cancelled: [...this.#cancelled], diagnostics: this.log.diagnostics() };
  }

  /** A row's own account, else the file's. */
  #accountOf(stated: string | undefined): string {
    const account = stated?.trim() || this.#account;
    if (account !== '') this.#accounts.add(account);
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

  /** The execution without its id and, for a day without times, without its time; or what is wrong. */
  #made(input: Fill): { execution: Execution; moment: Moment } | string {
    const instrument = this.#instrumentOf(input);
    if (typeof instrument === 'string') return instrument;
    if (input.side === null) return 'The row does not say whether it is a buy or a sell';
    const quantity = this.#figure('quantity', input.quantity);
    if (typeof quantity === 'string') return quantity;
    if (quantity.value === 0) return 'The quantity is zero';
    const price = this.#figure('price', input.price);
    if (typeof price === 'string') return price;
    if (price.value === 0 && input.free !== true && instrument.kind !== 'option') return 'The price is zero';
    if (price.value < 0 && instrument.kind !== 'future') return 'The price is negative';
    const commission = this.#costs(input);
    if (typeof commission === 'string') return commission;
    const moment = this.#clock.read(input.when);
    if (moment === null) return dateFault(input.when);
    const multiplier = this.#multiplier(input, instrument);
    if (typeof multiplier === 'string') return multiplier;
    const account = this.#accountOf(input.account);
    const currency = currencyCode(input.currency);
    const execution: Execution = {
      exec_id: input.execId?.trim() ?? '',
      time: moment.instant === null ? '' : isoInstant(moment.instant),
      instrument: instrument.symbol,
      action: input.side,
      quantity: Math.abs(quantity.value),
      price: price.value,
      account_id: account,
      commission,
      multiplier,
      ...(input.orderId === undefined || input.orderId === '' ? {} : { order_id: input.orderId }),
      ...(currency === null ? {} : { currency }),
    };
    return { execution, moment };
  }

  #instrumentOf(input: Fill): Instrument | string {
    if (input.instrument !== undefined) return input.instrument;
    if (input.option) return optionInstrument(input.option);
    const symbol = input.symbol.trim();
    if (symbol === '') return 'The row has no symbol';
    if (looksLikeFormula(symbol)) return 'The symbol is a spreadsheet formula';
    if (!isSymbol(symbol)) return `"${shown(symbol)}" is not a symbol`;
    return this.instrument(symbol, input.future === true);
  }

  #figure(name: string, cell: string): { readonly value: number } | string {
    const text = this.number(cell);
    if (text === null) return `The ${name} "${shown(cell)}" is not a number`;
    if (text === '') return `The row has no ${name}`;
    return { value: toEight(text) };
  }

  #multiplier(input: Fill, instrument: Instrument): number | string {
    const stated = input.multiplier === undefined ? '' : this.number(input.multiplier);
    if (stated === null) return `The multiplier "${shown(input.multiplier ?? '')}" is not a number`;
    const value = stated === '' ? 0 : Math.abs(toEight(stated));
    return value > 0 ? value : instrument.multiplier;
  }

  #costs(input: Fill): number | string {
    let total: Fixed = 0n;
    for (const [cells, sign] of [
      [input.costs ?? [], 1n],
      [input.negatedCosts ?? [], -1n],
    ] as const)
      for (const cell of cells) {
        if (cell === '' || cell === '0') continue;
        const text = this.number(cell);
        const value = text === null ? null : text === '' ? 0n : parseFixed(text);
        if (value === null) return `The cost "${shown(cell)}" is not a number`;
        total += sign * value;
      }
    return eighths(total);
  }

  #add(execution: Execution, moment: Moment): void {
    if (moment.instant !== null) {
      this.#executions.push(this.#named(execution, execution.time));
      return;
    }
    if (this.#day !== null && this.#day.date !== moment.date) this.#flushDay(moment.date);
    this.#day ??= { date: moment.date, fills: [] };
    this.#day.fills.push(execution);
  }

  #flushDay(next: string | null): void {
    const day = this.#day;
    if (day === null) return;
    this.#day = null;
    if (next !== null) this.#newestFirst ??= next < day.date;
    const backwards = this.#newestFirst ?? this.#options.newestFirst;
    const from = this.#stamped.get(day.date) ?? 0;
    this.#stamped.set(day.date, from + day.fills.length);
    const noon = this.#clock.noon(day.date);
    const named: Execution[] = Array.from({ length: day.fills.length });
    for (let i = 0; i < day.fills.length; i++) {
      // In the order of trading, so that the first of two equal fills is the same one in every export.
      const place = backwards ? day.fills.length - 1 - i : i;
      const fill = day.fills[place];
      if (fill !== undefined)
        named[place] = { ...this.#named(fill, day.date), time: isoInstant(noon + (from + i) * 1000) };
    }
    for (const fill of named) this.#executions.push(fill);
  }

  #named(execution: Execution, when: string): Execution {
    if (execution.exec_id !== '') return execution;
    const { account_id, instrument, action, quantity, price } = execution;
    const digest = contentHash(
      `${this.#options.format}|${account_id}|${instrument}|${when}|${action}|${quantity}|${price}`,
    );
    return { ...execution, exec_id: `${this.#options.format}-${digest}-${this.#occurrences.next(digest)}` };
  }

  #resolve(text: string, future: boolean): Instrument {
    const { symbol, future: exchangeSays } = withoutExchange(text);
    const option = future ? null : parseOption(symbol);
    if (option !== null) return optionInstrument(option);
    const contract = parseFuture(symbol, future || exchangeSays);
    if (contract === null) return { symbol: symbol.toUpperCase(), multiplier: 1, kind: 'stock' };
    const value = pointValue(contract.root);
    if (value === undefined)
      this.log.warn(
        `The point value of ${contract.root} futures is not known: a multiplier of 1 was used. Set it on the trade.`,
      );
    return { symbol: contract.symbol, multiplier: value ?? 1, kind: 'future' };
  }

  /** Text as text: what a spreadsheet would run gets an apostrophe in front, as spreadsheets themselves do. */
  #plain(text: string, row: number): string {
    if (!looksLikeFormula(text)) return text;
    this.log.warn(`Row ${row}: a cell looks like a spreadsheet formula and was kept as plain text.`);
    return `'${text}`;
  }
}

function isSymbol(text: string): boolean {
  return text.length <= LONGEST_SYMBOL && SYMBOL.test(text);
}

function toEight(text: string): number {
  const point = text.indexOf('.');
  // Up to eight decimals the double nearest to the text is the answer.
  if ((point === -1 || text.length - point <= 9) && text.length < 16) return Number(text);
  return eighths(parseFixed(text) ?? 0n);
}

function currencyCode(text: string | undefined): string | null {
  const code = text?.trim().toUpperCase() ?? '';
  return /^[A-Z]{3,5}$/.test(code) ? code : null;
}

function dateFault(text: string): string {
  return text.trim() === '' ? 'The row has no date' : `"${shown(text)}" is not a date`;
}

/** A cell inside a message: short, on one line. */
function shown(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 40);
}
