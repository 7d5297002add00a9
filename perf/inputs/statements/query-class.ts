// One class of statements: its sums, its extremes and where they were seen.
import type { PlanRow } from '../../model/snapshot.ts';
import { Latency } from '../../stats/latency.ts';
import { classId } from './fingerprint.ts';

/** A place in the log, stored for a class's first, slowest and last record. */
export interface RecordPosition {
  readonly record: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly us: number;
}

/** Beyond this many distinct users or schemas of one class, further ones are counted together. */
const NAMES = 20;

/** Counts by name; a name that repeats is counted separately until another comes. */
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

/** What a server added up of a class between two moments. Times in microseconds. */
export interface CountedRuns {
  readonly database: string;
  readonly user: string;
  readonly runs: number;
  readonly time_us: number;
  readonly lock_us: number;
  readonly rows_examined: number;
  readonly rows_sent: number;
  readonly rows_affected: number;
  readonly errors: number;
  readonly full_scans: number;
  readonly full_joins: number;
  readonly tmp_tables: number;
  readonly tmp_tables_on_disk: number;
}

/** What a number of runs did. */
export interface RunSums {
  count: number;
  us: number;
  rowsExamined: number;
  rowsSent: number;
  bytesSent: number;
}

/** What this class did while one endpoint was being served. */
export interface EndpointLink {
  /** Runs that can belong to no other endpoint. */
  readonly certain: RunSums;
  /** Runs that may belong to this endpoint or to another. */
  shared: number;
  sharedUs: number;
  /** Requests to this endpoint, and certainly to it, that repeat the class. */
  bursts: number;
}

/** The most sets of endpoints that share runs; further sets are counted as one. */
const GROUPS = 64;

function noRuns(): RunSums {
  return { count: 0, us: 0, rowsExamined: 0, rowsSent: 0, bytesSent: 0 };
}

export class QueryClass {
  readonly id: string;
  readonly fingerprint: string;
  readonly latency = new Latency();
  readonly examples: string[] = [];
  readonly databases = new Tally();
  readonly users = new Tally();
  /** By the index of the endpoint. */
  readonly links = new Map<number, EndpointLink>();
  /** Runs of which it is only known that they belong to one of several endpoints. */
  readonly groups = new Map<string, { readonly endpoints: readonly number[]; readonly runs: RunSums }>();
  /** The plan of the slowest run that has one. */
  plan: readonly PlanRow[] | null = null;
  /** The slowest statement with its values, where requested: for EXPLAIN, and never stored. */
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
  /** The most executions by one connection in one burst, and the number of bursts with enough of them to be suspicious. */
  burstMax = 0;
  bursts = 0;
  burstCount = 0;
  /** Only sums are known: a server's own counters were read. */
  isCounted = false;

  constructor(text: string) {
    this.fingerprint = text;
    this.id = classId(text);
  }

  linkTo(endpoint: number): EndpointLink {
    let link = this.links.get(endpoint);
    if (link === undefined) this.links.set(endpoint, (link = { certain: noRuns(), shared: 0, sharedUs: 0, bursts: 0 }));
    return link;
  }

  groupOf(endpoints: readonly number[]): RunSums {
    const key = endpoints.join();
    const known = this.groups.get(key);
    if (known !== undefined) return known.runs;
    if (this.groups.size >= GROUPS) return this.#mergeGroups(endpoints);
    const runs = noRuns();
    this.groups.set(key, { endpoints, runs });
    return runs;
  }

  #mergeGroups(added: readonly number[]): RunSums {
    const groups = [...this.groups.values()];
    const endpoints = [...new Set([...groups.flatMap((group) => group.endpoints), ...added])].toSorted((a, b) => a - b);
    const runs = groups.reduce(
      (sum, group) => ({
        count: sum.count + group.runs.count,
        us: sum.us + group.runs.us,
        rowsExamined: sum.rowsExamined + group.runs.rowsExamined,
        rowsSent: sum.rowsSent + group.runs.rowsSent,
        bytesSent: sum.bytesSent + group.runs.bytesSent,
      }),
      noRuns(),
    );
    this.groups.clear();
    this.groups.set(endpoints.join(), { endpoints, runs });
    return runs;
  }
}
