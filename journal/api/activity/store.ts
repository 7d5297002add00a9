// Stores the record for 90 days, within a limit of disk space. Rows are signed as they are stored, in batches that no request
// waits for.
import { type Head, headText, parseHead } from '@zorivest/store';
import type { Control } from '../control/control.ts';
import { markRow, type Mark, rangesOf } from './marks.ts';
import type { ActivityTables, Entry } from './tables.ts';

type Row = ActivityTables['activity'];
type Content = { [K in keyof Row]?: Row[K] | undefined };
export type NewRow = Omit<Content, 'id' | 'prev' | 'hash' | 'noted' | 'entry' | 'at'> & {
  readonly at: string;
  readonly entry: Entry;
};

const DAY = 86_400_000;
const RETENTION = 90 * DAY;
const MOST_BYTES = 200 * 1024 * 1024;
const TIDY_EVERY = 3_600_000;
const MOST_WAITING = 10_000;
/** The oldest rows go in slices of this many: a stop must not wait for a large deletion. */
const SLICE = 200;
const SLICES_PER_SWEEP = 5;
/** What a row takes besides the words in it. */
const ROW_BYTES = 400;

const sizeOf = ({ told: text, operation }: Pick<Content, 'told' | 'operation'>) =>
  ROW_BYTES + (text?.length ?? 0) + (operation?.length ?? 0);

export class ActivityStore {
  readonly #control: Control;
  readonly #mostBytes: number;
  readonly #onHead: (head: string) => void;
  #waiting: NewRow[] = [];
  #auditHead: string | null = null;
  #tidiedAt = 0;

  /** `onHead` receives the head of the record after every batch. */
  constructor(control: Control, mostBytes: number = MOST_BYTES, onHead: (head: string) => void = () => {}) {
    this.#control = control;
    this.#mostBytes = mostBytes;
    this.#onHead = onHead;
  }

  add(row: NewRow): void {
    this.#waiting.push(row);
  }

  /** The next row that is stored notes it. */
  noteAudit(head: Head): void {
    this.#auditHead = headText(head);
  }

  /** Everything that waits, in one transaction. */
  flush(): void {
    if (this.#waiting.length === 0) return;
    const rows = this.#waiting;
    this.#waiting = [];
    try {
      this.#append(rows);
    } catch {
      // The vault was locked, or the disk is full; they are tried again, the newest of them.
      this.#waiting = [...rows, ...this.#waiting].slice(-MOST_WAITING);
    }
  }

  /**
   * When the vault has opened, `noted` being what the book's audit last noted of this record. A log that was not on the disk
   * when the power went leaves fewer rows than that: their numbers are not given again, and a mark says so.
   */
  markPowerCut(noted: string | null, now: Date): void {
    if (noted === null) return;
    const { id } = parseHead(noted);
    const { connection } = this.#control;
    const last = Number(
      connection.prepare(`select seq from sqlite_sequence where name = 'activity'`).pluck().get() ?? 0,
    );
    if (id <= last) return;
    this.#control.transact(() => {
      connection.prepare(`delete from sqlite_sequence where name = 'activity'`).run();
      connection.prepare(`insert into sqlite_sequence (name, seq) values ('activity', ?)`).run(id);
    });
    this.mark({ mark: 'power_cut', ranges: [[last + 1, id]] }, now);
  }

  mark(mark: Mark, now: Date): void {
    this.#append([markRow(mark, now) as NewRow]);
  }

  /** What servers of a key have reported since a moment, in bytes. */
  reportedBytes(keyId: string, since: Date): number {
    const { connection } = this.#control;
    return Number(
      connection
        .prepare(`select coalesce(sum(length(told)), 0) from activity where key_id = ? and entry = 'told' and at >= ?`)
        .pluck()
        .get(keyId, since.toISOString()),
    );
  }

  /** Once an hour what is too old goes; what is too much goes a slice at a time, until it fits. */
  tidy(now: Date): void {
    try {
      if (now.getTime() - this.#tidiedAt >= TIDY_EVERY) {
        this.#sweepOld(now);
        this.#tidiedAt = now.getTime();
      }
      for (let slice = 0; slice < SLICES_PER_SWEEP && this.#bytes() > this.#mostBytes; slice += 1)
        this.#sweepLargest(now);
    } catch {
      // The vault was locked, or the disk is full: another try in a moment.
    }
  }

  #append(rows: readonly NewRow[]): void {
    const noted = this.#auditHead;
    let head: Head | undefined;
    this.#control.transact(() => {
      const chain = this.#control.chain('activity');
      const sizes = new Map<string, number>();
      for (const [at, row] of rows.entries()) {
        head = chain.append({ ...row, noted: at === 0 ? noted : null });
        if (typeof row.key_id === 'string') sizes.set(row.key_id, (sizes.get(row.key_id) ?? 0) + sizeOf(row));
      }
      for (const [keyId, bytes] of sizes) this.#share(keyId, bytes);
    });
    if (this.#auditHead === noted) this.#auditHead = null;
    if (head !== undefined) this.#onHead(headText(head));
  }

  #share(keyId: string, bytes: number): void {
    this.#control.connection
      .prepare(
        `insert into activity_shares (key_id, bytes) values (?, max(0, ?))
         on conflict (key_id) do update set bytes = max(0, bytes + ?)`,
      )
      .run(keyId, bytes, bytes);
  }

  #sweepOld(now: Date): void {
    const { connection } = this.#control;
    const until = new Date(now.getTime() - RETENTION).toISOString();
    const through = connection.prepare('select max(id) from activity where at < ?').pluck().get(until) as number | null;
    if (through === null) return;
    this.#control.transact(() => {
      const gone = connection
        .prepare('select key_id, told, operation from activity where id <= ? and key_id is not null')
        .all(through) as { key_id: string; told: string | null; operation: string | null }[];
      for (const row of gone) this.#share(row.key_id, -sizeOf(row));
      connection.prepare('delete from activity where id <= ?').run(through);
      this.mark({ mark: 'swept', through }, now);
    });
  }

  /** A key that floods the record loses its own rows and no others. */
  #sweepLargest(now: Date): void {
    const { connection } = this.#control;
    const largest = connection.prepare('select key_id from activity_shares order by bytes desc limit 1').pluck().get();
    if (typeof largest !== 'string') return;
    const oldest = connection
      .prepare('select id, told, operation from activity where key_id = ? order by id limit ?')
      .all(largest, SLICE) as { id: number; told: string | null; operation: string | null }[];
    this.#control.transact(() => {
      const remove = connection.prepare('delete from activity where id = ?');
      for (const { id } of oldest) remove.run(id);
      this.#share(largest, -(oldest.length === 0 ? Infinity : oldest.reduce((sum, row) => sum + sizeOf(row), 0)));
      if (oldest.length > 0)
        this.mark({ mark: 'swept', key_id: largest, ranges: rangesOf(oldest.map(({ id }) => id)) }, now);
    });
  }

  /** What the rows of all keys take. Nothing else in control.db counts: what is written there must not push the record out. */
  #bytes(): number {
    const { connection } = this.#control;
    return Number(connection.prepare('select coalesce(sum(bytes), 0) from activity_shares').pluck().get());
  }
}
