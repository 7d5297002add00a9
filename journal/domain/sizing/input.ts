import type { OptionRight, SizingMode } from '@zorivest/vocabulary';
import type { Problems } from '../money/index.ts';
import {
  absolute,
  type Amount,
  divide,
  fractionOf,
  isNegative,
  isPositive,
  isZero,
  minus,
  multiply,
  NO_AMOUNT,
  NO_QUANTITY,
  type Num,
  ONE,
  parseAmount,
  parseRatio,
  type Quantity,
  type Ratio,
  ratioOfNumbers,
  truncateRatio,
  wholeTimes,
} from '../money/index.ts';

/** Prices go by the tool's names (`entry`, `stop`, `target`) or the form's (`entry_price`, `stop_loss`, `target_price`). */
export interface PositionSizeInput {
  readonly mode?: SizingMode;
  readonly balance: Num;
  /** Percent of the balance to risk; 1 when absent. */
  readonly risk_pct?: Num;
  readonly entry?: Num;
  readonly entry_price?: Num;
  readonly stop?: Num;
  readonly stop_loss?: Num;
  readonly target?: Num;
  readonly target_price?: Num;
  /** Futures: a known root such as /ES fills in the three below. */
  readonly contract?: string;
  readonly contract_multiplier?: Num;
  readonly tick_size?: Num;
  readonly margin_per_contract?: Num;
  readonly option_type?: OptionRight;
  readonly premium?: Num;
  readonly delta?: Num;
  readonly underlying_price?: Num;
  readonly multiplier?: Num;
  readonly currency_pair?: string;
  readonly lot_type?: 'standard' | 'mini' | 'micro';
  readonly pip_value?: Num;
  readonly leverage?: Num;
  /** Percent per side. */
  readonly fee_rate?: Num;
}

/** What every mode starts from. Absent prices are zero, as in the form. */
export interface Setup {
  readonly balance: Amount;
  readonly entry: Amount;
  readonly stop: Amount;
  readonly target: Amount;
  readonly riskPct: Ratio;
  /** 1R: what may be lost. */
  readonly risk: Amount;
  /** |entry − stop|, zero when either is missing. */
  readonly perUnit: Amount;
  /** |target − entry|, zero without a target. */
  readonly reward: Amount;
}

export const PERCENT = ratioOfNumbers(100);
const LEAST_RISK = ratioOfNumbers(1, 100);

export function readSetup(input: PositionSizeInput, problems: Problems): Setup {
  const read = (name: string, value: Num | undefined): Amount => {
    if (value === undefined || value === null) return NO_AMOUNT;
    const parsed = parseAmount(value);
    if (parsed === null || isNegative(parsed))
      problems.add('invalid_number', `${name} must be a number that is not negative.`);
    return parsed === null || isNegative(parsed) ? NO_AMOUNT : parsed;
  };
  const balance = read('balance', input.balance);
  if (!isPositive(balance)) problems.add('invalid_balance', 'The balance must be above zero.');
  const stated = parseRatio(input.risk_pct ?? 1);
  // 0.01 % to 100 %, as the calculator always had it.
  const inRange = stated !== null && stated >= LEAST_RISK && stated <= PERCENT;
  if (!inRange) problems.add('risk_out_of_range', 'risk_pct must be between 0.01 and 100; 1 is used.');
  const riskPct = inRange ? stated : ONE;
  const entry = read('entry', input.entry ?? input.entry_price);
  const stop = read('stop', input.stop ?? input.stop_loss);
  const target = read('target', input.target ?? input.target_price);
  return {
    balance,
    entry,
    stop,
    target,
    riskPct,
    risk: divide(multiply(balance, riskPct), PERCENT),
    perUnit: isPositive(entry) && isPositive(stop) ? absolute(minus(entry, stop)) : NO_AMOUNT,
    // A target on the side of the stop is no reward.
    reward:
      isPositive(target) && (isZero(stop) || stop < entry === target > entry)
        ? absolute(minus(target, entry))
        : NO_AMOUNT,
  };
}

/** A stop is needed, away from the entry, or there is no risk to divide by. */
export function needsStop(setup: Setup, problems: Problems): void {
  if (isZero(setup.entry) || isZero(setup.stop))
    problems.add('missing_price', 'An entry and a stop above zero are needed.');
  else if (isZero(setup.perUnit))
    problems.add('entry_equals_stop', 'Entry and stop are the same price: move the stop.');
}

/** Whole units, rounded down. */
export function wholeUnits(risk: Amount, perUnit: Amount): Quantity {
  return isZero(perUnit) ? NO_QUANTITY : wholeTimes(risk, perUnit);
}

/** a ÷ b with two decimals, rounded down as the calculator shows it; zero when there is nothing to divide by. */
export function floorRatio(a: Amount, b: Amount): number {
  return !isPositive(b) ? 0 : truncateRatio(a, b);
}

/** a as a percentage of b, two decimals, rounded down. */
export function floorPercent(a: Amount, b: Amount): number {
  return floorRatio(fractionOf(a, 100, 1), b);
}

export function isMoreThanPct(a: Amount, pct: number, b: Amount): boolean {
  return isPositive(b) && fractionOf(a, 100, 1) > fractionOf(b, pct, 1);
}
