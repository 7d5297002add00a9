// Statements added up by class. Memory grows with the classes, never with the records.
import { Latency } from '../stats/latency.ts';
import type { PlanRow } from '../model/snapshot.ts';
import { type Dialect, mysql } from './dialect.ts';
import { planFromLog } from './explain.ts';
import { classId, fingerprint } from './fingerprint.ts';
import type { Header } from './header.ts';
import { example } from './redact.ts';
import type { StatementKey } from './statement.ts';
import { Bursts } from './bursts.ts';
import type { RequestWindows } from './windows.ts';

/** A place in the log, kept for a class's first, slowest and last record. */
export interface Place {
  readonly record: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly us: number;
}

const EXAMPLES = 3;
/** Beyond this many distinct users or schemas of one class, further ones are counted together. */
const NAMES = 20;

/** Counts by name; a name that repeats is counted aside until another comes. */
class Tally {
  private readonly names = new Map<string, number>();
  private last = '';
  private pending = 0;

  add(name: string, weight: number): void {
    if (name !== this.last) {
      this.settle();
      this.last = name;
    }
    this.pending += weight;
  }

  counts(): Record<string, number> {
    this.settle();
    return Object.fromEntries(this.names);
  }

  private settle(): void {
    const { last, pending, names } = this;
    this.pending = 0;
    if (last === '' || pending === 0) return;
    const key = names.has(last) || names.size < NAMES ? last : '…';
    names.set(key, (names.get(key) ?? 0) + pending);
  }
}

export class QueryClass {
  readonly id: string;
  readonly fingerprint: string;
  readonly latency = new Latency();
  readonly examples: string[] = [];
  readonly databases = new Tally();
  readonly users = new Tally();
  /** Endpoint index -> what this class did while that endpoint was being served. */
  readonly links = new Map<number, { count: number; us: number; certain: number; bursts: number }>();
  /** How the slowest of those that say it was run. */
  plan: readonly PlanRow[] | null = null;
  /** The slowest statement with its values, where it was asked for: for EXPLAIN, and never kept. */
  statement: Buffer | null = null;
  statementDatabase = '';
  records = 0;
  count = 0;
  us = 0;
  lockUs = 0;
  rowsExamined = 0;
  rowsSent = 0;
  rowsAffected = 0;
  bytesSent = 0;
  fullScan = 0;
  fullJoin = 0;
  filesort = 0;
  filesortOnDisk = 0;
  tmpTable = 0;
  tmpTableOnDisk = 0;
  errors = 0;
  killed = 0;
  firstUs = Number.POSITIVE_INFINITY;
  lastUs = Number.NEGATIVE_INFINITY;
  first: Place | null = null;
  slowest: Place | null = null;
  /** The last record, in plain numbers: it changes with every one. */
  lastRecord = 0;
  lastStart = 0;
  lastEnd = 0;
  lastDuration = 0;
  /** Most executions by one connection in one go, and how many such goes had enough of them to be suspicious. */
  burstMax = 0;
  bursts = 0;
  burstCount = 0;

  constructor(text: string) {
    this.fingerprint = text;
    this.id = classId(text);
  }
}

export interface ClassesOptions {
  readonly dialect?: Dialect;
  /** Keeps one statement of each class with its values, in memory only. */
  readonly holdStatements?: boolean;
}

/** Statements held at most, all together and each. */
const HELD_BYTES = 32 << 20;
const LONGEST_HELD = 16 << 10;

/** Keys of statements -> class, as an open hash table on two 32-bit halves: no string is built for a known shape. */
const SLOTS = 1 << 18;

export class Classes {
  private readonly byFingerprint = new Map<string, QueryClass>();
  private readonly list: QueryClass[] = [];
  private readonly highs = new Int32Array(SLOTS);
  private readonly lows = new Int32Array(SLOTS);
  private readonly slots = new Int32Array(SLOTS);
  private used = 0;
  private readonly bursts: Bursts;
  private readonly windows: RequestWindows | null;
  private readonly limit: number;
  private readonly dialect: Dialect;
  /** Bytes of statements that may still be held. */
  private holdable: number;
  records = 0;

  constructor(windows: RequestWindows | null, limit: number, options: ClassesOptions = {}) {
    this.windows = windows;
    this.limit = limit;
    this.dialect = options.dialect ?? mysql;
    this.holdable = options.holdStatements === true ? HELD_BYTES : 0;
    this.bursts = new Bursts(this.list, windows);
  }

  add(
    bytes: Uint8Array,
    header: Header,
    statement: StatementKey,
    timestampUs: number,
    startLine: number,
    endLine: number,
  ): void {
    const index = this.find(bytes, statement);
    const found = this.list[index]!;
    const { weight, queryUs: us } = header;
    const record = ++this.records;
    found.records++;
    found.count += weight;
    found.us += us * weight;
    found.lockUs += header.lockUs * weight;
    found.rowsExamined += header.rowsExamined * weight;
    found.rowsSent += header.rowsSent * weight;
    found.rowsAffected += header.rowsAffected * weight;
    found.bytesSent += header.bytesSent * weight;
    if (header.fullScan) found.fullScan += weight;
    if (header.fullJoin) found.fullJoin += weight;
    if (header.filesort) found.filesort += weight;
    if (header.filesortOnDisk) found.filesortOnDisk += weight;
    if (header.tmpTable) found.tmpTable += weight;
    if (header.tmpTableOnDisk) found.tmpTableOnDisk += weight;
    if (header.failed) found.errors += weight;
    if (header.killed) found.killed += weight;
    found.latency.add(us, weight);
    found.databases.add(header.schema, weight);
    found.users.add(header.user, weight);
    if (timestampUs < found.firstUs) found.firstUs = timestampUs;
    if (timestampUs > found.lastUs) found.lastUs = timestampUs;
    if (found.slowest === null || us > found.slowest.us) {
      found.slowest = { record, startLine, endLine, us };
      this.keepSlowest(found, bytes, header, statement);
    }
    found.first ??= { record, startLine, endLine, us };
    found.lastRecord = record;
    found.lastStart = startLine;
    found.lastEnd = endLine;
    found.lastDuration = us;
    if (Number.isNaN(timestampUs)) return;
    this.windows?.link(found, header, timestampUs);
    if (header.threadId > 0) this.bursts.add(header, index, timestampUs);
  }

  /** A plan that was written apart from the run it belongs to. */
  addPlan(bytes: Uint8Array, statement: StatementKey, rows: readonly PlanRow[]): void {
    const found = this.list[this.find(bytes, statement)]!;
    if (rows.length === 0) return;
    found.plan = rows;
    if (rows.some(({ access }) => access === 'ALL')) found.fullScan = Math.min(found.count, found.fullScan + 1);
  }

  finish(): readonly QueryClass[] {
    this.bursts.finish();
    return this.list;
  }

  private keepSlowest(found: QueryClass, bytes: Uint8Array, header: Header, statement: StatementKey): void {
    this.addExample(found.examples, bytes, statement);
    const rows = header.explainStart === -1 ? header.plan : planFromLog(bytes, header.explainStart, header.explainEnd);
    if (rows !== null && rows.length > 0) found.plan = rows;
    const length = statement.end - statement.start;
    if (length > Math.min(this.holdable, LONGEST_HELD)) return;
    this.holdable += (found.statement?.length ?? 0) - length;
    found.statement = Buffer.from(bytes.subarray(statement.start, statement.end));
    found.statementDatabase = header.schema;
  }

  private addExample(examples: string[], bytes: Uint8Array, statement: StatementKey): void {
    if (examples.length >= EXAMPLES) return;
    const text = example(bytes, statement.start, statement.end, this.dialect);
    if (text !== '' && !examples.includes(text)) examples.push(text);
  }

  private find(bytes: Uint8Array, statement: StatementKey): number {
    const { high, low } = statement;
    let slot = (high ^ Math.imul(low, 0x9e3779b1)) & (SLOTS - 1);
    while (this.slots[slot] !== 0) {
      if (this.highs[slot] === high && this.lows[slot] === low) return this.slots[slot]! - 1;
      slot = (slot + 1) & (SLOTS - 1);
    }
    const index = this.classOf(fingerprint(bytes, statement.start, statement.end, this.dialect));
    if (this.used > SLOTS * 0.7) {
      this.slots.fill(0);
      this.used = 0;
    } else {
      this.highs[slot] = high;
      this.lows[slot] = low;
      this.slots[slot] = index + 1;
      this.used++;
    }
    return index;
  }

  private classOf(text: string): number {
    const known = this.byFingerprint.get(text);
    if (known) return this.list.indexOf(known);
    if (this.list.length >= this.limit && text !== OTHERS) return this.classOf(OTHERS);
    const made = new QueryClass(text);
    this.byFingerprint.set(text, made);
    this.list.push(made);
    return this.list.length - 1;
  }
}

/** Where statements go once a log has more classes than the configured limit. */
const OTHERS = '/* further statements */';
