// What a fill cost, where one export of a broker reports it and the other does not: in either order, the book's fill
// has the costs once the person has confirmed that both are one fill.
import { addDecimals, negateDecimal, type WriteScope } from '@zorivest/store';
import { type Fee, feesOf, findTrade, replaceFees, type TradeRow } from '@zorivest/records';
import { costsByHand } from './by-hand.ts';
import { fillRef, type PossibleDuplicate } from './duplicates.ts';
import { describeFill } from './describe-fill.ts';

/** A fill that waits for a decision; `gives_costs` where the book's has none. */
export interface AsideFill extends TradeRow {
  readonly row: number;
  readonly fees?: readonly Fee[];
  readonly gives_costs?: true;
}

/** The look-alikes of a run, those with costs marked whose other export tells no costs at all. */
export function withCosts(found: readonly PossibleDuplicate[]): PossibleDuplicate[] {
  const silent = new Set<string | null>();
  for (const [run, alike] of Map.groupBy(found, ({ costs }) => costs?.of ?? null))
    // What was typed by hand is the person's word.
    if (run !== null && !alike.some(({ costs }) => costs?.known === true)) silent.add(run);
  return found.map((one) =>
    one.costs?.stated === true && silent.has(one.costs.of)
      ? { ...one, payload: { ...(one.payload as AsideFill), gives_costs: true } }
      : one,
  );
}

/** Adds the costs of a fill that was decided to be another to that one, or takes them off again. */
export async function shareCosts(
  scope: WriteScope,
  runId: string,
  like: string,
  fill: AsideFill,
  decision: 'same' | 'new',
): Promise<void> {
  const known = await findTrade(scope.db, like);
  if (known === undefined || fill.gives_costs !== true || (await costsByHand(scope, like))) return;
  const fees = await feesOf(scope.db, like);
  const way = decision === 'same' ? fill.commission : negateDecimal(fill.commission);
  const commission = addDecimals([known.commission, way]);
  await scope.db.updateTable('trades').set({ commission }).where('exec_id', '=', like).execute();
  const own = (fill.fees ?? []).map(({ type, amount }) => ({ type, amount: decision === 'same' ? amount : -amount }));
  await replaceFees(scope, { ...known, fees: addedUp([...fees, ...own]) });
  await scope.db
    .insertInto('import_notes')
    .values({
      run_id: runId,
      row: fill.row,
      outcome: 'updated',
      message: `${describeFill(known)}: costs ${known.commission} became ${commission}`,
      ref: like,
      before: JSON.stringify({ commission: known.commission, fees }),
    })
    .execute();
}

/** Whether a fill of the book has the costs of one that was decided to be it. */
export async function hasSharedCosts({ db }: Pick<WriteScope, 'db'>, fill: TradeRow): Promise<boolean> {
  const same = await db
    .selectFrom('import_look_alikes')
    .select('payload')
    .where('kind', '=', 'trade')
    .where('like', '=', fillRef(fill))
    .where('decision', '=', 'same')
    .execute();
  return same.some(({ payload }) => (JSON.parse(payload) as AsideFill).gives_costs === true);
}

function addedUp(fees: readonly Fee[]): Fee[] {
  return [...Map.groupBy(fees, ({ type }) => type)].flatMap(([type, parts]) => {
    const amount = Math.round(parts.reduce((sum, fee) => sum + fee.amount, 0) * 1e8) / 1e8;
    return amount === 0 ? [] : [{ type, amount }];
  });
}
