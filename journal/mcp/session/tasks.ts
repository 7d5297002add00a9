/**
 * Tasks as rows of the service, in its encrypted file and bound to the key: this server has no file of its own. A row is
 * what the kernel knows of a task and who works on it; of two servers that change one simultaneously, one comes first.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, ApiUnreachable, type Approval, type CallOptions, type JournalClient } from '@zorivest/contract';
import {
  applyAnswers,
  applyChange,
  isOver,
  isRunnerGone,
  type KernelError,
  type StoredOutcome,
  type TaskChange,
  type TaskRecord,
  type TaskStore,
} from '@zorivest/kernel';
import type { Clients } from './clients.ts';
import { translate } from './errors.ts';
import { isSignedIn } from './sign-in.ts';
import { declineError, failureOf, lostAnswer } from './put-before-person.ts';

/** A runner says that it lives this often; it is taken for gone after half a minute. */
const SAY_ALIVE_MS = 8000;
/** How long the end of a task is offered to a service that is away. */
const OFFER_END_MS = 10 * 60_000;
const PAUSE_MS = 1000;
const ASK: CallOptions = { timeoutMs: 15_000 };

/** What the service keeps of a task. */
interface StoredTask {
  readonly task: TaskRecord;
  readonly runner: string | null;
  readonly heard_at: number;
}

type Row = Awaited<ReturnType<JournalClient['tasks']['get']>>;

export function serviceTasks(clients: Pick<Clients, 'of'>, now: () => number = Date.now): TaskStore {
  /** Owners whose tasks were asked for here; no one here could continue those of others. */
  const owners = new Set<string>();
  /** Tasks that are worked on or asked after here -> whose they are. */
  const ownerOf = new Map<string, string>();

  const api = (owner: string): JournalClient => clients.of(principalOf(owner));
  const apiOf = (id: string): JournalClient | undefined => {
    const owner = ownerOf.get(id);
    return owner === undefined ? undefined : api(owner);
  };
  const note = (id: string, owner: string): void => {
    owners.add(owner);
    ownerOf.set(id, owner);
  };
  const find = async ({ tasks }: JournalClient, id: string): Promise<Row | undefined> => {
    try {
      return await tasks.get({ params: { id } }, ASK);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  };
  const put = (client: JournalClient, { task, runner, heard_at }: StoredTask): Promise<Row> => {
    const { id, version, createdAt, ttlMs } = task;
    const body = {
      version,
      is_over: isOver(task),
      expires_at: createdAt + ttlMs,
      record: { task, runner, heard_at } as Record<string, unknown>,
    };
    return client.tasks.put({ params: { id }, body }, ASK);
  };

  /** Changes a task that is not over, also when others change it meanwhile. */
  async function update(
    id: string,
    next: (stored: StoredTask) => StoredTask | undefined,
  ): Promise<TaskRecord | undefined> {
    const client = apiOf(id);
    if (client === undefined) return undefined;
    for (;;) {
      const row = await find(client, id);
      if (row === undefined || row.is_over) {
        ownerOf.delete(id);
        return undefined;
      }
      const stored = readRow(row);
      const changed = next(stored);
      if (changed === undefined) return stored.task;
      try {
        await put(client, changed);
        if (isOver(changed.task)) ownerOf.delete(id);
        return changed.task;
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 409) throw error;
      }
    }
  }

  /** Someone waits for the end of a task: if the service is away, it is reported when it is back. */
  async function end(id: string, change: TaskChange): Promise<TaskRecord | undefined> {
    const until = now() + OFFER_END_MS;
    let offered = change;
    for (;;) {
      try {
        return await update(id, ({ task, ...rest }) => ({ ...rest, task: applyChange(task, offered, now()) }));
      } catch (error) {
        if (error instanceof ApiError && error.status === 413) offered = { ...change, outcome: TOO_LONG };
        else if (!(error instanceof ApiUnreachable) || now() > until) throw error;
        else await sleep(PAUSE_MS, undefined, { ref: false });
      }
    }
  }

  /** The only change made to a request for approval from here is its withdrawal. */
  async function withdraw(id: string, change: TaskChange): Promise<TaskRecord | undefined> {
    const owner = ownerOf.get(id);
    if (owner === undefined || change.status !== 'cancelled') return undefined;
    const client = api(owner);
    const before = await followApproval(client, id, owner);
    if (!before || isOver(before)) return undefined;
    ownerOf.delete(id);
    await client.approvals.withdraw({ params: { id } }, ASK);
    return applyChange(before, change, now());
  }

  const openRows = async (owner: string): Promise<StoredTask[]> => {
    const { items } = await api(owner).tasks.list({ query: { open_only: true, limit: 500 } }, ASK);
    return items.map(readRow).filter(({ task }) => isOf(task, owner));
  };

  return {
    async create(task, runner) {
      note(task.id, task.owner);
      await put(api(task.owner), { task, runner, heard_at: now() });
    },
    async get(id, owner) {
      if (isApproval(id)) {
        const task = await followApproval(api(owner), id, owner);
        if (task && !isOver(task)) note(id, owner);
        return task;
      }
      const row = await find(api(owner), id);
      if (row === undefined || !isOf(readRow(row).task, owner)) return undefined;
      note(id, owner);
      return ofOwner(readRow(row).task, owner);
    },
    async list(owner, { after, limit }) {
      const { items } = await api(owner).tasks.list(
        { query: { limit, ...(after === undefined ? {} : { after }) } },
        ASK,
      );
      const own = items.map((row) => readRow(row).task).filter((task) => isOf(task, owner));
      return own.map((task) => ofOwner(task, owner));
    },
    async change(id, change) {
      if (isApproval(id)) return withdraw(id, change);
      if (change.status !== undefined) return end(id, change);
      return update(id, ({ task, ...rest }) => ({ ...rest, task: applyChange(task, change, now()) }));
    },
    answer: (id, answers) =>
      update(id, ({ task, ...rest }) => {
        const answered = applyAnswers(task, answers, now());
        return answered === task ? undefined : { ...rest, task: answered };
      }),
    async renew(runner) {
      const own: TaskRecord[] = [];
      for (const owner of new Set(ownerOf.values())) {
        for (const { task, heard_at, ...row } of await openRows(owner)) {
          if (row.runner !== runner) continue;
          own.push(task);
          const says = now();
          if (heard_at < says - SAY_ALIVE_MS) {
            await update(task.id, (stored) => ({ ...stored, heard_at: says, task: nextOf(stored.task) }));
          }
        }
      }
      return own;
    },
    async claim(runner) {
      const claimed: TaskRecord[] = [];
      for (const owner of owners) {
        for (const stored of await openRows(owner)) {
          const { task, heard_at } = stored;
          if (stored.runner === runner || !isRunnerGone(stored.runner, heard_at, now())) continue;
          const taken = { task: nextOf(ofOwner(task, owner)), runner, heard_at: now() };
          try {
            await put(api(owner), taken);
          } catch (error) {
            // Another came first.
            if (error instanceof ApiError && error.status === 409) continue;
            throw error;
          }
          note(task.id, owner);
          claimed.push(taken.task);
        }
      }
      return claimed;
    },
    async release(runner) {
      for (const owner of new Set(ownerOf.values())) {
        for (const { task, ...row } of await openRows(owner).catch(() => [])) {
          if (row.runner === runner)
            await update(task.id, (stored) => ({ ...stored, runner: null, task: nextOf(stored.task) }));
        }
      }
    },
  };
}

const TOO_LONG: StoredOutcome = {
  ok: false,
  error: { code: 'answer_lost', message: 'It was done, but its result is too long to be stored. Look at the book.' },
};

/** The principal whose owner the kernel names so. */
const principalOf = (owner: string) => ({ id: owner === 'home' ? 'local' : owner.replace(/^key:/, ''), role: null });

/** Those who signed in share this server's key, and still see each their own. */
function isOf(task: TaskRecord, owner: string): boolean {
  const either = [task.owner, owner].some((one) => isSignedIn(principalOf(one)));
  return !either || task.owner === owner;
}

/** A caller with the same key continues it as themselves, over any transport. */
function ofOwner(task: TaskRecord, owner: string): TaskRecord {
  return { ...task, owner, principal: { ...task.principal, id: principalOf(owner).id } };
}

const nextOf = (task: TaskRecord): TaskRecord => ({ ...task, version: task.version + 1 });

/** We wrote it. */
const readRow = ({ record }: Row): StoredTask => record as unknown as StoredTask;

const isApproval = (id: string): boolean => id.startsWith('apr_');

/** A write that waits for the person, seen as a task. */
async function followApproval(client: JournalClient, id: string, owner: string): Promise<TaskRecord | undefined> {
  let found: Approval;
  try {
    found = await client.approvals.wait({ params: { id } }, ASK);
    while (found.next_id !== null) found = await client.approvals.wait({ params: { id: found.next_id } }, ASK);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
  const { tool = found.operation } = found.told ?? {};
  const outcome = outcomeOf(found, tool);
  const asked = Date.parse(found.asked_at);
  return {
    id,
    owner,
    tool,
    via: 'direct',
    principal: principalOf(owner),
    asks: { person: false, page: false, model: false, workspace: false },
    status: outcome ? 'completed' : 'working',
    ...(outcome ? { outcome } : { message: `Waits for the person until ${found.expires_at}` }),
    questions: {},
    answers: {},
    createdAt: asked,
    updatedAt: found.decided_at === null ? asked : Date.parse(found.decided_at),
    ttlMs: Date.parse(found.expires_at) - asked,
    version: 1,
  };
}

/** How a request for approval ended; nothing while it has not. */
function outcomeOf({ id, status, result, error }: Approval, tool: string): StoredOutcome | undefined {
  if (status === 'waiting' || status === 'running') return undefined;
  if (status === 'approved' && result !== undefined) return { ok: true, data: result ?? {}, attachments: [] };
  const refused =
    status === 'approved'
      ? lostAnswer(tool, id)
      : status === 'failed'
        ? translate(tool, failureOf(error))
        : declineError(tool, status === 'expired' ? 'expired' : 'denied');
  const { code, message } = refused as KernelError; // as it is made here, and by `translate` of what the service says
  return { ok: false, error: { code, message } };
}
