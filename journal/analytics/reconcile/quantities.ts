// Why the book holds another number than a statement says, as far as figures tell, and the event that would settle it.
import { instrumentFacts, parseOptionSymbol } from '@zorivest/domain';
import { type BookSide, type Cause, type HeldCost, near, SAME, settledBy, show } from './check.ts';
import type { Statement } from './statement.ts';

/** A position with its lots added up. */
export interface SummedPosition {
  readonly instrument: string;
  readonly quantity: number;
  readonly cost: number | null;
  readonly price: number | null;
  readonly currency: string | undefined;
  readonly rows: readonly string[];
}

interface QuantityDifference {
  readonly instrument: string;
  readonly stated: number;
  readonly own: number;
  readonly difference: number;
  readonly position: SummedPosition;
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

export function whyQuantity(asked: QuantityDifference): Cause {
  const { instrument, stated, own, difference, position, statement, book, before, unnamed } = asked;
  const { date } = statement;
  const renamed = own === 0 ? unnamed.find(([, quantity]) => Math.abs(quantity - stated) <= SAME) : undefined;
  if (renamed !== undefined)
    return {
      cause: `The book holds ${show(stated)} ${renamed[0]}, which the statement does not name: ${renamed[0]} is called ${instrument} by then, and no file contains the change.`,
      ...settledBy({ kind: 'symbol_change', instrument: renamed[0], new_instrument: instrument, time: date }),
    };
  const half = halfOf(book, instrument, difference);
  if (half !== null) return half;
  const ratio = own === 0 ? undefined : RATIOS.find(([more, less]) => Math.abs(own * (more / less) - stated) <= SAME);
  const costs = book.cost(instrument, date, 'fifo');
  const sameCost =
    position.cost !== null && costs !== null && near(Math.abs(position.cost), Math.abs(costs.cost), costs.lots);
  if (ratio !== undefined && (sameCost || position.cost === null))
    return {
      cause: `The statement has ${ratio[0]} for ${ratio[1]} of what the book has${sameCost ? ', at the same cost' : ''}: a split that no file contains.`,
      ...settledBy(
        { kind: 'split', instrument, new_shares: ratio[0], old_shares: ratio[1], time: date },
        { time: '<day of the split>' },
      ),
    };
  const moved = movedFrom(asked);
  return moved ?? missingFill(asked, costs, before);
}

/** A transfer that one file contains and the other side's does not. */
function halfOf(book: BookSide, instrument: string, quantity: number): Cause | null {
  const half = book.halves(instrument).find((one) => Math.abs(Math.abs(one.quantity) - Math.abs(quantity)) <= SAME);
  if (half === undefined) return null;
  return {
    cause: `A transfer of ${show(Math.abs(half.quantity))} ${instrument} on ${half.date} has no other side in the book.`,
    act: `zorivest event answer ${half.id.replace(/^\D+/, '')} ${half.quantity > 0 ? '--from-account-id' : '--to-account-id'} <account> says where the shares ${half.quantity > 0 ? 'came from' : 'went to'}.`,
  };
}

/** What this account has more and another of the person holds, or the other way round: it was moved in kind. */
function movedFrom({
  instrument,
  difference,
  statement,
  book,
}: Pick<QuantityDifference, 'instrument' | 'difference' | 'statement' | 'book'>): Cause | null {
  const { date, account_id } = statement;
  if (difference <= 0) return null;
  const moved = book.elsewhere(instrument, date).find(({ quantity }) => Math.abs(quantity - difference) <= SAME);
  if (moved === undefined) return null;
  const { account, quantity } = moved;
  return {
    cause: `The account ${account} holds ${show(quantity)} ${instrument}: a transfer that no file contains.`,
    ...settledBy(
      {
        kind: 'transfer',
        instrument,
        quantity: Math.abs(difference),
        from_account_id: account,
        to_account_id: account_id,
        time: date,
      },
      { time: '<day of the transfer>' },
    ),
  };
}

/** Where nothing else fits, fills are missing: how many, at what price, since when, and which file would contain them. */
function missingFill(
  { instrument, own, difference, position, statement, book }: QuantityDifference,
  costs: HeldCost | null,
  before: Statement | null,
): Cause {
  const { date, account_id, source } = statement;
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
    position.cost !== null && difference > 0 && own >= 0 && (costs !== null || own === 0)
      ? (position.cost - (costs?.cost ?? 0)) / difference
      : null;
  const price =
    paid !== null && paid > 0 ? Number((paid / (instrumentFacts(instrument).multiplier || 1)).toFixed(8)) : null;
  const each = price === null ? '' : `, by the stated cost about ${show(Number(price.toFixed(4)))} each`;
  const when = since === null ? `on or before ${date}` : `between ${since} and ${date}`;
  const { act, fix } = fillBy({
    account_id,
    instrument,
    quantity: difference,
    price,
    date,
    currency: position.currency,
  });
  return {
    cause: `The statement has ${show(Math.abs(difference))} ${side} than the book: they were ${verb} ${when}${each}, and no imported file contains it.`,
    act: `Import the activity of this account ${since === null ? `up to ${date}` : `from ${since} to ${date}`} from ${source}, or record the fill: ${act}`,
    fix,
  };
}

/** The fill that is missing; at what price nothing was sold for says, so the person does. */
function fillBy(missing: {
  readonly account_id: string;
  readonly instrument: string;
  readonly quantity: number;
  readonly price: number | null;
  readonly date: string;
  readonly currency: string | undefined;
}) {
  const { account_id, instrument, quantity, price, date, currency } = missing;
  return settledBy(
    {
      kind: 'trade',
      account_id,
      instrument,
      action: quantity > 0 ? 'BOT' : 'SLD',
      quantity: Math.abs(quantity),
      ...(price !== null && { price }),
      ...(currency !== undefined && { currency }),
      time: date,
    },
    { ...(price === null && { price: '<price>' }), time: '<day of the trade>' },
  );
}

export function whyUnnamed({
  instrument,
  own,
  statement: { date, source, account_id },
  missing,
  book,
}: {
  readonly instrument: string;
  readonly own: number;
  readonly statement: Statement;
  readonly missing: readonly SummedPosition[];
  readonly book: BookSide;
}): Cause {
  const renamed = missing.find(({ quantity }) => Math.abs(quantity - own) <= SAME);
  if (renamed !== undefined)
    return {
      cause: `The statement has ${show(own)} ${renamed.instrument} in its place: ${instrument} is called so by then, and no file contains the change.`,
      ...settledBy({ kind: 'symbol_change', instrument, new_instrument: renamed.instrument, time: date }),
    };
  const option = parseOptionSymbol(instrument);
  if (option !== null && option.expiry <= date)
    return {
      cause: `${instrument} expired on ${option.expiry}, and no file says how it ended.`,
      ...settledBy({ kind: 'expiry', instrument, quantity: Math.abs(own), account_id, time: option.expiry }),
    };
  const half = halfOf(book, instrument, own);
  if (half !== null) return half;
  const { act, fix } = fillBy({ account_id, instrument, quantity: -own, price: null, date, currency: undefined });
  return {
    cause: `The book holds ${show(own)} ${instrument}, which the statement does not name: they were ${own > 0 ? 'sold' : 'bought back'} or left on or before ${date}, and no imported file contains it.`,
    act: `Import the activity of this account up to ${date} from ${source}, or record the fill: ${act}`,
    fix,
  };
}
