// A broker played by a real server on this machine: it answers as its documentation says, and what an adapter makes of it
// is read as a sync reads it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type BrokerSummary,
  type CashRow,
  type Execution,
  parseBrokerFile,
  readAnswers,
  type StatedHoldings,
  type StatementEvent,
} from '@zorivest/imports';
import {
  type BrokerAdapter,
  type BrokerContext,
  BrokerError,
  type Credentials,
  type SyncContext,
} from '../client/adapter.ts';
import { openDoor } from '../client/door.ts';

export interface PlayedRequest {
  readonly method: string;
  /** The host it was meant for. */
  readonly host: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text as it is: an object would lose how its numbers are written. */
  readonly body: string;
}

/** Answers a request; nothing: 501, so that a test which forgot one fails. */
export type Play = (asked: PlayedRequest) => Reply | string | undefined;

export interface Read {
  readonly fills: readonly Execution[];
  readonly cash: readonly CashRow[];
  readonly events: readonly StatementEvent[];
  readonly stated: StatedHoldings;
  /** Ids of fills that were reversed. */
  readonly cancelled: readonly string[];
  readonly skipped: readonly string[];
  readonly invalid: readonly string[];
  readonly warnings: readonly string[];
  readonly cursors: readonly (string | null)[];
  readonly asked: readonly PlayedRequest[];
  /** Milliseconds. */
  readonly waits: readonly number[];
  readonly saved: Credentials;
  /** What the broker refused with; null when the sync came to its end. */
  readonly fault: string | null;
}

interface PlayOptions {
  readonly credentials: Credentials;
  readonly play: Play;
  readonly cursor?: string;
  readonly lastSync?: string;
  readonly now?: string;
  /** How much this machine's clock is ahead. */
  readonly skew?: number;
}

export class BrokerServer {
  readonly #server = createServer();
  #play: Play = () => undefined;
  #asked: PlayedRequest[] = [];
  #url = new URL('http://127.0.0.1');

  async open(): Promise<void> {
    this.#server.on('request', (request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const url = new URL(request.url ?? '/', this.#url);
        const asked = {
          method: request.method ?? '',
          host: String(request.headers['x-meant-for']),
          path: url.pathname,
          query: url.searchParams,
          headers: request.headers,
          body: Buffer.concat(pieces).toString(),
        };
        this.#asked.push(asked);
        const reply = this.#play(asked) ?? { status: 501, body: '{"message":"not played"}' };
        const { status = 200, headers = {}, body } = typeof reply === 'string' ? { body: reply } : reply;
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(body);
      });
    });
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#url = new URL(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #context(adapter: BrokerAdapter, { credentials, play, now = '2026-03-10T12:00:00Z', skew = 0 }: PlayOptions) {
    this.#play = play;
    this.#asked = [];
    const waits: number[] = [];
    let waited = 0;
    const context: BrokerContext = {
      credentials,
      fetch: openDoor(adapter.openings, globalThis.fetch, this.#url),
      userAgent: 'Zorivest/test',
      sleep: (ms) => {
        waits.push(ms);
        waited += ms;
        return Promise.resolve();
      },
      clock: () => Date.parse(now) + skew + waited,
      random: (size) => new Uint8Array(size).fill(7),
      signal: new AbortController().signal,
    };
    return { context, waits, now: new Date(now) };
  }

  /** What an adapter makes of what the person entered. */
  connect(adapter: BrokerAdapter, given: PlayOptions): Promise<Credentials> {
    const { context } = this.#context(adapter, given);
    return adapter.connect?.(context) ?? Promise.resolve({});
  }

  /** A sync from its beginning, or from where one stopped. */
  async sync(adapter: BrokerAdapter, given: PlayOptions): Promise<Read> {
    const { context, waits, now } = this.#context(adapter, given);
    let saved: Credentials = {};
    const sync: SyncContext = {
      ...context,
      cursor: given.cursor ?? null,
      lastSync: given.lastSync === undefined ? null : new Date(given.lastSync),
      now,
      keep: (changed) => {
        saved = { ...saved, ...changed };
        return Promise.resolve();
      },
    };
    const pages = [];
    let fault: string | null = null;
    try {
      for await (const page of adapter.pages(sync)) pages.push(page);
    } catch (error) {
      if (!(error instanceof BrokerError)) throw error;
      fault = error.message;
    }
    const fills: Execution[] = [];
    const cash: CashRow[] = [];
    const events: StatementEvent[] = [];
    const ends: Pick<BrokerSummary, 'stated' | 'cancelled' | 'diagnostics'>[] = [];
    for (const page of pages) {
      if (!('bytes' in page)) continue;
      const file = parseBrokerFile(page.bytes, { accountId: 'main' });
      fills.push(...file.executions);
      cash.push(...file.cash);
      events.push(...file.events);
      ends.push(file);
    }
    const source = { format: adapter.id, zone: adapter.zone ?? 'UTC', accountId: 'main' };
    const rows = readAnswers(
      source,
      pages.filter((page) => 'rows' in page),
    );
    for (;;) {
      const step = await rows.next();
      if (step.done === true) {
        ends.push(step.value);
        break;
      }
      fills.push(...step.value.executions);
      cash.push(...step.value.cash);
      events.push(...step.value.events);
    }
    return {
      fills,
      cash,
      events,
      stated: {
        positions: ends.flatMap(({ stated }) => stated.positions),
        cash: ends.flatMap(({ stated }) => stated.cash),
      },
      cancelled: ends.flatMap(({ cancelled }) => cancelled),
      skipped: ends.flatMap(({ diagnostics }) => diagnostics.skipped.map(({ reason }) => reason)),
      invalid: ends.flatMap(({ diagnostics }) => diagnostics.invalid.map(({ reason }) => reason)),
      warnings: ends.flatMap(({ diagnostics }) => diagnostics.warnings),
      cursors: pages.map(({ cursor }) => cursor),
      asked: this.#asked,
      waits,
      saved: saved,
      fault,
    };
  }
}

/** A fill as tests compare it. */
export function shortFill({ exec_id, time, instrument, action, quantity, price, commission, currency }: Execution) {
  return [exec_id, time, instrument, action, quantity, price, commission, currency ?? null];
}

export function shortCash({ id, date, amount, currency, kind, symbol }: CashRow) {
  return [id ?? null, date, amount, currency, kind, symbol ?? null];
}
