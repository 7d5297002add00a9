// The money-weighted return: the yearly rate at which all flows, each taken on its own day, balance (act/365).
//
// In u = ln(1 + rate) the balance is F(u) = Σ amount · e^(−u·t), t in years from the first flow. Its positive terms and its
// negative terms each fall with u, so over any stretch both F and its slope lie between bounds that are known for certain.
// Stretches in which F cannot be zero are dropped, those in which it rises or falls throughout hold one root or none, the others
// are halved. So every root is found, and none is invented, whatever the first guess of a plain Newton search would have met.

import { Decimal } from '../money/index.ts';
import { type DatedAmount, type Flow, formatRate, readFlows, type ReturnReason } from './input.ts';

export interface Xirr {
  /** The yearly rate as a decimal text; null where there is none or more than one. */
  readonly rate: string | null;
  /** Every rate that balances the flows, between −99.99 % and 1,000-fold; beyond that only one that stands alone. */
  readonly roots: readonly string[];
  readonly reason: ReturnReason | null;
}

const YEAR_DAYS = 365;
/** Half a stretch this narrow in ln(1 + rate) is a point: what touches zero there is one root. */
const NARROWEST = 1e-9;
const LOWEST_RATE = new Decimal('-0.9999');
const HIGHEST_RATE = new Decimal('1000');

export function xirr(flows: readonly Flow[]): Xirr {
  const dated = addDays(readFlows(flows)).filter((flow) => !flow.amount.isZero());
  if (dated.length === 0) return none('no_flows');
  if (dated.every((flow) => flow.amount.isPositive()) || dated.every((flow) => flow.amount.isNegative())) {
    return none('one_direction');
  }
  const all = findRoots(dated).map((root) => polishRoot(dated, root));
  const usual = all.filter((rate) => rate.gte(LOWEST_RATE) && rate.lte(HIGHEST_RATE));
  const roots = usual.length > 0 || all.length > 1 ? usual : all;
  const [only] = roots;
  if (only === undefined) return none('no_rate');
  return roots.length === 1
    ? { rate: formatRate(only), roots: [formatRate(only)], reason: null }
    : { rate: null, roots: roots.map(formatRate), reason: 'several_rates' };
}

/** One amount a day. */
function addDays(flows: readonly DatedAmount[]): DatedAmount[] {
  const days: DatedAmount[] = [];
  for (const flow of flows) {
    const last = days.at(-1);
    if (last?.day === flow.day) days[days.length - 1] = { day: flow.day, amount: last.amount.plus(flow.amount) };
    else days.push(flow);
  }
  return days;
}

function none(reason: ReturnReason): Xirr {
  return { rate: null, roots: [], reason };
}

interface Term {
  readonly amount: number;
  readonly years: number;
}

/** All zeros of the balance in u = ln(1 + rate), rising. */
function findRoots(flows: readonly DatedAmount[]): number[] {
  const first = flows[0]?.day ?? 0;
  const scale = Decimal.max(...flows.map((flow) => flow.amount.abs()));
  const terms = flows.map((flow) => ({
    amount: flow.amount.div(scale).toNumber(),
    years: (flow.day - first) / YEAR_DAYS,
  }));
  const backwards = reverseTime(terms);
  // Each half in the form whose powers stay at or below one.
  const falling = isolate(backwards, 0, dominance(backwards)).map((root) => -root);
  const rising = isolate(terms, 0, dominance(terms));
  const roots = [...falling.toReversed(), ...rising];
  return roots.filter((root, i) => i === 0 || root - (roots[i - 1] ?? 0) > 4 * NARROWEST);
}

/** The same balance seen from the last flow: its zeros are those of `terms` with the other sign. */
function reverseTime(terms: readonly Term[]): Term[] {
  const last = terms.at(-1)?.years ?? 0;
  return terms.map((term) => ({ amount: term.amount, years: last - term.years })).toReversed();
}

/** From here on the first term outweighs all others together, so nothing balances. */
function dominance(terms: readonly Term[]): number {
  const [first, second] = terms;
  if (first === undefined || second === undefined) return 0;
  const others = terms.slice(1).reduce((sum, term) => sum + Math.abs(term.amount), 0);
  return Math.max(0, Math.log(others / Math.abs(first.amount)) / second.years) + NARROWEST;
}

interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** Zeros of Σ amount · e^(−u·years) for u in [from, to], with years ≥ 0 and from ≥ 0. */
function isolate(terms: readonly Term[], from: number, to: number): number[] {
  const slopes = terms.map((term) => ({ amount: -term.amount * term.years, years: term.years }));
  const found: number[] = [];
  const open: [number, number][] = [[from, to]];
  for (let stretch = open.pop(); stretch !== undefined; stretch = open.pop()) {
    const [low, high] = stretch;
    const value = boundSum(terms, low, high);
    if (value.least > 0 || value.most < 0) continue;
    const slope = boundSum(slopes, low, high);
    const isMonotone = slope.least > 0 || slope.most < 0;
    if (isMonotone || high - low < NARROWEST) {
      const atLow = balance(terms, low);
      const atHigh = balance(terms, high);
      if (Math.sign(atLow) !== Math.sign(atHigh)) found.push(bisect(terms, low, high, Math.sign(atLow)));
      else if (!isMonotone) found.push((low + high) / 2);
      continue;
    }
    const middle = (low + high) / 2;
    // The lower half is looked at first, so that roots come in order.
    open.push([middle, high], [low, middle]);
  }
  return found;
}

/** Between which values the sum lies for u in [low, high]: each term is greatest at one end and least at the other. */
function boundSum(terms: readonly Term[], low: number, high: number): Bounds {
  let least = 0;
  let most = 0;
  for (const { amount, years } of terms) {
    const atLow = amount * Math.exp(-low * years);
    const atHigh = amount * Math.exp(-high * years);
    least += amount > 0 ? atHigh : atLow;
    most += amount > 0 ? atLow : atHigh;
  }
  return { least, most };
}

function balance(terms: readonly Term[], u: number): number {
  let sum = 0;
  for (const { amount, years } of terms) sum += amount * Math.exp(-u * years);
  return sum;
}

function bisect(terms: readonly Term[], from: number, to: number, signAtFrom: number): number {
  let low = from;
  let high = to;
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    const sign = Math.sign(balance(terms, middle));
    if (sign === 0) return middle;
    if (sign === signAtFrom) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The root with 30 digits: Newton's steps in x = (1 + rate)^(−1/365), in which the balance is a polynomial of days. */
function polishRoot(flows: readonly DatedAmount[], root: number): Decimal {
  let x = Decimal.exp(new Decimal(-root).div(YEAR_DAYS));
  for (let step = 0; step < 4; step++) {
    const { value, slope } = polynomial(flows, x);
    if (slope.isZero()) break;
    const next = x.minus(value.div(slope));
    // At a double root the slope vanishes with the value: what bisecting found is better than a leap.
    if (!next.isPositive() || next.div(x).minus(1).abs().gt(1e-6)) break;
    const isDone = next.div(x).minus(1).abs().lt('1e-30');
    x = next;
    if (isDone) break;
  }
  return x.pow(-YEAR_DAYS).minus(1);
}

/** Σ amount · x^day and its slope, day counted from the first flow, by Horner's rule from the last flow back. */
function polynomial(flows: readonly DatedAmount[], x: Decimal): { value: Decimal; slope: Decimal } {
  let value = new Decimal(0);
  let slope = new Decimal(0);
  for (let i = flows.length - 1; i >= 0; i--) {
    const flow = flows[i];
    if (flow === undefined) continue;
    value = value.plus(flow.amount);
    const gap = flow.day - (flows[i - 1]?.day ?? flow.day);
    if (gap === 0) continue;
    const power = x.pow(gap - 1);
    slope = slope.times(x).plus(value.times(gap)).times(power);
    value = value.times(power).times(x);
  }
  return { value, slope };
}
