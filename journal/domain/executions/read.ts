import type { AssetClass } from '@zorivest/vocabulary';
import { type InstrumentFacts, instrumentFacts } from '../instruments/index.ts';
import type { Problems } from '../money/index.ts';
import {
  atRate,
  type Compact,
  compactNumber,
  isAboveZero,
  isBelowZero,
  isBeyondCents,
  MOST_MONEY,
  NONE,
  PAR,
  parseCompact,
} from '../money/index.ts';
import { dayOf, parseInstant } from '../time/index.ts';
import type { Execution, Fill } from './execution.ts';

/** The rows that can be used, each id once; every other row is named in `problems`. */
export function readExecutions(executions: readonly Execution[], problems: Problems): Fill[] {
  if (!Array.isArray(executions)) {
    problems.add('invalid_input', 'Executions must be a list.');
    return [];
  }
  const reader = new Reader(problems);
  const accounts = new Map<string, { readonly ids: Set<string>; readonly fills: Fill[] }>();
  const again: Fill[] = [];
  for (let row = 0; row < executions.length; row += 1) {
    const fill = reader.read(executions[row], row);
    if (fill === null) continue;
    let account = accounts.get(fill.account);
    if (account === undefined) accounts.set(fill.account, (account = { ids: new Set(), fills: [] }));
    // One look-up instead of two: an id that is new makes the set larger than the list.
    account.ids.add(fill.id);
    (account.ids.size > account.fills.length ? account.fills : again).push(fill);
  }
  const fills = [...accounts.values()].flatMap((account) => account.fills);
  return again.length === 0 ? fills : withoutContradicted(fills, again, problems);
}

/** Rows whose id was there before: the same once more is counted once, something else makes both unusable. */
function withoutContradicted(fills: readonly Fill[], again: readonly Fill[], problems: Problems): Fill[] {
  const keyOf = ({ account, id }: Fill): string => `${account}\n${id}`;
  const first = new Map(fills.map((fill) => [keyOf(fill), fill]));
  const contradicted = new Set<Fill>();
  for (const fill of again) {
    const known = first.get(keyOf(fill)) ?? fill;
    if (same(known, fill)) {
      problems.add('duplicate_execution', 'The same execution was given more than once; it is counted once.', fill.id);
    } else if (!contradicted.has(known)) {
      contradicted.add(known);
      problems.add(
        'contradictory_execution',
        'One exec_id has different contents; none of them is counted. Delete the wrong ones.',
        fill.id,
      );
    }
  }
  return fills.filter((fill) => !contradicted.has(fill));
}

class Reader {
  readonly #problems: Problems;
  /** By instrument; by class and instrument where the class was stated. */
  readonly #facts = new Map<string, InstrumentFacts>();
  readonly #stated = new Map<AssetClass, Map<string, InstrumentFacts>>();

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  read(row: Execution | undefined, index: number): Fill | null {
    if (typeof row !== 'object' || row === null)
      return this.#refuse('invalid_execution', 'is not an object', `#${index}`);
    const id = row.exec_id;
    if (!isText(id)) return this.#refuse('missing_exec_id', 'has no exec_id', `#${index}`);
    if (!isText(row.instrument)) return this.#refuse('missing_instrument', 'names no instrument', id);
    if (!isText(row.account_id)) return this.#refuse('missing_account', 'names no account', id);
    if (row.action !== 'BOT' && row.action !== 'SLD')
      return this.#refuse('invalid_action', 'is neither BOT nor SLD', id);
    const instant = parseInstant(row.time);
    if (instant === null) return this.#refuse('invalid_time', 'has no ISO-8601 time', id);
    const quantity = parseCompact('quantity', row.quantity);
    if (quantity === null || !isAboveZero(quantity))
      return this.#refuse('invalid_quantity', 'has no positive quantity', id);
    const facts = this.#factsOf(row.instrument, row.asset_class);
    const multiplier = this.#multiplierOf(row, facts);
    if (multiplier === null || !isAboveZero(multiplier))
      return this.#refuse('invalid_multiplier', 'has no positive multiplier', id);
    const price = parseCompact('amount', row.price);
    // Futures have traded below zero (crude oil, April 2020); a stock or an option cannot.
    const mayBeNegative =
      facts.asset_class === 'FUTURE' ||
      facts.asset_class === 'FUTURE_OPTION' ||
      (facts.asset_class === 'EQUITY' && multiplier !== PAR);
    if (price === null || (isBelowZero(price) && !mayBeNegative))
      return this.#refuse('invalid_price', 'has no possible price', id);
    if (isBeyondCents(quantity, price, multiplier))
      return this.#refuse(
        'amount_too_large',
        `comes to more than ${MOST_MONEY.toLocaleString('en')}, which cannot be counted to the cent`,
        id,
      );
    const fee = isAbsent(row.commission) ? NONE : parseCompact('amount', row.commission);
    if (fee === null) return this.#refuse('invalid_commission', 'has a commission that is not a number', id);
    const rate = isAbsent(row.rate) ? PAR : parseCompact('ratio', row.rate);
    if (rate === null || !isAboveZero(rate)) return this.#refuse('invalid_rate', 'has no positive rate', id);
    // Settlement of an expired contract is booked up to the Monday after.
    if (facts.expiry !== null && instant > Date.parse(facts.expiry) + 5 * 86_400_000)
      this.#problems.add('execution_after_expiry', 'The option had expired before this execution.', id);
    return {
      id,
      account: row.account_id,
      instrument: row.instrument,
      facts,
      time: row.time,
      timeKnown: row.time_known !== false && row.time_known !== 0,
      second: Math.floor(instant / 1000),
      side: row.action === 'BOT' ? 1 : -1,
      quantity,
      price,
      multiplier,
      rate,
      fee: atRate(fee, rate),
      // No order is no order, however a file writes it: rows without one never belong together.
      order: isAbsent(row.order_id) ? undefined : (row.order_id ?? undefined),
      currency: row.currency,
    };
  }

  #refuse(code: string, what: string, id: string): null {
    this.#problems.add(code, `The execution ${what}; it is left out.`, id);
    return null;
  }

  #factsOf(instrument: string, stated: AssetClass | undefined): InstrumentFacts {
    let known = this.#facts;
    if (stated !== undefined) {
      known = this.#stated.get(stated) ?? new Map<string, InstrumentFacts>();
      this.#stated.set(stated, known);
    }
    let facts = known.get(instrument);
    if (facts === undefined) known.set(instrument, (facts = instrumentFacts(instrument, stated)));
    return facts;
  }

  #multiplierOf(row: Execution, facts: InstrumentFacts): Compact<'ratio'> | null {
    if (!isAbsent(row.multiplier)) return parseCompact('ratio', row.multiplier);
    if (!facts.known)
      this.#problems.add(
        'unknown_multiplier',
        `The contract size of ${row.instrument} is not known; 1 is assumed. Give its multiplier.`,
        row.exec_id,
      );
    return compactNumber(facts.multiplier);
  }
}

/** Callers that read a file hand in an empty text for what is not there. */
function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function isText(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const first = value.charCodeAt(0);
  // Nearly every text starts with a letter or digit: then there is nothing to trim.
  return (first > 32 && first < 127) || value.trim() !== '';
}

function same(a: Fill, b: Fill): boolean {
  return (
    a.second === b.second &&
    a.side === b.side &&
    a.instrument === b.instrument &&
    a.quantity === b.quantity &&
    a.price === b.price &&
    a.fee === b.fee &&
    a.multiplier === b.multiplier &&
    a.rate === b.rate
  );
}

/** The day of the newest fill, the only "today" a pure function can know. */
export function lastDay(fills: readonly Fill[]): string | null {
  let last = -Infinity;
  for (const fill of fills) if (fill.second > last) last = fill.second;
  return last === -Infinity ? null : dayOf(last * 1000);
}
