// Element-wise work on whole columns. A constant is a column of one value, read at every bar: `i & mask` is `i` for a
// series and 0 for a constant, so that one loop serves both.
//
// Conditions have three values, ordered so that `and` is the smaller and `or` the larger of two. A comparison with a
// number that is not there yet is unknown, and stays so through `not`: a strategy never acts on missing bars.
import { SAME } from '../indicators/rules.ts';
import type { Arithmetic, Comparison } from './parse.ts';

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
  const at = (column: Numbers, i: number) => column[i];
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

/** Where a lies as seen from b. */
const BELOW = 0;
const LEVEL = 1;
const ABOVE = 2;
const NOWHERE = 3;

/** What each side means to an operator: below, level, above, nowhere. */
const MEANINGS: Readonly<Record<Comparison | 'side', Uint8Array>> = {
  '<': Uint8Array.of(TRUE, FALSE, FALSE, UNKNOWN),
  '<=': Uint8Array.of(TRUE, TRUE, FALSE, UNKNOWN),
  '>': Uint8Array.of(FALSE, FALSE, TRUE, UNKNOWN),
  '>=': Uint8Array.of(FALSE, TRUE, TRUE, UNKNOWN),
  '==': Uint8Array.of(FALSE, TRUE, FALSE, UNKNOWN),
  '!=': Uint8Array.of(TRUE, FALSE, TRUE, UNKNOWN),
  side: Uint8Array.of(BELOW, LEVEL, ABOVE, NOWHERE),
};

export const comparison = (operator: Comparison, a: Numbers, b: Numbers): Conditions =>
  compareColumns(a, b, longest(a, b), MEANINGS[operator]);

/** On which side of b each a lies: one look at the numbers serves crosses both ways. */
export const sidesOf = (a: Numbers, b: Numbers, length: number): Uint8Array =>
  compareColumns(a, b, length, MEANINGS.side);

function compareColumns(a: Numbers, b: Numbers, length: number, meaning: Uint8Array): Uint8Array {
  const out = new Uint8Array(length);
  const [ma, mb] = [maskOf(a), maskOf(b)];
  const [below, level, above, nowhere] = meaning as unknown as readonly [number, number, number, number]; // four of them
  for (let i = 0; i < length; i++) {
    const x = a[i & ma];
    const y = b[i & mb];
    const gap = x - y;
    const same = Math.abs(y) * SAME;
    out[i] = gap > same ? above : gap < -same ? below : Number.isNaN(gap) ? nowhere : level;
  }
  return out;
}

export function logic(operator: 'and' | 'or', a: Conditions, b: Conditions): Conditions {
  const out = new Uint8Array(longest(a, b));
  const [ma, mb] = [maskOf(a), maskOf(b)];
  if (operator === 'and') {
    for (let i = 0; i < out.length; i++) out[i] = Math.min(a[i & ma], b[i & mb]);
  } else {
    for (let i = 0; i < out.length; i++) out[i] = Math.max(a[i & ma], b[i & mb]);
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

/** Where a side is reached that was not held one bar before: upwards, and downwards. */
export function crossings(sides: Uint8Array): { readonly up: Conditions; readonly down: Conditions } {
  const up = new Uint8Array(sides.length);
  const down = new Uint8Array(sides.length);
  let before = NOWHERE;
  for (let i = 0; i < sides.length; i++) {
    const now = sides[i];
    // Columns begin as FALSE, and most bars change nothing.
    if (now === before && now !== NOWHERE) continue;
    const known = before === NOWHERE ? UNKNOWN : TRUE;
    if (now === ABOVE) up[i] = known;
    else if (now === BELOW) down[i] = known;
    else if (now === NOWHERE) up[i] = down[i] = UNKNOWN;
    before = now;
  }
  return { up, down };
}

export function choose(condition: Conditions, a: Numbers, b: Numbers): Numbers {
  const out = new Float64Array(Math.max(condition.length, longest(a, b)));
  const [mc, ma, mb] = [maskOf(condition), maskOf(a), maskOf(b)];
  for (let i = 0; i < out.length; i++) {
    const truth = condition[i & mc];
    out[i] = truth === TRUE ? a[i & ma] : truth === FALSE ? b[i & mb] : NaN;
  }
  return out;
}

export function pairwise(a: Numbers, b: Numbers, pick: (x: number, y: number) => number): Numbers {
  const out = new Float64Array(longest(a, b));
  const [ma, mb] = [maskOf(a), maskOf(b)];
  for (let i = 0; i < out.length; i++) out[i] = pick(a[i & ma], b[i & mb]);
  return out;
}
