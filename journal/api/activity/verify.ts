// Whether the record of calls and both audits are as they were written, and what the service itself did to them.
import { type BadRow, type ChainRow, type Connection, type Head, parseHead, verifyChain } from '@zorivest/store';
import type { ControlRows } from '../control/control.ts';
import { parseMark, TakenOut, type Mark } from './marks.ts';

type Table = 'activity' | 'audit' | 'control_audit';

export interface Verdict {
  readonly ok: boolean;
  readonly checked: Readonly<Record<Table, number>>;
  /** The first that is not as it was written. */
  readonly first_bad: (BadRow & { readonly table: Table; readonly detail: string }) | null;
  /** What happened to the record and is no attack on it. */
  readonly marks: readonly { readonly at: string; readonly mark: string; readonly detail: string }[];
}

interface NotedHead extends Head {
  /** The row that notes it. */
  readonly by: number;
  readonly at: string;
}

export interface BookSide {
  readonly connection: Connection;
  readonly key: string;
}

const words: Readonly<Record<BadRow['what'], string>> = {
  changed: 'was changed after it was written',
  removed: 'is gone',
  moved: 'does not follow the row before it',
};

export function verifyRecord(book: BookSide, control: ControlRows): Verdict {
  const marks: { readonly id: number; readonly at: string; readonly mark: Mark }[] = [];
  const takenOut = new TakenOut();
  const hashes = { activity: new Map<number, string>(), audit: new Map<number, string>() };
  const notes = { activity: [] as NotedHead[], audit: [] as NotedHead[] };
  const remember = (of: 'activity' | 'audit') => (row: ChainRow) => {
    if (row.hash !== null) hashes[of].set(row.id, row.hash);
    const other = of === 'activity' ? 'audit' : 'activity';
    if (typeof row['noted'] === 'string')
      notes[other].push({ ...parseHead(row['noted']), by: row.id, at: String(row['at']) });
  };

  const [activity, controlAudit, recreatedAt] = control.read((connection, key) =>
    atOneMoment(
      connection,
      () =>
        [
          verifyChain(connection, key, 'activity', {
            row: (row) => {
              remember('activity')(row);
              if (row['entry'] !== 'mark') return;
              const mark = parseMark(String(row['told']));
              takenOut.add(mark);
              marks.push({ id: row.id, at: String(row['at']), mark });
            },
            isTakenOut: takenOut.has,
          }),
          verifyChain(connection, key, 'audit_log'),
          connection.prepare(`select max(at) from audit_log where action = 'control.made_anew'`).pluck().get() as
            | string
            | null,
        ] as const,
    ),
  );
  const audit = atOneMoment(book.connection, () =>
    verifyChain(book.connection, book.key, 'audit_log', { row: remember('audit') }),
  );

  const restoredAt = Math.max(0, ...marks.filter(({ mark }) => mark.mark === 'restored').map(({ id }) => id));
  // What a control.db that is lost held is lost with it, and everything is off until the person says.
  const lostActivity = notes.activity.find(
    ({ id, hash, at }) =>
      at > (recreatedAt ?? '') &&
      !takenOut.has(id) &&
      hashes.activity.get(id) !== hash &&
      !isThereByNow(control, id, hash),
  );
  // A book from a backup has the audit of its day: a head that was noted before the restore is no longer expected in it.
  const lostAudit = notes.audit.find(({ id, hash, by }) => by > restoredAt && hashes.audit.get(id) !== hash);

  const bad = (table: Table, row: BadRow | null) =>
    row && { ...row, table, detail: `row ${row.id} of ${table} ${words[row.what]}` };
  const missing = (table: Table, id: number) => ({
    id,
    what: 'removed' as const,
    table,
    detail: `row ${id} of ${table} is not the one that was noted elsewhere when it was written`,
  });
  const first_bad =
    bad('activity', activity.bad) ??
    bad('audit', audit.bad) ??
    bad('control_audit', controlAudit.bad) ??
    (lostAudit ? missing('audit', lostAudit.id) : null) ??
    (lostActivity ? missing('activity', lostActivity.id) : null);
  return {
    ok: first_bad === null,
    checked: { activity: activity.rows, audit: audit.rows, control_audit: controlAudit.rows },
    first_bad,
    marks: [
      ...(recreatedAt === null
        ? []
        : [{ at: recreatedAt, mark: 'control_lost', detail: 'control.db was lost and recreated' }]),
      ...marks.map(({ at, mark }) => ({ at, mark: mark.mark, detail: describeMark(mark) })),
    ],
  };
}

/** Assistants go on working meanwhile: rows and their count are looked at as they are at one moment. */
function atOneMoment<T>(connection: Connection, work: () => T): T {
  if (connection.inTransaction) return work();
  connection.exec('begin');
  try {
    return work();
  } finally {
    connection.exec('commit');
  }
}

/** A row that the audit noted after the record had been looked at. */
function isThereByNow(control: ControlRows, id: number, hash: string): boolean {
  return control.read(
    (connection) => connection.prepare('select hash from activity where id = ?').pluck().get(id) === hash,
  );
}

function describeMark(mark: Mark): string {
  const rows = (ranges: readonly (readonly [number, number])[]) =>
    `${ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0)} rows`;
  switch (mark.mark) {
    case 'swept':
      return 'through' in mark
        ? `rows up to ${mark.through} were older than 90 days and went`
        : `${rows(mark.ranges)} of ${mark.key_id} went: it took the most room`;
    case 'power_cut':
      return `${rows(mark.ranges)} were not on the disk when the service started: the power went, or the files were put back`;
    case 'restored':
      return 'the book was restored from a backup';
    case 'rekeyed':
      return 'the book was encrypted under a new key';
    default:
      return `${mark.key_id} reported more than it may in a day; the rest of its reports was not stored`;
  }
}
