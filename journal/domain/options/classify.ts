import type { OptionStrategyType } from '@zorivest/vocabulary';
import { type Amount, minus, type Problem, Problems } from '../money/index.ts';
import { type Leg, netLegs, type ReadLeg, readLegs, unitsOf } from './leg.ts';
import { type NamedStructure, STRUCTURES } from './strategies.ts';

export interface OptionStrategy {
  readonly strategy_type: OptionStrategyType;
  /** The precise name, or `Custom`. */
  readonly name: string;
  /** How many legs are the underlying itself. */
  readonly underlying_legs: number;
  readonly problems: Problem[];
}

/** What the legs form together, judged by structure alone: rights, signs, ratios, and the order of strikes and expiries. */
export function classifyOptionStrategy(legs: readonly Leg[]): OptionStrategy {
  const problems = new Problems();
  const read = readLegs(legs, problems);
  const net = netLegs(read);
  const found = read.length < (Array.isArray(legs) ? legs.length : 1) ? null : structureOf(net);
  return {
    strategy_type: found?.type ?? 'custom',
    name: found?.name ?? 'Custom',
    underlying_legs: net.filter((leg) => leg.right === 'stock').length,
    problems: problems.list(),
  };
}

function structureOf(legs: readonly ReadLeg[]): NamedStructure | null {
  const units = unitsOf(legs);
  if (legs.length === 0) return null;
  const strikes = rankDistinct(
    legs,
    (leg) => leg.strike,
    (a, b) => (a < b ? -1 : 1),
  );
  const expiries = rankDistinct(
    legs,
    (leg) => leg.expiry,
    (a, b) => (a < b ? -1 : 1),
  );
  const tokens = legs.map((leg, i) => {
    const unit = units[i] ?? 0;
    const size = Math.abs(unit);
    const sign = unit < 0 ? '-' : '+';
    const strike = strikes.indexOf(leg.strike) + 1;
    const expiry = expiries.indexOf(leg.expiry) + 1;
    const place = expiries.length > 1 ? `@${expiry}` : '';
    return leg.right === 'stock'
      ? { order: [9, 9, 'S'], unit, text: `${sign}${size === 1 ? '' : size}S` }
      : {
          order: [expiry, strike, leg.right],
          unit,
          text: `${sign}${size === 1 ? '' : size}${leg.right === 'call' ? 'C' : 'P'}${strike}${place}`,
        };
  });
  tokens.sort((a, b) => (a.order.join() < b.order.join() ? -1 : 1));
  const structure =
    STRUCTURES.get(tokens.map((token) => token.text).join(' ')) ?? ratioSpread(tokens.map(({ text }) => text));
  if (structure === null || (structure.equalWings && !wingsAreEqual(strikes))) return null;
  return structure;
}

/** Distinct values of the option legs in ascending order. */
function rankDistinct<T>(legs: readonly ReadLeg[], value: (leg: ReadLeg) => T, compare: (a: T, b: T) => number): T[] {
  return [...new Set(legs.filter((leg) => leg.right !== 'stock').map(value))].toSorted(compare);
}

function wingsAreEqual(strikes: readonly Amount[]): boolean {
  const [first, second] = strikes;
  const [last, inner] = [strikes.at(-1), strikes.at(-2)];
  return (
    first !== undefined &&
    second !== undefined &&
    last !== undefined &&
    inner !== undefined &&
    minus(second, first) === minus(last, inner)
  );
}

const RATIO = /^([+-])(\d*)([CP])1 ([+-])(\d*)\3(2)$/;

/** A ratio spread keeps its name whatever the ratio, as long as the larger side is further out of the money. */
function ratioSpread(tokens: readonly string[]): NamedStructure | null {
  const match = RATIO.exec(tokens.join(' '));
  if (match === null || match[1] === match[4]) return null;
  const [low, high] = [Number(match[2] || 1), Number(match[5] || 1)];
  const call = match[3] === 'C';
  const [near, far] = call ? [low, high] : [high, low];
  if (far <= near) return null;
  const farIsSold = (call ? match[4] : match[1]) === '-';
  return {
    name: `${call ? 'Call' : 'Put'} Ratio ${farIsSold ? 'Spread' : 'Backspread'}`,
    type: 'custom',
    equalWings: false,
  };
}
