// Results of foreign currency (IRC 988): ordinary income, on no form of capital gains.

import { dayText, yearOf } from '../calendar/day.ts';
import { addCents, type Cents, centsOf, centsToDollars, NO_CENTS, Problems } from '../money/index.ts';
import { isShort, type Lot } from '../lots/lot.ts';
import { readLots } from '../lots/read.ts';
import { isRetirement } from '../wash/identical.ts';
import type { DatedIncome } from './period-income.ts';

/** `personal`: gains up to 200 a transaction are left out, and no loss counts (IRC 988(e)). */
export type CurrencyTreatment = 'ordinary' | 'personal';

export interface Section988 {
  readonly gain_loss: number;
  readonly treatment: CurrencyTreatment;
  /** Transactions of the year, and how many of them do not count. */
  readonly transactions: number;
  readonly left_out: number;
  readonly dated: DatedIncome[];
}

const SMALL_GAIN_CENTS = 20_000;

/** From the closed lots of currencies; one fill is one transaction, however many lots it closes. */
export function section988(
  lots: readonly Lot[],
  year: number,
  treatment: CurrencyTreatment,
  account_id?: string,
): Section988 {
  const currencies = lots.filter(
    (lot) =>
      lot.treatment === 'section_988' &&
      !isRetirement(lot) &&
      (account_id === undefined || lot.account_id === account_id),
  );
  const results = new Map<string, { date: string; gain: Cents }>();
  // What is wrong with a lot is reported where all lots are read.
  for (const { lot, acquired, sold, cost, proceeds } of readLots(currencies, new Problems())) {
    const left = isShort(lot) ? acquired : sold;
    if (left === null || proceeds === null || yearOf(left) !== year || acquired === null) continue;
    const key = lot.closed_by ?? lot.id;
    const before = results.get(key)?.gain ?? 0;
    results.set(key, { date: dayText(left), gain: centsOf(before + proceeds - cost) });
  }
  const all = [...results.values()];
  const counted = treatment === 'personal' ? all.filter(({ gain }) => gain > SMALL_GAIN_CENTS) : all;
  return {
    gain_loss: centsToDollars(counted.reduce((sum, { gain }) => addCents(sum, gain), NO_CENTS)),
    treatment,
    transactions: all.length,
    left_out: all.length - counted.length,
    dated: counted.map(({ date, gain }) => ({ date, kind: 'ordinary', amount: centsToDollars(gain) })),
  };
}
