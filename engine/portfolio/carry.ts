// What it costs to hold: borrowing what is sold short, cash below zero, swap by the night, and the roll of a contract.
import type { Account } from './account.ts';
import type { PortfolioCosts } from './costs.ts';
import type { PortfolioInput } from './input.ts';
import { timeOf, type Market, type SymbolInput } from './market.ts';

const DAY = 86_400;
const YEAR = 365 * DAY;

/** Books what fell due between the bar before and bar i, at the last known prices. */
export function carryCosts(
  { times, places }: Market,
  account: Account,
  costs: PortfolioCosts,
  symbols: readonly SymbolInput[],
  marks: Float64Array,
  i: number,
  rolls: NonNullable<PortfolioInput['rolls']>,
): void {
  if (i === 0) return;
  const hasRates = symbols.some(({ borrow_rate }) => borrow_rate !== undefined);
  const { borrow_rate: usual, funding_rate, swap } = costs;
  if (!hasRates && !usual && !funding_rate && swap === undefined && rolls.length === 0) return;
  const [before, now] = [times[i - 1], times[i]];
  const years = (now - before) / YEAR;
  if (account.cash < 0 && costs.funding_rate) account.pay(account.cash * costs.funding_rate * years);
  const nights = costs.swap === undefined ? 0 : nightsBetween(before, now, costs.swap.triple);
  for (const [s, { borrow_rate = costs.borrow_rate ?? 0 }] of symbols.entries()) {
    const units = account.units[s];
    if (units === 0) continue;
    if (units < 0 && borrow_rate !== 0) account.pay(units * marks[s] * borrow_rate * years);
    if (nights > 0) account.pay(Math.abs(units) * nights * ((units > 0 ? costs.swap?.long : costs.swap?.short) ?? 0));
  }
  for (const { date, symbol, gap } of rolls) {
    const s = places.get(symbol);
    if (s === undefined) throw new RangeError(`rolls: unknown symbol ${symbol}`);
    const time = timeOf(date);
    if (time > before && time <= now) account.pay(-account.units[s] * gap);
  }
}

/** Midnights (UTC) passed; the one that ends the day `triple` counts for three. */
function nightsBetween(before: number, now: number, triple: number | undefined): number {
  let nights = 0;
  for (let day = Math.floor(before / DAY); day < Math.floor(now / DAY); day++)
    nights += ((day + 3) % 7) + 1 === triple ? 3 : 1; // 1970 began on a Thursday
  return nights;
}
