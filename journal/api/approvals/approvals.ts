// Writes that wait for the person. A key asks for one, the service tries it and shows what it would change, and a yes makes
// the service do exactly that. Time running out, a stop, a lock and the end of a key are a no.
import {
  type AnyEndpoint,
  type Approval,
  APPROVAL_FILE_BYTES,
  type ApprovalSummary,
  type HandlerInput,
  type ReceivedFile,
} from '@zorivest/contract';
import type { Selectable } from 'kysely';
import type { Control } from '../control/control.ts';
import {
  type Actor,
  conflict,
  type EventBus,
  Fault,
  flagValue,
  type Home,
  invalidField,
  notFound,
  originOf,
  type RandomBytes,
  serviceActor,
  stoppedByGuard,
} from '@zorivest/store';
import type { BookAnswer, Staging } from '../answering/answer.ts';
import { answerFor } from '../answering/errors.ts';
import { type Staged, type Window } from '../staging/card.ts';
import type { KeyModes } from '../vault/modes.ts';
import { refuseRole } from '../vault/roles.ts';
import type { Vault } from '../vault/vault.ts';
import { effectsOfAct, effectsOfTried } from './effects.ts';
import { ApprovalFiles, type KeptFile } from './files.ts';
import {
  digestOf,
  endpointNamed,
  isAdding,
  readOperation,
  type SentInput,
  tooLarge,
  type WriteEndpoint,
  writeNamed,
} from './operation.ts';
import type { Act, Performer } from './performer.ts';
import type { PersonFirst } from './person-first.ts';
import type { ApprovalTables } from './tables.ts';

/** How long decided ones can still be looked at; the audit keeps them for good. */
const KEPT_MS = 24 * 3_600_000;
/** How long they are listed. */
const LISTED_MS = 3_600_000;
const MINUTE = 60_000;
/** A key that asks and asks must not bury the person in cards. */
const MOST_WAITING = 5;
const MOST_WAITING_BYTES = 1024 * 1024;

type Row = Selectable<ApprovalTables['approvals']>;
type Status = Approval['status'];

/** What a list shows; the rest is read when one is opened. */
const SUMMARY = [
  'id',
  'key_id',
  'operation',
  'kind',
  'status',
  'told',
  'effects',
  'next_id',
  'asked_at',
  'expires_at',
  'decided_at',
] as const satisfies readonly (keyof Row)[];
type SummaryRow = Pick<Row, (typeof SUMMARY)[number]>;

interface Request extends SentInput {
  readonly operation: string;
  readonly upload_id?: string | undefined;
  readonly told?: ApprovalSummary['told'] | undefined;
  readonly file?: ReceivedFile | undefined;
}

interface Asking {
  readonly actor: Actor;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/** A yes that stands for more writes of one operation by one key. */
interface Allowance {
  readonly keyId: string;
  readonly operation: string;
  readonly until: number;
}

/** How it ended: the answer of the write, or why there is none. */
type Outcome =
  | { readonly result: unknown }
  | { readonly error: { readonly status: number; readonly error: string; readonly detail: unknown } };

interface ApprovalParts {
  readonly home: Pick<Home, 'approvals'>;
  readonly control: Control;
  readonly events: EventBus;
  readonly now: () => Date;
  readonly random: RandomBytes;
  readonly modes: KeyModes;
  readonly vault: () => Pick<Vault, 'bootstrap' | 'refuseStale'>;
  readonly guard: { readonly isLocked: boolean };
  readonly personFirst: PersonFirst;
  readonly performer: () => Performer;
  /** How long the person has. */
  readonly waitMinutes: () => number;
  /** Told of what was done for a key, as of a request that it sent. */
  readonly noticed: (act: Act, answer: BookAnswer, milliseconds: number) => void;
}

const isOpen = (status: string): boolean => status === 'waiting' || status === 'running';

export class Approvals {
  readonly #parts: ApprovalParts;
  readonly #files: ApprovalFiles;
  readonly #waiting = new Set<() => void>();
  /** One after another for each key, so that two who ask for the same join. */
  readonly #asking = new Map<string, Promise<unknown>>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #allowances: readonly Allowance[] = [];
  /** Ends what is being tried. */
  #ended = new AbortController();

  constructor(parts: ApprovalParts) {
    this.#parts = parts;
    this.#files = new ApprovalFiles(parts.home);
  }

  /** The book is open: what waited goes on waiting, and what was being done when the service ended is looked into. */
  async open(): Promise<void> {
    this.#ended = new AbortController();
    const { control } = this.#parts;
    const rows = control.all(control.db.selectFrom('approvals').selectAll());
    for (const row of rows.filter(({ status }) => status === 'running')) await this.#lookInto(row);
    const waiting = rows.filter(({ status }) => status === 'waiting');
    for (const { id, expires_at } of waiting) this.#startClock(id, expires_at);
    const files = waiting.flatMap(({ file }) => (file === null ? [] : [fileOf(file).id ?? '']));
    this.#files.dropOthers(new Set(files));
  }

  /** The book is closed; what waits is kept. */
  close(): void {
    this.#ended.abort();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#allowances = [];
  }

  async request(asking: Asking, request: Request): Promise<Approval> {
    const { keyId } = asking.actor;
    if (keyId === null) throw new Fault(403, "the person needs nobody's approval; only a key asks for one");
    const endpoint = writeNamed(request.operation);
    this.#refuse(endpoint, asking.actor);
    const before = this.#asking.get(keyId) ?? Promise.resolve();
    const asked = before.catch(() => {}).then(() => this.#ask({ ...asking, keyId }, endpoint, request));
    this.#asking.set(keyId, asked);
    try {
      return await asked;
    } finally {
      if (this.#asking.get(keyId) === asked) this.#asking.delete(keyId);
    }
  }

  list(actor: Actor, status?: string): ApprovalSummary[] {
    const { control } = this.#parts;
    let rows = control.db.selectFrom('approvals').select(SUMMARY).orderBy('asked_at', 'desc').limit(500);
    if (actor.keyId !== null) rows = rows.where('key_id', '=', actor.keyId);
    const since = this.#now() - LISTED_MS;
    const recent = rows.where((eb) => eb.or([eb('asked_at', '>=', since), eb('status', '=', 'waiting')]));
    const shown = control.all(recent).map((row) => this.#summary(row));
    return status === undefined ? shown : shown.filter((one) => one.status === status);
  }

  /** The request as it is, once it has ended or the time to wait is over. */
  async wait(actor: Actor, id: string, seconds: number, signal: AbortSignal): Promise<Approval> {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', () => resolve());
    let done = false;
    void over.then(() => (done = true));
    try {
      for (;;) {
        const row = this.#find(actor, id);
        const found = this.#shown(row);
        if (!isOpen(found.status) || done || signal.aborted || seconds === 0) {
          if (actor.keyId !== null) this.#fetched(row, found.status);
          return found;
        }
        const { promise: changed, resolve: wake } = Promise.withResolvers<void>();
        this.#waiting.add(wake);
        await Promise.race([changed, over]).finally(() => this.#waiting.delete(wake));
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** Everything that a waiting write would change: it is tried once more and looked at. */
  async changes(asking: Asking, id: string, page: Window) {
    const row = this.#find(asking.actor, id);
    const { status, changes } = this.#shown(row);
    if (row.changes_digest === null || status !== 'waiting') {
      return { items: changes.slice(page.offset, page.offset + page.limit), total: row.total, ...page };
    }
    const { staged } = await this.#try(this.#actOf(row), row, page, asking.signal);
    if (staged.digest !== row.changes_digest) {
      throw new Fault(409, 'it would change something else by now; deciding shows what', { code: 'changed_since' });
    }
    return { items: [...staged.changes], total: staged.total, ...page };
  }

  async decide(
    asking: Omit<Asking, 'signal'>,
    id: string,
    decision: 'approve' | 'deny',
    forMinutes: number | undefined,
  ): Promise<Approval> {
    const { control, vault } = this.#parts;
    const row = this.#find(asking.actor, id);
    const { status, adds } = this.#summary(row);
    if (status !== 'waiting') throw conflict(`the request for approval ${id} is ${status} already`);
    if (forMinutes !== undefined && (decision === 'deny' || !adds)) {
      throw invalidField('for_minutes', 'is only for approving what adds something');
    }
    const now = this.#now();
    const isYes = decision === 'approve';
    if (isYes && endpointNamed(row.operation)?.wantsPassphrase === true) vault().refuseStale(asking.actor);
    const decided: Row = { ...row, status: isYes ? 'running' : 'denied', decided_at: now };
    control.write(originOf(asking, `approval.${decision}`), (audit) => {
      this.#store(decided);
      audit({
        resource: 'approval',
        id,
        before: this.#summary(row),
        after: { ...this.#summary(decided), for_minutes: forMinutes ?? null },
      });
    });
    this.#changed(decided);
    if (!isYes) return this.#shown(decided);
    if (forMinutes !== undefined) {
      const allowance = { keyId: row.key_id, operation: row.operation, until: now + forMinutes * MINUTE };
      this.#allowances = [...this.#allowances.filter(({ until }) => until > now), allowance];
    }
    return this.#carryOut(decided);
  }

  /** A stop, a lock of the vault, another mode or the end of a key: what waits is denied, and allowances end. */
  endAll(keyId?: string): void {
    this.#allowances = keyId === undefined ? [] : this.#allowances.filter((one) => one.keyId !== keyId);
    if (keyId === undefined) {
      this.#ended.abort();
      this.#ended = new AbortController();
    }
    const { control } = this.#parts;
    let waiting = control.db.selectFrom('approvals').selectAll().where('status', '=', 'waiting');
    if (keyId !== undefined) waiting = waiting.where('key_id', '=', keyId);
    for (const row of control.all(waiting)) {
      const status = row.expires_at <= this.#now() ? 'expired' : 'denied';
      this.#end(row, { status, decided_at: this.#now() });
    }
  }

  async #ask(asking: Asking & { keyId: string }, endpoint: WriteEndpoint, request: Request): Promise<Approval> {
    const { keyId, actor, signal } = asking;
    const { operation, params, query, body, upload_id, told, file } = request;
    if (file !== undefined && upload_id !== undefined) throw invalidField('upload_id', 'is not taken beside a file');
    const received = file ?? (upload_id === undefined ? null : namedUpload(upload_id));
    const sent: SentInput = { params, query, body };
    const input = readOperation(endpoint, sent, received);
    const digest = digestOf(operation, input);
    const joined = this.#joinable(keyId, digest);
    if (joined) {
      const shown = this.#shown(joined);
      this.#fetched(joined, shown.status);
      return shown;
    }
    const size = Buffer.byteLength(JSON.stringify([sent, told ?? null]));
    this.#refuseFlood(keyId, size, file?.size ?? 0);
    const { random } = this.#parts;
    const id = `apr_${random(12).toString('hex')}`;
    const now = this.#now();
    const kept: KeptFile | null = file
      ? await this.#files.keep(id, file)
      : upload_id === undefined
        ? null
        : { upload_id };
    const row: Row = {
      id,
      key_id: keyId,
      operation,
      kind: endpoint.write,
      status: 'waiting',
      told: told ? JSON.stringify(told) : null,
      effects: '[]',
      input: JSON.stringify(sent),
      file: kept === null ? null : JSON.stringify(kept),
      digest,
      seed: random(16).toString('hex'),
      staged_at: new Date(now).toISOString(),
      changes_digest: null,
      changes: '[]',
      sums: '[]',
      total: 0,
      size,
      outcome: null,
      next_id: null,
      is_fetched: 0,
      asked_at: now,
      expires_at: now + this.#parts.waitMinutes() * MINUTE,
      decided_at: null,
    };
    try {
      const asked =
        endpoint.write === 'book'
          ? await this.#stageRow(row, { endpoint, input, actor, requestId: id }, signal)
          : { ...row, effects: JSON.stringify(effectsOfAct(operation, endpoint, sent)) };
      return await this.#place(asking, asked);
    } catch (error) {
      if (kept?.id !== undefined) this.#files.drop(kept.id);
      throw error;
    }
  }

  /** Shown to the person, or done at once where they have agreed already or nothing would change. */
  async #place(asking: Asking, row: Row): Promise<Approval> {
    const { control } = this.#parts;
    this.#refuse(writeNamed(row.operation), asking.actor);
    const isAllowed = this.#allowances.some(
      ({ keyId, operation, until }) => keyId === row.key_id && operation === row.operation && until > this.#now(),
    );
    const isDone = row.status === 'approved';
    const placed: Row = isAllowed && !isDone ? { ...row, status: 'running', decided_at: this.#now() } : row;
    control.write(originOf(asking, 'approval.request'), (audit) => {
      control.run(control.db.deleteFrom('approvals').where('expires_at', '<', this.#now() - KEPT_MS));
      this.#store(placed);
      audit({ resource: 'approval', id: row.id, after: this.#summary(placed) });
    });
    if (isDone) {
      this.#letGo(placed);
      this.#fetched(placed, this.#statusOf(placed));
      return this.#shown(placed);
    }
    if (isAllowed) {
      const done = await this.#carryOut(placed);
      this.#fetched(this.#find(asking.actor, done.id), done.status);
      return done;
    }
    this.#startClock(row.id, row.expires_at);
    this.#changed(placed);
    return this.#shown(placed);
  }

  async #stageRow(row: Row, act: Act, signal: AbortSignal): Promise<Row> {
    const { staged, answer } = await this.#try(act, row, null, signal);
    const fileName = row.file === null ? null : (fileOf(row.file).name ?? null);
    const effects = effectsOfTried(row.operation, { staged, answer, fileName });
    const tried = { ...row, ...stagedColumns(staged), effects: JSON.stringify(effects) };
    // What leaves the book as it is needs nobody's yes: a preview, or a write of what is there already.
    if (staged.all > 0) return tried;
    return { ...tried, status: 'approved', decided_at: row.asked_at, outcome: JSON.stringify({ result: answer }) };
  }

  async #try(
    act: Act,
    row: Row,
    page: Window | null,
    signal: AbortSignal,
  ): Promise<{ staged: Staged; answer: unknown }> {
    const { personFirst, performer } = this.#parts;
    const ended = AbortSignal.any([signal, this.#ended.signal]);
    try {
      const answer = await personFirst.attempt((end) => performer().stage(act, stagingOf(row, null, page), end), ended);
      if (answer.staged === undefined) throw new TypeError(`${row.operation} was not staged`);
      return { staged: answer.staged, answer: parsed(answer) };
    } catch (error) {
      if (this.#ended.signal.aborted || this.#parts.guard.isLocked) throw stoppedByGuard();
      throw error;
    }
  }

  /** Does what the person has agreed to. The row says that it is being done; how it ended is stored before it is told. */
  async #carryOut(row: Row): Promise<Approval> {
    let ended: Row;
    try {
      const act = this.#actOf(row);
      this.#refuse(writeNamed(row.operation), act.actor);
      const { performer, noticed } = this.#parts;
      const begun = performance.now();
      const answer = await (row.changes_digest === null
        ? performer().perform(act)
        : performer().stage(act, stagingOf(row, row.changes_digest, null), this.#ended.signal));
      const { staged } = answer;
      if (staged !== undefined && !staged.isStored) return this.#askAnew(row, staged);
      noticed(act, answer, performance.now() - begun);
      ended = this.#end(row, { status: 'approved', outcome: outcomeOf({ result: parsed(answer) }) });
    } catch (error) {
      ended = await this.#failed(row, error);
    }
    return this.#shown(ended);
  }

  async #failed(row: Row, error: unknown): Promise<Row> {
    const { guard, control } = this.#parts;
    const current = control.first(control.db.selectFrom('approvals').selectAll().where('id', '=', row.id)) ?? row;
    // A process that ended in the middle says nothing of what it had stored; the book does.
    if (row.changes_digest !== null && (await this.#isInBook(row.id).catch(() => false))) {
      return this.#end(current, { status: 'approved', outcome: null });
    }
    const { status, code, detail } = answerFor(error);
    if (code === 'guard_locked' || guard.isLocked) return this.#end(current, { status: 'denied' });
    return this.#end(current, { status: 'failed', outcome: outcomeOf({ error: { status, error: code, detail } }) });
  }

  /** What it would do is not what was agreed to: another card takes its place, and nothing was stored. */
  #askAnew(row: Row, staged: Staged): Approval {
    const { random, control } = this.#parts;
    const now = this.#now();
    const fileName = row.file === null ? null : (fileOf(row.file).name ?? null);
    const next: Row = {
      ...row,
      ...stagedColumns(staged),
      effects: JSON.stringify(effectsOfTried(row.operation, { staged, answer: null, fileName })),
      id: `apr_${random(12).toString('hex')}`,
      status: 'waiting',
      asked_at: now,
      expires_at: now + this.#parts.waitMinutes() * MINUTE,
      decided_at: null,
    };
    const changed: Row = { ...row, status: 'changed_since', next_id: next.id };
    control.write({ actor: serviceActor, requestId: null, label: 'approval.changed_since' }, (audit) => {
      this.#store(next);
      this.#store(changed);
      audit({ resource: 'approval', id: row.id, after: this.#summary(changed) });
    });
    this.#startClock(next.id, next.expires_at);
    this.#changed(next);
    this.#changed(changed);
    return this.#shown(changed);
  }

  /** The service ended while it was being done. */
  async #lookInto(row: Row): Promise<void> {
    if (row.changes_digest === null) {
      const detail =
        'the service ended while this was being done; whether it was is not known, and it is not done again';
      this.#end(row, {
        status: 'failed',
        outcome: outcomeOf({ error: { status: 503, error: 'outcome_unknown', detail } }),
      });
      return;
    }
    if (await this.#isInBook(row.id)) {
      this.#end(row, { status: 'approved' });
      return;
    }
    const detail = 'the service ended before this was stored; nothing was changed, ask again';
    this.#end(row, { status: 'failed', outcome: outcomeOf({ error: { status: 503, error: 'unavailable', detail } }) });
  }

  /** Whether the book's audit has it. */
  async #isInBook(approvalId: string): Promise<boolean> {
    const query = { approval_id: approvalId, limit: 1, offset: 0 };
    const answer = await this.#parts
      .performer()
      .read('GET /audit', { params: {}, query, body: undefined }, serviceActor);
    return (parsed(answer) as { total: number }).total > 0;
  }

  #refuse(endpoint: WriteEndpoint, actor: Actor): void {
    const { modes, guard } = this.#parts;
    refuseRole(endpoint, actor.role);
    modes.refuse(endpoint, actor);
    if (guard.isLocked) throw stoppedByGuard();
  }

  /** As whoever asked for it, as they are now. */
  #actOf(row: Row): Act {
    const entry = this.#parts.vault().bootstrap.keys.find(({ key_id }) => key_id === row.key_id);
    if (entry === undefined || entry.revoked_at !== null) throw notFound('API key', row.key_id);
    const told = row.told === null ? null : (JSON.parse(row.told) as ApprovalSummary['told']);
    const actor: Actor = {
      name: `key:${row.key_id}`,
      keyId: row.key_id,
      role: entry.role,
      tool: told?.tool ?? null,
      isLocal: false,
      sessionId: null,
    };
    const endpoint = writeNamed(row.operation);
    const kept = row.file === null ? null : fileOf(row.file);
    const file = kept === null ? null : kept.id === undefined ? namedUpload(kept.upload_id) : this.#files.read(kept);
    const input: HandlerInput<AnyEndpoint> = readOperation(endpoint, JSON.parse(row.input) as SentInput, file);
    return { endpoint, input, actor, requestId: row.id };
  }

  #joinable(keyId: string, digest: string): Row | undefined {
    const { control } = this.#parts;
    const same = control.db
      .selectFrom('approvals')
      .selectAll()
      .where('key_id', '=', keyId)
      .where('digest', '=', digest)
      .orderBy('asked_at', 'desc');
    return control.all(same).find((row) => {
      const status = this.#statusOf(row);
      // What changed since goes on under another id; what was too late is asked anew.
      return isOpen(status) || (row.is_fetched === 0 && status !== 'changed_since' && status !== 'expired');
    });
  }

  #refuseFlood(keyId: string, size: number, fileSize: number): void {
    const { control } = this.#parts;
    const waiting = control
      .all(
        control.db
          .selectFrom('approvals')
          .select(['size', 'file'])
          .where('key_id', '=', keyId)
          .where('status', '=', 'waiting')
          .where('expires_at', '>', this.#now()),
      )
      .map((row) => ({ ...row, fileSize: row.file === null ? 0 : (fileOf(row.file).size ?? 0) }));
    if (waiting.length >= MOST_WAITING) {
      throw new Fault(
        429,
        `${MOST_WAITING} writes of this key wait for the person already; wait until they have decided`,
        {
          code: 'too_many_waiting',
          retryAfterSeconds: 60,
        },
      );
    }
    if (waiting.reduce((sum, one) => sum + one.size, size) > MOST_WAITING_BYTES)
      throw tooLarge(
        'what waits for the person would be more than 1 MB; wait until they have decided, or ask for less',
      );
    if (waiting.reduce((sum, one) => sum + one.fileSize, fileSize) > APPROVAL_FILE_BYTES)
      throw tooLarge('the files that wait for the person would be more than 200 MB; wait until they have decided');
  }

  #startClock(id: string, expiresAt: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.set(id, setTimeout(() => this.#expire(id), Math.max(0, expiresAt - this.#now())).unref());
  }

  #expire(id: string): void {
    const { control } = this.#parts;
    try {
      const row = control.first(control.db.selectFrom('approvals').selectAll().where('id', '=', id));
      if (row?.status !== 'waiting') return;
      control.write({ actor: serviceActor, requestId: null, label: 'approval.expire' }, (audit) => {
        audit({ resource: 'approval', id, after: { status: 'expired' } });
      });
      this.#end(row, { status: 'expired' });
    } catch {
      // The vault was locked meanwhile; its time is over all the same.
    }
  }

  #find(actor: Actor, id: string): Row {
    const { control } = this.#parts;
    const row = control.first(control.db.selectFrom('approvals').selectAll().where('id', '=', id));
    if (!row || (actor.keyId !== null && actor.keyId !== row.key_id)) throw notFound('request for approval', id);
    return row;
  }

  /** It is over, one way or another. */
  #end(row: Row, change: Partial<Row> & { readonly status: Status }): Row {
    const ended = { ...row, ...change };
    this.#store(ended);
    this.#letGo(ended);
    this.#changed(ended);
    return ended;
  }

  #letGo({ id, file }: Row): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    const kept = file === null ? undefined : fileOf(file).id;
    if (kept !== undefined) this.#files.drop(kept);
  }

  #fetched(row: Row, status: Status): void {
    if (isOpen(status) || row.is_fetched === 1) return;
    const { control } = this.#parts;
    control.run(
      control.db
        .updateTable('approvals')
        .set({ is_fetched: flagValue(true) })
        .where('id', '=', row.id),
    );
  }

  #store(row: Row): void {
    const { db } = this.#parts.control;
    this.#parts.control.run(
      db
        .insertInto('approvals')
        .values(row)
        .onConflict((existing) => existing.column('id').doUpdateSet(row)),
    );
  }

  #changed(row: Row): void {
    const { id, status, operation, label, effects, key_id, expires_at } = this.#summary(row);
    const effect = (effects[0] ?? '').slice(0, 200);
    this.#parts.events.emit('approval', { id, status, operation, label, effect, key_id, expires_at });
    for (const wake of this.#waiting) wake();
  }

  #statusOf({ status, expires_at }: Pick<Row, 'status' | 'expires_at'>): Status {
    // One of the words this class writes.
    return status === 'waiting' && expires_at <= this.#now() ? 'expired' : (status as Status);
  }

  #summary(row: SummaryRow): ApprovalSummary {
    const endpoint = endpointNamed(row.operation);
    const { keys } = this.#parts.vault().bootstrap;
    return {
      id: row.id,
      status: this.#statusOf(row),
      operation: row.operation,
      summary: endpoint?.summary ?? row.operation,
      kind: row.kind as ApprovalSummary['kind'], // the contract's word for it
      key_id: row.key_id,
      label: keys.find(({ key_id }) => key_id === row.key_id)?.label ?? row.key_id,
      told: row.told === null ? null : (JSON.parse(row.told) as ApprovalSummary['told']),
      effects: JSON.parse(row.effects) as string[],
      adds: isAdding(endpoint),
      next_id: row.next_id,
      asked_at: new Date(row.asked_at).toISOString(),
      expires_at: new Date(row.expires_at).toISOString(),
      decided_at: row.decided_at === null ? null : new Date(row.decided_at).toISOString(),
    };
  }

  #shown(row: Row): Approval {
    const { params = null, query = null, body = null } = JSON.parse(row.input) as SentInput;
    const changes = JSON.parse(row.changes) as Approval['changes'];
    const kept = row.file === null ? null : fileOf(row.file);
    const more = row.total - changes.length;
    const outcome = row.outcome === null ? null : (JSON.parse(row.outcome) as Outcome);
    return {
      ...this.#summary(row),
      params,
      query,
      body,
      file: kept?.id === undefined ? null : { name: kept.name, size: kept.size, sha256: kept.sha256 },
      changes,
      sums: JSON.parse(row.sums) as Approval['sums'],
      ...(more > 0 && { more }),
      ...outcome,
    };
  }

  #now(): number {
    return this.#parts.now().getTime();
  }
}

const fileOf = (text: string): KeptFile => JSON.parse(text) as KeptFile; // written by `#ask`

const outcomeOf = (outcome: Outcome): string => JSON.stringify(outcome);

const stagedColumns = ({ digest, changes, sums, total }: Staged) => ({
  changes_digest: digest,
  changes: JSON.stringify(changes),
  sums: JSON.stringify(sums),
  total,
});

function stagingOf({ id, seed, staged_at, file }: Row, agreed: string | null, page: Window | null): Staging {
  const kept = file === null ? null : fileOf(file);
  const uploadId = kept?.id === undefined ? kept?.upload_id : undefined;
  return { approvalId: id, same: { seed, at: staged_at }, agreed, page, ...(uploadId !== undefined && { uploadId }) };
}

/** What the book has under this id is put in its place where the book is. */
function namedUpload(id: string): ReceivedFile {
  const none = () => Promise.reject(new TypeError('an upload is read where the book is'));
  return {
    name: id,
    type: '',
    size: 0,
    sha256: id,
    bytes: none,
    // oxlint-disable-next-line require-yield -- there is nothing to give
    async *pieces() {
      await none();
    },
  };
}

function parsed({ contentType, body }: BookAnswer): unknown {
  return contentType?.startsWith('application/json') === true && body !== null
    ? (JSON.parse(Buffer.concat(body).toString()) as unknown)
    : null;
}
