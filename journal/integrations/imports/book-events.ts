// Position events of the book's own table, each once: by the statement's name for it, or by all it says.
import type { BookRow } from '@zorivest/imports';
import type { Insertable } from 'kysely';
import { enterEventNames, eventColumns, type PositionEventRow } from '@zorivest/records';
import { flagValue } from '@zorivest/store';
import type { ImportRun } from './run.ts';

type Event = BookRow<'events'>;

export class BookEventImport {
  readonly #run: ImportRun;
  /** What each event was called in the book that wrote it -> what it is called here. */
  readonly #ids = new Map<number, number>();
  readonly #links: { readonly id: number; readonly other: number }[] = [];
  readonly #moved: { readonly id: number; readonly lots: readonly string[] }[] = [];
  /** One event of the book answers for one row. */
  readonly #claimed = new Set<number>();

  constructor(run: ImportRun) {
    this.#run = run;
  }

  async add(events: readonly Event[]): Promise<void> {
    for (const event of events) await this.#take(event);
  }

  /** Pairs the halves of transfers and names lots as they were: every event has its id here by now. */
  async end(): Promise<void> {
    const { db } = this.#run.scope;
    for (const { id, other } of this.#links) {
      const linked_event_id = this.#ids.get(other);
      if (linked_event_id === undefined) continue;
      await db.updateTable('position_events').set({ linked_event_id }).where('id', '=', id).execute();
    }
    for (const { id, lots } of this.#moved) {
      const lot_ids = JSON.stringify(lots.map((lot) => this.#lotName(lot)));
      await db.updateTable('position_events').set({ lot_ids }).where('id', '=', id).execute();
    }
  }

  #lotName(lot: string): string {
    return lot.replace(/(?<=^lot-event-)\d+/, (id) => String(this.#ids.get(Number(id)) ?? id));
  }

  async #take(event: Event): Promise<void> {
    const row = await this.#row(event);
    const known = await this.#known(row);
    if (known !== undefined) {
      this.#claimed.add(known);
      this.#ids.set(event.id, known);
      this.#run.counts.duplicates++;
      this.#run.rows.mark(event.row, 'known');
      return;
    }
    const { db } = this.#run.scope;
    const taken = await db.selectFrom('position_events').select('id').where('id', '=', event.id).executeTakeFirst();
    const { id } = await db
      .insertInto('position_events')
      // Lots are named after the events that opened them: where the name is free, it stays.
      .values(taken === undefined ? { ...row, id: event.id } : row)
      .returning('id')
      .executeTakeFirstOrThrow();
    if (row.kind === 'symbol_change')
      await enterEventNames(db, { ...row, id, new_instrument: row.new_instrument ?? null }, this.#run.now);
    this.#run.counts.events_imported++;
    this.#run.rows.mark(event.row, 'events');
    this.#claimed.add(id);
    this.#ids.set(event.id, id);
    if (event.linked_event_id !== null) this.#links.push({ id, other: event.linked_event_id });
    if (event.lot_ids !== null) this.#moved.push({ id, lots: event.lot_ids });
  }

  /** The event without what it was called and linked to in the other book. */
  async #row(event: Event) {
    const accountOf = async (named: string | null) =>
      named === null ? null : (await this.#run.accounts.of(named)).account_id;
    return {
      ...eventColumns.store({
        ...event,
        linked_event_id: null,
        account_id: await accountOf(event.account_id),
        from_account_id: await accountOf(event.from_account_id),
        to_account_id: await accountOf(event.to_account_id),
        import_batch_id: this.#run.id,
        created_at: this.#run.now.toISOString(),
      }),
      stock_recorded: flagValue(event.stock_recorded),
    };
  }

  async #known(row: Insertable<PositionEventRow>): Promise<number | undefined> {
    const { db } = this.#run.scope;
    if (typeof row.source_id === 'string' && typeof row.account_id === 'string') {
      const named = await db
        .selectFrom('position_events')
        .select('id')
        .where('account_id', '=', row.account_id)
        .where('source_id', '=', row.source_id)
        .executeTakeFirst();
      if (named !== undefined) return named.id;
    }
    const alike = await db
      .selectFrom('position_events')
      .selectAll()
      .where('kind', '=', row.kind)
      .where('instrument', '=', row.instrument)
      .where('time', '=', row.time)
      .orderBy('id')
      .execute();
    return alike.find((one) => !this.#claimed.has(one.id) && COMPARED_COLUMNS.every((name) => one[name] === row[name]))
      ?.id;
  }
}

/** The columns that state an event, independent of who recorded it. */
const COMPARED_COLUMNS = eventColumns.names.filter(
  (name) => !['linked_event_id', 'import_batch_id', 'created_at'].includes(name),
);
