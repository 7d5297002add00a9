// One cash account for all symbols, and what an order of a given kind makes of it. Sizes become units here, and are cut
// down to what cash, direction and limits allow.
import { affordable, feeOf, type PortfolioCosts } from './costs.ts';

export type Direction = 'both' | 'longonly' | 'shortonly';
export type SizeType = 'amount' | 'value' | 'percent' | 'targetamount' | 'targetvalue' | 'targetpercent';

export interface AccountRules {
  readonly costs: PortfolioCosts;
  /** Cash that stands for what was sold short is not spent. */
  readonly lockCash: boolean;
  /** Orders are cut down to what the cash allows. */
  readonly isLimited: boolean;
  readonly wholeUnits: boolean;
}

/** Rounding of sums leaves this share behind; what is smaller is nothing. */
const DUST = 1e-12;

export class Account {
  cash: number;
  /** Units of each symbol, negative when sold short. */
  readonly units: Float64Array;
  /** What was got for the units sold short, for each symbol. */
  readonly #debt: Float64Array;
  /** Cash that is neither the proceeds of a short sale nor its collateral. */
  #freeCash: number;
  readonly rules: AccountRules;

  constructor(cash: number, symbols: number, rules: AccountRules) {
    this.cash = cash;
    this.#freeCash = cash;
    this.units = new Float64Array(symbols);
    this.#debt = new Float64Array(symbols);
    this.rules = rules;
  }

  /** Units an order asks for, signed; ±Infinity for as many as there can be. */
  unitsAsked(s: number, size: number, type: SizeType, direction: Direction, price: number, value: number): number {
    const signed = direction === 'shortonly' ? -size : size;
    const held = this.units[s];
    switch (type) {
      case 'amount':
        return signed;
      case 'value':
        return signed / price;
      case 'targetamount':
        return signed - held;
      case 'targetvalue':
        return signed / price - held;
      case 'targetpercent':
        return (signed * value) / price - held;
      default:
        // 'percent': all there is, whatever the share; how much that is the fill decides.
        return signed === 0 ? 0 : signed > 0 ? Infinity : -Infinity;
    }
  }

  /** How much of what was asked is bought or sold at a price that costs of the way there are part of; signed. */
  unitsAllowed(s: number, asked: number, direction: Direction, price: number, percent = 1): number {
    if (asked === 0 || Number.isNaN(asked)) return 0;
    const allowed =
      asked > 0
        ? this.#toBuy(s, asked, direction, price, percent)
        : -this.#toSell(s, -asked, direction, price, percent);
    const whole = this.rules.wholeUnits ? Math.trunc(allowed + Math.sign(allowed) * 1e-9) : allowed;
    return Math.abs(whole) * price < DUST * Math.max(1, Math.abs(this.cash)) ? 0 : whole;
  }

  #toBuy(s: number, asked: number, direction: Direction, price: number, percent: number): number {
    const held = this.units[s];
    if (direction === 'shortonly' && held >= 0) return 0;
    const wanted = direction === 'shortonly' ? Math.min(asked, -held) : asked;
    if (!this.rules.isLimited && Number.isFinite(wanted)) return wanted;
    const limit = Math.min(
      this.cash,
      this.rules.lockCash ? this.#cashToBuy(s, price) : this.cash,
      percent < 1 ? percent * this.cash : Infinity,
    );
    const most = affordable(this.rules.costs, limit, price);
    return Math.min(wanted, most);
  }

  /** With cash locked: what is free, and what covering a short sets free. */
  #cashToBuy(s: number, price: number): number {
    const held = this.units[s];
    const debt = this.#debt[s];
    if (held >= 0) return this.#freeCash;
    const covering = -held * price;
    const left = this.#freeCash + 2 * debt - covering - feeOf(this.rules.costs, held, price);
    if (left >= 0) return this.#freeCash + 2 * debt;
    const { fee_rate = 0, fixed_fee = 0 } = this.rules.costs;
    const units = (this.#freeCash - fixed_fee) / (price * (1 + fee_rate) - (2 * debt) / -held);
    return Math.max(0, units * price * (1 + fee_rate) + fixed_fee);
  }

  #toSell(s: number, asked: number, direction: Direction, price: number, percent: number): number {
    const held = this.units[s];
    if (direction === 'longonly') return held <= 0 ? 0 : Math.min(asked, held) * (Number.isFinite(asked) ? 1 : percent);
    if (Number.isFinite(asked) && !this.rules.lockCash) return asked;
    // As much as the whole account is worth: what is held, and short for what is left then.
    const { fee_rate = 0, fixed_fee = 0 } = this.rules.costs;
    const long = Math.max(held, 0);
    const free = this.#freeCash + long * price * (1 - fee_rate) - fixed_fee;
    const most = long + Math.max(0, free / (price * (1 + fee_rate)));
    return Math.min(asked, most) * (Number.isFinite(asked) ? 1 : percent);
  }

  /** Books a fill; returns its fees, or undefined when the cash got does not even pay for them. */
  trade(s: number, units: number, price: number): number | undefined {
    const money = units * price;
    const fees = feeOf(this.rules.costs, units, price);
    if (this.rules.isLimited && units < 0 && -money - fees < 0) return undefined;
    const held = this.units[s];
    const debt = this.#debt[s];
    const after = held + units;
    if (units < 0) {
      const short = Math.max(0, -after) - Math.max(0, -held);
      this.#debt[s] = debt + short * price;
      this.#freeCash += -money - fees - 2 * short * price;
    } else {
      const covered = Math.max(0, -held) - Math.max(0, -after);
      const freed = covered > 0 ? (covered * debt) / -held : 0;
      this.#debt[s] = debt - freed;
      this.#freeCash += 2 * freed - money - fees;
    }
    this.cash -= money + fees;
    this.units[s] = Math.abs(after) < DUST * Math.max(Math.abs(held), Math.abs(units)) ? 0 : after;
    if (Math.abs(this.cash) < DUST * Math.abs(money)) this.cash = 0;
    if (Math.abs(this.#freeCash) < DUST * Math.abs(money)) this.#freeCash = 0;
    return fees;
  }

  /** Units that are worth nothing any more. */
  forget(s: number): void {
    this.units[s] = 0;
    this.#freeCash += 2 * this.#debt[s];
    this.#debt[s] = 0;
  }

  /** Money that comes or goes without a fill: borrowing, funding, swap. */
  pay(money: number): void {
    this.cash += money;
    this.#freeCash += money;
  }

  /** What everything is worth at these prices. */
  value(prices: Float64Array): number {
    let total = this.cash;
    for (let s = 0; s < this.units.length; s++) {
      const units = this.units[s];
      if (units !== 0) total += units * prices[s];
    }
    return total;
  }
}
