// What a statement says is held: how much, what it cost, what it is marked at.
import { type BookSide, type Check, check, LOT_METHODS, near, round, rowOf, SAME, show } from './check.ts';
import { type SummedPosition, whyQuantity, whyUnnamed } from './quantities.ts';
import type { Statement } from './statement.ts';

/** Lots of one position added up. */
function sumPositions({ positions, date }: Statement, book: BookSide): SummedPosition[] {
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

export function positionChecks(statement: Statement, book: BookSide, before: Statement | null): Check[] {
  const { date } = statement;
  const stated = sumPositions(statement, book);
  if (stated.length === 0 && !statement.isWhole) return [];
  const held = book.held(date);
  const ownOf = (instrument: string): number =>
    round((held.get(instrument) ?? 0) + book.movedAsMoney(instrument, date));
  const named = new Set(stated.map(({ instrument }) => instrument));
  const unnamed = [...held.keys()]
    .filter((instrument) => !named.has(instrument))
    .map((instrument): [string, number] => [instrument, ownOf(instrument)])
    .filter(([, own]) => Math.abs(own) > SAME);
  const missing = stated.filter(({ instrument, quantity }) => quantity !== 0 && !held.has(instrument));
  const checks = stated.flatMap((position) => {
    const { instrument, quantity, rows } = position;
    const own = ownOf(instrument);
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
      ? [quantities, ...costCheck(position, statement, book), ...markCheck(position, statement, book)]
      : [quantities];
  });
  const others = unnamed.map(([instrument, own]) =>
    check('position', instrument, { stated: 0, book: own, within: SAME, rows: book.fills(instrument, date) }, () =>
      whyUnnamed({ instrument, own, statement, missing, book }),
    ),
  );
  return [...checks, ...others];
}

function costCheck(
  { instrument, cost, quantity, rows }: SummedPosition,
  { date, account_id }: Statement,
  book: BookSide,
): Check[] {
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
      const accrued = book.accrued(instrument, date);
      if (accrued.total !== 0 && near(stated, own.cost - accrued.total, own.lots))
        return {
          cause: `Accrued interest of ${show(Math.abs(accrued.total))} that was paid with it is part of the stated cost; the book has it as interest.`,
          explained: true,
        };
      for (const method of LOT_METHODS) {
        const other = method === 'fifo' ? null : book.cost(instrument, date, method);
        if (other !== null && near(stated, other.cost, other.lots))
          return { cause: `Another lot method: by ${method} the book has the same cost.`, explained: true };
      }
      const half = book.halves(instrument).find((one) => one.account === account_id && one.quantity > 0);
      if (half !== undefined)
        return {
          cause: `${show(half.quantity)} came by a transfer on ${half.date} that says nothing of what they cost.`,
          act: `zorivest event answer ${half.id.replace(/^\D+/, '')} says when they were bought and for how much, or where they came from.`,
        };
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

/** A mark is the price of its day, from any source; a tenth of a per mille is rounding. */
function markCheck(
  { instrument, price, currency, rows }: SummedPosition,
  { date }: Statement,
  book: BookSide,
): Check[] {
  const own = price === null ? null : book.price(instrument, date);
  if (price === null || own === null || own.source === 'fill' || own.date !== date) return [];
  if (currency !== undefined && own.currency !== null && own.currency !== currency) return [];
  const within = Math.max(0.00005, Math.abs(price) * 0.0001);
  return [
    check('mark', instrument, { stated: price, book: own.price, within, rows }, () => ({
      cause: `The book values it at ${show(own.price)}, ${SOURCE_WORDS[own.source] ?? own.source}.`,
      act: `zorivest price list --instrument ${JSON.stringify(instrument)} --history yes shows each price with its source; zorivest price set ${date} ${JSON.stringify(instrument)} ${show(price)} takes the statement's.`,
    })),
  ];
}

const SOURCE_WORDS: Readonly<Record<string, string>> = {
  person: 'which a person has stated',
  statement: 'which another statement says',
  provider: 'which a provider says',
};
