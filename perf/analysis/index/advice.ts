// Which index a class of statements lacks: from its plan, from the conditions it has on each table, and from the existing indexes.
import type { IndexProof, PlanRow, QuerySample, TableIndexes } from '../../model/snapshot.ts';
import { adviceId, type Finding, provedSentence } from '../findings/finding.ts';
import type { QueryRow } from '../findings/rows.ts';
import { placeFields, placesOf } from '../findings/places.ts';
import { type Severity, worse } from '../findings/thresholds.ts';
import { truncate, ms, wholeNumber } from '../findings/text.ts';
import { conditionsOf, type TableConditions } from './conditions.ts';

export interface IndexAdvice {
  readonly table: string;
  readonly columns: readonly string[];
  /** The order of the columns, with the reason for each. */
  readonly reasons: readonly string[];
}

/** A full scan of a table this small is as fast. */
const FEW_ROWS = 1000;

export type MissingIndex = Finding<'missing_index'>;

export function missingIndexFindings(queries: readonly QueryRow[]): MissingIndex[] {
  const wanted = queries.flatMap((row) => {
    const advice = indexAdvice(row);
    return advice === null ? [] : [{ row, advice }];
  });
  return consolidate(wanted).map(({ row, advice, others }) => finding(row, advice, others));
}

interface IndexProposal {
  readonly row: QueryRow;
  readonly advice: IndexAdvice;
}

/** One index serves every statement that needs its first columns: duplicates and prefixes of another are not proposed. */
function consolidate(wanted: readonly IndexProposal[]): (IndexProposal & { readonly others: readonly QueryRow[] })[] {
  const widest: (IndexProposal & { others: QueryRow[] })[] = [];
  const longestFirst = wanted.toSorted(
    (a, b) =>
      b.advice.columns.length - a.advice.columns.length || b.row.query_total_time_ms - a.row.query_total_time_ms,
  );
  for (const one of longestFirst) {
    const wider = widest.find(({ row, advice }) => row.engine === one.row.engine && covers(advice, one.advice));
    if (wider === undefined) widest.push({ ...one, others: [] });
    else wider.others.push(one.row);
  }
  return widest;
}

function covers(wide: IndexAdvice, narrow: IndexAdvice): boolean {
  return (
    wide.table.toLowerCase() === narrow.table.toLowerCase() &&
    narrow.columns.every((column, i) => wide.columns[i]?.toLowerCase() === column.toLowerCase())
  );
}

/** What advice needs to know of a class; a row of an analysis and a sample of a snapshot both do. */
type Statements = Pick<
  QuerySample,
  | 'engine'
  | 'plan'
  | 'tables'
  | 'proof'
  | 'examples'
  | 'fingerprint'
  | 'count'
  | 'avg_time_ms'
  | 'rows_examined'
  | 'rows_sent'
  | 'rows_affected'
>;

/** A tested index must save at least this share. */
const HELPS = 0.8;

/** Whether the tested index of a class helps. */
export function isProved({ proof }: Pick<QuerySample, 'proof'>): boolean {
  return proof !== undefined && proof.after <= HELPS * proof.before;
}

/** A candidate. Null where the statement reads few rows, where an index is known to serve it or was tested without effect, or where none is found. */
export function indexAdvice(row: Statements): IndexAdvice | null {
  if (!readsTooMuch(row) || (row.proof !== undefined && !isProved(row))) return null;
  const conditions = conditionsOf(row.examples[0] ?? row.fingerprint);
  if (conditions === null) return null;
  for (const table of tablesToIndex(row, conditions.tables)) {
    const advice = columnsFor(table);
    const known = row.tables?.find(({ table: name }) => name.toLowerCase() === table.table.toLowerCase());
    if (known === undefined || !serves(known, advice.columns, table)) return { table: table.table, ...advice };
  }
  return null;
}

function readsTooMuch(row: Statements): boolean {
  const scan = row.plan?.rows.find(({ access }) => access === 'ALL' || access === 'index');
  if (row.engine === 'postgres') return scan !== undefined && ((scan.rows ?? 0) >= FEW_ROWS || row.avg_time_ms >= 20);
  const examined = row.rows_examined / row.count;
  const sent = Math.max(1, (row.rows_sent + row.rows_affected) / row.count);
  if (examined < FEW_ROWS || examined / sent < 20) return false;
  return row.plan === undefined ? true : scan !== undefined || isBadlyIndexed(row);
}

/** An index is used, but most of the rows it finds are then discarded. */
function isBadlyIndexed(row: Statements): boolean {
  return row.plan!.rows.some(({ rows, extra }) => (rows ?? 0) >= FEW_ROWS && extra.includes('Using where'));
}

/**
 * The tables an index may help, the likeliest first. A plan that begins with the wrong table reads that one whole, though the
 * values the statement knows belong to another: so tables with values come before those that are only joined.
 */
function tablesToIndex(row: Statements, tables: readonly TableConditions[]): TableConditions[] {
  const hasValues = ({ equal, range }: TableConditions) => equal.some(({ joins }) => !joins) || range.length > 0;
  if (row.plan === undefined) return tables.filter(hasValues).slice(0, 1);
  const planned = row.plan.rows.toSorted((a, b) => (b.rows ?? 0) - (a.rows ?? 0));
  const conditionsFor = ({ table: name }: PlanRow) =>
    tables.find(({ alias, table }) => [alias, table].some((known) => known.toLowerCase() === name.toLowerCase()));
  const found = planned.flatMap((line) => {
    const table = conditionsFor(line);
    return table === undefined || columnsFor(table).columns.length === 0 ? [] : [{ line, table }];
  });
  const isRead = ({ line: { access, rows } }: (typeof found)[number]) =>
    access === 'ALL' || access === 'index' || (rows ?? 0) >= FEW_ROWS;
  // Joined by an index of another column, and what the statement asks for is looked at only then.
  const isFiltered = ({ line: { access, extra } }: (typeof found)[number]) =>
    extra.includes('Using where') && !/^(?:const|system|eq_ref)$/.test(access);
  const chosen = [
    ...found.filter((one) => isRead(one) && hasValues(one.table)),
    ...found.filter((one) => isFiltered(one) && hasValues(one.table)),
    ...found.filter(isRead),
  ];
  return [...new Set(chosen.map(({ table }) => table))];
}

/** Columns compared for equality lead, in any order; behind them the order or one range can still use the index. */
function columnsFor(table: TableConditions): Omit<IndexAdvice, 'table'> {
  const { order } = table;
  // Columns compared with values are looked up first and the join follows: a joined column in front would prevent that.
  const byValue = table.equal.filter(({ joins }) => !joins);
  const isDriven = byValue.length > 0 || table.range.length > 0;
  const equal = (isDriven ? byValue : table.equal).map(({ column }) => column);
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

/** True when an existing index begins with the same columns; those of equality in any order. */
function serves({ indexes }: TableIndexes, wanted: readonly string[], { equal }: TableConditions): boolean {
  const leading = new Set(
    equal
      .map(({ column }) => column.toLowerCase())
      .filter((column) => wanted.some((one) => one.toLowerCase() === column)),
  );
  return indexes.some(({ columns }) => {
    const have = columns.map((column) => column.toLowerCase());
    const head = have.slice(0, leading.size);
    if (head.length < leading.size || !head.every((column) => leading.has(column))) return false;
    return wanted.slice(leading.size).every((column, i) => have[leading.size + i] === column.toLowerCase());
  });
}

function finding(row: QueryRow, advice: IndexAdvice, others: readonly QueryRow[]): MissingIndex {
  const places = placesOf(row);
  const proof = proofFor(row, advice);
  const scan = row.plan?.rows.find(({ access }) => access === 'ALL' || access === 'index');
  const examined = row.rows_examined > 0 ? row.rows_examined / row.count : (scan?.rows ?? 0);
  const columns = advice.columns.join(', ');
  const read =
    scan === undefined
      ? ''
      : ` The plan ${row.plan!.from === 'log' ? 'in the log ' : ''}reads ${scan.access === 'ALL' ? 'the whole table' : 'a whole index'} ${scan.table}${scan.extra.includes('Using filesort') ? ' and sorts it' : ''}.`;
  const served = others.length === 0 ? '' : ` It would serve ${others.length} more classes of statements.`;
  return {
    id: adviceId('missing_index', row.class_id),
    type: 'missing_index',
    title: `Missing index on ${advice.table} (${columns})`,
    severity: severityOf(row, examined),
    impact_summary: `${truncate(row.fingerprint)} examines ${wholeNumber(examined)} rows to ${row.rows_affected > 0 ? 'change' : 'send'} ${wholeNumber((row.rows_sent + row.rows_affected) / row.count)}, ${ms(row.avg_time_ms)} a run.${places.sentence}${read}${served}`,
    metrics: {
      rows_examined_per_run: examined,
      rows_sent_per_run: row.rows_sent / row.count,
      avg_time_ms: row.avg_time_ms,
      count: row.count,
      query_total_time_ms: [row, ...others].reduce((sum, one) => sum + one.query_total_time_ms, 0),
      // What one request waits for, at least.
      severity_score_ms: row.avg_time_ms,
    },
    aggregation_provenance: {
      grouped_by: 'class of statements',
      samples: row.records,
      judged_by: row.plan === undefined ? 'rows examined' : `plan (${row.plan.from})`,
      columns: advice.columns,
      table: advice.table,
      ...(others.length > 0 ? { serves_classes: others.map(({ class_id: id }) => id) } : {}),
    },
    saves_ms: proof === null ? null : savingOf(row, proof),
    proved: proof === null ? null : { by: proof.by, before: proof.before, after: proof.after, where: proof.where },
    class_id: row.class_id,
    ...placeFields(places),
    evidence: row.evidence,
    recommendations: [
      {
        id: 'query-index',
        action: `${proof === null ? 'A candidate, not tested' : provedSentence(proof)}${proof === null ? ': ' : ' '}${createIndex(row, advice)}: ${advice.reasons.join('; ')}. Every write to the table must then update it, too.${indexesHint(row, advice)}`,
        verification_step: `EXPLAIN must name the new index, and rows examined per run must fall from ${wholeNumber(examined)}.`,
        evidence: row.evidence.slice(0, 1),
      },
    ],
  };
}

/** The test of this index. */
function proofFor({ proof }: QueryRow, { table, columns }: IndexAdvice): IndexProof | null {
  const isSame = proof?.table === table && proof.columns.join() === columns.join();
  return isSame ? proof : null;
}

/** Of one run: what was measured, or as much of its time as the planner's cost falls. */
function savingOf(row: QueryRow, { by, before, after }: IndexProof): number {
  return by === 'run' ? before - after : row.avg_time_ms * (1 - after / before);
}

/** Built while the table stays open for writes. */
function createIndex({ engine }: QueryRow, { table, columns }: IndexAdvice): string {
  const isPostgres = engine === 'postgres';
  const quoteName = (name: string) => (isPostgres ? `"${name}"` : `\`${name}\``);
  const name = quoteName(`${table}_${columns.join('_')}`.slice(0, 60));
  const on = `ON ${quoteName(table)} (${columns.map(quoteName).join(', ')})`;
  return isPostgres
    ? `CREATE INDEX CONCURRENTLY ${name} ${on}`
    : `CREATE INDEX ${name} ${on} ALGORITHM=INPLACE LOCK=NONE`;
}

/** Only the server knows which indexes exist. */
function indexesHint({ engine, tables, plan }: QueryRow, { table }: IndexAdvice): string {
  if (tables !== undefined) return '';
  const known = plan?.rows.flatMap(({ possible_keys: keys }) => keys) ?? [];
  const unused = known.length === 0 ? '' : ` (the plan had ${[...new Set(known)].join(', ')} to choose from)`;
  return engine === 'postgres'
    ? ` Look at \\d ${table} in psql first: the log does not show which indexes exist${unused}.`
    : ` Check SHOW CREATE TABLE first: the log does not show which indexes exist${unused}.`;
}

function severityOf(row: QueryRow, examined: number): Severity {
  const own: Severity =
    row.avg_time_ms >= 1000 ? 'P0' : row.avg_time_ms >= 100 || examined >= 10 * FEW_ROWS ? 'P1' : 'P2';
  return worse(own, row.severity) ?? own;
}
