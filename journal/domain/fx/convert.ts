// Executions and events in another currency than their own: prices stay as they were paid, and each carries the rate of its
// own day.
import type { PositionEvent } from '../events/index.ts';
import type { Execution } from '../executions/index.ts';
import type { Problem } from '../money/index.ts';
import { parseOptionSymbol } from '../options/symbol.ts';
import type { DayOf } from '../time/index.ts';
import { type ForeignMoney, rateOn } from './money.ts';
import { MissingRates } from './missing.ts';
import type { Rates } from './rates.ts';

type Foreign = Execution & ForeignMoney;

export interface ConvertedBook<E extends Foreign> {
  readonly executions: readonly E[];
  readonly events: readonly PositionEvent[];
  /** The rate of each execution that was converted, by id. */
  readonly rates: ReadonlyMap<string, number>;
  /** Executions without a rate, or of a position that an event without one changed: nothing with them can be added up. */
  readonly missing: ReadonlySet<string>;
  readonly problems: readonly Problem[];
  /** The same, to be put together with what other parts of a book lacked. */
  readonly wanting: MissingRates;
}

export interface Conversion {
  readonly currency: string;
  readonly rates: Rates;
  /** Whose days they are. */
  readonly dayOf: DayOf;
  /** The day whose rate counts, where it is not the day itself: that of settlement. */
  readonly rateDay?: (day: number) => number;
  /** The currency of an account: an event of an instrument that was never traded is in that. */
  readonly accountCurrency?: (accountId: string) => string | undefined;
}

export function convert<E extends Foreign>(
  executions: readonly E[],
  events: readonly PositionEvent[],
  { currency, rates, dayOf, rateDay = (day) => day, accountCurrency }: Conversion,
): ConvertedBook<E> {
  const used = new Map<string, number>();
  const missing = new Set<string>();
  const wanting = new MissingRates(currency);
  const converted = executions.map((execution) => {
    if (execution.currency === currency) return execution;
    const day = rateDay(dayOf(execution.time, isKnown(execution)) ?? 0);
    const rate = rateOn(execution, day, currency, rates);
    if (rate === null) {
      missing.add(execution.exec_id);
      wanting.add(execution.currency, day, execution.exec_id);
      return execution;
    }
    used.set(execution.exec_id, rate);
    return { ...execution, rate };
  });
  const currencyOf = currenciesBy(executions, events, accountCurrency);
  const spoiled = new Set<string>();
  const atRates = events.map((event) => {
    const own = holdsMoney(event) ? currencyOf(event) : currency;
    if (own === undefined || own === currency) return event;
    const rateAt = (time: string): number | null => {
      const day = rateDay(dayOf(time) ?? 0);
      const rate = rateOn({ currency: own }, day, currency, rates);
      if (rate === null) wanting.add(own, day, event.id);
      return rate;
    };
    const found = withRates(event, rateAt);
    if (found === null) spoiled.add(event.instrument);
    return found ?? event;
  });
  if (spoiled.size > 0)
    for (const { exec_id, instrument } of executions) if (spoiled.has(instrument)) missing.add(exec_id);
  return { executions: converted, events: atRates, rates: used, missing, problems: wanting.problems(), wanting };
}

function isKnown({ time_known }: Execution): boolean {
  return time_known !== false && time_known !== 0;
}

function withRates(event: PositionEvent, rateAt: (time: string) => number | null): PositionEvent | null {
  const rate = rateAt(event.time);
  if (rate === null) return null;
  if (event.kind !== 'transfer' || event.lots === undefined) return { ...event, rate };
  const lots = event.lots.map((lot) => ({ ...lot, rate: rateAt(lot.acquired) }));
  return lots.every((lot): lot is typeof lot & { rate: number } => lot.rate !== null) ? { ...event, lots, rate } : null;
}

function holdsMoney(event: PositionEvent): boolean {
  switch (event.kind) {
    case 'split':
    case 'symbol_change':
    case 'spin_off':
      return false;
    case 'transfer':
      return event.lots !== undefined || event.cost_basis !== undefined;
    case 'stock_merger':
      return event.cash_per_share !== undefined || event.price !== undefined;
    default:
      return true;
  }
}

/**
 * An event is in the currency its instrument is traded in, in its own account where it names one; shares that an option
 * brought are in the option's.
 */
function currenciesBy(
  executions: readonly Foreign[],
  events: readonly PositionEvent[],
  accountCurrency: Conversion['accountCurrency'],
): (event: PositionEvent) => string | undefined {
  let known: Map<string, string> | undefined;
  return (event) => {
    const account = event.kind === 'transfer' ? (event.to_account_id ?? event.from_account_id) : event.account_id;
    known ??= currenciesOf(executions, events);
    return (
      known.get(`${account ?? ''}\n${event.instrument}`) ??
      known.get(event.instrument) ??
      (account === undefined ? undefined : accountCurrency?.(account))
    );
  };
}

function currenciesOf(executions: readonly Foreign[], events: readonly PositionEvent[]): Map<string, string> {
  const known = new Map<string, string>();
  for (const one of executions) {
    known.set(`${one.account_id}\n${one.instrument}`, one.currency);
    known.set(one.instrument, one.currency);
  }
  for (const { kind, instrument } of events) {
    if (kind !== 'exercise' && kind !== 'assignment') continue;
    const currency = known.get(instrument);
    const underlying = parseOptionSymbol(instrument)?.underlying;
    if (currency !== undefined && underlying !== undefined && !known.has(underlying)) known.set(underlying, currency);
  }
  return known;
}
