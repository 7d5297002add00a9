// What stands behind the two lines of the bridge that are not booked rows: the change of what is open, position by position, and
// the revaluation of cash, purse by purse.
import {
  type Amount,
  balanceOn,
  exitsOf,
  type HeldPosition,
  minus,
  multiply,
  negate,
  NO_AMOUNT,
  parseAmount,
  plus,
  type Ratio,
  roundToCents,
  sumOf,
  worthByDay,
} from '@zorivest/domain';
import type { Scope } from '../performance/scope.ts';
import { textOfDay } from './ledger.ts';
import type { WorthScope } from './scope.ts';

interface EstimatedRow {
  readonly id: string;
  readonly date: string;
  readonly account_id: string;
  readonly instrument: string | null;
  readonly amount: number;
  readonly text: string | null;
}

/** `legs` are the trades of the period leg by leg: what they realised stands in a line of its own. */
export function openRows(scope: WorthScope, legs: Pick<Scope, 'results'>): EstimatedRow[] {
  const { held, rows, from, to } = scope;
  const nameOf = lastNames(held);
  const changes = new Map<string, { account_id: string; instrument: string; amount: Amount }>();
  const add = (account_id: string, name: string, amount: Amount): void => {
    const instrument = nameOf(name);
    const key = `${account_id}\n${instrument}`;
    const known = changes.get(key)?.amount ?? NO_AMOUNT;
    changes.set(key, { account_id, instrument, amount: plus(known, amount) });
  };
  for (const one of held) add(one.account, one.instrument, minus(worthOn(scope, one, to), worthOn(scope, one, from)));
  for (const { line, account, instrument, amount, isCash, day } of rows.rows) {
    if (instrument === null || day <= from || day > to) continue;
    if (line === 'trade') add(account, instrument, amount);
    else if (!isCash) add(account, instrument, negate(amount));
  }
  for (const trade of legs.results)
    for (const { pnl } of exitsOf(trade))
      add(trade.account_id, trade.instrument, negate(parseAmount(pnl) ?? NO_AMOUNT));
  return [...changes.values()]
    .map(({ account_id, instrument, amount }) => ({
      id: `${account_id} ${instrument}`,
      date: textOfDay(to),
      account_id,
      instrument,
      amount: roundToCents(amount),
      text: null,
    }))
    .filter(({ amount }) => amount !== 0)
    .toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount));
}

/** A position that was given another name is the same one. */
function lastNames(held: readonly HeldPosition[]): (instrument: string) => string {
  const later = new Map(held.flatMap(({ instrument, became }) => became.map((one) => [one.from, instrument] as const)));
  return (instrument) => {
    const seen = new Set<string>();
    let name = instrument;
    for (let next = later.get(name); next !== undefined && !seen.has(next); next = later.get(name)) {
      seen.add(name);
      name = next;
    }
    return name;
  };
}

function worthOn({ book, rateOf, currencyOf, currency }: WorthScope, one: HeldPosition, day: number): Amount {
  const [evening] = worthByDay({
    held: [one],
    cash: [],
    inTransit: [],
    prices: book.prices,
    rateOf,
    currencyOf,
    currency,
    from: day,
    to: day,
    upTo: book.today,
    dayOf: book.dayOf,
  });
  // Only asked where there is a bridge, and so no gap.
  return evening?.value ?? NO_AMOUNT;
}

/** What cash in other currencies gained, what changing money cost, and what own transfers lost between two days. */
export function currencyRows(scope: WorthScope): EstimatedRow[] {
  const { cash, from, to, currency, rateOf, bookedRate } = scope;
  // Only asked where there is a bridge, and so every rate.
  const inAnswer = (amount: Amount, rate: Ratio | null): Amount => (rate === null ? NO_AMOUNT : multiply(amount, rate));
  const rows: EstimatedRow[] = [];
  const changed = new Map<string, { account_id: string; day: number; amount: Amount }>();
  for (const purse of cash) {
    const inside = purse.movements.filter(({ day }) => day > from && day <= to);
    const booked = inside.map((one) => inAnswer(one.amount, bookedRate(one)));
    for (const [at, { id, account, day, line }] of inside.entries()) {
      if (line !== 'conversion') continue;
      const known = changed.get(id)?.amount ?? NO_AMOUNT;
      changed.set(id, { account_id: account, day, amount: plus(known, booked[at] ?? NO_AMOUNT) });
    }
    if (purse.currency === currency) continue;
    const worth = (day: number): Amount => inAnswer(balanceOn(purse, day), rateOf(purse.currency, day));
    rows.push({
      id: `${purse.account} ${purse.currency}`,
      date: textOfDay(to),
      account_id: purse.account,
      instrument: null,
      amount: roundToCents(minus(minus(worth(to), worth(from)), sumOf(booked))),
      text: `${purse.currency} held, at the rates of the days`,
    });
  }
  for (const [id, { account_id, day, amount }] of changed)
    rows.push({
      id,
      date: textOfDay(day),
      account_id,
      instrument: null,
      amount: roundToCents(amount),
      text: 'Currency conversion, apart from the rate of the day',
    });
  return rows.filter(({ amount }) => amount !== 0);
}
