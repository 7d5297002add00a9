// Stores the requests for approval in control.db, so that the thread that answers stops never asks the book for them.
import { flagValue } from '@zorivest/store';
import { sql } from 'kysely';
import type { Control } from '../control/control.ts';
import { type Row, SUMMARY, type SummaryRow, type WaitingRow } from './row.ts';

/** Of one key. */
const MOST_ENDED = 100;
const MOST_ENDED_BYTES = 4 * 1024 * 1024;

export class ApprovalRows {
  readonly #control: Control;

  constructor(control: Control) {
    this.#control = control;
  }

  /** Whole: those that were being done when the service ended. */
  running(): Row[] {
    return this.#control.all(this.#control.db.selectFrom('approvals').selectAll().where('status', '=', 'running'));
  }

  find(id: string): Row | undefined {
    return this.#control.first(this.#control.db.selectFrom('approvals').selectAll().where('id', '=', id));
  }

  /** Of one key or of all, the newest first: asked since a moment, or waiting still. */
  listed(keyId: string | null, since: number): SummaryRow[] {
    let rows = this.#control.db.selectFrom('approvals').select(SUMMARY).orderBy('asked_at', 'desc').limit(500);
    if (keyId !== null) rows = rows.where('key_id', '=', keyId);
    return this.#control.all(rows.where((eb) => eb.or([eb('asked_at', '>=', since), eb('status', '=', 'waiting')])));
  }

  /** Also expired ones that have not been looked at since. */
  waiting(keyId?: string): WaitingRow[] {
    const named = sql`json_extract(input, '$.params.upload_id')`.as('named_upload');
    const rows = this.#control.db.selectFrom('approvals').select([...SUMMARY, 'size', 'file', named]);
    const waiting = rows.where('status', '=', 'waiting');
    return this.#control.all(keyId === undefined ? waiting : waiting.where('key_id', '=', keyId));
  }

  /** All of these in one statement. */
  endWaiting(status: 'denied' | 'expired', ids: readonly string[], at: number): void {
    const { db } = this.#control;
    const of = JSON.stringify(ids);
    this.#control.run(
      db
        .updateTable('approvals')
        .set({ status, decided_at: at })
        .where('id', 'in', sql<string>`(select value from json_each(${of}))`),
    );
  }

  /** What a key has asked for in the same words, the newest first. */
  alike(keyId: string, digest: string): Row[] {
    const rows = this.#control.db.selectFrom('approvals').selectAll().where('key_id', '=', keyId);
    return this.#control.all(rows.where('digest', '=', digest).orderBy('asked_at', 'desc'));
  }

  store(row: Row): void {
    const { db } = this.#control;
    const added = db.insertInto('approvals').values(row);
    this.#control.run(added.onConflict((existing) => existing.column('id').doUpdateSet(row)));
  }

  /** The key has heard how it ended. */
  noteFetched({ id, is_fetched }: Row): void {
    if (is_fetched === 1) return;
    const { db } = this.#control;
    this.#control.run(
      db
        .updateTable('approvals')
        .set({ is_fetched: flagValue(true) })
        .where('id', '=', id),
    );
  }

  /** What a key asked for and what is over takes a share of the disk, the newest first: it can ask and withdraw without end. */
  dropMost(keyId: string): void {
    const { connection } = this.#control;
    const ended = connection
      .prepare(
        `select id, length(input) + length(changes) + length(coalesce(told, '')) + length(coalesce(outcome, '')) as bytes
         from approvals where key_id = ? and status not in ('waiting', 'running') order by asked_at desc`,
      )
      .all(keyId) as { readonly id: string; readonly bytes: number }[];
    let bytes = 0;
    const drop = connection.prepare('delete from approvals where id = ?');
    for (const [at, one] of ended.entries()) {
      bytes += one.bytes;
      if (at >= MOST_ENDED || bytes > MOST_ENDED_BYTES) drop.run(one.id);
    }
  }

  dropBefore(expired: number): void {
    this.#control.run(this.#control.db.deleteFrom('approvals').where('expires_at', '<', expired));
  }
}
