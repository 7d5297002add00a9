// Whether the rows of a chain are as they were written. A row that was removed on purpose is recorded in the chain itself.
import type { Connection } from './dialect.ts';
import { hashOfRow } from './chain.ts';

/** Numbers of rows, both ends included. */
export type Range = readonly [from: number, to: number];

export type ChainFault = 'changed' | 'removed' | 'moved';

export interface BadRow {
  readonly id: number;
  readonly what: ChainFault;
}

export interface ChainRow {
  readonly id: number;
  readonly prev: string | null;
  readonly hash: string | null;
  readonly [column: string]: unknown;
}

interface Verification {
  /** How many rows are signed. */
  readonly rows: number;
  readonly bad: BadRow | null;
}

interface Watching {
  /** Called with every row that is as it was written. */
  readonly row?: (row: ChainRow) => void;
  /** What a row of the chain says was taken out, asked once all of them were read. */
  readonly isTakenOut?: (id: number) => boolean;
}

export function verifyChain(connection: Connection, key: string, table: string, watching: Watching = {}): Verification {
  const { row: onRow = () => {}, isTakenOut = () => false } = watching;
  const gaps: Range[] = [];
  let last: ChainRow | undefined;
  let rows = 0;
  let bad: BadRow | null = null;
  for (const row of connection.prepare(`select * from "${table}" order by id`).iterate() as Iterable<ChainRow>) {
    // From before there was a chain; none can follow a row that is signed.
    if (row.hash === null) {
      if (rows > 0) bad ??= { id: row.id, what: 'changed' };
      last = row;
      continue;
    }
    rows += 1;
    const isNext = last !== undefined && row.id === last.id + 1;
    if (last === undefined && (row.prev ?? '') !== '') gaps.push([row.id - 1, row.id - 1]);
    if (!isNext && last !== undefined) gaps.push([last.id + 1, row.id - 1]);
    if (hashOfRow(key, row.prev ?? '', row) !== row.hash) bad ??= { id: row.id, what: 'changed' };
    else if (isNext && (last?.hash ?? '') !== (row.prev ?? '')) bad ??= { id: row.id, what: 'moved' };
    else onRow(row);
    last = row;
  }
  const given = Number(connection.prepare('select seq from sqlite_sequence where name = ?').pluck().get(table) ?? 0);
  if (last !== undefined && given > last.id) gaps.push([last.id + 1, given]);
  const missing = gaps.flatMap(([from, to]) => firstMissing(from, to, isTakenOut)).toSorted((a, b) => a - b)[0];
  if (missing !== undefined && (bad === null || missing < bad.id)) bad = { id: missing, what: 'removed' };
  return { rows, bad };
}

function firstMissing(from: number, to: number, isTakenOut: (id: number) => boolean): number[] {
  for (let id = from; id <= to; id += 1) if (!isTakenOut(id)) return [id];
  return [];
}
