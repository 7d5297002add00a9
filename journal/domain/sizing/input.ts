import type { OptionRight, SizingMode } from '@zorivest/words';
import { absolute, type Fixed, type Num, ONE, over, parseFixed, type Problems, times } from '../money/index.ts';

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
  readonly balance: Fixed;
  readonly entry: Fixed;
  readonly stop: Fixed;
  readonly target: Fixed;
  readonly riskPct: Fixed;
  /** 1R: what may be lost. */
  readonly risk: Fixed;
  /** |entry − stop|, zero when either is missing. */
  readonly perUnit: Fixed;
  /** |target − entry|, zero without a target. */
  readonly reward: Fixed;
}

const PERCENT = 100n * ONE;

export function readSetup(input: PositionSizeInput, problems: Problems): Setup {
  const read = (name: string, value: Num | undefined): Fixed => {
    if (value === undefined || value === null) return 0n;
    const parsed = parseFixed(value);
    if (parsed === null || parsed < 0n)
      problems.add('invalid_number', `${name} must be a number that is not negative.`);
    return parsed === null || parsed < 0n ? 0n : parsed;
  };
  const balance = read('balance', input.balance);
  if (balance <= 0n) problems.add('invalid_balance', 'The balance must be above zero.');
  const stated = parseFixed(input.risk_pct ?? 1);
  // 0.01 % to 100 %, as the calculator always had it.
  const inRange = stated !== null && stated * 100n >= ONE && stated <= PERCENT;
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
    risk: over(times(balance, riskPct), PERCENT),
    perUnit: entry > 0n && stop > 0n ? absolute(entry - stop) : 0n,
    // A target on the side of the stop is no reward.
    reward: target > 0n && (stop === 0n || stop < entry === target > entry) ? absolute(target - entry) : 0n,
  };
}

/** A stop is needed, away from the entry, or there is no risk to divide by. */
export function needsStop(setup: Setup, problems: Problems): void {
  if (setup.entry === 0n || setup.stop === 0n)
    problems.add('missing_price', 'An entry and a stop above zero are needed.');
  else if (setup.perUnit === 0n) problems.add('entry_equals_stop', 'Entry and stop are the same price: move the stop.');
}

/** Whole units, rounded down. */
export function wholeUnits(risk: Fixed, perUnit: Fixed): Fixed {
  return perUnit === 0n ? 0n : (risk / perUnit) * ONE;
}

/** a ÷ b with two decimals, rounded down as the calculator shows it; zero when there is nothing to divide by. */
export function flooredRatio(a: Fixed, b: Fixed): number {
  return b <= 0n ? 0 : Number((a * 100n) / b) / 100;
}

/** a as a percentage of b, two decimals, rounded down. */
export function flooredPct(a: Fixed, b: Fixed): number {
  return flooredRatio(a * 100n, b);
}

export function isMoreThanPct(a: Fixed, pct: bigint, b: Fixed): boolean {
  return b > 0n && a * 100n > b * pct;
}
