// A statement held against the book on its evening: each figure it states beside what the book has, and of each difference
// why it is there, as far as that can be said. Nothing is smoothed: what has no cause stays open.
import { instrumentFacts, parseOptionSymbol } from '@zorivest/domain';
import type { Contradiction, StatedCash, StatedFigure, Statement } from './statement.ts';

export type CheckKind =
  | 'position'
  | 'cost'
  | 'mark'
  | 'cash'
  | 'realised'
  | 'dividends'
  | 'withholding'
  | 'nav'
  | 'twr'
  | 'statement';

export interface Check {
  readonly kind: CheckKind;
  readonly subject: string;
  readonly stated: number;
  readonly book: number | null;
  readonly difference: number | null;
  /** Why the two differ; null where they do not. */
  readonly cause: string | null;
  /** What a person does about it, where one act settles it. */
  readonly act: string | null;
  /** An open difference is one that nothing explains. */
  readonly open: boolean;
  /** Of the statement as `row 12`, of the book by the ids of its executions and movements. */
  readonly rows: readonly string[];
}

export const LOT_METHODS = ['fifo', 'lifo', 'hifo'] as const;
export type LotMethod = (typeof LOT_METHODS)[number];

export interface HeldCost {
  readonly cost: number;
  /** The part of it that is fees. */
  readonly fees: number;
  readonly lots: number;
}

export interface Paid {
  readonly total: number;
  readonly ids: readonly string[];
}

/** What the book says of one account. */
export interface BookSide {
  /** By instrument, on the evening; what is not held is left out. */
  held(date: string): ReadonlyMap<string, number>;
  cost(instrument: string, date: string, method: LotMethod): HeldCost | null;
  /** Of the exits between two days, both inside; null where there are none. */
  realised(
    instrument: string,
    from: string,
    to: string,
    method: LotMethod,
  ): (Paid & { readonly currency: string | null }) | null;
  /** Null where nobody ever stated the account's cash. */
  cash(currency: string, date: string): number | null;
  paid(line: 'dividend' | 'withholding', currency: string, from: string, to: string): Paid;
  /** The last of them, up to the evening. */
  fills(instrument: string, date: string): readonly string[];
  /** Where else the instrument is held. */
  elsewhere(instrument: string, date: string): readonly { readonly account: string; readonly quantity: number }[];
  /** Transfers of the instrument whose other side is not in the book. */
  halves(instrument: string): readonly { readonly id: string; readonly quantity: number; readonly date: string }[];
  /** The book's name for what a statement names so. */
  nameOf(instrument: string, isin: string | undefined, date: string): string;
}

const round = (value: number): number => Number(value.toFixed(8));
const SAME = 1e-6;

export function compareStatement(statement: Statement, book: BookSide, before: Statement | null): Check[] {
  return [
    ...positionChecks(statement, book, before),
    ...statement.cash.flatMap((cash) => cashCheck(cash, statement, book)),
    ...realisedChecks(statement, book),
    ...incomeChecks(statement, book),
    ...valueCheck(statement, book),
    ...statement.contradictions.map(contradictionCheck),
    ...chainChecks(statement, before),
  ];
}

function check(
  kind: CheckKind,
  subject: string,
  { stated, book, within, rows }: { stated: number; book: number | null; within: number; rows: readonly string[] },
  explain: (difference: number) => { readonly cause: string; readonly act?: string; readonly explained?: boolean },
): Check {
  const difference = book === null ? null : round(stated - book);
  const base = { kind, subject, stated, book: book === null ? null : round(book), difference, rows };
  if (difference !== null && Math.abs(difference) <= within)
    return { ...base, difference: 0, cause: null, act: null, open: false };
  const { cause, act = null, explained = false } = explain(difference ?? stated);
  return { ...base, cause, act, open: !explained };
}

const rowOf = (row: number | undefined): string[] => (row === undefined ? [] : [`row ${row}`]);

interface Summed {
  readonly instrument: string;
  readonly quantity: number;
  readonly cost: number | null;
  readonly price: number | null;
  readonly currency: string | undefined;
  readonly rows: readonly string[];
}

/** Lots of one position added up. */
function sumPositions({ positions, date }: Statement, book: BookSide): Summed[] {
  // Cash that is listed among the positions is compared as cash.
  const own = positions.filter(({ kind }) => !/^(?:forex|cash)/i.test(kind ?? ''));
  return [...Map.groupBy(own, ({ instrument, isin }) => book.nameOf(instrument, isin, date))].map(
    ([instrument, lots]) => ({
      instrument,
      quantity: round(lots.reduce((sum, { quantity }) => sum + quantity, 0)),
      cost: lots.every(({ cost }) => cost !== undefined)
        ? round(lots.reduce((sum, { cost = 0 }) => sum + cost, 0))
        : null,
      price: lots[0]?.price ?? null,
      currency: lots[0]?.currency,
      rows: lots.flatMap(({ row }) => rowOf(row)),
    }),
  );
}

function positionChecks(statement: Statement, book: BookSide, before: Statement | null): Check[] {
  const { date } = statement;
  const stated = sumPositions(statement, book);
  if (stated.length === 0) return [];
  const held = book.held(date);
  const named = new Set(stated.map(({ instrument }) => instrument));
  const unnamed = [...held].filter(([instrument]) => !named.has(instrument));
  const missing = stated.filter(({ instrument, quantity }) => quantity !== 0 && !held.has(instrument));
  const checks = stated.flatMap((position) => {
    const { instrument, quantity, rows } = position;
    const own = held.get(instrument) ?? 0;
    const quantities = check(
      'position',
      instrument,
      {
        stated: quantity,
        book: own,
        within: SAME,
        rows: [...rows, ...(own === quantity ? [] : book.fills(instrument, date))],
      },
      (difference) =>
        whyQuantity({ instrument, stated: quantity, own, difference, position, statement, book, before, unnamed }),
    );
    return quantities.difference === 0 && quantity !== 0
      ? [quantities, ...costCheck(position, statement, book)]
      : [quantities];
  });
  const others = unnamed.map(([instrument, own]) =>
    check('position', instrument, { stated: 0, book: own, within: SAME, rows: book.fills(instrument, date) }, () =>
      whyUnnamed(instrument, own, date, missing, book),
    ),
  );
  return [...checks, ...others];
}

interface Asked {
  readonly instrument: string;
  readonly stated: number;
  readonly own: number;
  readonly difference: number;
  readonly position: Summed;
  readonly statement: Statement;
  readonly book: BookSide;
  readonly before: Statement | null;
  readonly unnamed: readonly (readonly [string, number])[];
}

const RATIOS: readonly (readonly [number, number])[] = [2, 3, 4, 5, 6, 7, 8, 10, 15, 20, 25, 30, 40, 50, 100]
  .flatMap((n): [number, number][] => [
    [n, 1],
    [1, n],
  ])
  .concat([
    [3, 2],
    [4, 3],
    [5, 4],
    [5, 2],
    [2, 3],
  ]);

function whyQuantity(asked: Asked): { cause: string; act?: string } {
  const { instrument, stated, own, difference, position, statement, book, before, unnamed } = asked;
  const { date } = statement;
  const renamed = own === 0 ? unnamed.find(([, quantity]) => Math.abs(quantity - stated) <= SAME) : undefined;
  if (renamed !== undefined)
    return {
      cause: `The book holds ${show(stated)} ${renamed[0]}, which the statement does not name: ${renamed[0]} is called ${instrument} by then, and no file told the change.`,
      act: `zorivest event add --kind symbol_change --instrument ${renamed[0]} --new-instrument ${instrument} --time ${date}`,
    };
  const half = book
    .halves(instrument)
    .find(({ quantity }) => Math.abs(Math.abs(quantity) - Math.abs(difference)) <= SAME);
  if (half !== undefined)
    return {
      cause: `A transfer of ${show(Math.abs(half.quantity))} ${instrument} on ${half.date} has no other side in the book.`,
      act: 'zorivest event list shows it; say where the shares came from or went to.',
    };
  const ratio = own === 0 ? undefined : RATIOS.find(([more, less]) => Math.abs(own * (more / less) - stated) <= SAME);
  const costs = book.cost(instrument, date, 'fifo');
  const sameCost =
    position.cost !== null && costs !== null && near(Math.abs(position.cost), Math.abs(costs.cost), costs.lots);
  if (ratio !== undefined && (sameCost || position.cost === null))
    return {
      cause: `The statement has ${ratio[0]} for ${ratio[1]} of what the book has${sameCost ? ', at the same cost' : ''}: a split that no file told.`,
      act: `zorivest event add --kind split --instrument ${instrument} --new-shares ${ratio[0]} --old-shares ${ratio[1]} --time <day of the split>`,
    };
  const moved = book.elsewhere(instrument, date).find(({ quantity }) => Math.abs(quantity - difference) <= SAME);
  if (moved !== undefined && difference !== 0)
    return {
      cause: `The account ${moved.account} holds ${show(moved.quantity)} ${instrument}: a transfer that no file told.`,
      act: `zorivest event add --kind transfer --instrument ${instrument} --quantity ${show(Math.abs(difference))} --from-account-id ${moved.account} --to-account-id ${statement.account_id} --time <day of the transfer>`,
    };
  return missingFill(asked, costs, before);
}

/** Where nothing else fits, fills are missing: how many, at what price, since when, and where they would be told. */
function missingFill(
  { instrument, own, difference, position, statement, book }: Asked,
  costs: HeldCost | null,
  before: Statement | null,
) {
  const { date } = statement;
  const [verb, side] = difference > 0 ? ['bought', 'more'] : ['sold', 'fewer'];
  const earlier =
    before?.positions.filter((one) => book.nameOf(one.instrument, one.isin, before.date) === instrument) ?? [];
  const then = earlier.reduce((sum, { quantity }) => sum + quantity, 0);
  const heldThen = before === null ? null : (book.held(before.date).get(instrument) ?? 0);
  const since =
    before !== null && heldThen !== null && Math.abs(then - heldThen) <= SAME && before.positions.length > 0
      ? before.date
      : null;
  const paid =
    position.cost !== null && costs !== null && difference > 0 && own >= 0
      ? (position.cost - costs.cost) / difference
      : null;
  const each =
    paid !== null && paid > 0
      ? `, by the stated cost about ${show(Number((paid / (instrumentFacts(instrument).multiplier || 1)).toFixed(4)))} each`
      : '';
  const when = since === null ? `on or before ${date}` : `between ${since} and ${date}`;
  return {
    cause: `The statement has ${show(Math.abs(difference))} ${side} than the book: they were ${verb} ${when}${each}, and no imported file tells it.`,
    act: `Import the activity of this account ${since === null ? `up to ${date}` : `from ${since} to ${date}`} from ${statement.source}.`,
  };
}

function whyUnnamed(
  instrument: string,
  own: number,
  date: string,
  missing: readonly Summed[],
  book: BookSide,
): { cause: string; act?: string } {
  const renamed = missing.find(({ quantity }) => Math.abs(quantity - own) <= SAME);
  if (renamed !== undefined)
    return {
      cause: `The statement has ${show(own)} ${renamed.instrument} in its place: ${instrument} is called so by then, and no file told the change.`,
      act: `zorivest event add --kind symbol_change --instrument ${instrument} --new-instrument ${renamed.instrument} --time ${date}`,
    };
  const option = parseOptionSymbol(instrument);
  if (option !== null && option.expiry <= date)
    return {
      cause: `${instrument} expired on ${option.expiry}, and no file told how it ended.`,
      act: `zorivest event add --kind expiry --instrument "${instrument}" --time ${option.expiry} --quantity ${show(Math.abs(own))}`,
    };
  const half = book.halves(instrument).find(({ quantity }) => Math.abs(Math.abs(quantity) - Math.abs(own)) <= SAME);
  if (half !== undefined)
    return {
      cause: `A transfer of ${show(Math.abs(half.quantity))} ${instrument} on ${half.date} has no other side in the book.`,
      act: 'zorivest event list shows it; say where the shares came from or went to.',
    };
  return {
    cause: `The book holds ${show(own)} ${instrument}, which the statement does not name: they were ${own > 0 ? 'sold' : 'bought back'} or left on or before ${date}, and no imported file tells it.`,
    act: `Import the activity of this account up to ${date}.`,
  };
}

/** A cent for each lot: each was rounded by itself. */
function near(one: number, other: number, lots: number): boolean {
  return Math.abs(one - other) <= 0.011 + 0.005 * lots;
}

function costCheck({ instrument, cost, quantity, rows }: Summed, { date }: Statement, book: BookSide): Check[] {
  const own = cost === null ? null : book.cost(instrument, date, 'fifo');
  if (cost === null || own === null) return [];
  const within = 0.011 + 0.005 * own.lots;
  // Of a short position brokers state what it brought with a minus, or without one.
  const stated = quantity < 0 ? -Math.abs(cost) : cost;
  return [
    check('cost', instrument, { stated, book: own.cost, within, rows }, (difference) => {
      if (near(stated, own.cost - own.fees, own.lots))
        return {
          cause: `Fees of ${show(round(Math.abs(own.fees)))} are part of what it cost in the book; the statement leaves them out.`,
          explained: true,
        };
      for (const method of LOT_METHODS) {
        const other = method === 'fifo' ? null : book.cost(instrument, date, method);
        if (other !== null && near(stated, other.cost, other.lots))
          return { cause: `Another lot method: by ${method} the book has the same cost.`, explained: true };
      }
      if (Math.abs(difference) <= Math.abs(stated) * 0.0001)
        return { cause: 'Rounding of the stated cost.', explained: true };
      return {
        cause:
          'The cost differs while the quantity does not: a fill with another price, a return of capital or a wash sale of the broker.',
        act: `zorivest trade list --instrument ${JSON.stringify(instrument)} shows the fills; hold them against the broker's lots.`,
      };
    }),
  ];
}

function cashCheck(cash: StatedCash, { date, account_id, source }: Statement, book: BookSide): Check[] {
  if (cash.in_base === true) return [];
  const day = cash.date ?? date;
  const own = book.cash(cash.currency, day);
  if (own === null) return [];
  return [
    check(
      'cash',
      cash.currency,
      { stated: cash.amount, book: own, within: 0.0101, rows: rowOf(cash.row) },
      (difference) => {
        if (Math.abs(difference) < 0.06) return { cause: 'Rounding of single rows.', explained: true };
        return {
          cause: `The rows of the book come to ${show(round(own))} ${cash.currency} on ${day}: ${show(Math.abs(difference))} ${difference > 0 ? 'came in' : 'went out'} that no imported file tells.`,
          act: `Import the activity of ${account_id} from ${source}, or state the balance of that evening.`,
        };
      },
    ),
  ];
}

function realisedChecks({ figures, date }: Statement, book: BookSide): Check[] {
  const own = figures.filter(
    ({ kind, subject, amounts }) => kind === 'realised' && subject !== 'total' && amounts['realised'] !== undefined,
  );
  // Lots of one sale are one result: they are added up before they are compared.
  const groups = Map.groupBy(own, ({ subject, date: closed, amounts, from }) =>
    amounts['proceeds'] === undefined
      ? `${subject}\n${from ?? ''}\n${closed ?? date}`
      : `${subject}\n\n${closed ?? date}`,
  );
  return [...groups].flatMap(([key, lots]): Check[] => {
    const [name = '', from = '', to = date] = key.split('\n');
    const instrument = book.nameOf(name, undefined, to);
    const stated = round(lots.reduce((sum, { amounts }) => sum + (amounts['realised'] ?? 0), 0));
    const first = from === '' ? (lots[0]?.amounts['proceeds'] === undefined ? '0000-01-01' : to) : from;
    const found = book.realised(instrument, first, to, 'fifo');
    const rows = lots.flatMap(({ row }) => rowOf(row));
    if (found === null && Math.abs(stated) < 0.005) return [];
    const currency = lots[0]?.currency;
    // A summary in the account's currency says nothing of a result in another.
    if (currency !== undefined && found !== null && found.currency !== null && found.currency !== currency) return [];
    return [
      check(
        'realised',
        instrument,
        {
          stated,
          book: found?.total ?? null,
          within: 0.011 + 0.005 * (found?.ids.length ?? 0),
          rows: [...rows, ...(found?.ids ?? [])],
        },
        (difference) => {
          if (found === null)
            return {
              cause: `The book has no sale of ${instrument} ${first === to ? `on ${to}` : `up to ${to}`}: the fills that closed it are in no imported file.`,
              act: `Import the trades of this account ${first === to ? `of ${to}` : `up to ${to}`}.`,
            };
          for (const method of LOT_METHODS) {
            const other = method === 'fifo' ? null : book.realised(instrument, first, to, method);
            if (other !== null && near(stated, other.total, other.ids.length))
              return { cause: `Another lot method: their result is ours by ${method}.`, explained: true };
          }
          const disallowed = lots.reduce((sum, { amounts }) => sum + (amounts['disallowed'] ?? 0), 0);
          if (disallowed !== 0 && near(stated, found.total + disallowed, lots.length))
            return {
              cause: `A loss of ${show(disallowed)} that the wash-sale rules disallow is left out of their result.`,
              explained: true,
            };
          if (Math.abs(difference) < 0.06) return { cause: 'Rounding of single lots.', explained: true };
          return {
            cause: `The result differs by ${show(difference)}: another purchase price, a fee, or lots the book does not have.`,
            act: `zorivest trade list --instrument ${JSON.stringify(instrument)} shows the fills; hold them against the broker's lots.`,
          };
        },
      ),
    ];
  });
}

function incomeChecks({ figures, cash, date }: Statement, book: BookSide): Check[] {
  const lines = [
    { kind: 'dividends', line: 'dividend', words: /^dividends?$|^payment_in_lieu/ },
    { kind: 'withholding', line: 'withholding', words: /^withholding/ },
  ] as const;
  return lines.flatMap(({ kind, line, words }) => {
    const totals = figures.filter((one) => one.kind === kind && one.subject === 'total');
    const stated =
      totals.length > 0
        ? totals.map((one) => ({
            currency: one.currency ?? '',
            from: one.from,
            to: one.date ?? date,
            amount: one.amounts['amount'] ?? 0,
            row: one.row,
          }))
        : cash
            .filter(({ in_base, moved }) => in_base !== true && moved !== undefined)
            .map((one) => ({
              currency: one.currency,
              from: one.from,
              to: one.date ?? date,
              amount: Object.entries(one.moved ?? {}).reduce(
                (sum, [name, part]) => (words.test(name) ? sum + part : sum),
                0,
              ),
              row: one.row,
            }));
    return stated.flatMap(({ currency, from, to, amount, row }): Check[] => {
      if (from === undefined || currency === '') return [];
      const { total, ids } = book.paid(line, currency, from, to);
      if (amount === 0 && total === 0) return [];
      return [
        check(
          kind,
          currency,
          {
            stated: round(amount),
            book: total,
            within: 0.0101 + 0.005 * ids.length,
            rows: [...rowOf(row), ...ids.slice(0, 20)],
          },
          (difference) => ({
            cause: `Between ${from} and ${to} the book has ${show(round(total))} ${currency} in ${ids.length} rows: ${show(Math.abs(difference))} ${difference > 0 === (line === 'dividend') ? 'is missing' : 'is more than the statement says'}.`,
            act: `Import the cash rows of this account from ${from} to ${to}.`,
          }),
        ),
      ];
    });
  });
}

/** What the account is worth by the book's quantities and cash at the statement's own marks; in one currency only. */
function valueCheck(statement: Statement, book: BookSide): Check[] {
  const { figures, positions, date } = statement;
  const nav = figures.findLast(
    ({ kind, subject, date: of }) =>
      kind === 'nav' && (subject === 'total' || subject === 'account') && (of ?? date) === date,
  );
  const stated = nav?.amounts['total'] ?? nav?.amounts['current'];
  if (nav === undefined || stated === undefined) return [];
  const currency = nav.currency ?? positions[0]?.currency;
  const own = book.cash(currency ?? '', date);
  if (currency === undefined || own === null) return [];
  const marks = new Map(positions.map((one) => [book.nameOf(one.instrument, one.isin, date), one]));
  let value = own;
  for (const [instrument, quantity] of book.held(date)) {
    const mark = marks.get(instrument);
    if (mark?.price === undefined || (mark.currency ?? currency) !== currency) return [];
    if (/^fut/i.test(mark.kind ?? '')) return [];
    value += quantity * mark.price * (mark.multiplier ?? instrumentFacts(instrument).multiplier);
  }
  if (positions.some((one) => (one.currency ?? currency) !== currency)) return [];
  const accrued = accruals(figures, nav);
  return [
    check(
      'nav',
      currency,
      { stated, book: value, within: 0.02 + 0.01 * positions.length, rows: rowOf(nav.row) },
      (difference) => {
        if (accrued !== 0 && Math.abs(difference - accrued) <= 0.02 + 0.01 * positions.length)
          return { cause: `Interest and dividends of ${show(accrued)} are accrued and not paid yet.`, explained: true };
        return {
          cause: `At the statement's prices the book's positions and cash come to ${show(round(value))} ${currency}: what differs is in the lines above.`,
        };
      },
    ),
  ];
}

function accruals(figures: readonly StatedFigure[], nav: StatedFigure): number {
  const inside = Object.entries(nav.amounts).reduce(
    (sum, [name, part]) => (name.endsWith('accruals') ? sum + part : sum),
    0,
  );
  const lines = figures.filter(({ kind, subject }) => kind === 'nav' && /accrual/i.test(subject));
  return round(inside + lines.reduce((sum, { amounts }) => sum + (amounts['current'] ?? 0), 0));
}

function contradictionCheck({ subject, stated, own, reason, row }: Contradiction): Check {
  return {
    kind: 'statement',
    subject,
    stated,
    book: own,
    difference: round(stated - own),
    cause: `The statement contradicts its own rows: ${reason}`,
    act: 'Only its broker can say which of the two holds: take the statement again, or ask.',
    open: false,
    rows: rowOf(row),
  };
}

/** What the statement before ended with, this one begins with. */
function chainChecks({ cash, positions, date }: Statement, before: Statement | null): Check[] {
  if (before === null) return [];
  const follows = (from: string | undefined): boolean =>
    from !== undefined &&
    Date.parse(from) - Date.parse(before.date) <= DAY &&
    Date.parse(from) > Date.parse(before.date) - DAY;
  const found: Check[] = [];
  for (const { currency, opening, from, row, in_base } of cash) {
    const ended = before.cash.find((one) => one.currency === currency && (one.in_base ?? false) === (in_base ?? false));
    if (opening === undefined || ended === undefined || !follows(from) || Math.abs(opening - ended.amount) <= 0.0101)
      continue;
    found.push(chain(`cash ${currency} between statements`, opening, ended.amount, before.date, row));
  }
  for (const { instrument, prior_quantity, row } of positions) {
    const [from] = cash.flatMap((one) => one.from ?? []);
    const ended = before.positions
      .filter((one) => one.instrument === instrument)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    if (prior_quantity === undefined || !follows(from ?? date) || Math.abs(prior_quantity - ended) <= SAME) continue;
    if (before.positions.length > 0)
      found.push(chain(`${instrument} between statements`, prior_quantity, ended, before.date, row));
  }
  return found;
}

const DAY = 4 * 86_400_000;

function chain(subject: string, stated: number, ended: number, day: string, row: number | undefined): Check {
  return contradictionCheck({
    subject,
    stated,
    own: ended,
    reason: `it begins with ${show(stated)}, and the statement of ${day} ended with ${show(ended)}.`,
    ...(row === undefined ? {} : { row }),
  });
}

function show(value: number): string {
  return String(round(value));
}
