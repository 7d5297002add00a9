// When each key last opened a session. In control.db, because bootstrap.json is written so that no power cut can take it,
// and opening a session should not wait for the disk.
import type { Control } from '../control/control.ts';

/** Often enough to be useful, not at every session. */
const RESOLUTION = 60_000;

export class KeyUses {
  readonly #control: Control;
  readonly #now: () => Date;

  constructor(control: Control, now: () => Date) {
    this.#control = control;
    this.#now = now;
  }

  /** Null for one that was never used. */
  of(keyId: string): string | null {
    const { db } = this.#control;
    return this.#control.first(db.selectFrom('key_uses').select('at').where('key_id', '=', keyId))?.at ?? null;
  }

  note(keyId: string): void {
    const now = this.#now();
    const last = this.of(keyId);
    if (last !== null && now.getTime() - Date.parse(last) < RESOLUTION) return;
    const row = { key_id: keyId, at: now.toISOString() };
    const { db } = this.#control;
    this.#control.run(
      db
        .insertInto('key_uses')
        .values(row)
        .onConflict((known) => known.column('key_id').doUpdateSet({ at: row.at })),
    );
  }
}
