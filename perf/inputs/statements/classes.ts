// Sums statements by class. Memory grows with the classes, never with the records.
import type { PlanRow } from '../../model/snapshot.ts';
import type { Dialect } from './dialect.ts';
import { fingerprint } from './fingerprint.ts';
import { type CountedRuns, QueryClass } from './query-class.ts';
import { example } from './redact.ts';
import type { StatementRun } from './run.ts';
import type { StatementKey } from './statement-key.ts';
import { Attribution } from './attribution.ts';
import { Bursts } from './bursts.ts';
import type { RequestWindows } from './windows.ts';

const EXAMPLES = 3;

export interface ClassesOptions {
  /** Keeps one statement of each class with its values, in memory only. */
  readonly holdStatements?: boolean;
}

/** Statements held at most, all together and each. */
const HELD_BYTES = 32 << 20;
const LONGEST_HELD = 16 << 10;

/** Keys of statements -> class, as an open hash table on two 32-bit halves: no string is built for a known shape. */
const SLOTS = 1 << 18;

export class Classes {
  readonly #byFingerprint = new Map<string, QueryClass>();
  readonly #list: QueryClass[] = [];
  readonly #highs = new Int32Array(SLOTS);
  readonly #lows = new Int32Array(SLOTS);
  readonly #slots = new Int32Array(SLOTS);
  #used = 0;
  readonly #bursts: Bursts;
  readonly #attribution: Attribution | null;
  readonly #limit: number;
  readonly #dialect: Dialect;
  /** Bytes of statements that may still be held. */
  #holdable: number;
  records = 0;

  constructor(windows: RequestWindows | null, limit: number, dialect: Dialect, options: ClassesOptions = {}) {
    this.#attribution = windows === null ? null : new Attribution(windows, this.#list, dialect.numbersConnections);
    this.#limit = limit;
    this.#dialect = dialect;
    this.#holdable = options.holdStatements === true ? HELD_BYTES : 0;
    this.#bursts = new Bursts(this.#list, windows);
  }

  add(
    bytes: Uint8Array,
    run: StatementRun,
    statement: StatementKey,
    timestampUs: number,
    startLine: number,
    endLine: number,
  ): void {
    const index = this.#find(bytes, statement);
    const found = this.#list[index]!;
    const { weight, queryUs: us } = run;
    const record = ++this.records;
    found.records++;
    found.count += weight;
    found.us += us * weight;
    found.lockUs += run.lockUs * weight;
    found.rowsExamined += run.rowsExamined * weight;
    found.rowsSent += run.rowsSent * weight;
    found.rowsAffected += run.rowsAffected * weight;
    found.bytesSent += run.bytesSent * weight;
    if (run.fullScan) found.fullScan += weight;
    if (run.fullJoin) found.fullJoin += weight;
    if (run.filesort) found.filesort += weight;
    if (run.filesortOnDisk) found.filesortOnDisk += weight;
    if (run.tmpTable) found.tmpTable += weight;
    if (run.tmpTableOnDisk) found.tmpTableOnDisk += weight;
    if (run.failed) found.errors += weight;
    if (run.killed) found.killed += weight;
    found.latency.add(us, weight);
    found.databases.add(run.schema, weight);
    found.users.add(run.user, weight);
    if (timestampUs < found.firstUs) found.firstUs = timestampUs;
    if (timestampUs > found.lastUs) found.lastUs = timestampUs;
    if (found.slowest === null || us > found.slowest.us) {
      found.slowest = { record, startLine, endLine, us };
      this.#keepSlowest(found, bytes, run, statement);
    }
    found.first ??= { record, startLine, endLine, us };
    found.lastRecord = record;
    found.lastStart = startLine;
    found.lastEnd = endLine;
    found.lastDuration = us;
    if (Number.isNaN(timestampUs)) return;
    this.#attribution?.add(run, index, timestampUs, bytes, statement.start, statement.end);
    if (run.threadId > 0) this.#bursts.add(run, index, timestampUs);
  }

  /** Runs that a server added up itself: each is taken to have lasted as long as their mean. */
  addCounted(
    bytes: Uint8Array,
    statement: StatementKey,
    runs: CountedRuns,
    { fromUs, toUs, line }: { readonly fromUs: number; readonly toUs: number; readonly line: number },
  ): void {
    const found = this.#list[this.#find(bytes, statement)]!;
    const us = Math.round(runs.time_us / runs.runs);
    const record = ++this.records;
    found.isCounted = true;
    found.records++;
    found.count += runs.runs;
    found.us += runs.time_us;
    found.lockUs += runs.lock_us;
    found.rowsExamined += runs.rows_examined;
    found.rowsSent += runs.rows_sent;
    found.rowsAffected += runs.rows_affected;
    found.errors += runs.errors;
    found.fullScan += runs.full_scans;
    found.fullJoin += runs.full_joins;
    found.tmpTable += runs.tmp_tables;
    found.tmpTableOnDisk += runs.tmp_tables_on_disk;
    found.latency.add(us, runs.runs);
    found.databases.add(runs.database, runs.runs);
    found.users.add(runs.user, runs.runs);
    found.firstUs = Math.min(found.firstUs, fromUs);
    found.lastUs = Math.max(found.lastUs, toUs);
    found.first ??= { record, startLine: line, endLine: line, us };
    if (found.slowest === null || us > found.slowest.us) found.slowest = { record, startLine: line, endLine: line, us };
    [found.lastRecord, found.lastStart, found.lastEnd, found.lastDuration] = [record, line, line, us];
    this.#addExample(found.examples, bytes, statement);
  }

  /** A plan that was written apart from the run it belongs to. */
  addPlan(bytes: Uint8Array, statement: StatementKey, rows: readonly PlanRow[]): void {
    const found = this.#list[this.#find(bytes, statement)]!;
    if (rows.length === 0) return;
    found.plan = rows;
    if (rows.some(({ access }) => access === 'ALL')) found.fullScan = Math.min(found.count, found.fullScan + 1);
  }

  finish(): readonly QueryClass[] {
    // Before the bursts, which are attributed to links.
    this.#attribution?.finish();
    this.#bursts.finish();
    return this.#list;
  }

  #keepSlowest(found: QueryClass, bytes: Uint8Array, run: StatementRun, statement: StatementKey): void {
    this.#addExample(found.examples, bytes, statement);
    const rows = run.planIn(bytes);
    if (rows !== null && rows.length > 0) found.plan = rows;
    const length = statement.end - statement.start;
    if (length > Math.min(this.#holdable, LONGEST_HELD)) return;
    this.#holdable += (found.statement?.length ?? 0) - length;
    found.statement = Buffer.from(bytes.subarray(statement.start, statement.end));
    found.statementDatabase = run.schema;
  }

  #addExample(examples: string[], bytes: Uint8Array, statement: StatementKey): void {
    if (examples.length >= EXAMPLES) return;
    const text = example(bytes, statement.start, statement.end, this.#dialect);
    if (text !== '' && !examples.includes(text)) examples.push(text);
  }

  #find(bytes: Uint8Array, statement: StatementKey): number {
    const { high, low } = statement;
    let slot = (high ^ Math.imul(low, 0x9e3779b1)) & (SLOTS - 1);
    while (this.#slots[slot] !== 0) {
      if (this.#highs[slot] === high && this.#lows[slot] === low) return this.#slots[slot]! - 1;
      slot = (slot + 1) & (SLOTS - 1);
    }
    const index = this.#classOf(fingerprint(bytes, statement.start, statement.end, this.#dialect));
    if (this.#used > SLOTS * 0.7) {
      this.#slots.fill(0);
      this.#used = 0;
    } else {
      this.#highs[slot] = high;
      this.#lows[slot] = low;
      this.#slots[slot] = index + 1;
      this.#used++;
    }
    return index;
  }

  #classOf(text: string): number {
    const known = this.#byFingerprint.get(text);
    if (known) return this.#list.indexOf(known);
    if (this.#list.length >= this.#limit && text !== OTHERS) return this.#classOf(OTHERS);
    const made = new QueryClass(text);
    this.#byFingerprint.set(text, made);
    this.#list.push(made);
    return this.#list.length - 1;
  }
}

/** Where statements go once a log has more classes than the configured limit. */
const OTHERS = '/* further statements */';
