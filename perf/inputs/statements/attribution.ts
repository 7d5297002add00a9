// Which request a statement ran for, as far as there is evidence. A run is attributed to an endpoint only where no other
// is possible; otherwise it is counted for the whole group of endpoints it may belong to, and never divided among them.
//
// Evidence, the strongest first:
//   1. a tag in the statement's comment (traceparent of sqlcommenter, a request id) that names the request;
//   2. the time: the requests that were being served when it started, to the resolution of the log;
//   3. its connection: where every connection of the log fits into one request, all statements of a connection belong
//      to a request in which all of them fit. One that does not is persistent or pooled, and then connections say nothing;
//   4. order: where requests came one after another, connections with a rising number belong to them in that order.
import type { QueryClass, RunSums } from './query-class.ts';
import { startInterval, type StatementRun } from './run.ts';
import { readTags } from './tags.ts';
import type { Candidates, RequestWindows } from './windows.ts';

/** The most connections whose statements wait for the end of the log; further ones are attributed by time only. */
const MOST_CONNECTIONS = 20_000;

interface Connection {
  /** The requests in which all of its statements fit. */
  common: Candidates;
  /** Runs by class, as attributed by time. */
  readonly waiting: Map<Candidates, Map<number, RunSums>>;
}

export class Attribution {
  readonly #windows: RequestWindows;
  readonly #classes: readonly QueryClass[];
  readonly #connections = new Map<number, Connection>();
  readonly #inOrder: boolean;
  /** Whether each connection seen so far fits into one request. */
  #connectionsTell = true;

  /** `inOrder`: the server numbers its connections in the order in which they are made. */
  constructor(windows: RequestWindows, classes: readonly QueryClass[], inOrder: boolean) {
    this.#windows = windows;
    this.#classes = classes;
    this.#inOrder = inOrder && windows.sequential;
  }

  add(run: StatementRun, index: number, timestampUs: number, bytes: Uint8Array, start: number, end: number): void {
    const tagged = this.#windows.hasTags ? this.#tagged(bytes, start, end) : null;
    if (tagged !== null) {
      this.#credit(index, runSums(run), tagged);
      return;
    }
    const { from, to } = startInterval(run, timestampUs);
    const found = this.#windows.candidates(from, to);
    if (run.threadId === 0 || !this.#connectionsTell) {
      this.#credit(index, runSums(run), found);
      return;
    }
    const connection = this.#connections.get(run.threadId);
    if (connection === undefined) {
      if (this.#connections.size >= MOST_CONNECTIONS) this.#stopWaiting();
      if (found.windows.length > 0 || this.#connectionsTell) this.#begin(run, index, found);
      return;
    }
    if (connection.common !== found) {
      const both = connection.common.windows.filter((i) => found.windows.includes(i));
      connection.common = this.#windows.candidatesOf(both);
      if (both.length === 0 && (found.windows.length > 0 || connection.waiting.size > 0)) this.#stopWaiting();
    }
    if (this.#connectionsTell) wait(connection, found, index, runSums(run));
    else this.#credit(index, runSums(run), found);
  }

  finish(): void {
    if (this.#inOrder && this.#connectionsTell) this.#narrowByOrder();
    for (const { common, waiting } of this.#connections.values())
      for (const runs of waiting.values()) for (const [index, sums] of runs) this.#credit(index, sums, common);
    this.#connections.clear();
  }

  #begin(run: StatementRun, index: number, found: Candidates): void {
    if (!this.#connectionsTell) {
      this.#credit(index, runSums(run), found);
      return;
    }
    const connection: Connection = { common: found, waiting: new Map() };
    wait(connection, found, index, runSums(run));
    this.#connections.set(run.threadId, connection);
  }

  /** Connections outlive requests here: each statement is attributed by time only. */
  #stopWaiting(): void {
    this.#connectionsTell = false;
    for (const { waiting } of this.#connections.values())
      for (const [found, runs] of waiting) for (const [index, sums] of runs) this.#credit(index, sums, found);
    this.#connections.clear();
  }

  /** No connection belongs to an earlier request than one made before it, nor to a later one than one made after it. */
  #narrowByOrder(): void {
    const inOrder = [...this.#connections].toSorted(([a], [b]) => a - b).map(([, connection]) => connection);
    const served = inOrder.filter(({ common }) => common.windows.length > 0);
    let least = -1;
    const lowest = served.map(({ common }) => (least = Math.max(least, common.windows[0]!)));
    let most = Number.POSITIVE_INFINITY;
    for (let i = served.length - 1; i >= 0; i--) {
      const { windows } = served[i]!.common;
      most = Math.min(most, windows.at(-1)!);
      const left = windows.filter((window) => window >= lowest[i]! && window <= most);
      // A contradiction means that the order is not reliable here: the attribution by time stays.
      if (left.length > 0) served[i]!.common = this.#windows.candidatesOf(left);
    }
  }

  #tagged(bytes: Uint8Array, start: number, end: number): Candidates | null {
    for (const tag of readTags(bytes, start, end)) {
      const found = this.#windows.tagged(tag);
      if (found !== null) return found;
    }
    return null;
  }

  #credit(index: number, sums: RunSums, { endpoints, certain }: Candidates): void {
    if (endpoints.length === 0) return;
    const query = this.#classes[index]!;
    for (const endpoint of endpoints) {
      const link = query.linkTo(endpoint);
      if (certain) addSums(link.certain, sums);
      else {
        link.shared += sums.count;
        link.sharedUs += sums.us;
      }
    }
    if (!certain) addSums(query.groupOf(endpoints), sums);
  }
}

function wait({ waiting }: Connection, found: Candidates, index: number, sums: RunSums): void {
  let runs = waiting.get(found);
  if (runs === undefined) waiting.set(found, (runs = new Map()));
  const known = runs.get(index);
  if (known === undefined) runs.set(index, sums);
  else addSums(known, sums);
}

function runSums({ weight, queryUs, rowsExamined, rowsSent, bytesSent }: StatementRun): RunSums {
  return {
    count: weight,
    us: queryUs * weight,
    rowsExamined: rowsExamined * weight,
    rowsSent: rowsSent * weight,
    bytesSent: bytesSent * weight,
  };
}

function addSums(into: RunSums, { count, us, rowsExamined, rowsSent, bytesSent }: RunSums): void {
  into.count += count;
  into.us += us;
  into.rowsExamined += rowsExamined;
  into.rowsSent += rowsSent;
  into.bytesSent += bytesSent;
}
