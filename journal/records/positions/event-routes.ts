// Events as a person records, completes and takes them back, each with what it did and what it still needs.
import { contract, type HandlerInput } from '@zorivest/contract';
import { contractName, type LotEffect, taxLots } from '@zorivest/domain';
import type { Selectable } from 'kysely';
import { mustHaveAccount } from '../accounts/repository.ts';
import { type Call, conflict, type Db, Fault, invalidField, notFound, pageOf, route } from '@zorivest/store';
import { enterEventNames } from '../register/write.ts';
import { eventColumns } from './columns.ts';
import { recordedEvents, type RecordedEvents, nameOf } from './events.ts';
import { positionsOf } from './positions.ts';
import type { PositionEventRow } from './tables.ts';

type Row = Selectable<PositionEventRow>;
type Change = HandlerInput<typeof contract.positionEvents.patch>['body'];

/** What the events of the book did to its lots, and what they need. */
interface Outcome extends RecordedEvents {
  readonly effects: ReadonlyMap<string, readonly LotEffect[]>;
}

function outcomes(call: Call): Promise<Outcome> {
  return call.results.ofTrades('outcomes of events', async () => {
    const recorded = await recordedEvents(call.db);
    const { executions, familyOf } = await positionsOf(call);
    const concerned = new Set(recorded.events.map(({ instrument }) => familyOf(instrument)));
    const { effects } = taxLots(
      executions.filter(({ instrument }) => concerned.has(familyOf(instrument))),
      { events: recorded.events },
    );
    return { ...recorded, effects };
  });
}

const MOST_EFFECTS = 1000;

function presenterOf(outcome: Outcome): (row: Row) => ReturnType<typeof presentEvent> {
  return (row) => presentEvent(row, outcome);
}

function presentEvent(row: Row, { effects, needsOf, otherHalf }: Outcome) {
  const other = otherHalf(row.id);
  const own = effects.get(nameOf(row.id)) ?? (other === null ? undefined : effects.get(nameOf(other))) ?? [];
  return {
    ...fieldsOf(row),
    linked_event_id: row.linked_event_id ?? other,
    effects: own.slice(0, MOST_EFFECTS),
    needs: [...needsOf(row.id)],
  };
}

function fieldsOf(row: Row) {
  return { id: row.id, ...eventColumns.show(row) };
}

async function rowOf(db: Db, id: number): Promise<Row> {
  const row = await db.selectFrom('position_events').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('position event', id);
  return row;
}

type Accounts = { readonly [N in 'account_id' | 'from_account_id' | 'to_account_id']?: string | undefined };

async function mustKnowAccounts(db: Db, { account_id, from_account_id, to_account_id }: Accounts): Promise<void> {
  for (const account of [account_id, from_account_id, to_account_id])
    if (account !== undefined) await mustHaveAccount(db, account);
  if (from_account_id !== undefined && from_account_id === to_account_id)
    throw invalidField('to_account_id', 'must be another account than the one they left');
}

/** The fields each kind has, besides instrument and time. */
const OWN_FIELDS: Readonly<Record<Row['kind'], readonly (keyof Change)[]>> = {
  split: ['account_id', 'new_shares', 'old_shares'],
  symbol_change: ['account_id', 'new_instrument'],
  transfer: ['quantity', 'from_account_id', 'to_account_id', 'lots', 'lot_ids', 'linked_event_id'],
  cash_merger: ['account_id', 'cash_per_share'],
  stock_merger: ['account_id', 'new_instrument', 'new_shares', 'old_shares', 'cash_per_share', 'price'],
  spin_off: ['account_id', 'new_instrument', 'new_shares', 'old_shares', 'allocation'],
  return_of_capital: ['account_id', 'amount_per_share'],
  cash_in_lieu: ['account_id', 'quantity', 'amount'],
  expiry: ['account_id', 'quantity', 'settlement_price'],
  exercise: ['account_id', 'quantity', 'settlement_price', 'new_instrument'],
  assignment: ['account_id', 'quantity', 'settlement_price', 'new_instrument'],
  reward: ['account_id', 'quantity', 'value'],
};

function mustBeOwn(row: Row, change: Change): void {
  const own: readonly string[] = ['instrument', 'time', ...OWN_FIELDS[row.kind]];
  const foreign = Object.keys(change).find((name) => !own.includes(name));
  if (foreign !== undefined) throw invalidField(foreign, `is not a field of a ${row.kind}; it has ${own.join(', ')}`);
}

/** An option on a future delivers one of a month. */
function mustNameFuture(kind: Row['kind'], future: string | undefined): void {
  if (future === undefined) return;
  if (kind === 'expiry') throw invalidField('new_instrument', 'an option that expires delivers nothing');
  if (kind !== 'exercise' && kind !== 'assignment') return;
  if (contractName(future) === null)
    throw invalidField('new_instrument', 'must name a future with its month and year, such as ESH4');
}

/** The other half must be a transfer the other way that is not paired yet. */
async function mustPair(db: Db, row: Row, otherId: number): Promise<void> {
  const other = await rowOf(db, otherId);
  const isHalf = ({ kind, from_account_id, to_account_id }: Row): boolean =>
    kind === 'transfer' && (from_account_id === null) !== (to_account_id === null);
  if (!isHalf(row) || !isHalf(other) || (row.from_account_id === null) === (other.from_account_id === null))
    throw invalidField('linked_event_id', 'must pair a transfer out of one account with a transfer into another');
  const taken = await db
    .selectFrom('position_events')
    .select('id')
    .where('linked_event_id', 'in', [row.id, otherId])
    .where('id', 'not in', [row.id, otherId])
    .executeTakeFirst();
  if (taken !== undefined)
    throw conflict(`event ${taken.id} is linked to one of them already: set its linked_event_id to null first`);
}

export const eventRoutes = [
  route(contract.positionEvents.create, async ({ body }, call) => {
    if (body.kind === 'transfer' && body.from_account_id === undefined && body.to_account_id === undefined)
      throw new Fault(422, [
        { field: 'body.to_account_id', message: 'a transfer names the account it left, the one it came to, or both' },
      ]);
    if ('new_instrument' in body) mustNameFuture(body.kind, body.new_instrument);
    const row = await call.write(async ({ db, audit }) => {
      await mustKnowAccounts(db, body);
      const stored = await db
        .insertInto('position_events')
        .values(eventColumns.store({ ...body, created_at: call.now().toISOString() }))
        .returningAll()
        .executeTakeFirstOrThrow();
      await enterEventNames(db, stored, call.now());
      audit({ resource: 'position_event', id: stored.id, after: fieldsOf(stored) });
      return stored;
    });
    return presentEvent(row, await outcomes(call));
  }),
  route(contract.positionEvents.list, async ({ query }, call) => {
    let rows = call.db.selectFrom('position_events');
    for (const field of ['instrument', 'account_id', 'kind'] as const) {
      const wanted = query[field];
      if (wanted !== undefined) rows = rows.where(field, '=', wanted);
    }
    return pageOf(rows, query, (page) => page.selectAll().orderBy('id', 'desc'), presenterOf(await outcomes(call)));
  }),
  route(contract.positionEvents.patch, async ({ params, body }, call) => {
    const row = await call.write(async ({ db, audit }) => {
      const before = await rowOf(db, params.event_id);
      mustBeOwn(before, body);
      mustNameFuture(before.kind, body.new_instrument);
      await mustKnowAccounts(db, body);
      if (body.linked_event_id !== undefined && body.linked_event_id !== null)
        await mustPair(db, before, body.linked_event_id);
      await db
        .updateTable('position_events')
        .set({ ...eventColumns.change(body) })
        .where('id', '=', before.id)
        .execute();
      if (body.linked_event_id !== undefined)
        await db
          .updateTable('position_events')
          .set({ linked_event_id: body.linked_event_id === null ? null : before.id })
          .where('id', '=', body.linked_event_id ?? before.linked_event_id ?? 0)
          .execute();
      const after = await rowOf(db, before.id);
      await enterEventNames(db, after, call.now());
      audit({ resource: 'position_event', id: before.id, before: fieldsOf(before), after: fieldsOf(after) });
      return after;
    });
    return presentEvent(row, await outcomes(call));
  }),
  route(contract.positionEvents.remove, ({ params }, call) =>
    call.write(async ({ db, audit }) => {
      const row = await rowOf(db, params.event_id);
      await db
        .updateTable('position_events')
        .set({ linked_event_id: null })
        .where('linked_event_id', '=', row.id)
        .execute();
      await db.deleteFrom('position_events').where('id', '=', row.id).execute();
      audit({ resource: 'position_event', id: row.id, before: fieldsOf(row) });
    }),
  ),
] as const;
