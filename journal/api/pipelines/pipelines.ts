// Runs policies: now, or when their time comes. Owns every run under way.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../core/app.ts';
import { serviceActor, writeAs, type Actor } from '../core/call.ts';
import { conflict, Fault } from '../core/fault.ts';
import { runContext, type RunIdentity } from './book/context.ts';
import { firingsBetween, nextFiring } from './cron.ts';
import { EmulatorBudget } from './emulator-budget.ts';
import { dryRun, type Timing } from './dry-run.ts';
import { mayRun, storedPolicy, policyRow, type PolicyRow } from './policies.ts';
import { runSteps, type RunEnd } from './runner.ts';
import { QuerySandbox } from './sandbox/sandbox.ts';
import { finishRun, markInterrupted, presentRun, recordStep, runRow } from './runs.ts';

const RUNS_PER_HOUR = 60;
const HOUR_MS = 3_600_000;
/** How long a caller waits for a run before it is told that it is still under way. */
const PATIENCE_MS = 25_000;
const PREVIEW_BYTES = 64 * 1024;
/** Timers are set again at least this often: a machine that slept, or a clock that was set, must not be waited for. */
const LONGEST_TIMER_MS = 60_000 * 15;

type Trigger = 'scheduled' | 'manual' | 'mcp';

interface UnderWay {
  readonly policyId: string;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

export class Pipelines {
  /** Where queries of policies run. */
  readonly sandbox: QuerySandbox;
  readonly emulatorBudget: EmulatorBudget;
  readonly #app: App;
  readonly #underWay = new Map<string, UnderWay>();
  #timer: NodeJS.Timeout | undefined;
  #open = false;
  #asleep = false;

  constructor(app: App) {
    this.#app = app;
    this.emulatorBudget = new EmulatorBudget(app.now);
    this.sandbox = new QuerySandbox({
      database: app.home.database,
      withDataKey: (work) => app.vault.withDataKey(work),
    });
  }

  /** The book has been opened: settle what the last process left, then catch up and go on. */
  async opened(): Promise<void> {
    await markInterrupted(this.#app.store.db, this.#app.now());
    this.#open = true;
    this.reschedule();
  }

  /** The book is about to be closed: runs under way are stopped and written down first. */
  async closing(): Promise<void> {
    this.#open = false;
    clearTimeout(this.#timer);
    for (const { abort } of this.#underWay.values()) abort.abort();
    await Promise.allSettled([...this.#underWay.values()].map(({ done }) => done));
  }

  isRunning(policyId: string): boolean {
    return this.#count(policyId) > 0;
  }

  async status() {
    const rows = await this.#armed();
    const now = this.#app.now();
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
    // At once: the first look also finds what was missed.
    this.#timer = setTimeout(() => void this.#tick(), 0).unref();
  }

  /** Starts a run and waits a while for its end. */
  async run(policyId: string, options: { readonly dryRun: boolean; readonly actor: Actor }) {
    const row = await policyRow(this.#app.store.db, policyId);
    const policy = storedPolicy(row);
    if (!options.dryRun && !mayRun(row)) {
      const why = row.approved_hash === null ? 'has not been approved' : 'was changed after it was approved';
      throw new Fault(403, `this policy ${why}; approve it with "zorivest policies approve ${row.id}"`, {
        code: 'not_approved',
      });
    }
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
    return presentRun(await runRow(this.#app.store.db, runId));
  }

  async cancel(runId: string) {
    const { db } = this.#app.store;
    const row = await runRow(db, runId);
    const found = this.#underWay.get(runId);
    if (found) {
      await db.updateTable('pipeline_runs').set({ status: 'cancelling' }).where('id', '=', runId).execute();
      found.abort.abort();
      await Promise.race([found.done, sleep(PATIENCE_MS, undefined, { ref: false })]);
    }
    return presentRun(found ? await runRow(db, runId) : row);
  }

  #count(policyId: string): number {
    return [...this.#underWay.values()].filter((run) => run.policyId === policyId).length;
  }

  async #refuseTooMany(): Promise<void> {
    const { recent } = await this.#app.store.db
      .selectFrom('pipeline_runs')
      .select((eb) => eb.fn.countAll<number>().as('recent'))
      .where('created_at', '>', new Date(this.#app.now().getTime() - HOUR_MS).toISOString())
      .where('status', '!=', 'skipped_locked')
      .executeTakeFirstOrThrow();
    if (recent >= RUNS_PER_HOUR) throw new Fault(429, `at most ${RUNS_PER_HOUR} runs an hour`);
  }

  #armed(): Promise<PolicyRow[]> {
    return this.#app.store.db
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
    try {
      const now = this.#app.now();
      const rows = await this.#armed();
      for (const row of rows) await this.#fire(row, now);
      if (!this.#open) return;
      const times = rows.flatMap((row) => this.#next(row, now)?.getTime() ?? []);
      const wait = Math.min(LONGEST_TIMER_MS, ...times.map((at) => at - now.getTime()));
      if (rows.length > 0) this.#timer = setTimeout(() => void this.#tick(), Math.max(wait, 10)).unref();
    } catch (error) {
      this.#app.logs.feature('scheduler').error('the scheduler stumbled', { error });
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
      await this.#start(row, { trigger: 'scheduled', dryRun: false, actor: serviceActor, firedFor: at });
    }
    // Last: a crash before this finds the run of the firing in the book, marked as interrupted, and does not repeat it.
    await this.#app.store.db
      .updateTable('policies')
      .set({ last_fired_at: last.toISOString() })
      .where('id', '=', row.id)
      .where((eb) => eb.or([eb('last_fired_at', 'is', null), eb('last_fired_at', '<', last.toISOString())]))
      .execute();
  }

  /** Firings that came while the vault was locked or nothing ran, and are too old to be made up for. */
  async #noteMissed(row: PolicyRow, at: Date, count: number, now: Date): Promise<void> {
    await this.#app.store.db
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
    const now = this.#app.now();
    const run = {
      ...blankRun(row, options.trigger, options.actor.name, now),
      status: 'running',
      started_at: now.toISOString(),
      dry_run: options.dryRun ? 1 : 0,
      fired_for: options.firedFor?.toISOString() ?? null,
    };
    // The row is there before the first step: a crash leaves a trace, and one firing never has two runs.
    const isNew = await writeAs(
      this.#app,
      { actor: options.actor, requestId: null, label: 'pipeline.run' },
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
    const done = this.#carryOut(row, run.id, options, abort.signal).finally(() => this.#underWay.delete(run.id));
    this.#underWay.set(run.id, { policyId: row.id, abort, done });
    return { runId: run.id, done };
  }

  async #carryOut(
    row: PolicyRow,
    runId: string,
    options: { readonly dryRun: boolean; readonly actor: Actor },
    signal: AbortSignal,
  ): Promise<void> {
    const app = this.#app;
    const identity: RunIdentity = {
      policyId: row.id,
      policyName: row.name,
      runId,
      contentHash: row.content_hash,
      dryRun: options.dryRun,
      createdBy: options.actor.name,
      confirmed: options.actor.role === 'person',
    };
    const timing: Timing = {
      now: app.now,
      random: Math.random,
      sleep: (ms, stop) => sleep(ms, undefined, { signal: stop, ref: false }).catch(() => {}),
      signal,
    };
    let end: RunEnd;
    try {
      if (options.dryRun) {
        const tried = await dryRun(app, storedPolicy(row), identity, timing);
        for (const record of tried.records) await recordStep(app.store.db, runId, record);
        end = tried.end;
      } else {
        const context = runContext(app, app.store.db, identity);
        const record = (step: Parameters<typeof recordStep>[2]) => recordStep(app.store.db, runId, step);
        end = await runSteps(storedPolicy(row), { ...timing, context, record });
      }
    } catch (error) {
      app.logs.feature('scheduler').error('a run failed unexpectedly', { error, run_id: runId });
      end = { status: 'failed', error: 'failed unexpectedly; the cause is in the log', outputs: new Map() };
    }
    const previewHtml = options.dryRun ? previewOf(end) : null;
    await finishRun(app.store.db, runId, { status: end.status, error: end.error, previewHtml, at: app.now() });
    app.events.emit('write', {
      action: 'pipeline.complete',
      resource_type: 'pipeline_run',
      resource_id: runId,
      actor: options.actor.name,
      tool: options.actor.tool,
    });
  }
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
