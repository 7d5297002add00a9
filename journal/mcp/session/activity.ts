/** Reports calls to the service, in batches and off the call's path; what cannot be reported yet waits, up to a limit. */
import { randomUUID } from 'node:crypto';
import { ApiError, type JournalClient } from '@zorivest/contract';
import type { BeginningCall, Principal, Recorder, Recording } from '@zorivest/kernel';
import { redact } from '@zorivest/kernel/log';
import { ANONYMOUS, type Clients } from './clients.ts';

/** Reports are at least this far apart; what ends in between goes together. */
const GATHER_MS = 150;
const TRY_AGAIN_AFTER = 2000;
const SAY_RUNNING_EVERY = 20_000;
const SEND_MS = 5000;
/** What waits while the service is away; beyond it only the count is stored. */
const MOST_WAITING = 1000;
/** What waits while it is there and has not come to it yet. */
const MOST_UNSENT = 10_000;
const MOST_IN_BATCH = 200;
const MOST_ARGUMENTS = 4096;

/** Through whom calls are reported. */
type Reporting = Pick<Clients, 'of' | 'report'>;

type Report = NonNullable<Parameters<JournalClient['activity']['record']>[0]>['body'];
type Row = Report['calls'][number];

interface CallQueue {
  readonly principal: Principal;
  readonly running: Map<string, number>;
  waiting: (() => Row)[];
  lost: number;
  /** The last report did not arrive. */
  isAway: boolean;
  /** When the last one was begun. */
  sentAt: number;
  /** Takes the next report back, where one is due. */
  cancel: (() => void) | undefined;
  sending: Promise<void> | undefined;
}

export interface ActivityRecorder extends Recorder {
  /** Sends what waits; for the end of the process. */
  flush(): Promise<void>;
}

export function serviceRecorder(clients: Reporting): ActivityRecorder {
  const queues = new Map<string, CallQueue>();

  const queueOf = (principal: Principal): CallQueue => {
    let queue = queues.get(principal.id);
    if (!queue) {
      queue = {
        principal,
        running: new Map(),
        waiting: [],
        lost: 0,
        isAway: false,
        sentAt: -Infinity,
        cancel: undefined,
        sending: undefined,
      };
      queues.set(principal.id, queue);
    }
    return queue;
  };

  const send = async (queue: CallQueue): Promise<boolean> => {
    const batch = queue.waiting.slice(0, MOST_IN_BATCH);
    const { lost } = queue;
    const long = Date.now() - SAY_RUNNING_EVERY;
    const running = [...queue.running].flatMap(([id, since]) => (since < long ? [id] : [])).slice(0, MOST_WAITING);
    if (batch.length === 0 && lost === 0 && running.length === 0) return true;
    queue.sentAt = performance.now();
    try {
      if (!(await report(clients, queue.principal, { calls: batch.map((row) => row()), running, lost }))) return false;
      queue.waiting = queue.waiting.slice(batch.length);
      queue.lost -= lost;
      return true;
    } catch {
      return false;
    }
  };
  /** The oldest beyond the limit are only counted; not while a batch of them is on its way. */
  const forget = (queue: CallQueue): void => {
    if (queue.sending !== undefined) return;
    const surplus = queue.waiting.length - (queue.isAway ? MOST_WAITING : MOST_UNSENT);
    if (surplus <= 0) return;
    queue.waiting = queue.waiting.slice(surplus);
    queue.lost += surplus;
  };
  /** A lone call is reported immediately, while what that needs is still in the processor's caches. */
  const gathering = ({ waiting, sentAt }: CallQueue): number =>
    waiting.length >= MOST_IN_BATCH ? 0 : Math.max(0, sentAt + GATHER_MS - performance.now());
  const round = async (queue: CallQueue): Promise<void> => {
    const sent = await send(queue);
    queue.sending = undefined;
    queue.isAway = !sent;
    forget(queue);
    if (!sent) later(queue, TRY_AGAIN_AFTER);
    else if (queue.waiting.length > 0) later(queue, gathering(queue));
    else if (queue.running.size > 0) later(queue, SAY_RUNNING_EVERY);
  };
  const later = (queue: CallQueue, after: number): void => {
    queue.cancel ??= whenever(after, () => {
      queue.cancel = undefined;
      queue.sending ??= round(queue);
    });
  };
  const add = (queue: CallQueue, row: () => Row): void => {
    queue.waiting.push(row);
    forget(queue);
    if (queue.waiting.length === 1) {
      queue.cancel?.();
      queue.cancel = undefined;
    }
    later(queue, gathering(queue));
  };

  return {
    begin(call) {
      const queue = queueOf(call.session.principal);
      return recordingOf(call, queue, (row) => {
        // Calls without a key are not recorded: they reach nothing.
        if (call.session.principal.id !== ANONYMOUS.id) add(queue, row);
      });
    },
    async flush() {
      for (const queue of queues.values()) {
        queue.cancel?.();
        queue.cancel = undefined;
        await queue.sending;
        // Never parallel to another report: both would take the same calls off the list.
        do await (queue.sending ??= round(queue));
        while (queue.waiting.length > 0 && !queue.isAway);
      }
    },
  };
}

/** Runs it later, unless it is cancelled; keeps no process alive. */
function whenever(after: number, act: () => void): () => void {
  if (after === 0) {
    const soon = setImmediate(act).unref();
    return () => clearImmediate(soon);
  }
  const timer = setTimeout(act, after).unref();
  return () => clearTimeout(timer);
}

/** The key could open a vault that was locked meanwhile: a report is no reason to. */
async function report(clients: Reporting, principal: Principal, body: Report): Promise<boolean> {
  if (await clients.report(principal, JSON.stringify(body))) return true;
  const { activity, system } = clients.of(principal);
  try {
    await activity.record({ body }, { timeoutMs: SEND_MS, opensNothing: true });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 403)) throw error;
  }
  if (!(await system.health({}, { timeoutMs: SEND_MS })).database_unlocked) return false;
  await activity.record({ body }, { timeoutMs: SEND_MS });
  return true;
}

function recordingOf(call: BeginningCall, queue: CallQueue, add: (row: () => Row) => void): Recording {
  const id = randomUUID();
  const began = Date.now();
  const started = performance.now();
  queue.running.set(id, began);
  return {
    id,
    kind: call.kind,
    // The service sees for itself which requests there were and what they were confirmed with.
    noteRequest: () => {},
    noteConfirmation: () => {},
    drop: () => void queue.running.delete(id),
    end: (outcome, bytes) => {
      queue.running.delete(id);
      const duration_ms = Math.round((performance.now() - started) * 10) / 10;
      add(() => ({
        id,
        kind: call.kind,
        tool: call.name.slice(0, 500),
        outcome,
        client: clientOf(call),
        arguments: argumentsOf(call.args),
        duration_ms,
        answer_bytes: bytes,
      }));
    },
  };
}

function clientOf({ session: { client } }: BeginningCall): Row['client'] {
  return client ? { name: client.name.slice(0, 200), version: client.version.slice(0, 100) } : null;
}

/** Without secrets and without what is too long to be read. */
function argumentsOf(args: unknown): string | null {
  if (args === undefined || args === null) return null;
  return JSON.stringify(redact(args)).slice(0, MOST_ARGUMENTS);
}
