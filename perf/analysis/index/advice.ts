// Which index a class of statements lacks: from its plan, from what it asks of each table, and from the indexes there are.
import type { TableIndexes } from '../../model/snapshot.ts';
import { adviceId, type Finding } from '../findings/finding.ts';
import type { QueryRow } from '../findings/rows.ts';
import { type Severity, worse } from '../findings/thresholds.ts';
import { truncate, ms, wholeNumber } from '../findings/text.ts';
import { conditionsOf, type TableConditions } from './conditions.ts';

export interface IndexAdvice {
  readonly table: string;
  readonly columns: readonly string[];
  /** Which column stands where, and why. */
  readonly reasons: readonly string[];
}

/** A table this small is read as quickly whole. */
const FEW_ROWS = 1000;

export type MissingIndex = Finding<'missing_index'>;

export function missingIndexFindings(queries: readonly QueryRow[]): MissingIndex[] {
  return queries.flatMap((row) => {
    const advice = indexAdvice(row);
    return advice === null ? [] : [finding(row, advice)];
  });
}

/** Null where the statement reads few rows, where an index serves it already, or where none would help. */
export function indexAdvice(row: QueryRow): IndexAdvice | null {
  if (!readsTooMuch(row)) return null;
  const conditions = conditionsOf(row.examples[0] ?? row.fingerprint);
  if (conditions === null) return null;
  const table = findScan(row, conditions.tables);
  if (table === null) return null;
  const advice = columnsFor(table);
  if (advice.columns.length === 0) return null;
  const known = row.tables?.find(({ table: name }) => name.toLowerCase() === table.table.toLowerCase());
  return known !== undefined && serves(known, advice.columns, table) ? null : { table: table.table, ...advice };
}

function readsTooMuch(row: QueryRow): boolean {
  const scan = row.plan?.rows.find(({ access }) => access === 'ALL' || access === 'index');
  if (row.engine === 'postgres') return scan !== undefined && ((scan.rows ?? 0) >= FEW_ROWS || row.avg_time_ms >= 20);
  const examined = row.rows_examined / row.count;
  const sent = Math.max(1, row.rows_sent / row.count);
  if (examined < FEW_ROWS || examined / sent < 20) return false;
  return row.plan === undefined ? true : scan !== undefined || isBadlyIndexed(row);
}

/** An index is used, but it is one that leaves most rows to be thrown away. */
function isBadlyIndexed(row: QueryRow): boolean {
  return row.plan!.rows.some(({ rows, extra }) => (rows ?? 0) >= FEW_ROWS && extra.includes('Using where'));
}

/** The table to index: the one the plan reads whole, else the one whose values the statement knows. */
function findScan(row: QueryRow, tables: readonly TableConditions[]): TableConditions | null {
  const byName = (name: string) =>
    tables.find(({ alias, table }) => [alias, table].some((known) => known.toLowerCase() === name.toLowerCase()));
  const heavy = (row.plan?.rows ?? []).toSorted((a, b) => (b.rows ?? 0) - (a.rows ?? 0));
  for (const { table, access, possible_keys: keys, rows } of heavy) {
    const found = byName(table);
    // With a key to choose from the server preferred to read the table: another index is not what is missing.
    if (found === undefined || ((access === 'ALL' || access === 'index') && keys.length > 0)) continue;
    if ((access === 'ALL' || access === 'index' || (rows ?? 0) >= FEW_ROWS) && columnsFor(found).columns.length > 0)
      return found;
  }
  if (row.plan !== undefined) return null;
  return tables.find(({ equal, range }) => equal.some(({ joins }) => !joins) || range.length > 0) ?? null;
}

/** Columns compared for equality lead, in any order; behind them the order or one range can still use the index. */
function columnsFor(table: TableConditions): Omit<IndexAdvice, 'table'> {
  const { order } = table;
  const equal = table.equal.map(({ column }) => column);
  const range = table.range.filter((column) => !equal.includes(column));
  const sorted = order.filter((column) => !equal.includes(column));
  const reasons: string[] = [];
  if (equal.length > 0)
    reasons.push(
      `${equal.join(', ')} ${equal.length === 1 ? 'is' : 'are'} compared for equality, so ${equal.length === 1 ? 'it leads' : 'they lead'}`,
    );
  if (range.length > 0) {
    const [first] = range;
    reasons.push(`${first} is a range, and behind a range no further column narrows the search, so it comes last`);
    return { columns: [...equal, first!], reasons };
  }
  if (sorted.length > 0) {
    reasons.push(
      `${sorted.join(', ')} ${sorted.length === 1 ? 'gives' : 'give'} the order of ORDER BY, so no sort is needed`,
    );
    return { columns: [...equal, ...sorted], reasons };
  }
  return { columns: equal, reasons };
}

/** True when an index there is begins with the same columns; those of equality in any order. */
function serves({ indexes }: TableIndexes, wanted: readonly string[], { equal }: TableConditions): boolean {
  const leading = new Set(equal.map(({ column }) => column.toLowerCase()));
  return indexes.some(({ columns }) => {
    const have = columns.map((column) => column.toLowerCase());
    const head = have.slice(0, leading.size);
    if (head.length < leading.size || !head.every((column) => leading.has(column))) return false;
    return wanted.slice(leading.size).every((column, i) => have[leading.size + i] === column.toLowerCase());
  });
}

function finding(row: QueryRow, advice: IndexAdvice): MissingIndex {
  const scan = row.plan?.rows.find(({ access }) => access === 'ALL' || access === 'index');
  const examined = row.rows_examined > 0 ? row.rows_examined / row.count : (scan?.rows ?? 0);
  const columns = advice.columns.join(', ');
  const quoteName = (name: string) => (row.engine === 'postgres' ? `"${name}"` : `\`${name}\``);
  const sql = `CREATE INDEX ${quoteName(`${advice.table}_${advice.columns.join('_')}`.slice(0, 60))} ON ${quoteName(advice.table)} (${advice.columns.map(quoteName).join(', ')})`;
  const read =
    scan === undefined
      ? ''
      : ` The plan ${row.plan!.from === 'log' ? 'in the log ' : ''}reads ${scan.access === 'ALL' ? 'the whole table' : 'a whole index'} ${scan.table}${scan.extra.includes('Using filesort') ? ' and sorts it' : ''}.`;
  return {
    id: adviceId('missing_index', row.class_id),
    type: 'missing_index',
    title: `Missing index on ${advice.table} (${columns})`,
    severity: severityOf(row, examined),
    impact_summary: `${truncate(row.fingerprint)} examines ${wholeNumber(examined)} rows to send ${wholeNumber(row.rows_sent / row.count)}, ${ms(row.avg_time_ms)} a run.${read}`,
    metrics: {
      rows_examined_per_run: examined,
      rows_sent_per_run: row.rows_sent / row.count,
      avg_time_ms: row.avg_time_ms,
      count: row.count,
      query_total_time_ms: row.query_total_time_ms,
      // What one request waits for, at least.
      severity_score_ms: row.avg_time_ms,
    },
    aggregation_provenance: {
      grouped_by: 'class of statements',
      samples: row.records,
      judged_by: row.plan === undefined ? 'rows examined' : `plan (${row.plan.from})`,
      columns: advice.columns,
      table: advice.table,
    },
    class_id: row.class_id,
    endpoint: row.endpoints[0]?.endpoint ?? null,
    evidence: row.evidence,
    recommendations: [
      {
        id: 'query-index',
        action: `${sql}: ${advice.reasons.join('; ')}.${row.tables === undefined ? ' Check SHOW CREATE TABLE first: the log does not tell which indexes there are.' : ''}`,
        verification_step: `EXPLAIN must name the new index, and rows examined per run must fall from ${wholeNumber(examined)}.`,
        evidence: row.evidence.slice(0, 1),
      },
    ],
  };
}

function severityOf(row: QueryRow, examined: number): Severity {
  const own: Severity =
    row.avg_time_ms >= 1000 ? 'P0' : row.avg_time_ms >= 100 || examined >= 10 * FEW_ROWS ? 'P1' : 'P2';
  return worse(own, row.severity) ?? own;
}
