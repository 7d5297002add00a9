// Element-wise work on whole columns. A constant is a column of one value, read at every bar: `i & mask` is `i` for a
// series and 0 for a constant, so that one loop serves both.
//
// Conditions have three values, ordered so that `and` is the smaller and `or` the larger of two. A comparison with a
// number that is not there yet is unknown, and stays so through `not`: a strategy never acts on missing bars.
import type { Arithmetic, Comparison } from './parse.ts';

/**
 * Numbers closer than this share of their size are equal. Two means of prices that meet exactly differ by what binary
 * sums leave over, and on which bar they cross must not hang on that.
 */
const SAME = 1e-12;

export const FALSE = 0;
export const UNKNOWN = 1;
export const TRUE = 2;

type Numbers = Float64Array;
type Conditions = Uint8Array;

const maskOf = (column: Numbers | Conditions) => (column.length === 1 ? 0 : -1);
const longest = (a: Numbers | Conditions, b: Numbers | Conditions) => Math.max(a.length, b.length);

/** A division by zero gives no number. */
export function arithmetic(operator: Arithmetic, a: Numbers, b: Numbers): Numbers {
  const out = new Float64Array(longest(a, b));
  const [ma, mb, n] = [maskOf(a), maskOf(b), out.length];
  const at = (column: Numbers, i: number) => column[i] as number;
  switch (operator) {
    case '+':
      for (let i = 0; i < n; i++) out[i] = at(a, i & ma) + at(b, i & mb);
      return out;
    case '-':
      for (let i = 0; i < n; i++) out[i] = at(a, i & ma) - at(b, i & mb);
      return out;
    case '*':
      for (let i = 0; i < n; i++) out[i] = at(a, i & ma) * at(b, i & mb);
      return out;
    case '/':
      for (let i = 0; i < n; i++) out[i] = at(b, i & mb) === 0 ? NaN : at(a, i & ma) / at(b, i & mb);
      return out;
    default: // %
      for (let i = 0; i < n; i++) out[i] = at(a, i & ma) % at(b, i & mb);
      return out;
  }
}

export function comparison(operator: Comparison, a: Numbers, b: Numbers): Conditions {
  switch (operator) {
    case '<':
      return above(b, a, FALSE);
    case '<=':
      return above(b, a, TRUE);
    case '>':
      return above(a, b, FALSE);
    case '>=':
      return above(a, b, TRUE);
    case '==':
      return equal(a, b, TRUE);
    default: // !=
      return equal(a, b, FALSE);
  }
}

function above(a: Numbers, b: Numbers, whenEqual: number): Conditions {
  const out = new Uint8Array(longest(a, b));
  const [ma, mb] = [maskOf(a), maskOf(b)];
  for (let i = 0; i < out.length; i++) {
    const x = a[i & ma] as number;
    const y = b[i & mb] as number;
    const gap = x - y;
    const same = (Math.abs(x) + Math.abs(y)) * SAME;
    out[i] = gap > same ? TRUE : gap < -same ? FALSE : Number.isNaN(gap) ? UNKNOWN : whenEqual;
  }
  return out;
}

function equal(a: Numbers, b: Numbers, whenEqual: number): Conditions {
  const out = new Uint8Array(longest(a, b));
  const [ma, mb] = [maskOf(a), maskOf(b)];
  for (let i = 0; i < out.length; i++) {
    const x = a[i & ma] as number;
    const y = b[i & mb] as number;
    const gap = Math.abs(x - y);
    out[i] = gap <= (Math.abs(x) + Math.abs(y)) * SAME ? whenEqual : gap > 0 ? TRUE - whenEqual : UNKNOWN;
  }
  return out;
}

export function logic(operator: 'and' | 'or', a: Conditions, b: Conditions): Conditions {
  const out = new Uint8Array(longest(a, b));
  const [ma, mb] = [maskOf(a), maskOf(b)];
  if (operator === 'and') {
    for (let i = 0; i < out.length; i++) out[i] = Math.min(a[i & ma] as number, b[i & mb] as number);
  } else {
    for (let i = 0; i < out.length; i++) out[i] = Math.max(a[i & ma] as number, b[i & mb] as number);
  }
  return out;
}

export const inverse = (a: Conditions): Conditions => a.map((value) => TRUE - value);

/** Each value as it was `bars` bars before; not known for the first bars. */
export function numbersAgo(a: Numbers, bars: number): Numbers {
  const out = new Float64Array(a.length).fill(NaN, 0, bars);
  if (bars < a.length) out.set(a.subarray(0, a.length - bars), bars);
  return out;
}
export function conditionsAgo(a: Conditions, bars: number): Conditions {
  const out = new Uint8Array(a.length).fill(UNKNOWN, 0, bars);
  if (bars < a.length) out.set(a.subarray(0, a.length - bars), bars);
  return out;
}

/** On which side of b each a lies: one look at the numbers serves crosses both ways. */
export function sidesOf(a: Numbers, b: Numbers, length: number): Uint8Array {
  const out = new Uint8Array(length);
  const [ma, mb] = [maskOf(a), maskOf(b)];
  for (let i = 0; i < length; i++) {
    const x = a[i & ma] as number;
    const y = b[i & mb] as number;
    const gap = x - y;
    const same = (Math.abs(x) + Math.abs(y)) * SAME;
    out[i] = gap > same ? ABOVE : gap < -same ? BELOW : Number.isNaN(gap) ? NOWHERE : LEVEL;
  }
  return out;
}
const BELOW = 0;
const LEVEL = 1;
const ABOVE = 2;
const NOWHERE = 3;

/** True where the side was not yet `beyond` one bar before and is now. */
function crossingTable(beyond: number): Uint8Array {
  return Uint8Array.from({ length: 16 }, (_, pair) => {
    const [before, now] = [pair >> 2, pair & 3];
    if (now !== beyond) return now === NOWHERE ? UNKNOWN : FALSE;
    return before === NOWHERE ? UNKNOWN : before === beyond ? FALSE : TRUE;
  });
}
const UPWARDS = crossingTable(ABOVE);
const DOWNWARDS = crossingTable(BELOW);

export function crossings(sides: Uint8Array, way: 'up' | 'down'): Conditions {
  const table = way === 'up' ? UPWARDS : DOWNWARDS;
  const out = new Uint8Array(sides.length);
  let before = NOWHERE;
  for (let i = 0; i < sides.length; i++) {
    const now = sides[i] as number;
    out[i] = table[(before << 2) | now] as number;
    before = now;
  }
  return out;
}

export function choose(condition: Conditions, a: Numbers, b: Numbers): Numbers {
  const out = new Float64Array(Math.max(condition.length, longest(a, b)));
  const [mc, ma, mb] = [maskOf(condition), maskOf(a), maskOf(b)];
  for (let i = 0; i < out.length; i++) {
    const truth = condition[i & mc];
    out[i] = truth === TRUE ? (a[i & ma] as number) : truth === FALSE ? (b[i & mb] as number) : NaN;
  }
  return out;
}

export function pairwise(a: Numbers, b: Numbers, pick: (x: number, y: number) => number): Numbers {
  const out = new Float64Array(longest(a, b));
  const [ma, mb] = [maskOf(a), maskOf(b)];
  for (let i = 0; i < out.length; i++) out[i] = pick(a[i & ma] as number, b[i & mb] as number);
  return out;
}
