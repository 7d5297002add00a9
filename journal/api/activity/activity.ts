// The record of what was done with keys. Every request of a key is a row that the service writes itself: its clock, its number,
// what was asked and the outcome. What a server reports about a call is stored with the rows of that call as its own report; it
// can neither hide, date nor create a row. Only a call that sent no request here is known from the report alone.
import type { Control } from '../control/control.ts';
import type { Actor, EventBus, Head } from '@zorivest/store';
import { ActivityStore } from './store.ts';

/** A started call without a report for this long has ended with its process. */
const VANISHED = 60_000;
const STORE_EVERY = 100;
const LOOK_EVERY = 1000;
const MOST_ARGUMENTS = 4096;
const MOST_HELD = 10_000;
const MOST_SHOWN_A_SECOND = 20;
const DAY = 86_400_000;
/** What the servers of one key may report in a day, in bytes. */
const MOST_REPORTED = 1024 * 1024;

interface Client {
  readonly name: string;
  readonly version: string | null;
}

interface ReportedCall {
  readonly id: string;
  readonly kind: string;
  readonly tool: string;
  readonly outcome: string;
  readonly client: Client | null;
  readonly arguments: string | null;
  readonly duration_ms: number;
  readonly answer_bytes: number;
}

export interface Report {
  readonly calls: readonly ReportedCall[];
  readonly running: readonly string[];
  readonly lost: number;
}

interface Start {
  readonly callId: string;
  /** Whether its end will be reported. */
  readonly isReported: boolean;
  readonly kind: string;
  readonly tool: string;
  readonly client: string | null;
}

interface OpenCall {
  readonly call: { readonly call_id: string; readonly kind: string; readonly tool: string; readonly key_id: string };
  lastHeard: number;
}

/** A request as the service saw it. */
export interface SeenRequest {
  readonly actor: Actor;
  readonly callId: string | null;
  readonly requestId: string;
  readonly clientRequestId: string | null;
  /** The contract's name of what was asked. */
  readonly operation: string;
  /** It only serves calls. */
  readonly serves: boolean;
  readonly status: number;
  readonly milliseconds: number;
  readonly bytes: number;
  readonly approvalId: string | null;
  readonly usedToken: boolean;
}

export class Activity {
  readonly #store: ActivityStore;
  readonly #events: EventBus;
  readonly #now: () => Date;
  readonly #started = new Map<string, OpenCall>();
  /** What each key's servers have reported on a day. */
  readonly #reportedToday = new Map<string, { readonly day: number; bytes: number; isOver: boolean }>();
  /** How many events of a key were sent to the feeds in the current second. */
  readonly #shown = new Map<string, { readonly second: number; readonly count: number }>();
  #timers: NodeJS.Timeout[] = [];

  /** `mostBytes` limits the disk space; `onHead` receives the head of the record after every batch. */
  constructor(
    control: Control,
    events: EventBus,
    now: () => Date,
    { mostBytes, onHead }: { readonly mostBytes?: number; readonly onHead?: (head: string) => void } = {},
  ) {
    this.#store = new ActivityStore(control, mostBytes, onHead);
    this.#events = events;
    this.#now = now;
  }

  /** While the vault is open. */
  open(): void {
    if (this.#timers.length > 0) return;
    this.#timers = [
      setInterval(() => this.#store.flush(), STORE_EVERY).unref(),
      setInterval(() => this.#look(), LOOK_EVERY).unref(),
    ];
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
    this.#store.flush();
    this.#started.clear();
    this.#reportedToday.clear();
  }

  /** Stores the waiting rows now, so that a reader of the record sees all of it. */
  flush(): void {
    this.#store.flush();
  }

  /** Where the book's audit ends. */
  noteAudit(head: Head): void {
    this.#store.noteAudit(head);
  }

  /** The book has opened: `noted` is what its audit last noted of this record. */
  bookOpened(noted: string | null): void {
    this.#store.markPowerCut(noted, this.#now());
  }

  /** The book is another one from here on. */
  markRestored(): void {
    this.#store.flush();
    this.#store.mark({ mark: 'restored' }, this.#now());
  }

  started({ name, keyId }: Actor, { callId, isReported, kind, tool, client }: Start, allowed: boolean): void {
    if (keyId !== null && !this.#mayShow(keyId)) return;
    this.#events.emit('call_started', { call_id: callId, kind, tool, client, actor: name, key_id: keyId, allowed });
    // Only a call with an id is reported later.
    if (keyId === null || !isReported || this.#started.size >= MOST_HELD) return;
    this.#started.set(`${keyId} ${callId}`, {
      call: { call_id: callId, kind, tool, key_id: keyId },
      lastHeard: this.#now().getTime(),
    });
  }

  /** A key's server tells of calls made with that key. */
  record({ keyId, label }: Actor, { calls, running, lost }: Report): void {
    if (keyId === null) return;
    const now = this.#now();
    for (const id of running) {
      const held = this.#started.get(`${keyId} ${id}`);
      if (held) held.lastHeard = now.getTime();
    }
    for (const { id, ...call } of calls) {
      // A client that received the start also receives the end.
      const isShown = this.#started.delete(`${keyId} ${id}`) || this.#mayShow(keyId);
      const tool = call.tool.slice(0, 500);
      const report = { ...call, tool, arguments: call.arguments?.slice(0, MOST_ARGUMENTS) ?? null };
      this.#storeReport(keyId, label ?? null, id, report, now);
      if (!isShown) continue;
      const { kind, outcome, duration_ms } = call;
      this.#events.emit('call_ended', { call_id: id, kind, via: 'mcp', tool, outcome, key_id: keyId, duration_ms });
    }
    if (lost > 0) {
      const words = { kind: 'tool', tool: `${lost} calls whose record was lost`, outcome: 'failed' };
      this.#storeReport(keyId, label ?? null, null, words, now);
    }
  }

  /** A request of a key. */
  seen({ actor, callId, operation, serves, status, milliseconds, ...request }: SeenRequest): void {
    const { keyId, label = null } = actor;
    if (keyId === null) return;
    const outcome = outcomeOfStatus(status);
    this.#store.add({
      at: this.#now().toISOString(),
      entry: 'request',
      key_id: keyId,
      label,
      request_id: request.requestId,
      client_request_id: request.clientRequestId,
      call_id: callId,
      operation,
      serves: serves ? 1 : 0,
      outcome,
      status,
      duration_ms: milliseconds,
      answer_bytes: request.bytes,
      approval_id: request.approvalId,
      token_used: request.usedToken ? 1 : 0,
    });
    // A call that is reported ends with its report; of a flood the record has every request, and who watches a part of them.
    if (serves || callId !== null || !this.#mayShow(keyId)) return;
    const ended = { kind: 'tool', via: 'rest', tool: operation, outcome, key_id: keyId, duration_ms: milliseconds };
    this.#events.emit('call_ended', { call_id: request.requestId, ...ended });
  }

  #mayShow(keyId: string): boolean {
    const second = Math.floor(this.#now().getTime() / 1000);
    const shown = this.#shown.get(keyId);
    const count = shown?.second === second ? shown.count + 1 : 1;
    this.#shown.set(keyId, { second, count });
    return count <= MOST_SHOWN_A_SECOND;
  }

  #storeReport(keyId: string, label: string | null, callId: string | null, words: object, now: Date): void {
    const text = JSON.stringify(words);
    const day = Math.floor(now.getTime() / DAY);
    let today = this.#reportedToday.get(keyId);
    if (today?.day !== day) {
      today = { day, bytes: this.#store.reportedBytes(keyId, new Date(day * DAY)), isOver: false };
      this.#reportedToday.set(keyId, today);
    }
    const at = now.toISOString();
    if (today.bytes + text.length <= MOST_REPORTED) {
      today.bytes += text.length;
      this.#store.add({ at, entry: 'told', key_id: keyId, label, call_id: callId, told: text });
    } else if (!today.isOver) {
      today.isOver = true;
      this.#store.add({ at, entry: 'mark', told: JSON.stringify({ mark: 'over_quota', key_id: keyId }) });
    }
  }

  #look(): void {
    const now = this.#now();
    for (const [id, { call, lastHeard }] of this.#started) {
      if (now.getTime() - lastHeard < VANISHED) continue;
      this.#started.delete(id);
      // A client that watches the call must not wait for ever; what the call asked for is in the record.
      this.#events.emit('call_ended', { ...call, via: 'mcp', outcome: 'failed', duration_ms: VANISHED });
    }
    this.#store.tidy(now);
  }
}

function outcomeOfStatus(status: number): string {
  if (status < 400) return 'ok';
  if (status === 401 || status === 403) return 'refused_role';
  if (status === 423) return 'refused_guard';
  if (status === 499) return 'cancelled';
  return status === 422 || status === 400 ? 'invalid' : 'failed';
}
