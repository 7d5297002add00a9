// The mark of N+1: one connection sends the same shape of statement again and again within one request. A connection's
// statements belong together until it has been quiet for a while.
import type { QueryClass } from './classes.ts';

const QUIET_US = 2_000_000;
/** Fewer repetitions than this are ordinary. */
const SUSPICIOUS = 10;
/** Connections watched at once; when there are more, all are closed and counting starts afresh. */
const CONNECTIONS = 4096;

interface Connection {
  lastUs: number;
  readonly counts: Map<number, number>;
}

export class Bursts {
  private readonly classes: readonly QueryClass[];
  private readonly connections = new Map<number, Connection>();
  private lastId = -1;
  private lastConnection: Connection | null = null;

  constructor(classes: readonly QueryClass[]) {
    this.classes = classes;
  }

  add(threadId: number, index: number, timestampUs: number): void {
    let connection = threadId === this.lastId ? this.lastConnection : (this.connections.get(threadId) ?? null);
    if (connection === null) {
      if (this.connections.size >= CONNECTIONS) this.finish();
      connection = { lastUs: timestampUs, counts: new Map() };
      this.connections.set(threadId, connection);
    } else if (Math.abs(timestampUs - connection.lastUs) > QUIET_US) this.close(connection);
    connection.lastUs = timestampUs;
    connection.counts.set(index, (connection.counts.get(index) ?? 0) + 1);
    this.lastId = threadId;
    this.lastConnection = connection;
  }

  finish(): void {
    for (const connection of this.connections.values()) this.close(connection);
    this.connections.clear();
    this.lastId = -1;
    this.lastConnection = null;
  }

  private close(connection: Connection): void {
    for (const [index, count] of connection.counts) {
      const found = this.classes[index]!;
      if (count > found.burstMax) found.burstMax = count;
      if (count >= SUSPICIOUS) {
        found.bursts++;
        found.burstCount += count;
      }
    }
    connection.counts.clear();
  }
}
