// What it costs to hold: borrowing what is sold short, cash below zero, swap by the night, and the roll of a contract.
import type { Account } from './account.ts';
import type { PortfolioCosts } from './costs.ts';
import type { PortfolioInput } from './input.ts';
import { timeOf, type Market, type SymbolInput } from './market.ts';

const DAY = 86_400;
const YEAR = 365 * DAY;
const SATURDAY = 6;

export type CarryKind = 'borrow' | 'funding' | 'swap' | 'roll';

/** Reports what was paid (negative) or received for the position of a symbol. */
export type ReportCarry = (s: number, kind: CarryKind, money: number) => void;

/** Books what fell due between the bar before and bar i, at the last known prices. */
export function carryCosts(
  { times, places }: Market,
  account: Account,
  costs: PortfolioCosts,
  symbols: readonly SymbolInput[],
  marks: Float64Array,
  i: number,
  rolls: NonNullable<PortfolioInput['rolls']>,
  report: ReportCarry,
): void {
  if (i === 0) return;
  const hasRates = symbols.some(({ borrow_rate }) => borrow_rate !== undefined);
  const { borrow_rate: usual, funding_rate, swap } = costs;
  if (!hasRates && !usual && !funding_rate && swap === undefined && rolls.length === 0) return;
  const [before, now] = [times[i - 1], times[i]];
  const years = (now - before) / YEAR;
  const pay = (s: number, kind: CarryKind, money: number) => {
    if (money === 0) return;
    account.pay(money);
    report(s, kind, money);
  };
  if (account.cash < 0 && costs.funding_rate) {
    // Borrowed cash pays for what is held: each position bears its share of the value.
    const owed = account.cash * costs.funding_rate * years;
    const worth = Array.from(account.units, (units, s) => Math.abs(units * marks[s]) || 0);
    const total = worth.reduce((sum, each) => sum + each, 0);
    if (total > 0) for (const [s, each] of worth.entries()) pay(s, 'funding', (owed * each) / total);
    else account.pay(owed);
  }
  const nights = costs.swap === undefined ? 0 : nightsBetween(before, now, costs.swap.triple);
  for (const [s, { borrow_rate = costs.borrow_rate ?? 0 }] of symbols.entries()) {
    const units = account.units[s];
    if (units === 0) continue;
    if (units < 0 && borrow_rate !== 0) pay(s, 'borrow', units * marks[s] * borrow_rate * years);
    if (nights > 0)
      pay(s, 'swap', Math.abs(units) * nights * ((units > 0 ? costs.swap?.long : costs.swap?.short) ?? 0));
  }
  for (const { date, symbol, gap } of rolls) {
    const s = places.get(symbol);
    if (s === undefined) throw new RangeError(`rolls: unknown symbol ${symbol}`);
    const time = timeOf(date);
    if (time > before && time <= now) pay(s, 'roll', -account.units[s] * gap);
  }
}

/**
 * Nights between two times, by the UTC day on which each begins. With a triple day the night of that day counts three times
 * and those of Saturday and Sunday, which it stands for, not at all: a whole week is seven nights either way.
 */
function nightsBetween(before: number, now: number, triple: number | undefined): number {
  let nights = 0;
  for (let day = Math.floor(before / DAY); day < Math.floor(now / DAY); day++) {
    const weekday = ((day + 3) % 7) + 1; // 1970 began on a Thursday; Monday is 1
    if (triple === undefined) nights += 1;
    else if (weekday === triple) nights += 3;
    else if (weekday < SATURDAY) nights += 1;
  }
  return nights;
}
