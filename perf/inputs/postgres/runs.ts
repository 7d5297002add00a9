// Entries of a PostgreSQL log become runs of statements. A run that auto_explain also wrote down is one run; a bare
// duration belongs to the statement its backend logged just before.
import type { PlanRow } from '../../model/snapshot.ts';
import type { Classes } from '../statements/classes.ts';
import { StatementRun } from '../statements/run.ts';
import { PostgresStatement } from './key.ts';
import { Message } from './message.ts';
import { explainedStatement } from './plan.ts';

export interface Entry {
  timeUs: number;
  pid: number;
  user: string;
  database: string;
  startLine: number;
  endLine: number;
}

interface ExplainedRun {
  readonly entry: Readonly<Entry>;
  readonly statement: Buffer;
  readonly high: number;
  readonly low: number;
  readonly us: number;
  readonly rows: readonly PlanRow[];
}

/** The most backends with a pending entry; beyond this the oldest is settled. */
const PENDING = 4096;
/** The duration line is written right after the plan: what the server does in between takes no longer. */
const SLACK_US = 5000;

/** The last run of each backend that no plan was seen of yet; two backends in one slot forget each other's. */
class LastRuns {
  readonly #pids = new Int32Array(SLOTS);
  readonly #highs = new Int32Array(SLOTS);
  readonly #lows = new Int32Array(SLOTS);
  readonly #times = new Float64Array(SLOTS);

  set(pid: number, high: number, low: number, us: number): void {
    const slot = pid & (SLOTS - 1);
    this.#pids[slot] = pid;
    this.#highs[slot] = high;
    this.#lows[slot] = low;
    this.#times[slot] = us;
  }

  isSame(pid: number, high: number, low: number, us: number): boolean {
    const slot = pid & (SLOTS - 1);
    return (
      this.#pids[slot] === pid &&
      this.#highs[slot] === high &&
      this.#lows[slot] === low &&
      us <= this.#times[slot]! + SLACK_US
    );
  }
}

const SLOTS = 4096;

export class Runs {
  readonly #classes: Classes;
  readonly #figures = new StatementRun();
  readonly #message = new Message();
  readonly #statement = new PostgresStatement();
  readonly #explained = new Map<number, ExplainedRun>();
  readonly #announced = new Map<number, Buffer>();
  readonly #last = new LastRuns();
  /** Whether any time so far had a fraction of a second: `%t` has none, `%m` three digits. */
  #hasFractions = false;
  /** Lines that hold a duration, of any kind. */
  durations = 0;

  constructor(classes: Classes) {
    this.#classes = classes;
    this.#figures.timeIsExact = true;
    // Milliseconds, unless the log has whole seconds.
    this.#figures.resolutionUs = 1000;
  }

  /** One entry of severity LOG, its message at `start`. */
  add(bytes: Uint8Array, start: number, end: number, entry: Entry): void {
    const message = this.#message;
    message.read(bytes, start, end);
    if (message.kind === 'other') return;
    if (message.kind === 'statement') {
      this.#announce(entry.pid, bytes);
      return;
    }
    this.durations++;
    switch (message.kind) {
      case 'run':
        this.#announced.delete(entry.pid);
        this.#run(bytes, message.start, message.end, message.us, entry);
        break;
      case 'bare': {
        const text = this.#announced.get(entry.pid);
        this.#announced.delete(entry.pid);
        if (text) this.#run(text, 0, text.length, message.us, entry);
        break;
      }
      case 'plan':
        this.#settle(entry.pid);
        this.#explain(bytes, entry);
        break;
      default:
        this.#settle(entry.pid);
    }
  }

  end(): void {
    for (const pid of this.#explained.keys()) this.#settle(pid);
  }

  #announce(pid: number, bytes: Uint8Array): void {
    this.#settle(pid);
    if (this.#announced.size >= PENDING) this.#announced.clear();
    this.#announced.set(pid, Buffer.from(bytes.subarray(this.#message.start, this.#message.end)));
  }

  #run(bytes: Uint8Array, start: number, end: number, us: number, entry: Entry): void {
    this.#statement.scan(bytes, start, end);
    const explained = this.#explained.size > 0 ? this.#explained.get(entry.pid) : undefined;
    let rows: readonly PlanRow[] | null = null;
    if (explained !== undefined) {
      if (this.#isSame(explained, us, entry)) {
        this.#explained.delete(entry.pid);
        rows = explained.rows;
        this.#last.set(entry.pid, 0, 0, 0);
      } else {
        this.#settle(entry.pid);
        this.#statement.scan(bytes, start, end);
      }
    }
    if (rows === null) this.#last.set(entry.pid, this.#statement.high, this.#statement.low, us);
    this.#count(bytes, us, rows, entry);
  }

  /** The plan is of this very run: the same statement, written while it ran. */
  #isSame(explained: ExplainedRun, us: number, entry: Entry): boolean {
    return (
      explained.high === this.#statement.high &&
      explained.low === this.#statement.low &&
      explained.us <= us + SLACK_US &&
      explained.entry.timeUs >= entry.timeUs - us - SLACK_US
    );
  }

  #explain(bytes: Uint8Array, entry: Entry): void {
    const message = this.#message;
    const statement = this.#statement;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + message.start, message.end - message.start).toString();
    const found = explainedStatement(text);
    if (found === null) return;
    const copy = Buffer.from(found.statement);
    statement.scan(copy, 0, copy.length);
    if (this.#explained.size >= PENDING) this.end();
    const { high, low } = statement;
    // With the extended protocol the plan is written when the portal is closed: after the run's own line.
    if (this.#last.isSame(entry.pid, high, low, message.us)) {
      this.#last.set(entry.pid, 0, 0, 0);
      this.#classes.addPlan(copy, statement, found.rows);
      return;
    }
    this.#explained.set(entry.pid, {
      entry: { ...entry },
      statement: copy,
      high,
      low,
      us: message.us,
      rows: found.rows,
    });
  }

  /** A plan without a duration line of its own is a run too. */
  #settle(pid: number): void {
    if (this.#explained.size === 0) return;
    const explained = this.#explained.get(pid);
    if (explained === undefined) return;
    this.#explained.delete(pid);
    const { statement, us, rows, entry } = explained;
    this.#statement.scan(statement, 0, statement.length);
    this.#count(statement, us, rows, entry);
  }

  #count(bytes: Uint8Array, us: number, rows: readonly PlanRow[] | null, entry: Entry): void {
    const run = this.#figures;
    run.queryUs = us;
    run.threadId = entry.pid;
    run.user = entry.user;
    run.schema = entry.database;
    run.timeUs = entry.timeUs;
    if (entry.timeUs % 1_000_000 !== 0) this.#hasFractions = true;
    run.resolutionUs = this.#hasFractions ? 1000 : 1_000_000;
    run.fullScan = rows?.some(({ access }) => access === 'ALL') ?? false;
    run.plan = rows;
    this.#classes.add(bytes, run, this.#statement, entry.timeUs - us, entry.startLine, entry.endLine);
  }
}
