// What assistants did, as rows a person reads: every write is one, reads of a minute that is over are one together.
import type { Answer } from '../../client/client.ts';
import { actSentence, toolText } from './act-words.ts';
import { type Change, changeBetween } from './change.ts';
import type { ActivityCall } from './record.ts';

export type Write = Pick<
  Answer<'audit', 'list'>['items'][number],
  | 'id'
  | 'at'
  | 'actor'
  | 'key_id'
  | 'tool'
  | 'action'
  | 'resource_type'
  | 'resource_id'
  | 'before'
  | 'after'
  | 'request_id'
  | 'undo'
>;

export interface FeedRow {
  readonly id: string;
  readonly at: string;
  /** Whose doing it was: the client's name where it is known, else the key's. */
  readonly who: string;
  readonly sentence: string;
  readonly kind: 'write' | 'read' | 'refused' | 'person';
  /** The tools it was done with. */
  readonly tools: readonly string[];
  /** What can be unfolded: what the program sent, in its own words. */
  readonly details?: object;
  /** What became of the book. */
  readonly change?: Change;
  /** The entry of the bin that undoes it, or why it cannot be undone. */
  readonly undo?: Write['undo'];
}

interface FeedSource {
  readonly calls: readonly ActivityCall[];
  readonly writes: readonly Write[];
  /** Names of keys, by id. */
  readonly labels: ReadonlyMap<string, string>;
  /** The minute that is not over yet; its reads stand alone. */
  readonly now: Date;
}

export function feedOf({ calls, writes, labels, now }: FeedSource): FeedRow[] {
  const clients = new Map<string, string>();
  // The newest comes first; what a key called itself last is its name.
  for (const { key_id, client } of calls)
    if (key_id !== null && client !== null && !clients.has(key_id)) clients.set(key_id, client.name);
  const nameOf = (keyId: string | null) =>
    keyId === null ? 'you' : (clients.get(keyId) ?? labels.get(keyId) ?? keyId);
  // A call that only asked for approval has written nothing.
  const writing = new Set(writes.flatMap(({ action, request_id }) => (action === ASKING ? [] : [request_id])));
  const isWrite = ({ request_ids }: ActivityCall) => request_ids.some((id) => writing.has(id));
  const callOf = new Map(calls.flatMap((call) => call.request_ids.map((id) => [id, call] as const)));
  const others = calls.filter((call) => !isWrite(call));
  const rows = [
    ...writes.flatMap((write) => rowOfWrite(write, nameOf, labels, callOf.get(write.request_id ?? ''))),
    ...others.filter(({ outcome }) => outcome !== 'ok').map((call) => rowOfRefusal(call, nameOf)),
    ...foldReads(
      // An approved call is shown by the write that the service recorded for it.
      others.filter(({ outcome, operations }) => outcome === 'ok' && !operations.includes(REQUEST)),
      nameOf,
      now,
    ),
  ];
  return rows.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

const ASKING = 'approval.request';
const REQUEST = 'approvals.request';

type NameOf = (keyId: string | null) => string;

/** What the person and the service themselves do is not the assistants' doing; what was decided about them is. */
export const decisions = new Set(['guard.lock', 'guard.unlock', 'approval.decide', 'key.mode', 'key.revoke']);

function rowOfWrite(
  write: Write,
  nameOf: NameOf,
  labels: FeedSource['labels'],
  call: ActivityCall | undefined,
): FeedRow[] {
  const { key_id, actor, action, tool, before, after } = write;
  if (action === ASKING || (key_id === null && !(actor === 'person' && decisions.has(action)))) return [];
  const who = call?.client?.name ?? nameOf(key_id);
  return [
    {
      id: `write ${write.id} ${write.at}`,
      at: write.at,
      who,
      kind: key_id === null ? 'person' : 'write',
      tools: tool === null ? [] : [tool],
      sentence: actSentence(write, labels),
      details: { ...(tool !== null && { tool }), ...(call && { arguments: call.arguments }) },
      change: changeBetween(before, after),
      ...(key_id !== null && { undo: write.undo }),
    },
  ];
}

const refusals: Readonly<Partial<Record<ActivityCall['outcome'], string>>> = {
  refused_guard: 'refused by the guard',
  refused_role: 'refused: not allowed for its key',
  invalid: 'refused: invalid arguments',
  pending: 'asked for approval',
  declined: 'declined',
  failed: 'failed',
  cancelled: 'cancelled',
};

function rowOfRefusal(call: ActivityCall, nameOf: NameOf): FeedRow {
  return {
    id: `call ${call.id}`,
    at: call.at,
    who: call.client?.name ?? nameOf(call.key_id),
    kind: 'refused',
    tools: [call.tool],
    sentence: `${toolText(call.tool)}: ${refusals[call.outcome] ?? call.outcome}`,
    details: { arguments: call.arguments, ...operationsOf(call) },
  };
}

/** A tool has the name its server gives it; the operations of the service follow. */
const operationsOf = ({ tool, operations }: ActivityCall): object =>
  operations.length > 0 && !operations.includes(tool) ? { asked_for: operations } : {};

const minuteOf = (at: string) => at.slice(0, 16);

function foldReads(reads: readonly ActivityCall[], nameOf: NameOf, now: Date): FeedRow[] {
  const current = minuteOf(now.toISOString());
  const groups = new Map<string, ActivityCall[]>();
  for (const read of reads) {
    const who = read.client?.name ?? nameOf(read.key_id);
    const key = minuteOf(read.at) >= current ? `call ${read.id}` : `${minuteOf(read.at)} ${who}`;
    groups.set(key, [...(groups.get(key) ?? []), read]);
  }
  return [...groups].flatMap(([id, [newest, ...more]]) => {
    if (newest === undefined) return [];
    const all = [newest, ...more];
    const who = newest.client?.name ?? nameOf(newest.key_id);
    const alone = { arguments: newest.arguments, milliseconds: newest.duration_ms, ...operationsOf(newest) };
    const tools = all.map(({ tool }) => tool);
    const sentence =
      more.length === 0 ? toolText(newest.tool) : `${all.length} reads: ${countByName(tools.map(toolText))}`;
    const row = { id, at: newest.at, who, kind: 'read' as const, tools: [...new Set(tools)], sentence };
    return [more.length === 0 ? { ...row, details: alone } : row];
  });
}

function countByName(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, n]) => (n === 1 ? name : `${name} ×${n}`)).join(', ');
}
