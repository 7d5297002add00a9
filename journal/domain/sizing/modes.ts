import { FUTURES } from '../instruments/index.ts';
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
  NO_RATIO,
  type Num,
  ONE,
  parseAmount,
  parseRatio,
  plus,
  type Quantity,
  quantityFor,
  type Ratio,
  ratioOf,
  ratioOfNumbers,
  roundAmountUp,
  roundQuantity,
  roundToCents,
  roundToEightPlaces,
  valueAt,
  wholeAmount,
} from '../money/index.ts';
import {
  floorPercent,
  floorRatio,
  isMoreThanPct,
  needsStop,
  PERCENT,
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
  const exact = valueAt(shares, setup.entry);
  const position = roundAmountUp(exact);
  warnIf(isMoreThanPct(position, 100, setup.balance), 'position_over_account', warnings);
  return {
    mode: 'equity',
    shares: roundQuantity(shares),
    share_size: roundQuantity(shares),
    risk_amount: roundToCents(setup.risk),
    account_risk_1r: roundToCents(setup.risk),
    risk_per_share: roundToEightPlaces(setup.perUnit),
    position_size: roundToCents(position),
    position_to_account_pct: floorPercent(position, setup.balance),
    reward_risk_ratio: floorRatio(setup.reward, setup.perUnit),
    potential_profit: roundToCents(valueAt(shares, setup.reward)),
  };
}

export function sizeFutures(setup: Setup, input: PositionSizeInput, { problems, warnings }: Findings): FuturesSize {
  needsStop(setup, problems);
  const preset = FUTURES[upperText(input.contract)];
  const multiplier = readRequiredRatio(
    'contract_multiplier',
    input.contract_multiplier ?? preset?.multiplier,
    problems,
  );
  const tick = readOptionalRatio('tick_size', input.tick_size, preset?.tick_size ?? 0, problems);
  const marginEach = readRequired('margin_per_contract', input.margin_per_contract ?? preset?.margin, problems);
  const perContract = multiply(setup.perUnit, multiplier);
  const contracts = wholeUnits(setup.risk, perContract);
  const margin = valueAt(contracts, marginEach);
  noneWarning(contracts, warnings);
  warnIf(isMoreThanPct(margin, 50, setup.balance), 'margin_over_half', warnings);
  return {
    mode: 'futures',
    contracts: roundQuantity(contracts),
    account_risk_1r: roundToCents(setup.risk),
    risk_per_contract: roundToCents(perContract),
    margin_required: roundToCents(margin),
    margin_pct: floorPercent(margin, setup.balance),
    contract_value: roundToCents(multiply(valueAt(contracts, setup.entry), multiplier)),
    tick_value: roundToCents(multiply(multiply(DOLLAR, tick), multiplier)),
    reward_risk_ratio: floorRatio(setup.reward, setup.perUnit),
    potential_profit: roundToCents(multiply(valueAt(contracts, setup.reward), multiplier)),
  };
}

export function sizeOptions(setup: Setup, input: PositionSizeInput, { problems, warnings }: Findings): OptionsSize {
  const premium = readRequired('premium', input.premium, problems);
  const underlying = readRequired('underlying_price', input.underlying_price, problems);
  // A put's delta is often written negative.
  const stated = parseRatio(input.delta ?? 0);
  const delta = absolute(stated ?? NO_RATIO);
  if (stated === null || delta > ONE) problems.add('invalid_number', 'delta must be a number from 0 to 1.');
  const multiplier = readOptionalRatio('multiplier', input.multiplier, 100, problems);
  if (input.option_type !== undefined && input.option_type !== 'call' && input.option_type !== 'put')
    problems.add('unknown_option_type', 'The option_type is call or put; call is used.');
  const loss = multiply(premium, multiplier);
  const contracts = wholeUnits(setup.risk, loss);
  const deltaShares = multiply(multiply(contracts, multiplier), delta);
  const exposure = valueAt(deltaShares, underlying);
  const from = isPositive(setup.entry) ? setup.entry : underlying;
  const breakeven = input.option_type === 'put' ? minus(from, premium) : plus(from, premium);
  const reward = isPositive(setup.target) ? absolute(minus(setup.target, breakeven)) : NO_AMOUNT;
  noneWarning(contracts, warnings);
  warnIf(delta < LOW_DELTA, 'low_delta', warnings);
  warnIf(isMoreThanPct(exposure, 200, setup.balance), 'delta_exposure_high', warnings);
  return {
    mode: 'options',
    contracts: roundQuantity(contracts),
    account_risk_1r: roundToCents(setup.risk),
    risk_per_contract: roundToCents(loss),
    total_premium: roundToCents(valueAt(contracts, loss)),
    delta_shares: roundQuantity(deltaShares),
    delta_exposure: roundToCents(exposure),
    delta_exposure_pct: floorPercent(exposure, setup.balance),
    breakeven: roundToEightPlaces(breakeven),
    reward_risk_ratio: floorRatio(multiply(reward, multiplier), loss),
    potential_profit: roundToCents(multiply(valueAt(contracts, reward), multiplier)),
  };
}

const LOTS: Readonly<Record<string, number>> = { STANDARD: 100_000, MINI: 10_000, MICRO: 1_000 };
const DOLLAR = wholeAmount(1);
const LOW_DELTA = ratioOfNumbers(1, 10);
const LEVERAGE_OF_FOREX = ratioOfNumbers(100);
const LEVERAGE_OF_COINS = ratioOfNumbers(20);

export function sizeForex(setup: Setup, input: PositionSizeInput, { problems, warnings }: Findings): ForexSize {
  needsStop(setup, problems);
  const pair = upperText(input.currency_pair).replaceAll(/[^A-Z]/g, '');
  const pip = fractionOf(DOLLAR, 1, pair.endsWith('JPY') ? 100 : 10_000);
  const lot = lotOf(input.lot_type ?? 'standard', problems);
  const pipValue = pipValueOf(pair, pip, lot, setup.entry, input, problems);
  const leverage = readOptionalRatio('leverage', input.leverage, 50, problems);
  const pips = ratioOf(setup.perUnit, pip);
  const perLot = multiply(pipValue, pips);
  const lots = isZero(perLot) ? NO_QUANTITY : quantityFor(setup.risk, perLot);
  const units = multiply(lots, lot);
  // A pair that starts with the dollar is margined on its dollars, any other on its value in the quoted currency.
  const value = valueAt(units, pair.startsWith('USD') ? DOLLAR : setup.entry);
  const margin = isPositive(leverage) ? divide(value, leverage) : NO_AMOUNT;
  warnIf(leverage > LEVERAGE_OF_FOREX, 'leverage_over_100', warnings);
  warnIf(isMoreThanPct(margin, 50, setup.balance), 'margin_over_half', warnings);
  return {
    mode: 'forex',
    lots: roundQuantity(lots),
    units: roundQuantity(units),
    account_risk_1r: roundToCents(setup.risk),
    risk_pips: roundToEightPlaces(pips),
    pip_value: roundToEightPlaces(pipValue),
    risk_per_lot: roundToCents(perLot),
    margin_required: roundToCents(margin),
    margin_pct: floorPercent(margin, setup.balance),
    reward_risk_ratio: floorRatio(setup.reward, setup.perUnit),
    potential_profit: roundToCents(valueAt(multiply(lots, ratioOf(setup.reward, pip)), pipValue)),
  };
}

/** Given, or known: a pip of XXX/USD is dollars already, one of USD/XXX is divided by the price. A cross has to be given. */
function pipValueOf(
  pair: string,
  pip: Amount,
  lot: Ratio,
  entry: Amount,
  input: PositionSizeInput,
  problems: Problems,
): Amount {
  if (input.pip_value !== undefined) return readRequired('pip_value', input.pip_value, problems);
  const perLot = multiply(pip, lot);
  if (pair.endsWith('USD') || pair === '') return perLot;
  if (pair.startsWith('USD') && isPositive(entry)) return divide(perLot, ratioOf(entry, DOLLAR));
  problems.add('missing_pip_value', `The value of a pip of ${pair} in the account's currency must be given.`);
  return NO_AMOUNT;
}

export function sizeCrypto(setup: Setup, input: PositionSizeInput, { problems, warnings }: Findings): CryptoSize {
  needsStop(setup, problems);
  const leverage = readOptionalRatio('leverage', input.leverage, 1, problems);
  const feeRate = readOptionalRatio('fee_rate', input.fee_rate, 0.1, problems);
  if (leverage < ONE) problems.add('invalid_number', 'leverage must be 1 or more.');
  const bounded = leverage < ONE ? ONE : leverage;
  const quantity = isZero(setup.perUnit) ? NO_QUANTITY : quantityFor(setup.risk, setup.perUnit);
  const value = valueAt(quantity, setup.entry);
  const fees = divide(fractionOf(multiply(value, feeRate), 2, 1), PERCENT);
  const step = divide(setup.entry, bounded);
  warnIf(leverage > LEVERAGE_OF_COINS, 'leverage_over_20', warnings);
  warnIf(isMoreThanPct(fees, 10, setup.risk), 'fees_high', warnings);
  warnIf(isMoreThanPct(value, 100, setup.balance), 'position_over_account', warnings);
  return {
    mode: 'crypto',
    quantity: roundQuantity(quantity),
    account_risk_1r: roundToCents(setup.risk),
    position_size: roundToCents(value),
    position_to_account_pct: floorPercent(value, setup.balance),
    margin_required: roundToCents(divide(value, bounded)),
    fees: roundToCents(fees),
    reward_risk_ratio: floorRatio(setup.reward, setup.perUnit),
    potential_profit: roundToCents(minus(valueAt(quantity, setup.reward), fees)),
    liquidation_price: roundToEightPlaces(
      setup.stop > setup.entry ? plus(setup.entry, step) : minus(setup.entry, step),
    ),
  };
}

function readRequired(name: string, value: Num | undefined, problems: Problems): Amount {
  const parsed = value === undefined ? null : parseAmount(value);
  if (parsed !== null && isPositive(parsed)) return parsed;
  problems.add('missing_input', `${name} must be given, above zero.`);
  return NO_AMOUNT;
}

function readRequiredRatio(name: string, value: Num | undefined, problems: Problems): Ratio {
  return ratioOf(readRequired(name, value, problems), DOLLAR);
}

/** A number with a usual value: one that is given must be usable, or the usual one is used and a problem names it. */
function readOptionalRatio(name: string, value: Num | undefined, usual: number, problems: Problems): Ratio {
  const parsed = value === undefined ? parseRatio(usual) : parseRatio(value);
  if (parsed !== null && !isNegative(parsed)) return parsed;
  problems.add('invalid_number', `${name} must be a number that is not negative; ${usual} is used.`);
  return parseRatio(usual) ?? NO_RATIO;
}

function lotOf(name: unknown, problems: Problems): Ratio {
  const size = Object.hasOwn(LOTS, upperText(name)) ? LOTS[upperText(name)] : undefined;
  if (size === undefined)
    problems.add('unknown_lot_type', 'The lot_type is standard, mini or micro; standard is used.');
  return ratioOfNumbers(size ?? 100_000);
}

/** Callers outside TypeScript may name a contract or pair with anything. */
function upperText(value: unknown): string {
  return typeof value === 'string' ? value.toUpperCase() : '';
}

function warnIf(condition: boolean, code: keyof typeof WARNINGS, warnings: Problems): void {
  if (condition) warnings.add(code, WARNINGS[code]);
}

function noneWarning(contracts: Quantity, warnings: Problems): void {
  warnIf(isZero(contracts), 'no_contracts', warnings);
}
