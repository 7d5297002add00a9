// The box of Form 8949 a sale stands under: the one on the broker's form. Securities have A to F; coins have G to L since
// 2025, when brokers began to report them (Form 1099-DA).

import type { FormBox, ReportsBasis, Term } from '@zorivest/vocabulary';
import { type Day, dayOf } from '../calendar/day.ts';
import type { Lot, ReadLot } from '../lots/lot.ts';
import { keyOfSale, type ReportedSales } from './reported.ts';

export interface BoxRules {
  /** What each account's broker reports; absent: its form with the basis. */
  readonly reports_basis?: Readonly<Record<string, ReportsBasis>>;
  /** The boxes stated of single lots, by their ids. */
  readonly boxes?: Readonly<Record<string, FormBox>>;
  /** What brokers' forms say of single sales: it wins. */
  readonly reported?: ReportedSales;
}

const SECURITIES = { yes: ['A', 'D'], no: ['B', 'E'], no_1099: ['C', 'F'] } as const;
const COINS = { yes: ['G', 'J'], no: ['H', 'K'], no_1099: ['I', 'L'] } as const;
const PAIRS: readonly (readonly [FormBox, FormBox])[] = [...Object.values(SECURITIES), ...Object.values(COINS)];

/** The first year whose sales of coins brokers report, and the first day whose purchases they report the basis of. */
const COINS_REPORTED_IN = 2025;
const COINS_WITH_BASIS_FROM = dayOf(2026, 1, 1);
/** Basis is reported of shares bought from 2011 on, of options and bonds from 2014 on (Reg. 1.6045-1(a)(15)). */
const SHARES_WITH_BASIS_FROM = dayOf(2011, 1, 1);
const CONTRACTS_WITH_BASIS_FROM = dayOf(2014, 1, 1);

export function boxOf({ lot, acquired, sold }: ReadLot, term: Term, year: number, rules: BoxRules): FormBox {
  const at = term === 'long' ? 1 : 0;
  const onForm = rules.reported?.get(keyOfSale(lot))?.box ?? null;
  if (onForm !== null) return onForm;
  const stated = rules.boxes?.[lot.id];
  if (stated !== undefined) return boxForTerm(stated, term);
  const reports = rules.reports_basis?.[lot.account_id ?? ''];
  const bought = lot.side === 'short' ? sold : acquired;
  if (lot.treatment !== 'digital_asset') return SECURITIES[lessen(reports ?? 'yes', hasBasis(lot, bought))][at];
  // Before there was a form for coins, no broker reported them unless the person says so.
  if (year < COINS_REPORTED_IN) return SECURITIES[reports ?? 'no_1099'][at];
  return COINS[lessen(reports ?? 'yes', (bought ?? 0) >= COINS_WITH_BASIS_FROM)][at];
}

/** The box of the same kind for a term. */
export function boxForTerm(box: FormBox, term: Term): FormBox {
  return PAIRS.find((pair) => pair.includes(box))?.[term === 'long' ? 1 : 0] ?? box;
}

/** A broker that reports basis does not for what it need not. */
function lessen(reports: ReportsBasis, hasBasisReported: boolean): ReportsBasis {
  return reports === 'yes' && !hasBasisReported ? 'no' : reports;
}

function hasBasis({ option, is_bond }: Lot, bought: Day | null): boolean {
  const from = option !== undefined || is_bond === true ? CONTRACTS_WITH_BASIS_FROM : SHARES_WITH_BASIS_FROM;
  return bought === null || bought >= from;
}
