// The rows of the record: which match, and how they are shown.
import { redact } from '@zorivest/kernel/log';
import { shownTime, timeText } from '@zorivest/store';
import type { ControlRows } from '../control/control.ts';

export interface ActivityFilter {
  readonly tool?: string | undefined;
  readonly operation?: string | undefined;
  readonly key_id?: string | undefined;
  readonly client?: string | undefined;
  readonly outcome?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Also what only serves calls. */
  readonly serving?: boolean | undefined;
}

interface RecordRow {
  readonly id: number;
  readonly at: string;
  readonly entry: 'request' | 'told';
  readonly key_id: string | null;
  readonly label: string | null;
  readonly request_id: string | null;
  readonly client_request_id: string | null;
  readonly call_id: string | null;
  readonly operation: string | null;
  readonly outcome: string;
  readonly duration_ms: number | null;
  readonly answer_bytes: number | null;
  readonly approval_id: string | null;
  readonly token_used: number | null;
  readonly hash: string;
  readonly words: string | null;
}

/** The last report of a server about the call that a row belongs to. */
const LAST_REPORT = `(select t.told from activity t
  where t.key_id = a.key_id and t.call_id = a.call_id and t.entry = 'told' order by t.id desc limit 1)`;

/** The report about a call that has rows is part of those rows; of several reports the last counts. */
const IS_ROW = `(a.entry = 'request' or (a.entry = 'told' and (a.call_id is null or not exists (
  select 1 from activity r where r.key_id = a.key_id and r.call_id = a.call_id
    and (r.entry = 'request' and r.serves = 0 or r.entry = 'told' and r.id > a.id)))))`;

const OUTCOME = `coalesce(a.outcome, json_extract(a.told, '$.outcome'))`;

function conditionsOf({ from, to, client, tool, operation, key_id, outcome, serving }: ActivityFilter) {
  const words = `case when a.entry = 'told' then a.told else ${LAST_REPORT} end`;
  const all: [string, string | undefined][] = [
    [`${IS_ROW} and (a.entry = 'told' or a.serves = 0 or ?)`, serving === true ? '1' : '0'],
    ['a.key_id = ?', key_id],
    ['a.operation = ?', operation],
    [`json_extract(${words}, '$.tool') = ?`, tool],
    [`json_extract(${words}, '$.client.name') = ?`, client],
    [`${OUTCOME} = ?`, outcome],
    ['a.at >= ?', from === undefined ? undefined : timeText(from)],
    ['a.at < ?', to === undefined ? undefined : timeText(to)],
  ];
  const given = all.flatMap(([condition, value]) => (value === undefined ? [] : [{ condition, value }]));
  return { where: given.map(({ condition }) => condition).join(' and '), values: given.map(({ value }) => value) };
}

export interface Paging {
  readonly limit: number;
  readonly offset: number;
}

export function countActivity(control: ControlRows, filter: ActivityFilter): number {
  const { where, values } = conditionsOf(filter);
  return control.read((connection) =>
    Number(
      connection
        .prepare(`select count(*) from activity a where ${where}`)
        .pluck()
        .get(...values.map(asFlag)),
    ),
  );
}

/** Newest first. */
export function pageOfActivity(control: ControlRows, filter: ActivityFilter, { limit, offset }: Paging) {
  const { where, values } = conditionsOf(filter);
  const rows = control.read((connection) =>
    connection
      .prepare(
        `select a.id, a.at, a.entry, a.key_id, a.label, a.request_id, a.client_request_id, a.call_id, a.operation,
           ${OUTCOME} as outcome, a.duration_ms, a.answer_bytes, a.approval_id, a.token_used, a.hash,
           case when a.entry = 'told' then a.told else ${LAST_REPORT} end as words
         from activity a where ${where} order by a.id desc limit ? offset ?`,
      )
      .all(...values.map(asFlag), limit, offset),
  );
  return (rows as RecordRow[]).map(shownActivity); // the columns named above
}

/** The first value says whether what serves is wanted. */
const asFlag = (value: string, at: number): string | number => (at === 0 ? Number(value) : value);

/** The words of the contract: nothing else is stored. */
type Outcome = 'ok' | 'refused_guard' | 'refused_role' | 'invalid' | 'pending' | 'declined' | 'failed' | 'cancelled';

function shownActivity(row: RecordRow) {
  const { id, key_id, label, request_id, client_request_id, call_id, operation, approval_id, hash } = row;
  return {
    id,
    at: shownTime(row.at),
    key_id,
    label,
    request_id,
    client_request_id,
    call_id,
    operation,
    outcome: row.outcome as Outcome,
    duration_ms: row.duration_ms,
    answer_bytes: row.answer_bytes,
    used_token: row.token_used === 1,
    ...(approval_id !== null && { approval_id }),
    ...(row.words !== null && { told: shownWords(row.words) }),
    hash,
  };
}

interface Words {
  readonly kind: 'tool' | 'resource' | 'prompt';
  readonly tool: string;
  readonly outcome: Outcome;
  readonly client?: { name: string; version: string | null } | null;
  readonly arguments?: string | null;
  readonly duration_ms?: number;
  readonly answer_bytes?: number;
}

function shownWords(text: string) {
  const { kind, tool, outcome, client, duration_ms, answer_bytes, ...words } = JSON.parse(text) as Words; // as `record` wrote it
  return {
    kind,
    tool,
    outcome,
    arguments: shownArguments(words.arguments ?? null),
    duration_ms: duration_ms ?? null,
    answer_tokens: answer_bytes === undefined ? null : Math.round(answer_bytes / 4),
    client: client ?? null,
  };
}

function shownArguments(text: string | null): unknown {
  if (text === null) return null;
  try {
    return redact(JSON.parse(text));
  } catch {
    return redact(text);
  }
}
