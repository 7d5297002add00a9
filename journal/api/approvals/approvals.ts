// Requests for the person's yes: asked for by a key, decided by the person, used once. Time-out is a no.
import { APPROVAL_SECONDS, type Approval } from '@zorivest/contract';
import type { Selectable } from 'kysely';
import type { Control } from '../control/control.ts';
import {
  type Actor,
  conflict,
  type EventBus,
  Fault,
  invalidField,
  notFound,
  originOf,
  type RandomBytes,
  serviceActor,
} from '@zorivest/store';
import type { ApprovalTables } from './tables.ts';
import { digestOf, endpointNamed, grantedWrite, onlyAdds, type AskedWrite, type GrantedWrite } from './writes.ts';

const LIFE = APPROVAL_SECONDS * 1000;
/** How long decided ones can still be looked at; the audit keeps them for good. */
const KEPT = 3_600_000;
const MINUTE = 60_000;
/** A key that asks and asks must not bury the person in cards. */
const MOST_WAITING = 20;

type Row = Selectable<ApprovalTables['approvals']>;

interface Request {
  readonly tool: string;
  readonly effect: string;
  readonly arguments: Record<string, unknown>;
  readonly session?: string | undefined;
  readonly client?: { readonly name: string; readonly version: string | null } | undefined;
  readonly writes: readonly AskedWrite[];
}

interface Asking {
  readonly actor: Actor;
  readonly requestId: string;
}

/** A yes that stands for more calls of one tool by one key. */
interface Allowance {
  readonly keyId: string;
  readonly tool: string;
  readonly endpoints: ReadonlySet<string>;
  readonly until: number;
}

interface ApprovalParts {
  readonly control: Control;
  readonly events: EventBus;
  readonly now: () => Date;
  readonly random: RandomBytes;
}

export class Approvals {
  readonly #parts: ApprovalParts;
  readonly #waiting = new Set<() => void>();
  #allowances: readonly Allowance[] = [];

  constructor(parts: ApprovalParts) {
    this.#parts = parts;
  }

  request({ actor, requestId }: Asking, request: Request): Approval {
    const { control, random } = this.#parts;
    const { keyId } = actor;
    if (keyId === null) throw new Fault(403, "the person needs nobody's approval; only a key asks for one");
    const now = this.#now();
    const session = request.session ?? null;
    const writes = request.writes.map(grantedWrite);
    const digest = digestOf([request.arguments, writes.map(({ endpoint, digest: of }) => [endpoint, of])]);
    const joined = this.#joinable({ keyId, session, tool: request.tool, digest }, now);
    if (joined) return this.#shown(joined);
    this.#refuseFlood(keyId, now);
    const allowed = this.#isAllowed(keyId, request.tool, writes, now);
    const row: Row = {
      id: `apr_${random(12).toString('hex')}`,
      key_id: keyId,
      session,
      tool: request.tool,
      effect: request.effect,
      arguments: JSON.stringify(request.arguments),
      digest,
      writes: JSON.stringify(writes),
      client: request.client ? JSON.stringify(request.client) : null,
      status: allowed ? 'approved' : 'waiting',
      asked_at: now,
      expires_at: now + LIFE,
      decided_at: allowed ? now : null,
      usable_until: allowed ? now + LIFE : null,
    };
    control.write(originOf({ actor, requestId }, 'approval.request'), (audit) => {
      control.run(control.db.deleteFrom('approvals').where('asked_at', '<', now - KEPT));
      control.run(control.db.insertInto('approvals').values(row));
      audit({ resource: 'approval', id: row.id, after: this.#shown(row) });
    });
    setTimeout(() => this.#expire(row.id), LIFE).unref();
    this.#changed(row);
    return this.#shown(row);
  }

  list(actor: Actor, status?: string): Approval[] {
    const { db } = this.#parts.control;
    let rows = db.selectFrom('approvals').selectAll().orderBy('asked_at', 'desc').limit(500);
    if (actor.keyId !== null) rows = rows.where('key_id', '=', actor.keyId);
    const since = this.#now() - KEPT;
    const shown = this.#parts.control.all(rows.where('asked_at', '>=', since)).map((row) => this.#shown(row));
    return status === undefined ? shown : shown.filter((one) => one.status === status);
  }

  /** The request as it is, once it is decided or the time to wait is over. */
  async wait(actor: Actor, id: string, seconds: number, signal: AbortSignal): Promise<Approval> {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', () => resolve());
    let done = false;
    void over.then(() => (done = true));
    try {
      for (;;) {
        const found = this.#shown(this.#find(actor, id));
        if (found.status !== 'waiting' || done || signal.aborted || seconds === 0) return found;
        const { promise: changed, resolve: wake } = Promise.withResolvers<void>();
        this.#waiting.add(wake);
        await Promise.race([changed, over]).finally(() => this.#waiting.delete(wake));
      }
    } finally {
      clearTimeout(timer);
    }
  }

  decide(asking: Asking, id: string, decision: 'approve' | 'deny', forMinutes: number | undefined): Approval {
    const { control } = this.#parts;
    const row = this.#find(asking.actor, id);
    const { status, adds } = this.#shown(row);
    if (status !== 'waiting') throw conflict(`the request for approval ${id} is ${status} already`);
    if (forMinutes !== undefined && (decision === 'deny' || !adds)) {
      throw invalidField('for_minutes', 'is only for approving what adds something');
    }
    const now = this.#now();
    const approved = decision === 'approve';
    const decided: Row = {
      ...row,
      status: approved ? 'approved' : 'denied',
      decided_at: now,
      usable_until: approved ? now + LIFE : null,
    };
    control.write(originOf(asking, `approval.${decision}`), (audit) => {
      this.#store(decided);
      audit({
        resource: 'approval',
        id,
        before: this.#shown(row),
        after: { ...this.#shown(decided), for_minutes: forMinutes ?? null },
      });
    });
    if (approved && forMinutes !== undefined) {
      const endpoints = new Set(writesOf(row).map(({ endpoint }) => endpoint));
      const allowance = { keyId: row.key_id, tool: row.tool, endpoints, until: now + forMinutes * MINUTE };
      this.#allowances = [...this.#allowances.filter(({ until }) => until > now), allowance];
    }
    this.#changed(decided);
    return this.#shown(decided);
  }

  /** Lets one write through that was granted, and uses it up; refuses any other. */
  use(actor: Actor, id: string, write: { readonly endpoint: string; readonly digest: string | null }): void {
    const { control } = this.#parts;
    control.transact(() => {
      const row = control.first(control.db.selectFrom('approvals').selectAll().where('id', '=', id));
      const usable = row?.key_id === actor.keyId && row?.status === 'approved' && (row.usable_until ?? 0) > this.#now();
      const writes = row ? writesOf(row) : [];
      const found = usable ? writes.findIndex((granted) => fits(granted, write)) : -1;
      if (!row || found === -1) {
        throw new Fault(403, 'the person has not approved this write, or it was made already; ask again', {
          code: 'approval_mismatch',
        });
      }
      const used = writes.map((granted, index) => (index === found ? { ...granted, used: true } : granted));
      this.#store({ ...row, writes: JSON.stringify(used) });
    });
  }

  /** A stop, a lock of the vault or a revoked key: what waits is denied, and what was granted is void. */
  endAll(keyId?: string): void {
    this.#allowances = keyId === undefined ? [] : this.#allowances.filter((one) => one.keyId !== keyId);
    const { control } = this.#parts;
    const now = this.#now();
    for (const row of control.all(
      control.db
        .selectFrom('approvals')
        .selectAll()
        .where('asked_at', '>=', now - KEPT),
    )) {
      if (keyId !== undefined && row.key_id !== keyId) continue;
      const { status } = this.#shown(row);
      if (status === 'waiting') {
        const denied = { ...row, status: 'denied', decided_at: now };
        this.#store(denied);
        this.#changed(denied);
      } else if (status === 'approved') this.#store({ ...row, usable_until: 0 });
    }
  }

  #joinable(wanted: Pick<Row, 'session' | 'tool' | 'digest'> & { keyId: string }, now: number): Row | undefined {
    const { control } = this.#parts;
    const rows = control.all(
      control.db
        .selectFrom('approvals')
        .selectAll()
        .where('key_id', '=', wanted.keyId)
        .where('digest', '=', wanted.digest)
        .where('asked_at', '>', now - 2 * LIFE)
        .orderBy('asked_at', 'desc'),
    );
    return rows.find((row) => {
      if (row.tool !== wanted.tool || row.session !== wanted.session) return false;
      if (row.status === 'waiting') return row.expires_at > now;
      const unused = writesOf(row).every(({ used }) => !used);
      return row.status === 'approved' && (row.usable_until ?? 0) > now && unused;
    });
  }

  #refuseFlood(keyId: string, now: number): void {
    const { control } = this.#parts;
    const waiting = control.all(
      control.db
        .selectFrom('approvals')
        .select('id')
        .where('key_id', '=', keyId)
        .where('status', '=', 'waiting')
        .where('expires_at', '>', now),
    );
    if (waiting.length < MOST_WAITING) return;
    throw new Fault(429, 'too many requests of this key wait for the person', { retryAfterSeconds: APPROVAL_SECONDS });
  }

  #isAllowed(keyId: string, tool: string, writes: readonly GrantedWrite[], now: number): boolean {
    return this.#allowances.some(
      (one) =>
        one.keyId === keyId &&
        one.tool === tool &&
        one.until > now &&
        writes.length > 0 &&
        writes.every(({ endpoint }) => one.endpoints.has(endpoint)),
    );
  }

  #expire(id: string): void {
    const { control } = this.#parts;
    try {
      const row = control.first(control.db.selectFrom('approvals').selectAll().where('id', '=', id));
      if (row?.status !== 'waiting') return;
      const expired = { ...row, status: 'expired' };
      control.write({ actor: serviceActor, requestId: null, label: 'approval.expire' }, (audit) => {
        this.#store(expired);
        audit({ resource: 'approval', id, after: this.#shown(expired) });
      });
      this.#changed(expired);
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
    const { id, status, tool, key_id, effect, expires_at } = this.#shown(row);
    this.#parts.events.emit('approval', { id, status, tool, key_id, effect, expires_at });
    for (const wake of this.#waiting) wake();
  }

  #shown(row: Row): Approval {
    const writes = writesOf(row);
    const isOver = row.status === 'waiting' && row.expires_at <= this.#now();
    return {
      id: row.id,
      status: isOver ? 'expired' : (row.status as Approval['status']), // one of the words this class writes
      tool: row.tool,
      effect: row.effect,
      arguments: JSON.parse(row.arguments) as Approval['arguments'],
      writes: writes.map(({ endpoint, input }) => ({
        endpoint,
        summary: endpointNamed(endpoint)?.summary ?? '',
        input: (input ?? null) as Approval['writes'][number]['input'],
      })),
      adds: onlyAdds(writes),
      key_id: row.key_id,
      client: row.client === null ? null : (JSON.parse(row.client) as Approval['client']),
      asked_at: new Date(row.asked_at).toISOString(),
      expires_at: new Date(row.expires_at).toISOString(),
      decided_at: row.decided_at === null ? null : new Date(row.decided_at).toISOString(),
    };
  }

  #now(): number {
    return this.#parts.now().getTime();
  }
}

const writesOf = (row: Row): GrantedWrite[] => JSON.parse(row.writes) as GrantedWrite[];

/** A write whose input was not known when it was asked for is let through by its endpoint alone. */
function fits(granted: GrantedWrite, write: { readonly endpoint: string; readonly digest: string | null }): boolean {
  if (granted.used || granted.endpoint !== write.endpoint) return false;
  return granted.digest === null || granted.digest === write.digest;
}
