// State income tax as the person configures it: no state's rates are built in, only which states have no income tax.

import { type Fixed, least, type Num, ONE, parseFixed, times } from '../money/index.ts';
import { atLeastZero, type TaxInput } from './input.ts';

/**
 * A flat rate, or brackets from the lowest up; rates are fractions. Both on adjusted gross income less the deduction. Only
 * named (`CA`), the tax is known where the state has none.
 */
export type StateTax =
  | ({ readonly deduction?: Num } & (
      | { readonly flat: Num }
      | { readonly brackets: readonly { readonly up_to: Num | null; readonly rate: Num }[] }
    ))
  | { readonly named: string };

/** A state's rule, read: tax on an adjusted gross income; null where it is not known. */
export type StateRule = (agi: Fixed) => Fixed | null;

/** What there is to say about each beside that it taxes no income. */
const WITHOUT_INCOME_TAX: Readonly<Record<string, string>> = {
  AK: '',
  FL: '',
  NH: ' (its tax on interest and dividends ended with 2024)',
  NV: '',
  SD: '',
  TN: '',
  TX: '',
  WA: ' (its tax on large long-term gains is not computed)',
  WY: '',
};

/** Null when it cannot be read; no state means no tax. */
export function readState(state: StateTax | undefined | null, read: TaxInput): StateRule | null {
  if (state === undefined || state === null) return () => 0n;
  if ('named' in state) return namedState(state.named, read);
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

function namedState(name: string, read: TaxInput): StateRule {
  if (Object.hasOwn(WITHOUT_INCOME_TAX, name)) {
    const more = WITHOUT_INCOME_TAX[name] ?? '';
    read.problems.add('no_state_income_tax', `${name} has no income tax${more}: the state’s part is 0.`);
    return () => 0n;
  }
  read.problems.add(
    'state_tax_unknown',
    `The tax of ${name} is not known and is in no total: give state_tax_rate or state_brackets in the tax profile.`,
  );
  return () => null;
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
