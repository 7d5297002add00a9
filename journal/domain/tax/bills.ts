// Treasury bills: what one pays at its end over what it cost is interest, not a capital gain (IRC 454(b), 1271(a)(3)).

import { isAbsent, isShort, type Lot } from '../lots/lot.ts';
import { isPositive, minus, parseAmount, type Problem, Problems, roundToCents } from '../money/index.ts';
import { isRetirement } from '../wash/identical.ts';
import type { CashIncome } from './ledger-income.ts';

/** CUSIPs of bills; those of notes and bonds begin with 912810 and 912828 and the like. */
const BILL_CODE = /^(?:US)?91279[3-7]/;

/** Whether one of its names is that of a bill. */
export function isBillName(name: string): boolean {
  return BILL_CODE.test(name) || /\b(?:t-?bill|treasury bill)\b/i.test(name);
}

export interface BillInterest {
  /** Bills that were paid: no sales, and on no form. */
  readonly paid: ReadonlySet<Lot>;
  readonly cash: readonly CashIncome[];
  readonly problems: readonly Problem[];
}

/** Of these lots of bills, those that ended at their face value; what was sold before is named. */
export function billInterest(bills: readonly Lot[]): BillInterest {
  const problems = new Problems();
  const paid = new Set<Lot>();
  const cash: CashIncome[] = [];
  for (const lot of bills) {
    const [proceeds, cost] = [parseAmount(lot.proceeds), parseAmount(lot.cost_basis)];
    if (isShort(lot) || isRetirement(lot) || isAbsent(lot.sold) || proceeds === null || cost === null) continue;
    if (Number(lot.proceeds) < Number(lot.quantity)) {
      problems.add(
        'bill_sold_early',
        'A Treasury bill was sold before its end: of a gain, the share of the discount that had run up by then is interest (IRC 1271(a)(3)). It is shown as a capital gain.',
        lot.id,
      );
      continue;
    }
    paid.add(lot);
    const gain = minus(proceeds, cost);
    if (isPositive(gain))
      cash.push({
        id: lot.id,
        date: (lot.sold ?? '').slice(0, 10),
        kind: 'interest',
        symbol: lot.symbol,
        amount: roundToCents(gain),
        account_id: lot.account_id ?? '',
      });
  }
  return { paid, cash, problems: problems.list() };
}
