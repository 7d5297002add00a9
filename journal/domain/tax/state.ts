// State income tax as the person configures it: no state's rates are built in, only which states have no income tax.

import {
  type Amount,
  atLeastZero,
  isNegative,
  least,
  minus,
  multiply,
  NO_AMOUNT,
  type Num,
  ONE,
  parseAmount,
  parseRatio,
  plus,
  type Ratio,
} from '../money/index.ts';
import { type TaxInput } from './input.ts';

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
export type StateRule = (agi: Amount) => Amount | null;

/** A note on each besides that it taxes no income. */
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
  if (state === undefined || state === null) return () => NO_AMOUNT;
  if ('named' in state) return readNamedState(state.named, read);
  const deduction = read.nonNegative('state.deduction', state.deduction);
  const brackets = 'flat' in state ? [{ up_to: null, rate: state.flat }] : state.brackets;
  const bands: { upTo: Amount | null; rate: Ratio }[] = [];
  for (const bracket of Array.isArray(brackets) ? brackets : [null]) {
    const rate = parseRatio(bracket?.rate);
    const upTo = bracket?.up_to === null || bracket?.up_to === undefined ? null : parseAmount(bracket.up_to);
    const unreadable = bracket?.up_to !== null && bracket?.up_to !== undefined && upTo === null;
    if (rate === null || isNegative(rate) || rate > ONE || unreadable) {
      read.problems.add('bad_state_rate', 'A state rate must be a fraction from 0 to 1, its up_to an amount or null.');
      return null;
    }
    bands.push({ upTo, rate });
  }
  if (deduction === null) return null;
  return (agi) => taxIn(bands, atLeastZero(minus(agi, deduction)));
}

function readNamedState(name: string, read: TaxInput): StateRule {
  if (Object.hasOwn(WITHOUT_INCOME_TAX, name)) {
    const more = WITHOUT_INCOME_TAX[name] ?? '';
    read.problems.add('no_state_income_tax', `${name} has no income tax${more}: the state’s part is 0.`);
    return () => NO_AMOUNT;
  }
  read.problems.add(
    'state_tax_unknown',
    `The tax of ${name} is not known and is in no total: give state_tax_rate or state_brackets in the tax profile.`,
  );
  return () => null;
}

function taxIn(bands: readonly { upTo: Amount | null; rate: Ratio }[], income: Amount): Amount {
  let from = NO_AMOUNT;
  let tax = NO_AMOUNT;
  for (const { upTo, rate } of bands) {
    const end = upTo === null ? income : least(upTo, income);
    tax = plus(tax, multiply(atLeastZero(minus(end, from)), rate));
    from = end > from ? end : from;
  }
  return tax;
}
