// Where requests for approval are kept: in control.db, so that the thread that answers stops never asks the book for them.
import { flagValue } from '@zorivest/store';
import type { Control } from '../control/control.ts';
import { type Row, SUMMARY, type SummaryRow } from './row.ts';

export class ApprovalRows {
  readonly #control: Control;

  constructor(control: Control) {
    this.#control = control;
  }

  all(): Row[] {
    return this.#control.all(this.#control.db.selectFrom('approvals').selectAll());
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

  /** Also those whose time is over and that nobody has looked at since. */
  waiting(keyId?: string): Row[] {
    const rows = this.#control.db.selectFrom('approvals').selectAll().where('status', '=', 'waiting');
    return this.#control.all(keyId === undefined ? rows : rows.where('key_id', '=', keyId));
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

  dropBefore(expired: number): void {
    this.#control.run(this.#control.db.deleteFrom('approvals').where('expires_at', '<', expired));
  }
}
