// A sweep that workers share is led by one of them: it plans the pieces, hands them out, takes in what comes back, and
// tells the result. All it knows stands in the queue as well, so when it dies another leads on from the pieces that are
// done: each piece counts once, because the queue takes one result for each.
import { jetstream, jetstreamManager, type JsMsg } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { QueueStore } from '../queue/store.ts';
import { PIECE_RUNNERS, PIECES, STATES, subjects } from '../queue/streams.ts';
import { unpackRuns } from '../sweep/packed.ts';
import { pieceAt, piecesOf, type SweepPlan } from '../sweep/plan.ts';
import type { FailedPiece, PieceFacts, SweepProgress } from '../sweep/progress.ts';
import type { Spool } from '../sweep/spool.ts';
import { createTable, type Column } from '../table/table.ts';
import type { SweepFacts, WorkerShare } from './answer.ts';
import type { CandleStore } from './candle-store.ts';
import type { Crew } from './crew.ts';
import type { Executor, JobAnswer } from './execute.ts';
import { jobOf, type Spec } from './spec.ts';

export interface LeadParts {
  readonly connection: NatsConnection;
  readonly store: QueueStore;
  readonly candles: CandleStore;
  readonly executor: Executor;
  readonly crew: Crew;
  readonly onProgress: (progress: SweepProgress, stage: string) => void;
  readonly signal: AbortSignal;
}

/** Pieces sent concurrently; the queue confirms each. */
const SENT_TOGETHER = 64;
/** Results of pieces that are fetched concurrently. */
const OPENED_TOGETHER = 8;
const LOOK_EVERY_MS = 5000;
const REPORT_EVERY_MS = 500;
const MINUTE_MS = 60_000;

/** Why a sweep could not be finished, with its failed pieces. */
export class FailedPiecesError extends Error {
  readonly progress: SweepProgress;
  constructor(progress: SweepProgress, id: string) {
    const { failed_pieces, pieces } = progress;
    super(
      `${pieces.failed} of ${pieces.total} pieces failed; the first: ${failed_pieces[0]?.error ?? ''}. Run them again with swimmy-mcp retry ${id}`,
    );
    this.name = 'FailedPiecesError';
    this.progress = progress;
  }
}

export async function leadSweep(parts: LeadParts, key: string, spec: Spec): Promise<JobAnswer> {
  const { store, candles, executor, signal } = parts;
  const started = performance.now();
  const job = await jobOf(spec, candles);
  const plan = await planOf(parts, key, spec);
  const spool = await executor.spoolFor(job, plan);
  try {
    parts.onProgress(progressOf(plan, { done: new Map(), failed: new Map() }), 'handing out');
    await handOut(store, key, plan, await piecesIn(store, subjects.parts(key)));
    const ledger = await takeIn(parts, key, spec.id, plan, spool);
    signal.throwIfAborted();
    parts.onProgress({ ...progressOf(plan, ledger), workers: 0 }, 'judging the best');
    // Ranking takes memory of its own, and no piece is left to run.
    parts.crew.rest();
    const runs = await executor.reduce(job, spool);
    const book = { file: executor.tableOf(job).replace(/\.rows$/, '.pieces'), object: `${key}.pieces.zst` };
    writeLedger(book.file, ledger);
    await store.putFile(book.object, book.file);
    const facts = factsOf(plan, ledger, book);
    return await executor.finish(job, { runs, facts }, started, async (table) => {
      await store.putFile(tableObject(key), table);
      return tableObject(key);
    });
  } finally {
    spool.remove();
  }
}

export const tableObject = (key: string) => `${key}.rows.zst`;

/** Who ran which piece: every piece once, whatever happened on the way. */
function writeLedger(file: string, { done }: PieceLedger): void {
  const rows = [...done.values()].toSorted((a, b) => a.piece - b.piece);
  const workers = [...new Set(rows.map(({ worker }) => worker))];
  const whole = ['piece', 'from', 'to', 'runs', 'begun', 'wall_ms', 'cpu_ms'] as const;
  const table = createTable(file, {
    columns: [
      ...whole.map((name): Column => ({ name, kind: 'whole' })),
      { name: 'finished_at', kind: 'time' },
      { name: 'worker', kind: 'word', words: workers },
    ],
    parameters: 0,
    rows: rows.length,
  });
  table.write(
    Float64Array.from(
      rows.flatMap((row) => [
        ...whole.map((name) => row[name]),
        Date.parse(row.finished_at) / 1000,
        workers.indexOf(row.worker),
      ]),
    ),
  );
  table.finish();
}

/** Takes away what a sweep that is over leaves in the queue; its state stays. */
export async function forgetSweep(store: QueueStore, key: string): Promise<void> {
  await store.forget(PIECES, subjects.piece(key, '*'));
  const objects = await store.count(subjects.done(key, '*'));
  await Promise.all([...objects].map((subject) => store.removeObject(subject.replace(/^swimmy\./, ''))));
  for (const subject of [subjects.parts(key), subjects.plan(key)]) await store.forget(STATES, subject);
}

/** The first plan counts: a later leader that measures otherwise uses it too. */
async function planOf({ store, crew, candles, signal }: LeadParts, key: string, spec: Spec): Promise<SweepPlan> {
  const read = async () => {
    const stored = await store.read(subjects.plan(key));
    return stored === undefined ? undefined : (JSON.parse(new TextDecoder().decode(stored.bytes)) as SweepPlan); // written below
  };
  const known = await read();
  if (known !== undefined) return known;
  const { request } = spec;
  const plan = await crew.plan({ sweep: key, request, candles: await candles.file(spec.candles) }, signal);
  await store.keep(subjects.plan(key), new TextEncoder().encode(JSON.stringify(plan)), { first: true });
  return (await read()) ?? plan;
}

/** Numbers of the pieces that something is known of. */
async function piecesIn(store: QueueStore, filter: string): Promise<ReadonlySet<number>> {
  return new Set([...(await store.count(filter))].map(pieceIn));
}

const pieceIn = (subject: string) => Number(subject.slice(subject.lastIndexOf('.') + 1));

/** A piece that waits already is not sent again; one that is done meanwhile is recognized by the worker that takes it. */
export async function handOut(
  store: QueueStore,
  key: string,
  plan: SweepPlan,
  settled: ReadonlySet<number>,
): Promise<void> {
  const missing = Array.from({ length: piecesOf(plan) }, (_, n) => n).filter((n) => !settled.has(n));
  for (let i = 0; i < missing.length; i += SENT_TOGETHER)
    await Promise.all(
      missing.slice(i, i + SENT_TOGETHER).map((n) => store.send(subjects.piece(key, n), pieceAt(plan, n))),
    );
}

interface PieceLedger {
  readonly done: Map<number, PieceFacts>;
  readonly failed: Map<number, FailedPiece>;
}

/** Collects results until every piece is done or failed. */
async function takeIn(parts: LeadParts, key: string, id: string, plan: SweepPlan, spool: Spool): Promise<PieceLedger> {
  const { connection, store, signal } = parts;
  const ledger: PieceLedger = { done: new Map(), failed: new Map() };
  const total = piecesOf(plan);
  const isOver = () => ledger.done.size + ledger.failed.size >= total;
  // Everything that is there already comes first, in order; then what is new.
  const consumer = await jetstream(connection).consumers.get(STATES, {
    filter_subjects: subjects.parts(key),
  });
  const messages = await consumer.consume({ max_messages: 2 * OPENED_TOGETHER });
  const stop = (): void => void messages.close();
  signal.addEventListener('abort', stop, { once: true });
  let reportedAt = 0;
  const opened = new Set<Promise<void>>();
  const look = setInterval(() => {
    parts.onProgress(progressOf(plan, ledger), 'sweeping');
    failLostPieces(parts, key, plan, ledger).catch(() => undefined); // asked again the next time
  }, LOOK_EVERY_MS);
  try {
    for await (const message of messages) {
      const opening = take(store, message, key, ledger, spool).finally(() => opened.delete(opening));
      opened.add(opening);
      opening.catch(() => undefined); // reported where it is awaited
      // Objects come one request after the other each; several at a time hide the way to the queue.
      if (opened.size >= OPENED_TOGETHER) await Promise.race(opened);
      if (ledger.done.size + ledger.failed.size + opened.size >= total) await Promise.all(opened);
      if (performance.now() - reportedAt > REPORT_EVERY_MS) {
        reportedAt = performance.now();
        parts.onProgress(progressOf(plan, ledger), 'sweeping');
      }
      if (isOver()) break;
    }
  } finally {
    clearInterval(look);
    signal.removeEventListener('abort', stop);
    await messages.close();
    await Promise.allSettled(opened); // none writes to the spool of a sweep that is over
  }
  signal.throwIfAborted();
  if (ledger.failed.size > 0) throw new FailedPiecesError(progressOf(plan, ledger), id);
  if (!isOver()) throw new Error('the queue ended the list of pieces before it was complete');
  return ledger;
}

async function take(
  store: QueueStore,
  message: JsMsg,
  key: string,
  { done, failed }: PieceLedger,
  spool: Spool,
): Promise<void> {
  const n = pieceIn(message.subject);
  const { bytes, facts } = await store.open(message);
  if (message.subject === subjects.failed(key, n)) {
    if (!done.has(n)) failed.set(n, facts as FailedPiece); // written by a worker of ours
    return;
  }
  if (!spool.add(n, unpackRuns(bytes))) return;
  done.set(n, facts as PieceFacts); // as above
  failed.delete(n);
}

/** A piece that was delivered the maximum number of times, and whose last worker died with it, is never delivered again. */
async function failLostPieces(
  { connection, store }: LeadParts,
  key: string,
  plan: SweepPlan,
  ledger: PieceLedger,
): Promise<void> {
  const { num_pending, num_ack_pending } = await (
    await jetstreamManager(connection)
  ).consumers.info(PIECES, PIECE_RUNNERS);
  if (num_pending + num_ack_pending > 0) return;
  const settled = await piecesIn(store, subjects.parts(key));
  for (let n = 0; n < piecesOf(plan); n++) {
    if (settled.has(n) || ledger.done.has(n)) continue;
    await store.forget(PIECES, subjects.piece(key, n));
    const error = 'it was started several times, and each worker that ran it stopped before it finished';
    await store.keep(subjects.failed(key, n), new Uint8Array(), {
      facts: { piece: n, error, begun: 5 } satisfies FailedPiece,
      first: true,
    });
  }
}

function progressOf(plan: SweepPlan, { done, failed }: PieceLedger): SweepProgress {
  const rows = [...done.values()];
  const runs = rows.reduce((sum, piece) => sum + piece.runs, 0);
  const now = Date.now();
  const late = rows.filter(({ finished_at }) => now - Date.parse(finished_at) < MINUTE_MS);
  const first = late.reduce((least, piece) => Math.min(least, Date.parse(piece.finished_at) - piece.wall_ms), now);
  const seconds = (now - first) / 1000;
  const rate = late.length === 0 || seconds <= 0 ? null : late.reduce((sum, piece) => sum + piece.runs, 0) / seconds;
  return {
    runs: { total: plan.runs, done: runs },
    pieces: { total: piecesOf(plan), done: done.size, failed: failed.size },
    rate: rate === null ? null : Math.round(rate * 10) / 10,
    workers: new Set(late.map(({ worker }) => worker)).size,
    // Before anything is done: what was measured, on one thread.
    eta_seconds: Math.round(
      rate === null || rate === 0 ? ((plan.runs - runs) * plan.run_ms) / 1000 : (plan.runs - runs) / rate,
    ),
    failed_pieces: [...failed.values()].slice(0, LISTED_FAILURES),
  };
}
const LISTED_FAILURES = 20;

function factsOf(plan: SweepPlan, { done, failed }: PieceLedger, ledger: SweepFacts['ledger']): SweepFacts {
  const shares = new Map<string, WorkerShare>();
  for (const { worker, runs, wall_ms, cpu_ms } of done.values()) {
    const before = shares.get(worker) ?? { worker, pieces: 0, runs: 0, wall_ms: 0, cpu_ms: 0 };
    shares.set(worker, {
      worker,
      pieces: before.pieces + 1,
      runs: before.runs + runs,
      wall_ms: Math.round(before.wall_ms + wall_ms),
      cpu_ms: Math.round(before.cpu_ms + cpu_ms),
    });
  }
  return {
    pieces: { total: piecesOf(plan), done: done.size, failed: failed.size },
    workers: [...shares.values()],
    ledger,
  };
}
