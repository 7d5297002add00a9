// What is known of one class of statements: its sums, its extremes and where they were seen.
import type { PlanRow } from '../../model/snapshot.ts';
import { Latency } from '../../stats/latency.ts';
import { classId } from './fingerprint.ts';

/** A place in the log, kept for a class's first, slowest and last record. */
export interface RecordPosition {
  readonly record: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly us: number;
}

/** Beyond this many distinct users or schemas of one class, further ones are counted together. */
const NAMES = 20;

/** Counts by name; a name that repeats is counted aside until another comes. */
class Tally {
  readonly #names = new Map<string, number>();
  #last = '';
  #pending = 0;

  add(name: string, weight: number): void {
    if (name !== this.#last) {
      this.#settle();
      this.#last = name;
    }
    this.#pending += weight;
  }

  counts(): Record<string, number> {
    this.#settle();
    return Object.fromEntries(this.#names);
  }

  #settle(): void {
    const last = this.#last;
    const pending = this.#pending;
    const names = this.#names;
    this.#pending = 0;
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
  first: RecordPosition | null = null;
  slowest: RecordPosition | null = null;
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
