import { FUTURES } from '../instruments/index.ts';
import {
  absolute,
  cents,
  divideRounded,
  eighths,
  type Fixed,
  type Num,
  ONE,
  over,
  parseFixed,
  type Problems,
  times,
} from '../money/index.ts';
import {
  flooredPct,
  flooredRatio,
  isMoreThanPct,
  needsStop,
  type PositionSizeInput,
  type Setup,
  wholeUnits,
} from './input.ts';

export interface EquitySize {
  readonly mode: 'equity';
  readonly shares: number;
  readonly share_size: number;
  readonly risk_amount: number;
  readonly account_risk_1r: number;
  readonly risk_per_share: number;
  /** Whole dollars, rounded up. */
  readonly position_size: number;
  readonly position_to_account_pct: number;
  readonly reward_risk_ratio: number;
  readonly potential_profit: number;
}

export interface FuturesSize {
  readonly mode: 'futures';
  readonly contracts: number;
  readonly account_risk_1r: number;
  readonly risk_per_contract: number;
  readonly margin_required: number;
  readonly margin_pct: number;
  readonly contract_value: number;
  readonly tick_value: number;
  readonly reward_risk_ratio: number;
  readonly potential_profit: number;
}

export interface OptionsSize {
  readonly mode: 'options';
  readonly contracts: number;
  readonly account_risk_1r: number;
  readonly risk_per_contract: number;
  readonly total_premium: number;
  readonly delta_shares: number;
  readonly delta_exposure: number;
  readonly delta_exposure_pct: number;
  readonly breakeven: number;
  readonly reward_risk_ratio: number;
  readonly potential_profit: number;
}

export interface ForexSize {
  readonly mode: 'forex';
  readonly lots: number;
  readonly units: number;
  readonly account_risk_1r: number;
  readonly risk_pips: number;
  readonly pip_value: number;
  readonly risk_per_lot: number;
  readonly margin_required: number;
  readonly margin_pct: number;
  readonly reward_risk_ratio: number;
  readonly potential_profit: number;
}

export interface CryptoSize {
  readonly mode: 'crypto';
  readonly quantity: number;
  readonly account_risk_1r: number;
  readonly position_size: number;
  readonly position_to_account_pct: number;
  readonly margin_required: number;
  readonly fees: number;
  readonly reward_risk_ratio: number;
  readonly potential_profit: number;
  readonly liquidation_price: number;
}

const WARNINGS = {
  position_over_account: 'The position is larger than the account.',
  margin_over_half: 'The margin takes more than half of the account.',
  low_delta: 'A delta below 0.10 seldom pays: most such options expire worthless.',
  delta_exposure_high: 'The delta exposure is more than twice the account.',
  leverage_over_100: 'A leverage above 100 leaves no room for a normal day.',
  leverage_over_20: 'A leverage above 20 is liquidated by an ordinary move.',
  fees_high: 'The fees take more than a tenth of the risk.',
  no_contracts: 'One contract already risks more than is allowed.',
} as const;

/** Problems are what makes the answer zero; warnings are what a careful trader would want to hear. */
interface Findings {
  readonly problems: Problems;
  readonly warnings: Problems;
}

export function sizeEquity(setup: Setup, { problems, warnings }: Findings): EquitySize {
  needsStop(setup, problems);
  const shares = wholeUnits(setup.risk, setup.perUnit);
  const exact = times(setup.entry, shares);
  const position = ((exact + ONE - 1n) / ONE) * ONE;
  warnIf(isMoreThanPct(position, 100n, setup.balance), 'position_over_account', warnings);
  return {
    mode: 'equity',
    shares: eighths(shares),
    share_size: eighths(shares),
    risk_amount: cents(setup.risk),
    account_risk_1r: cents(setup.risk),
    risk_per_share: eighths(setup.perUnit),
    position_size: cents(position),
    position_to_account_pct: flooredPct(position, setup.balance),
    reward_risk_ratio: flooredRatio(setup.reward, setup.perUnit),
    potential_profit: cents(times(setup.reward, shares)),
  };
}

export function sizeFutures(setup: Setup, input: PositionSizeInput, { problems, warnings }: Findings): FuturesSize {
  needsStop(setup, problems);
  const preset = FUTURES[upperText(input.contract)];
  const multiplier = required('contract_multiplier', input.contract_multiplier ?? preset?.multiplier, problems);
  const tick = optional('tick_size', input.tick_size, preset?.tick_size ?? 0, problems);
  const marginEach = required('margin_per_contract', input.margin_per_contract ?? preset?.margin, problems);
  const perContract = times(setup.perUnit, multiplier);
  const contracts = wholeUnits(setup.risk, perContract);
  const margin = times(contracts, marginEach);
  noneWarning(contracts, warnings);
  warnIf(isMoreThanPct(margin, 50n, setup.balance), 'margin_over_half', warnings);
  return {
    mode: 'futures',
    contracts: eighths(contracts),
    account_risk_1r: cents(setup.risk),
    risk_per_contract: cents(perContract),
    margin_required: cents(margin),
    margin_pct: flooredPct(margin, setup.balance),
    contract_value: cents(times(times(contracts, setup.entry), multiplier)),
    tick_value: cents(times(tick, multiplier)),
    reward_risk_ratio: flooredRatio(setup.reward, setup.perUnit),
    potential_profit: cents(times(times(contracts, setup.reward), multiplier)),
  };
}

export function sizeOptions(setup: Setup, input: PositionSizeInput, { problems, warnings }: Findings): OptionsSize {
  const premium = required('premium', input.premium, problems);
  const underlying = required('underlying_price', input.underlying_price, problems);
  // A put's delta is often written negative.
  const delta = absolute(parseFixed(input.delta ?? 0) ?? 0n);
  if (parseFixed(input.delta ?? 0) === null || delta > ONE)
    problems.add('invalid_number', 'delta must be a number from 0 to 1.');
  const multiplier = optional('multiplier', input.multiplier, 100, problems);
  if (input.option_type !== undefined && input.option_type !== 'call' && input.option_type !== 'put')
    problems.add('unknown_option_type', 'The option_type is call or put; call is used.');
  const loss = times(premium, multiplier);
  const contracts = wholeUnits(setup.risk, loss);
  const deltaShares = times(times(contracts, multiplier), delta);
  const exposure = times(deltaShares, underlying);
  const from = setup.entry > 0n ? setup.entry : underlying;
  const breakeven = input.option_type === 'put' ? from - premium : from + premium;
  const reward = setup.target > 0n ? absolute(setup.target - breakeven) : 0n;
  noneWarning(contracts, warnings);
  warnIf(delta * 10n < ONE, 'low_delta', warnings);
  warnIf(isMoreThanPct(exposure, 200n, setup.balance), 'delta_exposure_high', warnings);
  return {
    mode: 'options',
    contracts: eighths(contracts),
    account_risk_1r: cents(setup.risk),
    risk_per_contract: cents(loss),
    total_premium: cents(times(contracts, loss)),
    delta_shares: eighths(deltaShares),
    delta_exposure: cents(exposure),
    delta_exposure_pct: flooredPct(exposure, setup.balance),
    breakeven: eighths(breakeven),
    reward_risk_ratio: flooredRatio(times(reward, multiplier), loss),
    potential_profit: cents(times(times(contracts, reward), multiplier)),
  };
}

const LOTS: Readonly<Record<string, bigint>> = { STANDARD: 100_000n, MINI: 10_000n, MICRO: 1_000n };

export function sizeForex(setup: Setup, input: PositionSizeInput, { problems, warnings }: Findings): ForexSize {
  needsStop(setup, problems);
  const pair = upperText(input.currency_pair).replaceAll(/[^A-Z]/g, '');
  const pip = pair.endsWith('JPY') ? ONE / 100n : ONE / 10_000n;
  const lot = lotOf(input.lot_type ?? 'standard', problems);
  const pipValue = pipValueOf(pair, pip, lot, setup.entry, input, problems);
  const leverage = optional('leverage', input.leverage, 50, problems);
  const pips = over(setup.perUnit, pip);
  const perLot = times(pips, pipValue);
  const lots = perLot === 0n ? 0n : over(setup.risk, perLot);
  const units = times(lots, lot);
  // A pair that starts with the dollar is margined on its dollars, any other on its value in the quoted currency.
  const value = pair.startsWith('USD') ? units : times(units, setup.entry);
  const margin = leverage > 0n ? over(value, leverage) : 0n;
  warnIf(leverage > 100n * ONE, 'leverage_over_100', warnings);
  warnIf(isMoreThanPct(margin, 50n, setup.balance), 'margin_over_half', warnings);
  return {
    mode: 'forex',
    lots: eighths(lots),
    units: eighths(units),
    account_risk_1r: cents(setup.risk),
    risk_pips: eighths(pips),
    pip_value: eighths(pipValue),
    risk_per_lot: cents(perLot),
    margin_required: cents(margin),
    margin_pct: flooredPct(margin, setup.balance),
    reward_risk_ratio: flooredRatio(setup.reward, setup.perUnit),
    potential_profit: cents(times(times(lots, over(setup.reward, pip)), pipValue)),
  };
}

/** Given, or known: a pip of XXX/USD is dollars already, one of USD/XXX is divided by the price. A cross needs to be told. */
function pipValueOf(
  pair: string,
  pip: Fixed,
  lot: Fixed,
  entry: Fixed,
  input: PositionSizeInput,
  problems: Problems,
): Fixed {
  if (input.pip_value !== undefined) return required('pip_value', input.pip_value, problems);
  const perLot = times(pip, lot);
  if (pair.endsWith('USD') || pair === '') return perLot;
  if (pair.startsWith('USD') && entry > 0n) return over(perLot, entry);
  problems.add('missing_pip_value', `The value of a pip of ${pair} in the account's currency must be given.`);
  return 0n;
}

export function sizeCrypto(setup: Setup, input: PositionSizeInput, { problems, warnings }: Findings): CryptoSize {
  needsStop(setup, problems);
  const leverage = optional('leverage', input.leverage, 1, problems);
  const feeRate = optional('fee_rate', input.fee_rate, 0.1, problems);
  if (leverage < ONE) problems.add('invalid_number', 'leverage must be 1 or more.');
  const bounded = leverage < ONE ? ONE : leverage;
  const quantity = setup.perUnit === 0n ? 0n : over(setup.risk, setup.perUnit);
  const value = times(quantity, setup.entry);
  const fees = divideRounded(times(value, feeRate) * 2n, 100n);
  const step = over(setup.entry, bounded);
  warnIf(leverage > 20n * ONE, 'leverage_over_20', warnings);
  warnIf(isMoreThanPct(fees, 10n, setup.risk), 'fees_high', warnings);
  warnIf(isMoreThanPct(value, 100n, setup.balance), 'position_over_account', warnings);
  return {
    mode: 'crypto',
    quantity: eighths(quantity),
    account_risk_1r: cents(setup.risk),
    position_size: cents(value),
    position_to_account_pct: flooredPct(value, setup.balance),
    margin_required: cents(over(value, bounded)),
    fees: cents(fees),
    reward_risk_ratio: flooredRatio(setup.reward, setup.perUnit),
    potential_profit: cents(times(quantity, setup.reward) - fees),
    liquidation_price: eighths(setup.stop > setup.entry ? setup.entry + step : setup.entry - step),
  };
}

function required(name: string, value: number | string | undefined, problems: Problems): Fixed {
  const parsed = value === undefined ? null : parseFixed(value);
  if (parsed !== null && parsed > 0n) return parsed;
  problems.add('missing_input', `${name} must be given, above zero.`);
  return 0n;
}

/** A number with a usual value: one that is given must be usable, or the usual one stands in and that is said. */
function optional(name: string, value: Num | undefined, usual: number, problems: Problems): Fixed {
  const parsed = value === undefined ? parseFixed(usual) : parseFixed(value);
  if (parsed !== null && parsed >= 0n) return parsed;
  problems.add('invalid_number', `${name} must be a number that is not negative; ${usual} is used.`);
  return parseFixed(usual) ?? 0n;
}

function lotOf(name: unknown, problems: Problems): Fixed {
  const size = Object.hasOwn(LOTS, upperText(name)) ? LOTS[upperText(name)] : undefined;
  if (size === undefined)
    problems.add('unknown_lot_type', 'The lot_type is standard, mini or micro; standard is used.');
  return (size ?? 100_000n) * ONE;
}

/** Callers outside TypeScript may name a contract or pair with anything. */
function upperText(value: unknown): string {
  return typeof value === 'string' ? value.toUpperCase() : '';
}

function warnIf(condition: boolean, code: keyof typeof WARNINGS, warnings: Problems): void {
  if (condition) warnings.add(code, WARNINGS[code]);
}

function noneWarning(contracts: Fixed, warnings: Problems): void {
  warnIf(contracts === 0n, 'no_contracts', warnings);
}
