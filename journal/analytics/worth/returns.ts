// What the money earned: time-weighted, money-weighted, by Modified Dietz, compared with a benchmark, and how it fluctuated.
import type { contract, HandlerInput, HandlerOutput } from '@zorivest/contract';
import {
  type Amount,
  Decimal,
  decimalOf,
  type Flow,
  type FlowTiming,
  isNegative,
  isZero,
  linkedModifiedDietz,
  modifiedDietz,
  NO_AMOUNT,
  plus,
  RETURN_REASONS,
  type ReturnReason,
  roundToCents,
  textOf,
  twr,
  type Valuation,
  type WorthRow,
  xirr,
} from '@zorivest/domain';
import type { MarketService } from '@zorivest/market';
import type { Call } from '@zorivest/store';
import { textOfDay } from './ledger.ts';
import { basisOf, flowsOf, type WorthScope, worthScope } from './scope.ts';

type Query = HandlerInput<typeof contract.worth.returns>['query'];
type Answer = HandlerOutput<typeof contract.worth.returns>;

const CONVENTION =
  "Time-weighted: each day's return, multiplied, so that deposits and withdrawals do not count; unless asked otherwise money " +
  'that comes counts from the start of its day, money that leaves until its end. Money-weighted: the yearly rate (365 days) at ' +
  'which every deposit and withdrawal, on its own date, grows to what there is. Rates are after all costs, gross ones before ' +
  'fees of no trade; dividends stay inside. Transfers between own accounts count for each account and not for the whole. ' +
  'Volatility, Sharpe (without a riskless rate) and Sortino (below zero) are of daily returns from Monday to Friday, times the ' +
  'root of 252; the drawdown is the largest fall of the linked returns from a high.';

export async function returns(call: Call, market: MarketService | null, query: Query): Promise<Answer> {
  const { benchmark } = query;
  const scope = await worthScope(call, market, query, benchmark === undefined ? [] : [benchmark]);
  const { book, from, to } = scope;
  const key = `returns ${JSON.stringify(query)} ${from} ${to} ${book.state} ${scope.currency}`;
  return call.results.of(key, () => compute(scope, query));
}

function compute(scope: WorthScope, query: Query): Answer {
  const { from, to, evenings, rows } = scope;
  const timing = query.flow_timing;
  const period = { from: textOfDay(from), to: textOfDay(to) };
  const days = to - from;
  const valuations = evenings.flatMap(({ day, value }): Valuation[] =>
    value === null ? [] : [{ date: textOfDay(day), value: textOf(value) }],
  );
  const flows = byDay(flowsOf(scope));
  const [start, end] = [evenings[0]?.value ?? null, evenings.at(-1)?.value ?? null];
  const reasons: Record<string, string> = {};
  const note = (reason: ReturnReason | null, ...figures: string[]): void => {
    if (reason !== null) for (const figure of figures) reasons[figure] = RETURN_REASONS[reason];
  };
  const weighted = twr({ valuations, flows, period, flowTiming: timing });
  note(weighted.reason, 'twr', 'twr_annual', 'twr_gross');
  if (weighted.twr !== null && weighted.annual === null) reasons['twr_annual'] = UNDER_A_YEAR;
  const paid = rows.rows.filter(({ line, day }) => line === 'fees' && day > from && day <= to);
  const costs = byDay(paid);
  const gross =
    costs.length === 0 ? weighted : twr({ valuations, flows: [...flows, ...costs], period, flowTiming: timing });
  const dietz = modifiedDietz({
    start: start === null ? null : textOf(start),
    end: end === null ? null : textOf(end),
    flows,
    period,
    flowTiming: timing,
  });
  note(dietz.reason, 'modified_dietz', 'modified_dietz_annual');
  if (dietz.rate !== null && dietz.annual === null) reasons['modified_dietz_annual'] = UNDER_A_YEAR;
  const linked = linkedModifiedDietz({ valuations, flows, period, flowTiming: timing });
  note(linked.reason, 'linked_modified_dietz');
  const money =
    start === null || end === null
      ? { rate: null, roots: [], reason: start === null ? ('no_start_value' as const) : ('no_end_value' as const) }
      : xirr(withEnds(scope, flows, timing, textOf(start), textOf(end)));
  note(money.reason, 'mwr_annual', 'mwr_period');
  const spread = fluctuation(scope, flows, timing);
  if (spread === null)
    for (const figure of ['volatility', 'sharpe', 'sortino', 'max_drawdown'])
      reasons[figure] = 'There are not two daily returns.';
  else {
    if (spread.sharpe === null) reasons['sharpe'] = 'The daily returns do not differ.';
    if (spread.sortino === null) reasons['sortino'] = 'No daily return is below zero.';
  }
  return {
    ...basisOf(scope, CONVENTION),
    days,
    start_value: start === null ? null : roundToCents(start),
    end_value: end === null ? null : roundToCents(end),
    twr: weighted.twr,
    twr_annual: weighted.annual,
    twr_gross: gross.twr,
    mwr_annual: money.rate,
    mwr_period: money.rate === null ? null : overPeriod(money.rate, days),
    mwr_roots: [...money.roots],
    modified_dietz: dietz.rate,
    modified_dietz_annual: dietz.annual,
    linked_modified_dietz: linked.rate,
    approximated: weighted.approximated.map((one) => ({ ...one })),
    volatility: spread?.volatility ?? null,
    sharpe: spread?.sharpe ?? null,
    sortino: spread?.sortino ?? null,
    max_drawdown: spread?.max_drawdown ?? null,
    ...(query.benchmark !== undefined && { benchmark: compareWithBenchmark(scope, query.benchmark, flows, timing) }),
    reasons,
  };
}

/** What came on a day and what went, each as one: an account without cash has as many flows as trades. */
function byDay(rows: readonly Pick<WorthRow, 'day' | 'amount'>[]): Flow[] {
  const sums = new Map<number, { into: Amount; out: Amount }>();
  for (const { day, amount } of rows) {
    let sum = sums.get(day);
    if (sum === undefined) sums.set(day, (sum = { into: NO_AMOUNT, out: NO_AMOUNT }));
    if (isNegative(amount)) sum.out = plus(sum.out, amount);
    else sum.into = plus(sum.into, amount);
  }
  return [...sums].flatMap(([day, { into, out }]) =>
    [into, out].filter((amount) => !isZero(amount)).map((amount) => ({ date: textOfDay(day), amount: textOf(amount) })),
  );
}

const UNDER_A_YEAR = 'Nothing is annualised under 365 days.';

function overPeriod(rate: string, days: number): string {
  return new Decimal(rate).plus(1).pow(new Decimal(days).div(365)).minus(1).toSignificantDigits(18).toString();
}

/** What was there comes in, what is there goes out; a flow at the start of its day stands at the evening before. */
function withEnds(
  { from, to }: WorthScope,
  flows: readonly Flow[],
  timing: FlowTiming,
  start: string,
  end: string,
): Flow[] {
  const moved =
    timing === 'start_of_day' ? flows.map((flow) => ({ ...flow, date: textOfDay(dayOf(flow) - 1) })) : flows;
  return [
    { date: textOfDay(from), amount: start },
    ...moved,
    { date: textOfDay(to), amount: new Decimal(end).negated() },
  ];
}

function dayOf({ date }: Flow): number {
  return Date.parse(date) / 86_400_000;
}

const TRADING_DAYS = 252;

/** Daily returns from one working day to the next; a stretch over a gap is none. */
function fluctuation({ evenings }: WorthScope, flows: readonly Flow[], timing: FlowTiming) {
  const found: number[] = [];
  const flowsOn = Map.groupBy(flows, dayOf);
  let last: { readonly day: number; readonly value: number } | null = null;
  let [into, out] = [0, 0];
  for (const { day, value } of evenings) {
    for (const { amount } of flowsOn.get(day) ?? []) {
      const money = Number(amount);
      if (timing === 'start_of_day' || (timing === 'in_start_out_end' && money > 0)) into += money;
      else out -= money;
    }
    const weekday = (((day + 4) % 7) + 7) % 7;
    if (weekday === 0 || weekday === 6) continue;
    if (value === null) {
      last = null;
    } else {
      const now = Number(textOf(value));
      const base: number = last === null ? 0 : last.value + into;
      if (last !== null && day - last.day <= 3 && base > 0) found.push((now + out) / base - 1);
      last = { day, value: now };
    }
    [into, out] = [0, 0];
  }
  if (found.length < 2) return null;
  const mean = found.reduce((sum, one) => sum + one, 0) / found.length;
  const variance = found.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (found.length - 1);
  const below = found.reduce((sum, one) => sum + Math.min(0, one) ** 2, 0) / found.length;
  const [volatility, downside] = [Math.sqrt(variance * TRADING_DAYS), Math.sqrt(below * TRADING_DAYS)];
  let [index, high, fall] = [1, 1, 0];
  for (const one of found) {
    index *= 1 + one;
    high = Math.max(high, index);
    fall = Math.max(fall, 1 - index / high);
  }
  const text = (value: number): string | null =>
    Number.isFinite(value) ? new Decimal(value).toSignificantDigits(15).toString() : null;
  return {
    volatility: text(volatility),
    sharpe: volatility === 0 ? null : text((mean * TRADING_DAYS) / volatility),
    sortino: downside === 0 ? null : text((mean * TRADING_DAYS) / downside),
    max_drawdown: text(fall),
  };
}

/** The benchmark's own return, and what the same flows would have made in it. */
function compareWithBenchmark(
  scope: WorthScope,
  instrument: string,
  flows: readonly Flow[],
  timing: FlowTiming,
): NonNullable<Answer['benchmark']> {
  const { from, to, evenings, book, rateOf, currency } = scope;
  const worthOn = (day: number): Decimal | null => {
    const priced = book.prices.on(instrument, day);
    if (priced === null) return null;
    const rate = priced.currency === null ? null : rateOf(priced.currency, day);
    const price = decimalOf(priced.price);
    return priced.currency === null || priced.currency === currency
      ? price
      : rate === null
        ? null
        : price.times(decimalOf(rate));
  };
  const none = (reason: string) => ({ instrument, twr: null, mwr_annual: null, end_value: null, reason });
  const [first, last] = [worthOn(from), worthOn(to)];
  if (first === null || first.isZero()) return none(`There is no price of ${instrument} for ${textOfDay(from)}.`);
  if (last === null) return none(`There is no price of ${instrument} for ${textOfDay(to)}.`);
  const own = last.div(first).minus(1).toSignificantDigits(18).toString();
  const start = evenings[0]?.value ?? null;
  if (start === null) return { ...none(RETURN_REASONS.no_start_value), twr: own };
  let units = decimalOf(start).div(first);
  for (const flow of flows) {
    const price = worthOn(dayOf(flow));
    if (price === null || price.isZero())
      return { ...none(`There is no price of ${instrument} for ${flow.date}.`), twr: own };
    units = units.plus(new Decimal(flow.amount).div(price));
  }
  const end = units.times(last);
  const { rate, reason } = xirr(withEnds(scope, flows, timing, textOf(start), end.toFixed(12)));
  return {
    instrument,
    twr: own,
    mwr_annual: rate,
    end_value: end.toDecimalPlaces(2).toNumber(),
    reason: reason === null ? null : RETURN_REASONS[reason],
  };
}
