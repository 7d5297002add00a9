// Equity, step by step, compared with the limits. Inside a step the favourable extreme comes first: it moves what follows a
// peak, then the adverse one is compared with the floors.
import { amountOf, type DrawdownLimit, type RiskRuleName, type RiskRules, unitsOf } from './rules.ts';

/** Equity over a moment or a bar: its extremes, where it ended, and the balance of what is closed. */
export interface EquityStep {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly day: number;
  readonly high: number;
  readonly low: number;
  readonly equity: number;
  readonly balance: number;
  /** The trade that weighs most on the low. */
  readonly trip: string | null;
  /** Something was filled, something was opened. */
  readonly filled?: boolean;
  readonly opened?: boolean;
}

export interface RiskBreach {
  readonly rule: RiskRuleName;
  readonly at: number;
  readonly day: number;
  readonly round_trip_id: string | null;
  /** What was compared with the limit: equity, a size, a share in percent. */
  readonly value: number;
  readonly limit: number;
  /** The account is over by it. */
  readonly ends: boolean;
}

export interface JudgedDay {
  readonly day: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly balance: number;
  /** What the day brought, of what was closed. */
  readonly pnl: number;
  /** The floors in force, after what the day's peak moved. */
  readonly drawdown_floor: number | null;
  readonly day_floor: number | null;
  readonly filled: boolean;
  readonly opened: boolean;
}

export interface RiskJudgement {
  readonly days: readonly JudgedDay[];
  /** Of each day the first of its loss limit; of the drawdown the first of all. */
  readonly breaches: readonly RiskBreach[];
  readonly equity: number;
  readonly balance: number;
  /** What the drawdown is counted from; null without a limit. */
  readonly peak: number | null;
  readonly drawdown_floor: number | null;
  /** What the day's loss is counted from; null without a limit. */
  readonly day_anchor: number | null;
  readonly day_floor: number | null;
  /** What the limits come to in money now. */
  readonly day_limit: number | null;
  readonly drawdown_limit: number | null;
}

export interface RiskAccountStart {
  readonly start: number;
  /** The rules in force on a day. */
  readonly rulesOn: (day: number) => RiskRules;
  /** Taken out at the beginning of a day: it lowers equity and balance, no floor. */
  readonly payouts?: ReadonlyMap<number, number>;
  /** The last day to judge, though nothing happened on it: its floors are those of now. */
  readonly today?: number;
}

/** Steps in order of time. */
export function judgeEquity(
  steps: readonly EquityStep[],
  { start, rulesOn, payouts, today }: RiskAccountStart,
): RiskJudgement {
  const run = new EquityJudge(unitsOf(start), rulesOn, payouts ?? new Map());
  for (const step of steps) run.take(step);
  return run.finish(today);
}

/** Takes steps one by one; what simulates paths asks it after each. */
export class EquityJudge {
  readonly #start: number;
  readonly #rulesOn: (day: number) => RiskRules;
  readonly #payouts: ReadonlyMap<number, number>;
  readonly #days: JudgedDay[] = [];
  readonly #breaches: RiskBreach[] = [];
  #rules: RiskRules | null = null;
  #day = -Infinity;
  #isDayClosed = true;
  #paid = 0;
  #equity: number;
  #balance: number;
  #peakClose: number;
  #peakBalance: number;
  #peakEquity: number;
  #dayStart = { balance: 0, equity: 0 };
  #dayHigh = 0;
  #high = 0;
  #low = 0;
  #filled = false;
  #opened = false;
  #isDayBroken = false;
  #isOver = false;
  #isEnded = false;
  #last: EquityStep | null = null;

  constructor(start: number, rulesOn: (day: number) => RiskRules, payouts: ReadonlyMap<number, number>) {
    this.#start = start;
    this.#rulesOn = rulesOn;
    this.#payouts = payouts;
    this.#equity = this.#balance = start;
    this.#peakClose = this.#peakBalance = this.#peakEquity = start;
  }

  /** A limit that ends the account was broken. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** The days that are over. */
  get days(): readonly JudgedDay[] {
    return this.#days;
  }

  take(step: EquityStep): void {
    if (step.day !== this.#day) this.#turn(step.day);
    // What was paid out was never lost: from then on all that comes is lower by it.
    const high = unitsOf(step.high) - this.#paid;
    const low = unitsOf(step.low) - this.#paid;
    this.#equity = unitsOf(step.equity) - this.#paid;
    this.#balance = unitsOf(step.balance) - this.#paid;
    this.#high = Math.max(this.#high, high);
    this.#low = Math.min(this.#low, low);
    this.#dayHigh = Math.max(this.#dayHigh, high);
    this.#peakEquity = Math.max(this.#peakEquity, high);
    this.#peakBalance = Math.max(this.#peakBalance, this.#balance);
    this.#filled ||= step.filled === true;
    this.#opened ||= step.opened === true;
    this.#last = step;
    this.#check(low, 'live');
  }

  finish(today: number | undefined): RiskJudgement {
    if (today !== undefined && today > this.#day) this.#turn(today);
    const rules = this.#rules ?? this.#rulesOn(this.#day);
    this.#rules = rules;
    const dayFloor = this.#dayFloor();
    const anchor = this.#anchor();
    const { drawdown } = rules;
    const judged = {
      equity: amountOf(this.#equity),
      balance: amountOf(this.#balance),
      peak: drawdown === null ? null : amountOf(this.#peakOf(drawdown)),
      drawdown_floor: maybeAmount(this.#floor()),
      day_anchor: maybeAmount(anchor),
      day_floor: maybeAmount(dayFloor),
      day_limit: anchor === null || dayFloor === null ? null : amountOf(anchor - dayFloor),
      drawdown_limit: drawdown === null ? null : amountOf(this.#limitOf(drawdown)),
    };
    this.endDay();
    return { ...judged, days: this.#days, breaches: this.#breaches };
  }

  #turn(day: number): void {
    this.endDay();
    this.#day = day;
    this.#isDayClosed = false;
    this.#rules = this.#rulesOn(day);
    let due = 0;
    for (const [from, amount] of this.#payouts) if (from <= day) due += unitsOf(amount);
    this.#equity -= due - this.#paid;
    this.#balance -= due - this.#paid;
    this.#paid = due;
    this.#dayStart = { balance: this.#balance, equity: this.#equity };
    this.#dayHigh = this.#high = this.#low = this.#equity;
    this.#filled = this.#opened = this.#isDayBroken = false;
  }

  /** Closes the day of the last step. */
  endDay(): void {
    if (this.#last !== null && this.#day === this.#last.day && !this.#isDayClosed) this.#endDay();
  }

  #endDay(): void {
    this.#isDayClosed = true;
    this.#check(this.#equity, 'close');
    this.#days.push({
      day: this.#day,
      high: amountOf(this.#high),
      low: amountOf(this.#low),
      close: amountOf(this.#equity),
      balance: amountOf(this.#balance),
      pnl: amountOf(this.#balance - this.#dayStart.balance),
      drawdown_floor: maybeAmount(this.#floor()),
      day_floor: maybeAmount(this.#dayFloor()),
      filled: this.#filled,
      opened: this.#opened,
    });
    this.#peakClose = Math.max(this.#peakClose, this.#balance);
  }

  #check(equity: number, when: 'live' | 'close'): void {
    const { daily_loss, drawdown } = this.#rules ?? {};
    const dayFloor = this.#dayFloor();
    if (daily_loss && daily_loss.checked === when && dayFloor !== null && !this.#isDayBroken)
      if (isBelow(equity, dayFloor, daily_loss.touch)) {
        this.#isDayBroken = true;
        this.#note('daily_loss', equity, dayFloor, daily_loss.ends);
      }
    const floor = this.#floor();
    if (drawdown && drawdown.checked === when && floor !== null && !this.#isOver)
      if (isBelow(equity, floor, drawdown.touch)) {
        this.#isOver = true;
        this.#note('drawdown', equity, floor, true);
      }
  }

  #note(rule: RiskRuleName, value: number, limit: number, ends: boolean): void {
    if (this.#last === null) return;
    if (ends) this.#isEnded = true;
    const { at, day, trip } = this.#last;
    this.#breaches.push({ rule, at, day, round_trip_id: trip, value: amountOf(value), limit: amountOf(limit), ends });
  }

  #limitOf({ limit, limit_in }: Pick<DrawdownLimit, 'limit' | 'limit_in'>): number {
    return limit_in === 'money' ? unitsOf(limit) : Math.round((this.#start * limit) / 100);
  }

  #peakOf({ kind }: DrawdownLimit): number {
    if (kind === 'static') return this.#start;
    if (kind === 'trailing_close') return this.#peakClose;
    return kind === 'trailing_balance' ? this.#peakBalance : this.#peakEquity;
  }

  /** Never below that of the start, never above the lock. */
  #floor(): number | null {
    const drawdown = this.#rules?.drawdown ?? null;
    if (drawdown === null) return null;
    const limit = this.#limitOf(drawdown);
    const lock = drawdown.lock_at === null ? Infinity : unitsOf(drawdown.lock_at);
    return Math.max(this.#start - limit, Math.min(this.#peakOf(drawdown) - limit, lock));
  }

  #anchor(): number | null {
    const from = this.#rules?.daily_loss?.from;
    if (from === undefined) return null;
    const { balance, equity } = this.#dayStart;
    if (from === 'balance') return balance;
    if (from === 'equity') return equity;
    return from === 'higher' ? Math.max(balance, equity) : this.#dayHigh;
  }

  #dayFloor(): number | null {
    const anchor = this.#anchor();
    const rule = this.#rules?.daily_loss ?? null;
    if (anchor === null || rule === null) return null;
    const { limit, limit_in } = rule;
    if (limit_in === 'money') return anchor - unitsOf(limit);
    return anchor - Math.round(((limit_in === 'percent_of_start' ? this.#start : anchor) * limit) / 100);
  }
}

function isBelow(equity: number, floor: number, touch: boolean): boolean {
  return touch ? equity <= floor : equity < floor;
}

function maybeAmount(units: number | null): number | null {
  return units === null ? null : amountOf(units);
}
