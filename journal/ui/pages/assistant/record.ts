// The record holds a row for every request; a person thinks of calls, which may have made several.
import type { Answer } from '../../client/client.ts';

export type RecordRow = Omit<Answer<'activity', 'list'>['items'][number], 'hash' | 'used_token' | 'answer_bytes'>;

/** One call: what the service saw of it, and what the assistant's server says of it. */
export interface ActivityCall {
  readonly id: number;
  readonly at: string;
  /** The tool where its server named one, else what was asked of the service. */
  readonly tool: string;
  readonly outcome: RecordRow['outcome'];
  readonly client: { readonly name: string; readonly version: string | null } | null;
  readonly key_id: string | null;
  readonly arguments: unknown;
  readonly duration_ms: number;
  readonly request_ids: readonly string[];
  /** What the service did for it. */
  readonly operations: readonly string[];
}

/** Newest first, as the rows are. */
export function callsOf(rows: readonly RecordRow[]): ActivityCall[] {
  const groups = new Map<string, RecordRow[]>();
  for (const row of rows) {
    const key = row.call_id === null ? `row ${row.id}` : `call ${row.key_id} ${row.call_id}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].flatMap((group) => {
    const [newest] = group;
    return newest === undefined ? [] : [callOf(newest, group)];
  });
}

function callOf(newest: RecordRow, group: readonly RecordRow[]): ActivityCall {
  const report = newest.told ?? group.find((row) => row.told !== undefined)?.told;
  const operations = group.flatMap(({ operation }) => operation ?? []).toReversed();
  // A refusal by the service takes precedence over the report.
  const refused = group.find(({ operation, outcome }) => operation !== null && outcome.startsWith('refused'));
  return {
    id: newest.id,
    at: newest.at,
    tool: report?.tool ?? operations[0] ?? 'unknown',
    outcome: refused?.outcome ?? report?.outcome ?? newest.outcome,
    client: report?.client ?? null,
    key_id: newest.key_id,
    arguments: report?.arguments ?? null,
    duration_ms: report?.duration_ms ?? newest.duration_ms ?? 0,
    request_ids: group.flatMap(({ request_id }) => request_id ?? []),
    operations,
  };
}
