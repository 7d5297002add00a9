// Dividends, interest and rewards: what of them is known to be qualified, and what is not.

import type { Day } from '../calendar/day.ts';
import { parseMoment } from '../calendar/trade-date.ts';
import { isAbsent, isShort, type Lot } from '../lots/lot.ts';
import {
  type Amount,
  isNegative,
  NO_AMOUNT,
  type Num,
  parseAmount,
  plus,
  type Problem,
  Problems,
  roundToCents,
} from '../money/index.ts';
import type { DatedIncome } from './period-income.ts';

export interface CashIncome {
  readonly id: string;
  readonly date: string;
  /** A reward is what staking, an airdrop or interest in kind brought, at what it was worth when it came. */
  readonly kind: 'dividend' | 'interest' | 'reward';
  readonly symbol: string | null;
  readonly amount: Num;
  readonly account_id: string;
  /** What somebody said of a dividend; absent: the holding period tells. */
  readonly qualified?: boolean | null;
}

export interface LedgerIncomeInput {
  readonly year: number;
  readonly cash: readonly CashIncome[];
  readonly lots: readonly Lot[];
  /** The day open lots are reckoned to. */
  readonly as_of: string;
  readonly account_id?: string;
}

export interface LedgerIncome {
  readonly qualified_dividends: number;
  readonly other_dividends: number;
  readonly interest: number;
  readonly rewards: number;
  readonly dated: DatedIncome[];
  readonly problems: Problem[];
}

/** More than 60 days inside the 121 around the ex-dividend day (IRC 1(h)(11)(B)(iii)). */
const HELD_DAYS = 61;
/** The ex-dividend day is not in the ledger; it is taken to lie no more than this many days before the payment. */
const BEFORE_PAYMENT = 60;

type Income = 'qualified' | 'other' | 'interest' | 'rewards';

export function ledgerIncome({ year, cash, lots, as_of, account_id }: LedgerIncomeInput): LedgerIncome {
  const problems = new Problems();
  const today = parseMoment(as_of)?.day ?? 0;
  const symbols = new Set(cash.map(({ symbol }) => symbol));
  const shares = lots.filter((lot) => symbols.has(lot.symbol) && isShareLot(lot));
  const holdings = Map.groupBy(shares, (lot) => `${lot.account_id}|${lot.symbol}`);
  const sums: Record<Income, Amount> = {
    qualified: NO_AMOUNT,
    other: NO_AMOUNT,
    interest: NO_AMOUNT,
    rewards: NO_AMOUNT,
  };
  const dated: DatedIncome[] = [];
  for (const row of cash) {
    const amount = parseAmount(row.amount);
    const day = parseMoment(row.date)?.day;
    const wanted = row.date.startsWith(`${year}-`) && (account_id === undefined || row.account_id === account_id);
    if (!wanted || amount === null || day === undefined) continue;
    const income = kindOf(row, amount, holdings.get(`${row.account_id}|${row.symbol}`) ?? [], day, today, problems);
    if (income === null) continue;
    sums[income] = plus(sums[income], amount);
    dated.push({
      date: row.date,
      kind: income === 'qualified' ? 'qualified' : 'ordinary',
      amount: roundToCents(amount),
    });
  }
  return {
    qualified_dividends: roundToCents(sums.qualified),
    other_dividends: roundToCents(sums.other),
    interest: roundToCents(sums.interest),
    rewards: roundToCents(sums.rewards),
    dated,
    problems: problems.list(),
  };
}

/** Null for what is no income. */
function kindOf(
  row: CashIncome,
  amount: Amount,
  lots: readonly Lot[],
  day: Day,
  today: Day,
  problems: Problems,
): Income | null {
  if (row.kind === 'reward') return 'rewards';
  if (row.kind === 'interest') {
    if (!isNegative(amount)) return 'interest';
    const message = 'Interest that was paid is not deducted here: it may be an itemised deduction.';
    problems.add('interest_paid', message, row.id);
    return null;
  }
  if (typeof row.qualified === 'boolean') return row.qualified ? 'qualified' : 'other';
  if (isKnownQualified(lots, day, today)) return 'qualified';
  problems.add(
    'dividend_not_known_qualified',
    `Dividends of ${row.symbol ?? 'no named security'} are taxed as ordinary income: that all shares were held more than 60 days around the ex-dividend day is not known.`,
    row.id,
  );
  return 'other';
}

/**
 * Every lot that may have been held on an ex-dividend day up to 60 days before the payment has been held 61 days in all.
 * Those days then lie in the 121-day period whichever day it was: the shares were owned on it.
 */
function isKnownQualified(lots: readonly Lot[], paid: Day, today: Day): boolean {
  const spans = lots.map(({ acquired, sold }) => ({
    from: parseMoment(acquired)?.day ?? today,
    to: isAbsent(sold) ? null : (parseMoment(sold)?.day ?? null),
  }));
  const concerned = spans.filter(({ from, to }) => from < paid && (to === null || to >= paid - BEFORE_PAYMENT));
  return concerned.length > 0 && concerned.every(({ from, to }) => (to ?? today) - from >= HELD_DAYS);
}

function isShareLot(lot: Lot): boolean {
  return lot.option === undefined && !isShort(lot) && (lot.treatment ?? 'security') === 'security';
}
