// State income tax as the person configures it: none is built in.

import { type Fixed, least, type Num, ONE, parseFixed, times } from '../money/index.ts';
import { atLeastZero, type TaxInput } from './input.ts';

/** A flat rate, or brackets from the lowest up; rates are fractions. Both on adjusted gross income less the deduction. */
export type StateTax = { readonly deduction?: Num } & (
  | { readonly flat: Num }
  | { readonly brackets: readonly { readonly up_to: Num | null; readonly rate: Num }[] }
);

/** A state's rule, read: tax on an adjusted gross income. */
export type StateRule = (agi: Fixed) => Fixed;

/** Null when it cannot be read; no state means no tax. */
export function readState(state: StateTax | undefined | null, read: TaxInput): StateRule | null {
  if (state === undefined || state === null) return () => 0n;
  const deduction = read.nonNegative('state.deduction', state.deduction);
  const brackets = 'flat' in state ? [{ up_to: null, rate: state.flat }] : state.brackets;
  const bands: { upTo: Fixed | null; rate: Fixed }[] = [];
  for (const bracket of Array.isArray(brackets) ? brackets : [null]) {
    const rate = parseFixed(bracket?.rate);
    const upTo = bracket?.up_to === null || bracket?.up_to === undefined ? null : parseFixed(bracket.up_to);
    const unreadable = bracket?.up_to !== null && bracket?.up_to !== undefined && upTo === null;
    if (rate === null || rate < 0n || rate > ONE || unreadable) {
      read.problems.add('bad_state_rate', 'A state rate must be a fraction from 0 to 1, its up_to an amount or null.');
      return null;
    }
    bands.push({ upTo, rate });
  }
  if (deduction === null) return null;
  return (agi) => taxIn(bands, atLeastZero(agi - deduction));
}

function taxIn(bands: readonly { upTo: Fixed | null; rate: Fixed }[], income: Fixed): Fixed {
  let from = 0n;
  let tax = 0n;
  for (const { upTo, rate } of bands) {
    const end = upTo === null ? income : least(upTo, income);
    tax += times(atLeastZero(end - from), rate);
    from = end > from ? end : from;
  }
  return tax;
}
