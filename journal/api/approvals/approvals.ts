// Writes that wait for the person. A key asks for one, the service tries it and shows what it would change, and a yes makes
// the service do exactly that. Time running out, a stop, a lock and the end of a key are a no.
import {
  type AnyEndpoint,
  type Approval,
  type ApprovalSummary,
  type HandlerInput,
  type ReceivedFile,
} from '@zorivest/contract';
import type { Control } from '../control/control.ts';
import {
  type Actor,
  conflict,
  type EventBus,
  Fault,
  type Home,
  invalidField,
  notFound,
  originOf,
  type RandomBytes,
  serviceActor,
  stoppedByGuard,
} from '@zorivest/store';
import type { BookAnswer } from '../answering/answer.ts';
import { answerFor } from '../answering/errors.ts';
import { type Staged, type Window } from '../staging/card.ts';
import type { KeyModes } from '../vault/modes.ts';
import { refuseRole } from '../vault/roles.ts';
import type { Vault } from '../vault/vault.ts';
import { effectsOfAct, effectsOfTried } from './effects.ts';
import { ApprovalFiles, isUploadId, type KeptFile } from './files.ts';
import { digestOf, endpointNamed, readOperation, type SentInput, type WriteEndpoint, writeNamed } from './operation.ts';
import type { Act, Performer } from './performer.ts';
import { refuseFlood } from './flood.ts';
import type { PersonFirst } from './person-first.ts';
import {
  fileNameOf,
  fileOf,
  filesOf,
  isOpen,
  namedUpload,
  outcomeText,
  parseAnswer,
  presentApproval,
  type Row,
  type ShownWith,
  stagedColumns,
  stagingOf,
  type Status,
  statusOf,
  summariseApproval,
  type SummaryRow,
  withoutArguments,
} from './row.ts';
import { ApprovalRows } from './rows.ts';

/** How long decided ones can still be looked at; the audit keeps them for good. */
const KEPT_MS = 24 * 3_600_000;
/** How long they are listed. */
const LISTED_MS = 3_600_000;
const MINUTE = 60_000;
const MOST_A_MINUTE = 60;

const STOPPED_OUTSIDE =
  'it was stopped while it was being done; nothing more of it was stored, what it had asked or sent by then stays so';

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

interface ApprovalParts {
  readonly home: Pick<Home, 'approvals' | 'uploads'>;
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

export class Approvals {
  readonly #parts: ApprovalParts;
  readonly #rows: ApprovalRows;
  readonly #files: ApprovalFiles;
  readonly #waiting = new Set<() => void>();
  /** One after another for each key, so that two who ask for the same join. */
  readonly #asking = new Map<string, Promise<unknown>>();
  /** When each key has asked in the last minute. */
  readonly #asked = new Map<string, readonly number[]>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #allowances: readonly Allowance[] = [];
  /** For each key: ends what is being tried or done for it. */
  readonly #ends = new Map<string, AbortController>();

  constructor(parts: ApprovalParts) {
    this.#parts = parts;
    this.#rows = new ApprovalRows(parts.control);
    this.#files = new ApprovalFiles(parts.home);
  }

  /** The book is open: what waited goes on waiting, and what was being done when the service ended is looked into. */
  async open(): Promise<void> {
    const rows = this.#rows.all();
    for (const row of rows.filter(({ status }) => status === 'running')) await this.#lookInto(row);
    const waiting = rows.filter(({ status }) => status === 'waiting');
    for (const { id, expires_at } of waiting) this.#startClock(id, expires_at);
    this.#files.dropOthers(new Set(waiting.flatMap(filesOf)));
  }

  /** The book is closed; what waits is kept. */
  close(): void {
    this.#endWork();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#allowances = [];
  }

  async request(asking: Asking, request: Request): Promise<Approval> {
    const { keyId } = asking.actor;
    if (keyId !== null) this.#refuseOften(keyId);
    if (keyId === null) throw new Fault(403, "the person needs nobody's approval; only a key asks for one");
    const endpoint = writeNamed(request.operation);
    this.#refuse(endpoint, asking.actor);
    return this.#inTurn(keyId, () => this.#ask({ ...asking, keyId }, endpoint, request));
  }

  /** One after another for each key: trying takes the writer's turn, and a key has one. */
  async #inTurn<T>(keyId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#asking.get(keyId) ?? Promise.resolve();
    const asked = before.catch(() => {}).then(work);
    this.#asking.set(keyId, asked);
    try {
      return await asked;
    } finally {
      if (this.#asking.get(keyId) === asked) this.#asking.delete(keyId);
    }
  }

  list(actor: Actor, status?: string): ApprovalSummary[] {
    const listed = this.#rows.listed(actor.keyId, this.#now() - LISTED_MS);
    const shown = listed.map((row) => this.#summarise(row));
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
        const found = this.#present(row);
        if (!isOpen(found.status) || done || signal.aborted || seconds === 0) {
          if (actor.keyId !== null) this.#noteFetched(row, found.status);
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
    const { status, changes } = this.#present(row);
    if (row.changes_digest === null || status !== 'waiting') {
      return { items: changes.slice(page.offset, page.offset + page.limit), total: row.total, ...page };
    }
    const again = () => this.#try(this.#actOf(row), row, page, asking.signal);
    const { staged } = await (asking.actor.keyId === null ? again() : this.#inTurn(asking.actor.keyId, again));
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
    const { status, adds } = this.#summarise(row);
    if (status !== 'waiting') throw conflict(`the request for approval ${id} is ${status} already`);
    if (forMinutes !== undefined && (decision === 'deny' || !adds)) {
      throw invalidField('for_minutes', 'is only for approving what adds something');
    }
    const now = this.#now();
    const isYes = decision === 'approve';
    if (isYes && endpointNamed(row.operation)?.wantsPassphrase === true) vault().refuseStale(asking.actor);
    const decided: Row = { ...row, status: isYes ? 'running' : 'denied', decided_at: now };
    control.write(originOf(asking, `approval.${decision}`), (audit) => {
      this.#rows.store(decided);
      audit({
        resource: 'approval',
        id,
        before: withoutArguments(this.#summarise(row)),
        after: { ...withoutArguments(this.#summarise(decided)), for_minutes: forMinutes ?? null },
      });
    });
    if (!isYes) this.#letGo(decided);
    this.#announce(decided);
    if (!isYes) return this.#present(decided);
    if (forMinutes !== undefined) {
      const allowance = { keyId: row.key_id, operation: row.operation, until: now + forMinutes * MINUTE };
      this.#allowances = [...this.#allowances.filter(({ until }) => until > now), allowance];
    }
    return this.#carryOut(decided);
  }

  /** Whoever asked does not want it any more. */
  withdraw(asking: Omit<Asking, 'signal'>, id: string): Approval {
    const row = this.#find(asking.actor, id);
    const { status } = this.#summarise(row);
    if (status !== 'waiting') throw conflict(`the request for approval ${id} is ${status} already`);
    const denied: Row = { ...row, status: 'denied', decided_at: this.#now() };
    this.#parts.control.write(originOf(asking, 'approval.withdraw'), (audit) => {
      audit({
        resource: 'approval',
        id,
        before: withoutArguments(this.#summarise(row)),
        after: withoutArguments(this.#summarise(denied)),
      });
    });
    return this.#present(this.#end(row, { status: 'denied', decided_at: denied.decided_at }));
  }

  /** A stop, a lock of the vault, another mode or the end of a key: what waits is denied, and allowances end. */
  endAll(keyId?: string): void {
    this.#allowances = keyId === undefined ? [] : this.#allowances.filter((one) => one.keyId !== keyId);
    this.#endWork(keyId);
    for (const row of this.#rows.waiting(keyId)) {
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
      const shown = this.#present(joined);
      this.#noteFetched(joined, shown.status);
      return shown;
    }
    const size = Buffer.byteLength(JSON.stringify([sent, told ?? null]));
    const waiting = this.#rows.waiting(keyId).filter((row) => this.#statusOf(row) === 'waiting');
    const fileSize = file?.size ?? (upload_id === undefined ? 0 : this.#files.sizeOfUpload(upload_id));
    refuseFlood(waiting, { size, fileSize });
    const { random } = this.#parts;
    const id = `apr_${random(16).toString('hex')}`;
    const now = this.#now();
    const kept: KeptFile | null = file
      ? await this.#files.keep(id, file)
      : upload_id === undefined
        ? null
        : { upload_id, size: this.#files.holdUpload(upload_id) };
    if (isUploadId(params?.['upload_id'])) this.#files.holdUpload(params['upload_id']);
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
      this.#dropFiles(row);
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
      this.#rows.dropBefore(this.#now() - KEPT_MS);
      this.#rows.dropMost(row.key_id);
      this.#rows.store(placed);
      audit({ resource: 'approval', id: row.id, after: withoutArguments(this.#summarise(placed)) });
    });
    if (isDone) {
      this.#letGo(placed);
      this.#noteFetched(placed, this.#statusOf(placed));
      return this.#present(placed);
    }
    if (isAllowed) {
      const done = await this.#carryOut(placed);
      this.#noteFetched(this.#find(asking.actor, done.id), done.status);
      return done;
    }
    this.#startClock(row.id, row.expires_at);
    this.#announce(placed);
    return this.#present(placed);
  }

  async #stageRow(row: Row, act: Act, signal: AbortSignal): Promise<Row> {
    const { staged, answer } = await this.#try(act, row, null, signal);
    const fileName = fileNameOf(row);
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
    const end = this.#endOf(row.key_id);
    const ended = AbortSignal.any([signal, end]);
    try {
      const answer = await personFirst.attempt(
        (givenUp) => performer().stage(act, stagingOf(row, null, page), givenUp),
        ended,
      );
      if (answer.staged === undefined) throw new TypeError(`${row.operation} was not staged`);
      return { staged: answer.staged, answer: parseAnswer(answer) };
    } catch (error) {
      if (end.aborted || this.#parts.guard.isLocked) throw stoppedByGuard();
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
      const end = this.#endOf(row.key_id);
      const answer = await (row.changes_digest === null
        ? performer().perform(act, end)
        : performer().stage(act, stagingOf(row, row.changes_digest, null), end));
      const { staged } = answer;
      if (staged !== undefined && !staged.isStored) return this.#askAnew(row, staged);
      noticed(act, answer, performance.now() - begun);
      ended = this.#end(row, { status: 'approved', outcome: outcomeText({ result: parseAnswer(answer) }) });
    } catch (error) {
      ended = await this.#fail(row, error);
    }
    return this.#present(ended);
  }

  async #fail(row: Row, error: unknown): Promise<Row> {
    const { guard } = this.#parts;
    const current = this.#rows.find(row.id) ?? row;
    const { status, code, detail } = answerFor(error);
    const isStopped = code === 'guard_locked' || guard.isLocked;
    if (row.changes_digest === null) {
      const known = isStopped ? STOPPED_OUTSIDE : detail;
      return this.#end(current, {
        status: 'failed',
        outcome: outcomeText({ error: { status, error: code, detail: known } }),
      });
    }
    // Who was stopped, or whose process ended, says nothing of what was stored by then; the book does. One that is closed by
    // now is asked when it is opened again.
    const isInBook = await this.#isInBook(row.id).catch(() => null);
    if (isInBook === null) throw error;
    if (isInBook) return this.#end(current, { status: 'approved', outcome: null });
    if (isStopped) return this.#end(current, { status: 'denied' });
    return this.#end(current, { status: 'failed', outcome: outcomeText({ error: { status, error: code, detail } }) });
  }

  /** What it would do is not what was agreed to: another card takes its place, and nothing was stored. */
  #askAnew(row: Row, staged: Staged): Approval {
    const { random, control } = this.#parts;
    const now = this.#now();
    const fileName = fileNameOf(row);
    const next: Row = {
      ...row,
      ...stagedColumns(staged),
      effects: JSON.stringify(effectsOfTried(row.operation, { staged, answer: null, fileName })),
      id: `apr_${random(16).toString('hex')}`,
      status: 'waiting',
      asked_at: now,
      expires_at: now + this.#parts.waitMinutes() * MINUTE,
      decided_at: null,
    };
    const changed: Row = { ...row, status: 'changed_since', next_id: next.id };
    control.write({ actor: serviceActor, requestId: null, label: 'approval.changed_since' }, (audit) => {
      this.#rows.store(next);
      this.#rows.store(changed);
      audit({ resource: 'approval', id: row.id, after: withoutArguments(this.#summarise(changed)) });
    });
    this.#startClock(next.id, next.expires_at);
    this.#announce(next);
    this.#announce(changed);
    return this.#present(changed);
  }

  /** The service ended while it was being done. */
  async #lookInto(row: Row): Promise<void> {
    if (row.changes_digest === null) {
      const detail =
        'the service ended while this was being done; whether it was is not known, and it is not done again';
      this.#end(row, {
        status: 'failed',
        outcome: outcomeText({ error: { status: 503, error: 'outcome_unknown', detail } }),
      });
      return;
    }
    if (await this.#isInBook(row.id)) {
      this.#end(row, { status: 'approved' });
      return;
    }
    const detail = 'the service ended before this was stored; nothing was changed, ask again';
    this.#end(row, {
      status: 'failed',
      outcome: outcomeText({ error: { status: 503, error: 'unavailable', detail } }),
    });
  }

  /** Whether the book's audit has it. */
  async #isInBook(approvalId: string): Promise<boolean> {
    const query = { approval_id: approvalId, limit: 1, offset: 0 };
    const answer = await this.#parts
      .performer()
      .read('GET /audit', { params: {}, query, body: undefined }, serviceActor);
    return (parseAnswer(answer) as { total: number }).total > 0;
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
    return this.#rows.alike(keyId, digest).find((row) => {
      const status = this.#statusOf(row);
      // What changed since goes on under another id; what was too late is asked anew.
      return isOpen(status) || (row.is_fetched === 0 && status !== 'changed_since' && status !== 'expired');
    });
  }

  /** Each question is noted for good: a key that asks without end would fill the disk with them. */
  #refuseOften(keyId: string): void {
    const now = this.#now();
    const recent = (this.#asked.get(keyId) ?? []).filter((at) => at > now - MINUTE);
    if (recent.length >= MOST_A_MINUTE) {
      throw new Fault(429, `this key has asked ${MOST_A_MINUTE} times within a minute; wait before it asks again`, {
        code: 'too_many_waiting',
        retryAfterSeconds: 30,
      });
    }
    this.#asked.set(keyId, [...recent, now]);
  }

  #endOf(keyId: string): AbortSignal {
    const end = this.#ends.get(keyId) ?? new AbortController();
    this.#ends.set(keyId, end);
    return end.signal;
  }

  /** What is being tried or done for a key, or for any, ends without storing anything. */
  #endWork(keyId?: string): void {
    for (const [id, end] of this.#ends) {
      if (keyId !== undefined && keyId !== id) continue;
      this.#ends.delete(id);
      end.abort();
    }
  }

  #startClock(id: string, expiresAt: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.set(id, setTimeout(() => this.#expire(id), Math.max(0, expiresAt - this.#now())).unref());
  }

  #expire(id: string): void {
    const { control } = this.#parts;
    try {
      const row = this.#rows.find(id);
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
    const row = this.#rows.find(id);
    if (!row || (actor.keyId !== null && actor.keyId !== row.key_id)) throw notFound('request for approval', id);
    return row;
  }

  /** It is over, one way or another. */
  #end(row: Row, change: Partial<Row> & { readonly status: Status }): Row {
    const ended = { ...row, ...change };
    this.#rows.store(ended);
    this.#letGo(ended);
    this.#announce(ended);
    return ended;
  }

  #letGo(row: Row): void {
    clearTimeout(this.#timers.get(row.id));
    this.#timers.delete(row.id);
    this.#dropFiles(row);
  }

  #dropFiles(row: Row): void {
    const own = filesOf(row);
    if (own.length === 0) return;
    const others = new Set(this.#rows.waiting().flatMap((other) => (other.id === row.id ? [] : filesOf(other))));
    for (const id of own) if (!others.has(id)) this.#files.drop(id);
  }

  #noteFetched(row: Row, status: Status): void {
    if (!isOpen(status)) this.#rows.noteFetched(row);
  }

  #announce(row: Row): void {
    const { id, status, operation, label, effects, key_id, expires_at } = this.#summarise(row);
    const effect = (effects[0] ?? '').slice(0, 200);
    this.#parts.events.emit('approval', { id, status, operation, label, effect, key_id, expires_at });
    for (const wake of this.#waiting) wake();
  }

  #statusOf(row: Row): Status {
    return statusOf(row, this.#now());
  }

  #summarise(row: SummaryRow): ApprovalSummary {
    return summariseApproval(row, this.#shownWith());
  }

  #present(row: Row): Approval {
    return presentApproval(row, this.#shownWith());
  }

  #shownWith(): ShownWith {
    return { keys: this.#parts.vault().bootstrap.keys, now: this.#now() };
  }

  #now(): number {
    return this.#parts.now().getTime();
  }
}
