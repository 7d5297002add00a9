// The mark of N+1: one connection sends the same shape of statement again and again within one request. Where requests
// are known their windows bound what belongs together. Without them a burst of statements with short pauses does, and a
// connection that lives longer than any request is pooled: what it repeats belongs to many requests, and proves nothing.
import { copyInto } from '../../stats/copy-into.ts';
import type { QueryClass } from './query-class.ts';
import { exactStart, type StatementRun } from './run.ts';
import type { RequestWindows } from './windows.ts';

/** Fewer repetitions than this are ordinary. */
const SUSPICIOUS = 10;
/** A pause that ends a burst; logs with whole seconds cannot distinguish it from the next second. */
const QUIET_US = 500_000;
const QUIET_SECONDS_US = 1_000_000;
/** The longest average pause between two statements of one loop in a program. */
const SHORT_GAP_US = 50_000;
/** No request takes longer, so neither does a burst, and a connection used for longer is pooled. */
const LONGEST_REQUEST_US = 60_000_000;
/** The most connections that are tracked at the same time. */
const CONNECTIONS = 4096;

interface RepeatCount {
  max: number;
  bursts: number;
  count: number;
}

interface Connection {
  readonly bornUs: number;
  firstUs: number;
  lastUs: number;
  busyUs: number;
  runs: number;
  /** The only request that was being served, where the log's clock is fine enough to tell; else -1. */
  window: number;
  exact: boolean;
  /** Connections that were used in the burst's first and last second, this one included. */
  peers: ReadonlySet<number>;
  lastPeers: ReadonlySet<number>;
  /** The class of each statement of the burst, `runs` of them; counted only where the burst is long enough. */
  indexes: Int32Array;
  /** What was repeated outside of any request's window, until it is known whether the connection is pooled. */
  readonly held: Map<number, RepeatCount>;
}

export class Bursts {
  readonly #classes: readonly QueryClass[];
  readonly #windows: RequestWindows | null;
  readonly #connections = new Map<number, Connection>();
  #lastId = -1;
  #lastConnection: Connection | null = null;
  #second = -1;
  #peers = new Set<number>();

  constructor(classes: readonly QueryClass[], windows: RequestWindows | null) {
    this.#classes = classes;
    this.#windows = windows;
  }

  add(run: StatementRun, index: number, timestampUs: number): void {
    const id = run.threadId;
    const fine = exactStart(run);
    const exact = fine === fine;
    const us = exact ? fine : timestampUs;
    // Only requests are shared among peers.
    if (this.#windows !== null) {
      const second = Math.floor(us / 1e6);
      if (second !== this.#second) {
        this.#second = second;
        this.#peers = new Set([id]);
      } else if (id !== this.#lastId) this.#peers.add(id);
    }
    const window = exact && this.#windows !== null ? this.#windows.only(us) : -1;
    let connection = id === this.#lastId ? this.#lastConnection : (this.#connections.get(id) ?? null);
    if (connection === null) {
      if (this.#connections.size >= CONNECTIONS) this.#forget(us);
      connection = this.#begin(us);
      this.#connections.set(id, connection);
    } else if (
      Math.abs(us - connection.lastUs) > (exact ? QUIET_US + run.queryUs : QUIET_SECONDS_US) ||
      window !== connection.window
    )
      this.#close(connection);
    if (connection.runs === 0) {
      connection.firstUs = us;
      connection.window = window;
      connection.exact = exact;
      connection.peers = this.#peers;
    }
    // A burst longer than any request is discarded, so it need not collect more.
    if (connection.runs === connection.indexes.length && us - connection.firstUs <= LONGEST_REQUEST_US)
      connection.indexes = copyInto(new Int32Array(connection.runs * 2), connection.indexes);
    if (connection.runs < connection.indexes.length) connection.indexes[connection.runs] = index;
    connection.runs++;
    connection.lastPeers = this.#peers;
    connection.lastUs = us;
    connection.busyUs += run.queryUs;
    this.#lastId = id;
    this.#lastConnection = connection;
  }

  finish(): void {
    for (const connection of this.#connections.values()) this.#end(connection);
    this.#connections.clear();
    this.#lastId = -1;
    this.#lastConnection = null;
  }

  #begin(us: number): Connection {
    return {
      bornUs: us,
      firstUs: us,
      lastUs: us,
      busyUs: 0,
      runs: 0,
      window: -1,
      exact: false,
      peers: this.#peers,
      lastPeers: this.#peers,
      indexes: new Int32Array(64),
      held: new Map(),
    };
  }

  /** Frees memory: forgets connections that were idle for longer than a request, and if that is not enough all of them. */
  #forget(nowUs: number): void {
    for (const [id, connection] of this.#connections) {
      if (Math.abs(nowUs - connection.lastUs) <= LONGEST_REQUEST_US) continue;
      this.#end(connection);
      this.#connections.delete(id);
    }
    if (this.#connections.size >= CONNECTIONS) this.finish();
  }

  #end(connection: Connection): void {
    this.#close(connection);
    if (Math.abs(connection.lastUs - connection.bornUs) > LONGEST_REQUEST_US) return;
    for (const [index, { max, bursts, count }] of connection.held) this.#credit(index, max, bursts, count);
  }

  /** Ends a burst: its repetitions are attributed, held back or, where the pauses are long, discarded. */
  #close(go: Connection): void {
    if (go.runs >= SUSPICIOUS) this.#judge(go);
    go.runs = 0;
    go.busyUs = 0;
  }

  #judge(go: Connection): void {
    const span = Math.abs(go.lastUs - go.firstUs);
    const blur = go.exact ? 0 : 1_000_000;
    const from = Math.min(go.firstUs, go.lastUs);
    const to = Math.max(go.firstUs, go.lastUs) + blur + 1;
    const served = this.#windows?.serving(from, to);
    const idle = Math.max(0, span - blur - go.busyUs) / go.runs;
    const bounded = go.window !== -1;
    if (!bounded && (idle > SHORT_GAP_US || span > LONGEST_REQUEST_US)) return;
    const within = served !== undefined && served.requests > 0;
    const requests = within && !bounded ? sharing(served.started, go.peers.union(go.lastPeers).size) : 1;
    for (const [index, runs] of this.#counts(go)) {
      const count = runs / requests;
      const suspicious = count >= SUSPICIOUS ? requests : 0;
      if (within) {
        this.#credit(index, count, suspicious, suspicious * count);
        if (suspicious > 0) this.#creditEndpoints(index, suspicious, served.endpoints);
      } else {
        const held = go.held.get(index) ?? { max: 0, bursts: 0, count: 0 };
        held.max = Math.max(held.max, count);
        held.bursts += suspicious;
        held.count += suspicious * count;
        go.held.set(index, held);
      }
    }
  }

  /** How often each class was sent in the burst. */
  #counts({ indexes, runs }: Connection): Map<number, number> {
    const counts = new Map<number, number>();
    for (let i = 0; i < Math.min(runs, indexes.length); i++) {
      const index = indexes[i]!;
      counts.set(index, (counts.get(index) ?? 0) + 1);
    }
    return counts;
  }

  #credit(index: number, max: number, bursts: number, count: number): void {
    const found = this.#classes[index]!;
    if (max > found.burstMax) found.burstMax = Math.round(max);
    found.bursts += bursts;
    found.burstCount += Math.round(count);
  }

  #creditEndpoints(index: number, bursts: number, endpoints: ReadonlySet<number>): void {
    // With several endpoints it is unknown whose request it was.
    if (endpoints.size === 1) for (const endpoint of endpoints) this.#classes[index]!.linkTo(endpoint).bursts += bursts;
  }
}

/**
 * How many requests one connection served, where the log knows only the second: as many as began in it, shared among
 * the connections that were used. One more than there are connections may have sent its statements in the next second.
 */
function sharing(started: number, connections: number): number {
  return started <= connections + 1 ? 1 : Math.floor(started / connections);
}
