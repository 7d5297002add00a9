// The rows of the record: which match, and how they are shown.
import { redact } from '@zorivest/kernel/log';
import { sql, type Kysely, type Selectable } from 'kysely';
import { shownTime, timeText } from '@zorivest/store';
import type { ActivityTables } from './tables.ts';

type ActivityRow = Selectable<ActivityTables['activity']>;

export interface ActivityFilter {
  readonly tool?: string | undefined;
  readonly key_id?: string | undefined;
  readonly client?: string | undefined;
  readonly outcome?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** `file` is control.db, which has this table among others. */
export function matchingActivity(file: object, { from, to, client, ...texts }: ActivityFilter) {
  let rows = (file as Kysely<ActivityTables>).selectFrom('activity');
  for (const field of ['tool', 'key_id', 'outcome'] as const) {
    const wanted = texts[field];
    if (wanted !== undefined) rows = rows.where(field, '=', wanted);
  }
  if (client !== undefined) rows = rows.where(sql`json_extract(client, '$.name')`, '=', client);
  if (from !== undefined) rows = rows.where('at', '>=', timeText(from));
  if (to !== undefined) rows = rows.where('at', '<', timeText(to));
  return rows;
}

/** The words of the contract: nothing else is stored. */
type TextFilter = {
  kind: 'tool' | 'resource' | 'prompt';
  via: 'mcp' | 'rest';
  outcome: 'ok' | 'refused_guard' | 'refused_role' | 'invalid' | 'pending' | 'declined' | 'failed' | 'cancelled';
  confirmed_by: 'none' | 'client' | 'app' | 'token';
};

export function shownActivity(row: ActivityRow) {
  const { id, tool, key_id, duration_ms, answer_bytes } = row;
  const { kind, via, outcome, confirmed_by } = row as unknown as TextFilter;
  return {
    id,
    at: shownTime(row.at),
    kind,
    via,
    tool,
    outcome,
    key_id,
    client: row.client === null ? null : (JSON.parse(row.client) as { name: string; version: string | null }),
    arguments: shownArguments(row.arguments),
    confirmed_by,
    duration_ms,
    answer_tokens: Math.round(answer_bytes / 4),
    request_ids: JSON.parse(row.request_ids) as string[],
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
