// A portfolio, bar by bar on one calendar. In each bar, in this order: what a night costs; delistings; orders that wait;
// what was decided before and fills at the open; margin at the worst prices; what is decided at the close and fills there;
// the value of everything at the close. An order fills only on a bar that its symbol has.
import { Account, type Direction } from './account.ts';
import { slip, type PortfolioCosts } from './costs.ts';
import { carryCosts, type CarryKind } from './carry.ts';
import { readConvention, sizeOf, symbolsOf, type OrderInput, type PortfolioInput } from './input.ts';
import { openMarket, timeOf, type Label, type Market, type SymbolInput } from './market.ts';
import { allocate, decideWeights, holdToLimits, type Targets } from './weights.ts';
import { decideSignals, type SymbolSignals } from './signals.ts';
import { estimateSpreads } from './spread.ts';
import { measurePortfolio, type PortfolioStats } from './stats.ts';
import { WaitingOrders } from './waiting.ts';

export type PortfolioReason =
  | 'order'
  | 'signal'
  | 'rebalance'
  | 'limit'
  | 'stop'
  | 'delisted'
  | 'liquidated'
  | 'ruined';

export interface PortfolioTrade {
  readonly bar: number;
  readonly date: Label;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly size: number;
  readonly price: number;
  readonly fees: number;
  readonly reason: PortfolioReason;
}

/** What holding a symbol cost (negative) or brought at the beginning of a bar. */
export interface PortfolioCarry {
  readonly bar: number;
  readonly symbol: string;
  readonly kind: CarryKind;
  readonly money: number;
}

export interface PortfolioResult {
  readonly dates: readonly Label[];
  /** Unix seconds. */
  readonly times: Float64Array;
  readonly trades: readonly PortfolioTrade[];
  readonly carry: readonly PortfolioCarry[];
  /** At the close of each bar, after its fills. */
  readonly equity: readonly number[];
  readonly cash: readonly number[];
  /** What is held, without the cash. */
  readonly held_value: readonly number[];
  /** The smaller of what was bought and sold, as a share of the account. */
  readonly turnover: readonly number[];
  /** Units of each symbol after each bar. */
  readonly positions: Readonly<Record<string, readonly number[]>>;
  /** What those are worth. */
  readonly values: Readonly<Record<string, Float64Array>>;
  readonly positions_end: Readonly<Record<string, number>>;
  readonly cash_end: number;
  readonly fees_total: number;
  readonly stats: PortfolioStats;
  readonly outcome: 'lived' | 'ruined';
  /** Unix seconds; null for an account that lived. */
  readonly ruined_at: number | null;
  readonly liquidations: number;
  readonly peak_leverage: number;
  /** Entries by signal for which there was no cash. */
  readonly entries_without_cash: number;
  /** Sales that were not made because they bring less than their fee. */
  readonly sales_below_fee: number;
  readonly warnings: readonly string[];
}

interface Action {
  readonly s: number;
  readonly order?: OrderInput;
  /** Units that are asked for; NaN where the size is still to be read by its type. */
  readonly units: number;
  readonly size: number;
  readonly reason: PortfolioReason;
}

const MOST_LISTED = 5;
const WEEK = 7 * 86_400;

export function runPortfolio(input: PortfolioInput): PortfolioResult {
  return new Run(input).run();
}

class Run {
  readonly #input: PortfolioInput;
  readonly #symbols: readonly SymbolInput[];
  readonly #market: Market;
  readonly #account: Account;
  readonly #costs: PortfolioCosts;
  readonly #directions: readonly Direction[];
  /** The last close that is known of each symbol. */
  readonly #marks: Float64Array;
  readonly #spreads: readonly (Float64Array | undefined)[];
  /** Symbols that are delisted some day. */
  readonly #leaving: readonly number[];
  readonly #trades: PortfolioTrade[] = [];
  readonly #carry: PortfolioCarry[] = [];
  readonly #warnings = new Set<string>();
  /** Of the bar that is run. */
  #bar = 0;
  #bought = 0;
  #sold = 0;
  #value = 0;
  #liquidations = 0;
  #peakLeverage = 0;
  #entriesWithoutCash = 0;
  #salesBelowFee = 0;
  #ruinedAt = NaN;
  #fees = 0;

  constructor(input: PortfolioInput) {
    this.#input = input;
    this.#symbols = symbolsOf(input);
    this.#market = openMarket(this.#symbols);
    this.#costs = input.costs ?? {};
    const { isLimited } = readConvention(input.convention);
    const cash = input.cash ?? 10_000;
    if (!(cash > 0)) throw new RangeError('cash: must be above 0');
    this.#account = new Account(cash, this.#symbols.length, {
      costs: this.#costs,
      lockCash: input.lock_cash ?? false,
      isLimited,
      wholeUnits: input.integer_positions ?? false,
    });
    this.#directions = this.#symbols.map(({ symbol }) => {
      const { direction = 'both' } = input;
      return typeof direction === 'string' ? direction : (direction[symbol] ?? 'both');
    });
    this.#leaving = this.#symbols.flatMap(({ delisted }, s) => (delisted ? [s] : []));
    this.#marks = new Float64Array(this.#symbols.length).fill(NaN);
    this.#spreads = estimateSpreads(this.#market, this.#costs.spread);
  }

  run(): PortfolioResult {
    const { labels, times, symbols, close } = this.#market;
    const bars = labels.length;
    const { fill } = readConvention(this.#input.convention);
    const untyped = this.#ordersByBar(fill);
    const { orders = [], optimistic = false, time_zone } = this.#input;
    const waiting = new WaitingOrders(this.#market, orders, optimistic, time_zone);
    const signals = decideSignals(this.#market, this.#input);
    const targets = decideWeights(this.#market, this.#input);
    const atOpen = this.#input.fill === 'next_open';
    let decided: Targets | undefined;
    let signalled: readonly SymbolSignals[] | undefined;
    const columns = { equity: [] as number[], cash: [] as number[], held: [] as number[], turnover: [] as number[] };
    const positions = symbols.map(() => new Float64Array(bars));
    const values = symbols.map(() => new Float64Array(bars));
    const start = this.#account.cash;
    for (let i = 0; i < bars; i++) {
      this.#bar = i;
      this.#bought = 0;
      this.#sold = 0;
      if (Number.isNaN(this.#ruinedAt)) {
        const { rolls = [] } = this.#input;
        carryCosts(this.#market, this.#account, this.#costs, this.#symbols, this.#marks, i, rolls, (s, kind, money) =>
          this.#carry.push({ bar: i, symbol: symbols[s], kind, money }),
        );
        this.#delist();
        for (const { order, s, units, price, reason } of waiting.fills(i, this.#account.units)) {
          const traded = this.#fill(s, units ?? this.#asked(order, s, price), price, reason);
          waiting.report(order, traded);
        }
        if (atOpen && signalled !== undefined) this.#trade(this.#signalActions(signalled), this.#market.open);
        if (atOpen && decided !== undefined) this.#rebalance(decided, this.#market.open);
        const byOpen = fill === 'open' || fill === 'next_open';
        if (byOpen) this.#trade(untyped.get(i) ?? [], this.#market.open);
        this.#holdMargin();
        for (let s = 0; s < symbols.length; s++) {
          const price = close[s][i];
          if (!Number.isNaN(price)) this.#marks[s] = price;
        }
        if (!byOpen) this.#trade(untyped.get(i) ?? [], close);
        signalled = signals?.(i);
        if (!atOpen && signalled !== undefined) this.#trade(this.#signalActions(signalled), close);
        decided = targets?.get(i);
        if (!atOpen && decided !== undefined) this.#rebalance(decided, close);
      }
      let equity = this.#account.value(this.#marks);
      if (equity <= 0 && Number.isNaN(this.#ruinedAt)) {
        this.#ruinedAt = times[i];
        this.#closeAll('ruined', close);
        equity = this.#account.value(this.#marks);
      }
      this.#weigh(equity);
      columns.equity.push(equity);
      columns.cash.push(this.#account.cash);
      columns.held.push(equity - this.#account.cash);
      columns.turnover.push(Math.min(this.#bought, this.#sold) / equity);
      for (let s = 0; s < symbols.length; s++) {
        const units = this.#account.units[s];
        if (units === 0) continue;
        (positions[s] as Float64Array)[i] = units;
        (values[s] as Float64Array)[i] = units * this.#marks[s];
      }
    }
    return {
      dates: labels,
      times,
      trades: this.#trades,
      carry: this.#carry,
      equity: columns.equity,
      cash: columns.cash,
      held_value: columns.held,
      turnover: columns.turnover,
      positions: Object.fromEntries(symbols.map((symbol, s) => [symbol, Array.from(positions[s] as Float64Array)])),
      values: Object.fromEntries(symbols.map((symbol, s) => [symbol, values[s] as Float64Array])),
      positions_end: Object.fromEntries(symbols.map((symbol, s) => [symbol, this.#account.units[s]])),
      cash_end: this.#account.cash,
      fees_total: this.#fees,
      stats: measurePortfolio(times, columns.equity, start, this.#trades.length),
      outcome: Number.isNaN(this.#ruinedAt) ? 'lived' : 'ruined',
      ruined_at: Number.isNaN(this.#ruinedAt) ? null : this.#ruinedAt,
      liquidations: this.#liquidations,
      peak_leverage: this.#peakLeverage,
      entries_without_cash: this.#entriesWithoutCash,
      sales_below_fee: this.#salesBelowFee,
      warnings: [
        ...this.#warnings,
        ...this.#notDone(),
        ...this.#endedEarly(),
        ...waiting.leftOver().slice(0, MOST_LISTED),
      ],
    };
  }

  /** Orders without a type, by the bar in which they fill. */
  #ordersByBar(fill: 'close' | 'open' | 'next_open' | 'next_close'): ReadonlyMap<number, readonly Action[]> {
    const { times, places, open } = this.#market;
    const barAt = new Map([...times].map((time, i) => [time, i]));
    const byBar = new Map<number, Action[]>();
    for (const order of this.#input.orders ?? []) {
      const s = places.get(order.symbol);
      if (s === undefined) throw new RangeError(`orders: unknown symbol ${order.symbol}`);
      if (order.type !== undefined) continue;
      const dated = barAt.get(timeOf(order.date));
      if (dated === undefined) throw new RangeError(`orders: no symbol has a bar on ${order.date}`);
      let bar = dated;
      if (fill.startsWith('next'))
        do bar++;
        while (bar < times.length && Number.isNaN(open[s][bar]));
      const action: Action = { s, order, units: NaN, size: sizeOf(order.size), reason: 'order' };
      byBar.set(bar, [...(byBar.get(bar) ?? []), action]);
    }
    return byBar;
  }

  /** Units that an order asks for at a price. */
  #asked(order: OrderInput, s: number, price: number): number {
    if (order.money !== undefined) return this.#moneyUnits(order.money, price);
    const { size_type = 'amount' } = this.#input;
    return this.#account.unitsAsked(s, sizeOf(order.size), size_type, this.#directions[s], price, this.#value);
  }

  #moneyUnits(money: number, price: number): number {
    return allocate(this.#costs, money, price, this.#input.integer_positions ?? false);
  }

  /** Trades at the prices of a column; symbols without a bar are left out. */
  #trade(actions: readonly Action[], prices: readonly Float64Array[]): void {
    if (actions.length === 0) return;
    const { size_type = 'amount', update_value = false } = this.#input;
    const priceOf = (s: number) => prices[s][this.#bar];
    // What was traded in this bar is valued at its fill, everything else at this bar's price.
    const marks = this.#marksAt(prices);
    this.#value = this.#account.value(marks);
    for (const action of this.#inSequence(
      actions.filter(({ s }) => !Number.isNaN(priceOf(s))),
      priceOf,
    )) {
      const { s, order, reason } = action;
      if (update_value) this.#value = this.#account.value(marks);
      const direction = this.#directions[s];
      const price = priceOf(s);
      const asked = order === undefined ? action.units : this.#asked(order, s, price);
      const percent = size_type === 'percent' && order?.money === undefined ? Math.abs(action.size) : 1;
      const allowedUnits = (units: number, at: number) =>
        order?.money === undefined ? this.#account.unitsAllowed(s, units, direction, at, percent) : units;
      const quoted = this.#priced(s, asked, price);
      const affordable = allowedUnits(asked, quoted);
      if (reason === 'signal' && this.#account.units[s] === 0 && affordable === 0) this.#entriesWithoutCash++;
      // What it takes of the volume moves the price, at which less can be afforded.
      const { units: cut, price: filled } = this.#withinVolume(s, affordable, quoted);
      const units = this.#withinLimits(s, filled === quoted ? cut : allowedUnits(cut, filled), filled, marks);
      if (this.#book(s, units, filled, reason)) marks[s] = filled;
    }
  }

  /** As the sequence says; `auto` puts what brings most money first. */
  #inSequence(actions: readonly Action[], priceOf: (s: number) => number): readonly Action[] {
    const { call_sequence = 'default' } = this.#input;
    const sorted = actions.toSorted((a, b) => a.s - b.s);
    if (call_sequence === 'default') return sorted;
    if (call_sequence === 'reversed') return sorted.toReversed();
    const money = new Map(sorted.map((action) => [action, this.#moneyOf(action, priceOf(action.s))]));
    return sorted.toSorted((a, b) => {
      const [x, y] = [money.get(a) as number, money.get(b) as number];
      return x === y ? 0 : x - y;
    });
  }

  /** What an action costs, or brings (negative), as far as it is known in advance. */
  #moneyOf({ s, order, units, size }: Action, price: number): number {
    if (order?.money !== undefined) return order.money;
    const { size_type = 'amount' } = this.#input;
    const signed = this.#directions[s] === 'shortonly' ? -size : size;
    if (size_type === 'percent') {
      const held = this.#account.units[s] * price;
      if (order === undefined && Number.isFinite(units)) return units * price;
      if (signed >= 0) return signed * this.#account.cash;
      return (
        signed * (this.#directions[s] === 'longonly' ? held : 2 * Math.max(held, 0) + Math.max(this.#account.cash, 0))
      );
    }
    const asked = order === undefined ? units : this.#asked(order, s, price);
    return asked * price;
  }

  #signalActions(signals: readonly SymbolSignals[]): readonly Action[] {
    const { size = 'max', size_type = 'amount' } = this.#input;
    const asked = sizeOf(size);
    return signals.flatMap(({ s, entry, exit }): Action[] => {
      if (entry === exit) return []; // neither, or both at once
      const direction = this.#directions[s];
      const held = this.#account.units[s];
      const way = (entry ? 1 : -1) * (direction === 'shortonly' ? -1 : 1);
      const isOpening = entry || direction === 'both';
      if (way * held > 0) return [];
      const closing = -held;
      if (!isOpening) return held === 0 ? [] : [{ s, units: closing, size: Math.sign(closing), reason: 'signal' }];
      const price = this.#marks[s];
      const opening = size_type === 'value' ? asked / price : size_type === 'percent' ? Infinity : asked;
      const all: Action = { s, units: closing + way * opening, size: way * asked, reason: 'signal' };
      // A share of the cash is one of what there is once the old position is closed.
      if (size_type === 'percent' && held !== 0)
        return [
          { s, units: closing, size: 1, reason: 'signal' },
          { ...all, units: way * Infinity },
        ];
      return [all];
    });
  }

  /** Trades to the target shares, by default sells before buys. */
  #rebalance(targets: Targets, prices: readonly Float64Array[]): void {
    const { convention, integer_positions = false } = this.#input;
    const priceOf = (s: number) => prices[s][this.#bar];
    const marks = this.#marksAt(prices);
    const value = this.#account.value(marks);
    const current = Float64Array.from(marks, (mark, s) =>
      this.#account.units[s] === 0 ? 0 : (this.#account.units[s] * mark) / value,
    );
    const held = holdToLimits(targets, this.#input, this.#symbols, current);
    const moves: { readonly s: number; readonly share: number; readonly units: number; readonly money: number }[] = [];
    for (const { s, share } of held.shares) {
      const units = this.#account.units[s];
      if ((share === 0 && units === 0) || Number.isNaN(priceOf(s))) continue;
      moves.push({ s, share, units, money: share * value - units * marks[s] });
    }
    if (held.isCut) this.#warnings.add('Shares were cut down to limits and leverage.');
    const ordered =
      convention === undefined ? moves.toSorted((a, b) => Math.sign(a.money) - Math.sign(b.money)) : moves;
    for (const { s, share, units, money } of ordered) {
      const price = this.#priced(s, money, priceOf(s));
      const asked = share === 0 ? -units : allocate(this.#costs, money, price, integer_positions);
      const cut = this.#withinVolume(s, asked, price);
      this.#book(s, cut.units, cut.price, 'rebalance');
    }
  }

  /** What everything is worth at this bar's prices, or was last where there is none. */
  #marksAt(prices: readonly Float64Array[]): Float64Array {
    const marks = this.#marks.slice();
    for (let s = 0; s < marks.length; s++) {
      const price = prices[s][this.#bar];
      if (!Number.isNaN(price)) marks[s] = price;
    }
    return marks;
  }

  /** The price with half the spread and slippage, by the sign of what is done. */
  #priced(s: number, way: number, price: number): number {
    const spread = this.#spreads[s]?.[this.#bar] ?? 0;
    return slip(this.#costs, Math.sign(way), price + (Math.sign(way) * spread) / 2);
  }

  /** A waiting order at its own price; limits pay neither spread nor slippage. Returns what was filled. */
  #fill(s: number, asked: number, price: number, reason: PortfolioReason): number {
    const filled = reason === 'limit' ? price : this.#priced(s, asked, price);
    const cut = this.#withinVolume(s, asked, filled);
    const at = reason === 'limit' ? filled : cut.price;
    const units = this.#account.unitsAllowed(s, cut.units, this.#directions[s], at);
    const within = this.#withinLimits(s, units, at, this.#marks);
    return this.#book(s, within, at, reason) ? within : 0;
  }

  /** A fill takes at most its share of the bar's volume, and moves the price by what it takes. */
  #withinVolume(s: number, asked: number, price: number): { readonly units: number; readonly price: number } {
    const share = this.#costs.volume_share;
    if (share === undefined || asked === 0) return { units: asked, price };
    const volume = this.#market.volume[s][this.#bar];
    const units = Math.sign(asked) * Math.min(Math.abs(asked), share.most * volume);
    if (Math.abs(units) < Math.abs(asked)) this.#warnings.add("Fills were cut to their share of the bar's volume.");
    const taken = volume > 0 ? Math.abs(units) / volume : 0;
    return { units, price: price * (1 + Math.sign(units) * (share.impact ?? 0) * taken) };
  }

  /** Cut down so that limits and leverage hold once it is traded; what makes a position smaller always may. */
  #withinLimits(s: number, units: number, price: number, known: Float64Array): number {
    const { limits = {}, leverage, convention } = this.#input;
    if (convention !== undefined) return units;
    const held = this.#account.units[s];
    const after = held + units;
    if (Math.abs(after) <= Math.abs(held)) return units;
    const marks = known.with(s, price);
    const value = this.#account.value(marks);
    const worth = (k: number) => Math.abs(this.#account.units[k] * marks[k]) || 0;
    const others = this.#symbols.reduce((sum, _, k) => sum + (k === s ? 0 : worth(k)), 0);
    const sector = this.#symbols[s]?.sector;
    const sameSector = this.#symbols.reduce(
      (sum, each, k) => sum + (k !== s && each.sector === sector ? worth(k) : 0),
      0,
    );
    const room = Math.min(
      (leverage ?? 1) * value - others,
      (limits.gross ?? Infinity) * value - others,
      (limits.symbol ?? Infinity) * value,
      sector === undefined ? Infinity : (limits.sector ?? Infinity) * value - sameSector,
    );
    const most = Math.max(0, room) / price;
    if (Math.abs(after) <= most * (1 + 1e-9)) return units;
    this.#warnings.add('Orders were cut down to limits and leverage.');
    const target = Math.sign(after) * most;
    const cut = Math.sign(target - held) === Math.sign(units) ? target - held : 0;
    return this.#input.integer_positions ? Math.trunc(cut) : cut;
  }

  #book(s: number, units: number, price: number, reason: PortfolioReason): boolean {
    if (units === 0 || !Number.isFinite(units) || !(price > 0)) return false;
    const fees = this.#account.trade(s, units, price);
    if (fees === undefined) {
      this.#salesBelowFee++;
      return false;
    }
    if (units > 0) this.#bought += units * price;
    else this.#sold -= units * price;
    this.#fees += fees;
    this.#record(s, units, price, fees, reason);
    return true;
  }

  #record(s: number, units: number, price: number, fees: number, reason: PortfolioReason): void {
    this.#trades.push({
      bar: this.#bar,
      date: this.#market.labels[this.#bar],
      symbol: this.#market.symbols[s],
      side: units > 0 ? 'buy' : 'sell',
      size: Math.abs(units),
      price,
      fees,
      reason,
    });
  }

  /** Symbols that left the market are closed on the first bar they do not have any more. */
  #delist(): void {
    for (const s of this.#leaving) {
      const { delisted } = this.#symbols[s];
      if (this.#account.units[s] === 0) continue;
      const last = this.#market.bars[s]?.at.at(-1) ?? Infinity;
      if (this.#bar <= last) continue;
      const price = typeof delisted === 'object' ? delisted.price : undefined;
      const at = price ?? this.#marks[s] ?? NaN;
      const units = -this.#account.units[s];
      if (at > 0) this.#book(s, units, at, 'delisted');
      else {
        this.#account.forget(s);
        this.#record(s, units, 0, 0, 'delisted');
      }
      this.#marks[s] = at;
    }
  }

  #notDone(): string[] {
    const [entries, sales] = [this.#entriesWithoutCash, this.#salesBelowFee];
    return [
      ...(entries > 0
        ? [`Entries by signal that found no cash: ${entries}. portfolio.size sets the size of each.`]
        : []),
      ...(sales > 0 ? [`Sales left out because they bring less than their fee: ${sales}.`] : []),
    ];
  }

  /** Symbols whose bars end more than a week before the others, and of which the request does not say that they were delisted. */
  #endedEarly(): string[] {
    const { bars, times } = this.#market;
    const end = times.at(-1) ?? 0;
    const early = this.#symbols.flatMap(({ symbol, delisted }, s) => {
      const last = bars[s].at.at(-1);
      return delisted || last === undefined || end - times[last] <= WEEK
        ? []
        : [`${symbol} (${new Date(times[last] * 1000).toISOString().slice(0, 10)})`];
    });
    if (early.length === 0) return [];
    const more = early.length > MOST_LISTED ? ` and ${early.length - MOST_LISTED} more` : '';
    return [
      `Bars end before the others: ${early.slice(0, MOST_LISTED).join(', ')}${more}. From there on the last close counts; give delisted if they left the market.`,
    ];
  }

  /** At the worst prices of the bar enough must be left, or everything is closed at them. */
  #holdMargin(): void {
    const { leverage, maintenance = leverage === undefined ? 0 : 0.5 / leverage } = this.#input;
    if (maintenance === 0) return;
    const { low, high } = this.#market;
    const worst = this.#marks.map((mark, s) => {
      const price = (this.#account.units[s] > 0 ? low : high)[s]?.[this.#bar];
      return Number.isNaN(price) ? mark : price;
    });
    let worth = 0;
    for (let s = 0; s < worst.length; s++) worth += Math.abs(this.#account.units[s] * worst[s]) || 0;
    if (worth === 0 || this.#account.value(worst) >= maintenance * worth) return;
    this.#liquidations++;
    for (const [s, price] of worst.entries())
      if (this.#account.units[s] !== 0) this.#book(s, -this.#account.units[s], price, 'liquidated');
    this.#warnings.add('Liquidated: the account was worth less than the maintenance margin.');
  }

  #closeAll(reason: PortfolioReason, prices: readonly Float64Array[]): void {
    for (let s = 0; s < this.#marks.length; s++) {
      const units = this.#account.units[s];
      const price = prices[s][this.#bar];
      if (units !== 0) this.#book(s, -units, Number.isNaN(price) ? this.#marks[s] : price, reason);
    }
    this.#warnings.add('Ruined: equity reached 0, and trading stopped.');
  }

  #weigh(equity: number): void {
    let worth = 0;
    for (let s = 0; s < this.#marks.length; s++) worth += Math.abs(this.#account.units[s] * this.#marks[s]) || 0;
    if (equity > 0) this.#peakLeverage = Math.max(this.#peakLeverage, worth / equity);
  }
}
