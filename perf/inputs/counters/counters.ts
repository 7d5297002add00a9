// The counters of a server (pg_stat_statements, performance_schema), as `collect --statements` writes them: a line with
// the server and the period, then one for each class of statements. Only sums are known: which request a
// run belonged to, and how the runs differ, is not.
import type { Candidate, Verdict } from '../files/candidate.ts';
import { lineEnd } from '../files/bytes.ts';
import { Feed } from '../files/feed.ts';
import { Statement } from '../mysql/statement.ts';
import { PostgresStatement } from '../postgres/key.ts';
import type { Classes } from '../statements/classes.ts';
import type { CountedRuns } from '../statements/query-class.ts';
import type { StatementKey } from '../statements/statement-key.ts';

export type CounterServer = 'mysql' | 'postgres';

export interface CountersHead {
  readonly format: typeof FORMAT;
  readonly version: 1;
  readonly server: CounterServer;
  readonly since: string;
  readonly until: string;
}

/** One class of statements, as the server writes it: its values are gone already. */
export interface CountersRow extends CountedRuns {
  readonly statement: string;
}

export const FORMAT = 'statement_counters';
export const VERSIONS = { mysql: 'performance-schema-v1', postgres: 'pg-stat-statements-v1' } as const;

/** Whether a file holds counters of such a server. */
export const detectCounters =
  (server: CounterServer) =>
  ({ head, gzip }: Candidate): Verdict =>
    readHead(head.toString('utf8', 0, lineEnd(head, 0, head.length)))?.server === server
      ? { ok: true, version: VERSIONS[server], metadata: gzip ? { compression: 'gzip' } : {} }
      : { ok: false, error: 'no counters of statements that collect wrote' };

function readHead(line: string): CountersHead | null {
  const head: Partial<CountersHead> | null = parseLine(line);
  return head?.format === FORMAT && head.version === 1 && (head.server === 'mysql' || head.server === 'postgres')
    ? (head as CountersHead)
    : null;
}

export class CountersLog extends Feed {
  readonly #classes: Classes;
  readonly #keyOf: (bytes: Uint8Array) => StatementKey;
  #head: CountersHead | null = null;
  #line = 0;

  constructor(classes: Classes, server: CounterServer) {
    super();
    this.#classes = classes;
    this.#keyOf = server === 'postgres' ? postgresKey : mysqlKey;
  }

  protected override record(start: number, final: boolean): number {
    const { bytes, length } = this;
    const end = lineEnd(bytes, start, length);
    if (end === length && !final) return -1;
    this.#line++;
    const text = bytes.toString('utf8', start, end);
    if (this.#head === null) this.#head = readHead(text);
    else if (text.trim() !== '') this.#add(text, this.#head);
    return Math.min(end + 1, length);
  }

  #add(text: string, { since, until }: CountersHead): void {
    const row = readRow(text);
    if (row === null) {
      this.notes.orphanLines++;
      return;
    }
    const statement = Buffer.from(row.statement);
    const span = { fromUs: Date.parse(since) * 1000, toUs: Date.parse(until) * 1000, line: this.#line };
    this.#classes.addCounted(statement, this.#keyOf(statement), row, span);
  }
}

function postgresKey(bytes: Uint8Array): StatementKey {
  const key = new PostgresStatement();
  key.scan(bytes, 0, bytes.length);
  return key;
}

function mysqlKey(bytes: Uint8Array): StatementKey {
  const key = new Statement();
  key.scan(bytes, 0, bytes.length, true);
  return key;
}

const FIGURES = [
  'runs',
  'time_us',
  'lock_us',
  'rows_examined',
  'rows_sent',
  'rows_affected',
  'errors',
  'full_scans',
  'full_joins',
  'tmp_tables',
  'tmp_tables_on_disk',
] as const satisfies readonly (keyof CountedRuns)[];

/** Null where a figure is missing or makes no sense: a row is taken whole or not at all. */
function readRow(text: string): CountersRow | null {
  const row: Partial<CountersRow> | null = parseLine(text);
  if (row === null || typeof row.statement !== 'string' || row.statement.trim() === '') return null;
  if (typeof row.database !== 'string' || typeof row.user !== 'string') return null;
  if (FIGURES.some((name) => !Number.isFinite(row[name]) || (row[name] as number) < 0) || row.runs === 0) return null;
  return row as CountersRow;
}

function parseLine(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
