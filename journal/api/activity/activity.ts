// The record of what assistants did. A call is reported by the server it was made to, after it ended; its start rides on
// the guard check and is held in memory, so that it costs no write. What a key sent that belongs to no reported call is
// noted by the service itself.
import { randomUUID } from 'node:crypto';
import type { Control } from '../control/control.ts';
import type { Actor, EventBus } from '@zorivest/store';
import { ActivityStore, type NewRow } from './store.ts';

/** A started call that nobody speaks of for this long has ended with its process. */
const VANISHED = 60_000;
const LOOK_EVERY = 1000;
const MOST_ARGUMENTS = 4096;
const MOST_HELD = 10_000;

interface Client {
  readonly name: string;
  readonly version: string | null;
}

interface Reported {
  readonly id: string;
  readonly kind: string;
  readonly tool: string;
  readonly outcome: string;
  readonly client: Client | null;
  readonly arguments: string | null;
  readonly confirmed_by: string;
  readonly duration_ms: number;
  readonly answer_bytes: number;
  readonly request_ids: readonly string[];
  readonly at: string;
}

export interface Report {
  readonly calls: readonly Reported[];
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

interface Held {
  readonly row: NewRow;
  lastHeard: number;
}

/** A request as the service saw it. */
export interface SeenRequest {
  readonly actor: Actor;
  readonly callId: string | null;
  readonly requestId: string;
  readonly tool: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly bytes: number;
}

export class Activity {
  readonly #store: ActivityStore;
  readonly #events: EventBus;
  readonly #now: () => Date;
  readonly #started = new Map<string, Held>();
  /** Requests that name a call, until the call is reported. */
  readonly #claimed = new Map<string, Held[]>();
  #timer: NodeJS.Timeout | undefined;

  /** `mostBytes` is what it may take of the disk. */
  constructor(control: Control, events: EventBus, now: () => Date, mostBytes?: number) {
    this.#store = new ActivityStore(control, mostBytes);
    this.#events = events;
    this.#now = now;
  }

  /** While the vault is open. */
  open(): void {
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY).unref();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#store.flush();
    this.#started.clear();
    this.#claimed.clear();
  }

  started({ name, keyId }: Actor, { callId, isReported, kind, tool, client }: Start, allowed: boolean): void {
    const at = this.#now();
    this.#events.emit('call_started', { call_id: callId, kind, tool, client, actor: name, key_id: keyId, allowed });
    // Only what said which call it is will be reported.
    if (keyId === null || !isReported || this.#started.size >= MOST_HELD) return;
    this.#started.set(`${keyId} ${callId}`, {
      row: {
        call_id: callId,
        kind,
        via: 'mcp',
        tool,
        outcome: 'failed',
        key_id: keyId,
        client: client === null ? null : JSON.stringify({ name: client, version: null }),
        arguments: null,
        confirmed_by: 'none',
        duration_ms: VANISHED,
        answer_bytes: 0,
        request_ids: '[]',
        at: at.toISOString(),
      },
      lastHeard: at.getTime(),
    });
  }

  /** A key reports for itself only. */
  record({ keyId }: Actor, { calls, running, lost }: Report): void {
    const now = this.#now().getTime();
    for (const id of running) {
      const held = this.#started.get(`${keyId} ${id}`);
      if (held) held.lastHeard = now;
    }
    for (const call of calls) {
      this.#started.delete(`${keyId} ${call.id}`);
      this.#claimed.delete(`${keyId} ${call.id}`);
      this.#add({
        call_id: call.id,
        kind: call.kind,
        via: 'mcp',
        tool: call.tool,
        outcome: call.outcome,
        key_id: keyId,
        client: call.client && JSON.stringify(call.client),
        arguments: call.arguments,
        confirmed_by: call.confirmed_by,
        duration_ms: call.duration_ms,
        answer_bytes: call.answer_bytes,
        request_ids: JSON.stringify(call.request_ids),
        at: new Date(call.at).toISOString(),
      });
    }
    if (lost > 0) this.#add(this.#own(keyId, `${lost} calls whose record was lost`));
    this.#store.flush();
  }

  /** A request of a key; one that names a call is shown only if that call is never reported. */
  seen({ actor, callId, requestId, tool, status, milliseconds, bytes }: SeenRequest): void {
    const { keyId } = actor;
    if (keyId === null) return;
    const at = new Date(this.#now().getTime() - milliseconds).toISOString();
    const row: NewRow = {
      ...this.#own(keyId, tool),
      call_id: `${requestId} ${randomUUID()}`,
      via: 'rest',
      outcome: outcomeOfStatus(status),
      arguments: actor.tool === null ? null : JSON.stringify({ tool: actor.tool }),
      duration_ms: milliseconds,
      answer_bytes: bytes,
      request_ids: JSON.stringify([requestId]),
      at,
    };
    if (callId === null) this.#add(row);
    else {
      const key = `${keyId} ${callId}`;
      const held = this.#claimed.get(key) ?? [];
      if (held.length < MOST_HELD) held.push({ row, lastHeard: this.#now().getTime() });
      this.#claimed.set(key, held);
    }
  }

  #own(keyId: string | null, tool: string): NewRow {
    return {
      call_id: randomUUID(),
      kind: 'tool',
      via: 'mcp',
      tool,
      outcome: 'failed',
      key_id: keyId,
      client: null,
      arguments: null,
      confirmed_by: 'none',
      duration_ms: 0,
      answer_bytes: 0,
      request_ids: '[]',
      at: this.#now().toISOString(),
    };
  }

  #add(row: NewRow, isGuess = false): void {
    const cut = { tool: row.tool.slice(0, 500), arguments: row.arguments?.slice(0, MOST_ARGUMENTS) ?? null };
    this.#store.add({ ...row, ...cut }, isGuess);
    const { tool, outcome, key_id, via, kind, duration_ms, confirmed_by, call_id } = row;
    this.#events.emit('call_ended', { call_id, kind, via, tool, outcome, key_id, duration_ms, confirmed_by });
  }

  #look(): void {
    const now = this.#now().getTime();
    const isOver = ({ lastHeard }: Held) => now - lastHeard >= VANISHED;
    for (const [id, held] of this.#started) {
      if (!isOver(held)) continue;
      this.#started.delete(id);
      // A guard check that arrives after the report of its call, on a busy machine, is not a call that vanished.
      this.#add(held.row, true);
    }
    for (const [id, held] of this.#claimed) {
      if (this.#started.has(id) || !held.every(isOver)) continue;
      this.#claimed.delete(id);
      for (const { row } of held) this.#add(row);
    }
    this.#store.flush();
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
