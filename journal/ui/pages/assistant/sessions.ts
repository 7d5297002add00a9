// What one assistant did in one go: its rows until it was quiet for a while.
import type { FeedRow } from './feed.ts';

export interface Session {
  readonly id: string;
  readonly who: string;
  /** The oldest first. */
  readonly rows: readonly FeedRow[];
}

/** After a longer pause a new session begins. */
const QUIET_MS = 30 * 60_000;

/** Out of the feed, which has the newest first; so have the sessions, by their last row. */
export function sessionsOf(feed: readonly FeedRow[]): Session[] {
  const found: { who: string; rows: FeedRow[] }[] = [];
  for (const row of feed) {
    if (row.kind === 'person') continue;
    const open = found.findLast(({ who }) => who === row.who);
    const first = open?.rows[0];
    if (first !== undefined && Date.parse(first.at) - Date.parse(row.at) <= QUIET_MS) open?.rows.unshift(row);
    else found.push({ who: row.who, rows: [row] });
  }
  return found.map(({ who, rows }) => ({ id: `${who} ${rows[0]?.id}`, who, rows }));
}

/** 3 reads, 2 changes, one not done, be it refused, failed or waiting for a yes: rows that fold several reads count once. */
export function tellSession({ rows }: Session): string {
  const times = (kind: FeedRow['kind']) => rows.filter((row) => row.kind === kind).length;
  const part = (n: number, one: string, many: string) => (n === 0 ? [] : [n === 1 ? one : `${n} ${many}`]);
  return [
    ...part(times('read'), 'one read', 'reads'),
    ...part(times('write'), 'one change', 'changes'),
    ...part(times('refused'), 'one not done', 'not done'),
  ].join(', ');
}
