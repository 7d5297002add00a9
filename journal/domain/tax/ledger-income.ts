// Dividends, interest and rewards: what of them is known to be qualified, and what is not.

import type { Day } from '../calendar/day.ts';
import { parseMoment } from '../calendar/trade-date.ts';
import { isAbsent, isShort, type Lot } from '../lots/lot.ts';
import {
  type Amount,
  atLeastZero,
  isNegative,
  isZero,
  least,
  minus,
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
  /** The instrument behind the symbol, where it has other names. */
  readonly instrument_id?: string;
  readonly amount: Num;
  readonly account_id: string;
  /** Whether a dividend is qualified, as stated; absent: the holding period decides. */
  readonly qualified?: boolean | null;
}

export interface LedgerIncomeInput {
  readonly year: number;
  readonly cash: readonly CashIncome[];
  readonly lots: readonly Lot[];
  /** The valuation date of open lots. */
  readonly as_of: string;
  readonly account_id?: string;
  /** The year's qualified dividends as a person or a Form 1099-DIV states them; those of the ledger are among them. */
  readonly stated_qualified?: Num;
}

export interface LedgerIncome {
  readonly qualified_dividends: number;
  readonly other_dividends: number;
  /** Of what is stated, what the ledger does not hold: it has no day. */
  readonly stated_elsewhere: number;
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

export function ledgerIncome({
  year,
  cash,
  lots,
  as_of,
  account_id,
  stated_qualified = 0,
}: LedgerIncomeInput): LedgerIncome {
  const problems = new Problems();
  const today = parseMoment(as_of)?.day ?? 0;
  const holdings = holdingsOf(cash, lots);
  const entries: { readonly row: CashIncome; readonly amount: Amount; readonly income: Income | 'unsure' }[] = [];
  for (const row of cash) {
    const amount = parseAmount(row.amount);
    const day = parseMoment(row.date)?.day;
    const wanted = row.date.startsWith(`${year}-`) && (account_id === undefined || row.account_id === account_id);
    if (!wanted || amount === null || day === undefined) continue;
    const held = holdings.get(`${row.account_id}|${instrumentOf(row)}`) ?? [];
    const income = kindOf(row, amount, held, day, today, problems);
    if (income !== null) entries.push({ row, amount, income });
  }
  const sums: Record<Income, Amount> = {
    qualified: NO_AMOUNT,
    other: NO_AMOUNT,
    interest: NO_AMOUNT,
    rewards: NO_AMOUNT,
  };
  const dated: DatedIncome[] = [];
  const count = (income: Income, date: string, amount: Amount): void => {
    sums[income] = plus(sums[income], amount);
    if (!isZero(amount))
      dated.push({ date, kind: income === 'qualified' ? 'qualified' : 'ordinary', amount: roundToCents(amount) });
  };
  for (const { row, amount, income } of entries) if (income !== 'unsure') count(income, row.date, amount);
  // What is stated beyond the ledger's known ones are first its unsure ones, so that no dividend counts twice.
  let left = atLeastZero(minus(parseAmount(stated_qualified) ?? NO_AMOUNT, sums.qualified));
  for (const { row, amount, income } of entries) {
    if (income !== 'unsure') continue;
    const part = isNegative(amount) ? NO_AMOUNT : least(left, amount);
    left = minus(left, part);
    count('qualified', row.date, part);
    count('other', row.date, minus(amount, part));
    if (part !== amount) sayUnsure(row, problems);
  }
  return {
    qualified_dividends: roundToCents(sums.qualified),
    other_dividends: roundToCents(sums.other),
    stated_elsewhere: roundToCents(left),
    interest: roundToCents(sums.interest),
    rewards: roundToCents(sums.rewards),
    dated,
    problems: problems.list(),
  };
}

/** The lots of shares by account and instrument. Those moved since were held where the dividend came all the same. */
function holdingsOf(cash: readonly CashIncome[], lots: readonly Lot[]): ReadonlyMap<string, readonly Lot[]> {
  const instruments = new Set(cash.map(instrumentOf));
  const holdings = new Map<string, Lot[]>();
  for (const lot of lots) {
    const instrument = lot.instrument_id ?? lot.symbol;
    if (!instruments.has(instrument) || !isShareLot(lot)) continue;
    for (const account of [lot.account_id, ...(lot.former_accounts ?? [])]) {
      const key = `${account}|${instrument}`;
      const own = holdings.get(key);
      if (own === undefined) holdings.set(key, [lot]);
      else own.push(lot);
    }
  }
  return holdings;
}

function instrumentOf({ instrument_id, symbol }: CashIncome): string {
  return instrument_id ?? symbol ?? '';
}

function sayUnsure({ id, symbol }: CashIncome, problems: Problems): void {
  problems.add(
    'dividend_not_known_qualified',
    `Dividends of ${symbol ?? 'no named security'} are taxed as ordinary income: that all shares were held more than 60 days around the ex-dividend day is not known.`,
    id,
  );
}

/** Null for what is no income. */
function kindOf(
  row: CashIncome,
  amount: Amount,
  lots: readonly Lot[],
  day: Day,
  today: Day,
  problems: Problems,
): Income | 'unsure' | null {
  if (row.kind === 'reward') return 'rewards';
  if (row.kind === 'interest') {
    if (!isNegative(amount)) return 'interest';
    const message = 'Interest that was paid is not deducted here: it may be an itemised deduction.';
    problems.add('interest_paid', message, row.id);
    return null;
  }
  if (typeof row.qualified === 'boolean') return row.qualified ? 'qualified' : 'other';
  return isKnownQualified(lots, day, today) ? 'qualified' : 'unsure';
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
