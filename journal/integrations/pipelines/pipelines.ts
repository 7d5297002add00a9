// Runs policies: now, or when their time comes. Owns every active run.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@zorivest/kernel/log';
import {
  type Actor,
  type BookAccess,
  type Call,
  conflict,
  createCall,
  type EventBus,
  Fault,
  type KeySource,
  type RowChange,
  serviceActor,
  type StoppedWork,
  writeAs,
} from '@zorivest/store';
import { runContext, type RunIdentity } from './stored/context.ts';
import { templateNames } from './approval.ts';
import { sandboxedSql } from './stored/sql-engine.ts';
import { templatesNamed } from './template-rows.ts';
import { policyHash } from './canonical.ts';
import { firingsBetween, nextFiring } from './cron.ts';
import { EmulatorBudget } from './emulator-budget.ts';
import { type EmulationResult, emulate, type Phase } from './emulator.ts';
import { dryRun, type Timing } from './dry-run.ts';
import type { RunParts } from './parts.ts';
import { mayRun, policyRow, refreshHashes, storedPolicy, type PolicyRow, type Scheduler } from './policies.ts';
import type { NamedTemplates } from './ports.ts';
import type { SqlEngine } from './sql.ts';
import { runSteps, type RunEnd, type StepRecord } from './runner.ts';
import { QuerySandbox } from './sandbox/sandbox.ts';
import { finishRun, markInterrupted, presentRun, recordStep, rowsOfRun, runRow } from './runs.ts';

const RUNS_PER_HOUR = 60;
const HOUR_MS = 3_600_000;
/** How long a caller waits for a run before it gets the answer that the run is still active. */
const PATIENCE_MS = 25_000;
const PREVIEW_BYTES = 64 * 1024;
/** Timers are set again at least this often: a machine that slept, or a clock that was set, must not be waited for. */
const LONGEST_TIMER_MS = 60_000 * 15;

/** How often the scheduler looks whether a stop has been lifted. */
const LOCKED_TIMER_MS = 5000;

type Trigger = 'scheduled' | 'manual' | 'mcp';

interface ActiveRun {
  readonly policyId: string;
  readonly actor: Actor;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/** What the scheduler needs of the service. */
export interface PipelineParts extends Omit<RunParts, 'sandbox' | 'weekPage'>, BookAccess {
  /** The week on one page, as somebody asks for it. */
  readonly weekPage: (call: Call, week: string) => ReturnType<RunParts['weekPage']>;
  readonly vault: KeySource & { withDataKey<T>(work: (dataKey: Uint8Array) => T): T };
  readonly logs: { feature(name: 'scheduler'): Pick<Logger, 'error'> };
  readonly events: Pick<EventBus, 'emit'>;
  readonly guard: { readonly isLocked: boolean };
  /** Called with the active runs whenever they change. */
  readonly runsChanged: (runs: readonly StoppedWork[]) => void;
}

/** Reads for a run: it changes nothing by it. */
function callOfRun(book: BookAccess, signal: AbortSignal): Call {
  return createCall({
    book,
    actor: serviceActor,
    requestId: randomUUID(),
    signal,
    stopped: signal,
    storing: () => false,
    label: undefined,
    touchesTrades: false,
    setStatus: () => {},
  });
}

export class Pipelines implements Scheduler {
  readonly #parts: Omit<PipelineParts, 'weekPage'> & RunParts;
  readonly #emulatorBudget: EmulatorBudget;
  readonly #activeRuns = new Map<string, ActiveRun>();
  #timer: NodeJS.Timeout | undefined;
  #open = false;
  #asleep = false;

  constructor(parts: PipelineParts) {
    const { home, vault } = parts;
    const sandbox = new QuerySandbox({ database: home.database, withDataKey: (work) => vault.withDataKey(work) });
    this.#parts = {
      ...parts,
      sandbox,
      weekPage: (week, signal) => parts.weekPage(callOfRun(parts, signal), week),
    };
    this.#emulatorBudget = new EmulatorBudget(parts.now);
  }

  get sql(): SqlEngine {
    return sandboxedSql(this.#parts);
  }

  /** Tries a policy text; limited per hour. */
  emulate(document: unknown, phases: readonly Phase[], signal: AbortSignal): Promise<EmulationResult> {
    this.#emulatorBudget.spend(document);
    return emulate(this.#parts, document, phases, this.#timing(signal));
  }

  /** The book has been opened: settle what the last process left, then catch up and go on. */
  async opened(): Promise<void> {
    await markInterrupted(this.#parts.store.db, this.#parts.now());
    await refreshHashes(this.#parts.store.db);
    this.#open = true;
    this.reschedule();
  }

  /** The book is about to be closed: active runs are stopped and recorded first. */
  async closing(): Promise<void> {
    this.#open = false;
    clearTimeout(this.#timer);
    for (const { abort } of this.#activeRuns.values()) abort.abort();
    await Promise.allSettled([...this.#activeRuns.values()].map(({ done }) => done));
  }

  isRunning(policyId: string): boolean {
    return this.#count(policyId) > 0;
  }

  async status() {
    const rows = await this.#armed();
    const now = this.#parts.now();
    const jobs = rows.map((row) => ({
      id: row.id,
      name: row.name,
      next_run: this.#next(row, now)?.toISOString() ?? null,
    }));
    return { running: this.#open && !this.#asleep, job_count: jobs.length, jobs };
  }

  /** Before sleep nothing new is started; after it, what was missed is handled like after a restart. */
  power(event: 'suspend' | 'resume'): void {
    this.#asleep = event === 'suspend';
    this.reschedule();
  }

  /** Sets the one timer to the next thing to do. Cheap, and safe to call after any change. */
  reschedule(): void {
    clearTimeout(this.#timer);
    if (!this.#open || this.#asleep) return;
    // Immediately: the first look also finds what was missed.
    this.#timer = setTimeout(() => void this.#tick(), 0).unref();
  }

  /** Starts a run and waits a while for its end. */
  async run(policyId: string, options: { readonly dryRun: boolean; readonly actor: Actor }) {
    const row = await policyRow(this.#parts.store.db, policyId);
    const policy = storedPolicy(row);
    if (!options.dryRun && !mayRun(row)) throw notApproved(row);
    if (this.#count(policyId) >= policy.trigger.max_instances) throw conflict('this policy is already running');
    await this.#refuseTooMany();
    const trigger: Trigger = options.actor.tool === null ? 'manual' : 'mcp';
    const started = await this.#start(row, {
      trigger,
      dryRun: options.dryRun,
      actor: options.actor,
      firedFor: null,
    });
    if (!started) throw conflict('this policy is already running');
    const { runId, done } = started;
    await Promise.race([done, sleep(PATIENCE_MS, undefined, { ref: false })]);
    return presentRun(await runRow(this.#parts.store.db, runId));
  }

  /** What a run has left in the book by now. */
  rowsOf(runId: string): RowChange[] {
    return rowsOfRun(this.#parts.store.connection, runId);
  }

  async cancel(runId: string) {
    const { db } = this.#parts.store;
    const row = await runRow(db, runId);
    const found = this.#activeRuns.get(runId);
    if (found) {
      await db.updateTable('pipeline_runs').set({ status: 'cancelling' }).where('id', '=', runId).execute();
      found.abort.abort();
      await Promise.race([found.done, sleep(PATIENCE_MS, undefined, { ref: false })]);
    }
    return presentRun(found ? await runRow(db, runId) : row);
  }

  /** Ends every active run, no matter who started it; what it has stored remains. */
  stopRuns(): StoppedWork[] {
    const runs = this.#runs();
    for (const { abort } of this.#activeRuns.values()) abort.abort();
    return runs;
  }

  #runs(): StoppedWork[] {
    return [...this.#activeRuns].map(([runId, { actor }]) => ({
      request_id: runId,
      actor: actor.name,
      action: 'pipeline.run',
      tool: actor.tool,
    }));
  }

  #count(policyId: string): number {
    return [...this.#activeRuns.values()].filter((run) => run.policyId === policyId).length;
  }

  async #refuseTooMany(): Promise<void> {
    const { recent } = await this.#parts.store.db
      .selectFrom('pipeline_runs')
      .select((eb) => eb.fn.countAll<number>().as('recent'))
      .where('created_at', '>', new Date(this.#parts.now().getTime() - HOUR_MS).toISOString())
      .where('status', '!=', 'skipped_locked')
      .executeTakeFirstOrThrow();
    if (recent >= RUNS_PER_HOUR) throw new Fault(429, `at most ${RUNS_PER_HOUR} runs an hour`);
  }

  #armed(): Promise<PolicyRow[]> {
    return this.#parts.store.db
      .selectFrom('policies')
      .selectAll()
      .where('enabled', '=', 1)
      .where('approved', '=', 1)
      .whereRef('approved_hash', '=', 'content_hash')
      .orderBy('name')
      .execute();
  }

  #next(row: PolicyRow, after: Date): Date | null {
    const { cron_expression, timezone } = storedPolicy(row).trigger;
    return nextFiring(cron_expression, timezone, after);
  }

  async #tick(): Promise<void> {
    if (!this.#open) return;
    if (this.#parts.guard.isLocked) {
      // A stop applies to scheduled runs too; what was missed meanwhile is handled like after a restart.
      this.#timer = setTimeout(() => void this.#tick(), LOCKED_TIMER_MS).unref();
      return;
    }
    try {
      const now = this.#parts.now();
      const rows = await this.#armed();
      for (const row of rows) await this.#fire(row, now);
      if (!this.#open) return;
      const times = rows.flatMap((row) => this.#next(row, now)?.getTime() ?? []);
      const wait = Math.min(LONGEST_TIMER_MS, ...times.map((at) => at - now.getTime()));
      if (rows.length > 0) this.#timer = setTimeout(() => void this.#tick(), Math.max(wait, 10)).unref();
    } catch (error) {
      this.#parts.logs.feature('scheduler').error('the scheduler failed', { error });
      if (this.#open) this.#timer = setTimeout(() => void this.#tick(), LONGEST_TIMER_MS).unref();
    }
  }

  /** Handles every firing of one policy since the last that was handled. */
  async #fire(row: PolicyRow, now: Date): Promise<void> {
    const { cron_expression, timezone, misfire_grace_time, coalesce, max_instances } = storedPolicy(row).trigger;
    const since = new Date(row.last_fired_at ?? row.approved_at ?? row.created_at);
    const due = firingsBetween(cron_expression, timezone, since, now, 1000);
    const last = due.at(-1);
    if (!last) return;
    const fresh = due.filter((at) => now.getTime() - at.getTime() <= misfire_grace_time * 1000);
    const stale = due.length - fresh.length;
    if (stale > 0) await this.#noteMissed(row, due[stale - 1] ?? last, stale, now);
    for (const at of coalesce ? fresh.slice(-1) : fresh.slice(-max_instances)) {
      if (this.#count(row.id) >= max_instances) break;
      await this.#start(row, { trigger: 'scheduled', dryRun: false, actor: serviceActor, firedFor: at }).catch(
        (error: unknown) => {
          // Changed since the list was read: it waits for its approval, and the others run.
          if (!(error instanceof Fault) || error.code !== 'not_approved') throw error;
        },
      );
    }
    // Last: a crash before this finds the run of the firing in the book, marked as interrupted, and does not repeat it.
    await this.#parts.store.db
      .updateTable('policies')
      .set({ last_fired_at: last.toISOString() })
      .where('id', '=', row.id)
      .where((eb) => eb.or([eb('last_fired_at', 'is', null), eb('last_fired_at', '<', last.toISOString())]))
      .execute();
  }

  /** Firings that came while the vault was locked or nothing ran, and are too old to be made up for. */
  async #noteMissed(row: PolicyRow, at: Date, count: number, now: Date): Promise<void> {
    await this.#parts.store.db
      .insertInto('pipeline_runs')
      .values({
        ...blankRun(row, 'scheduled', serviceActor.name, now),
        status: 'skipped_locked',
        fired_for: at.toISOString(),
        completed_at: now.toISOString(),
        error: `${count === 1 ? 'a firing was' : `${count} firings were`} missed while the vault was locked or the service off`,
      })
      .onConflict((clash) => clash.columns(['policy_id', 'fired_for']).doNothing())
      .execute();
  }

  async #start(
    row: PolicyRow,
    options: {
      readonly trigger: Trigger;
      readonly dryRun: boolean;
      readonly actor: Actor;
      readonly firedFor: Date | null;
    },
  ): Promise<{ runId: string; done: Promise<void> } | null> {
    const now = this.#parts.now();
    const policy = storedPolicy(row);
    const namedTemplates = await templatesNamed(this.#parts.store.db, templateNames(policy));
    // What is about to run is what was approved, to the letter: asked of the very texts that the run gets.
    if (!options.dryRun && policyHash(policy, namedTemplates) !== row.approved_hash) throw notApproved(row);
    const run = {
      ...blankRun(row, options.trigger, options.actor.name, now),
      status: 'running',
      started_at: now.toISOString(),
      dry_run: options.dryRun ? 1 : 0,
      fired_for: options.firedFor?.toISOString() ?? null,
    };
    // The row is there before the first step: a crash leaves a trace, and one firing never has two runs.
    const isNew = await writeAs(
      this.#parts,
      { actor: options.actor, requestId: null, label: 'pipeline.run', touchesTrades: false },
      async ({ db, audit }) => {
        const { numInsertedOrUpdatedRows = 0n } = await db
          .insertInto('pipeline_runs')
          .values(run)
          .onConflict((clash) => clash.columns(['policy_id', 'fired_for']).doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows === 0n) return false;
        audit({
          resource: 'pipeline_run',
          id: run.id,
          after: { policy_id: row.id, trigger: options.trigger, dry_run: options.dryRun },
        });
        return true;
      },
    );
    if (!isNew) return null;
    const abort = new AbortController();
    const done = this.#carryOut(row, run.id, { ...options, namedTemplates }, abort.signal).finally(() => {
      this.#activeRuns.delete(run.id);
      this.#parts.runsChanged(this.#runs());
    });
    this.#activeRuns.set(run.id, { policyId: row.id, actor: options.actor, abort, done });
    this.#parts.runsChanged(this.#runs());
    this.#tell(row, run.id, options, { status: 'running' });
    return { runId: run.id, done };
  }

  async #carryOut(
    row: PolicyRow,
    runId: string,
    options: { readonly dryRun: boolean; readonly actor: Actor; readonly namedTemplates: NamedTemplates },
    signal: AbortSignal,
  ): Promise<void> {
    const parts = this.#parts;
    const identity: RunIdentity = {
      policyId: row.id,
      policyName: row.name,
      runId,
      contentHash: row.content_hash,
      namedTemplates: options.namedTemplates,
      dryRun: options.dryRun,
      createdBy: options.actor.name,
      confirmed: options.actor.role === 'person',
    };
    const timing = this.#timing(signal);
    const record = async (step: StepRecord) => {
      await recordStep(parts.store.db, runId, step);
      this.#tell(row, runId, options, { status: 'running', step_id: step.stepId, step_status: step.status });
    };
    let end: RunEnd;
    try {
      if (options.dryRun) {
        const tried = await dryRun(parts, storedPolicy(row), identity, timing);
        for (const step of tried.records) await record(step);
        end = tried.end;
      } else {
        const context = runContext(parts, parts.store.db, identity);
        end = await runSteps(storedPolicy(row), { ...timing, context, record });
      }
    } catch (error) {
      parts.logs.feature('scheduler').error('a run failed unexpectedly', { error, run_id: runId });
      end = { status: 'failed', error: 'failed unexpectedly; the cause is in the log', outputs: new Map() };
    }
    const previewHtml = options.dryRun ? previewOf(end) : null;
    await finishRun(parts.store.db, runId, { status: end.status, error: end.error, previewHtml, at: parts.now() });
    this.#tell(row, runId, options, { status: end.status });
    parts.events.emit('write', {
      action: 'pipeline.complete',
      resource_type: 'pipeline_run',
      resource_id: runId,
      actor: options.actor.name,
      tool: options.actor.tool,
    });
  }

  /** Publishes that a run began, each step that ended, and how the run ended. */
  #tell(
    row: PolicyRow,
    runId: string,
    { actor, dryRun }: { readonly actor: Actor; readonly dryRun: boolean },
    how: { readonly status: string; readonly step_id?: string; readonly step_status?: string },
  ): void {
    const run = { run_id: runId, policy_id: row.id, policy_name: row.name, dry_run: dryRun };
    this.#parts.events.emit('run', { ...run, actor: actor.name, tool: actor.tool, ...how });
  }

  #timing(signal: AbortSignal): Timing {
    return {
      now: this.#parts.now,
      random: Math.random,
      sleep: (ms, stop) => sleep(ms, undefined, { signal: stop, ref: false }).catch(() => {}),
      signal,
    };
  }
}

function notApproved(row: PolicyRow): Fault {
  const why =
    row.approved_at === null
      ? 'has not been approved as it stands'
      : 'was changed after it was approved, or a template it names was';
  return new Fault(403, `this policy ${why}; approve it with "zorivest policy approve ${row.id}"`, {
    code: 'not_approved',
  });
}

/** What a person would have got to see: what the last send would have sent, else the last page rendered. */
function previewOf({ outputs }: RunEnd): string | null {
  for (const output of [...outputs.values()].toReversed()) {
    const { preview_html, html } = (output ?? {}) as { preview_html?: unknown; html?: unknown };
    const page = preview_html ?? html;
    if (typeof page === 'string') return page.slice(0, PREVIEW_BYTES);
  }
  return null;
}

function blankRun(row: PolicyRow, trigger: Trigger, createdBy: string, now: Date) {
  return {
    id: randomUUID(),
    policy_id: row.id,
    trigger_type: trigger,
    started_at: null as string | null,
    completed_at: null as string | null,
    duration_ms: null,
    error: null as string | null,
    dry_run: 0,
    created_by: createdBy,
    content_hash: row.content_hash,
    preview_html: null,
    created_at: now.toISOString(),
  };
}
