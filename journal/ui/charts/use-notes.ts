// What was written on the days of a chart, as pins on its axis.
import type { Note } from '@zorivest/pictures';
import { day as dayText, weekday } from '../amount/time.ts';
import { useEndpoint } from '../client/cache.ts';

const MOST = 200;
const PREFIX = 'diary:';

/** The latest of the diary, for every chart of a page: one shows those of its own days. */
export function useNotes(enabled: boolean, zone?: string): readonly Note[] {
  const entries = useEndpoint('journal', 'list', { query: { limit: MOST } }, { enabled });
  return (entries.data?.items ?? []).map(({ created_at, title }) => ({
    x: Date.parse(created_at),
    title: `${weekday(created_at, zone)}\n${title}`,
    // A day of the diary is one of this machine's clock.
    key: `${PREFIX}${dayText(created_at)}`,
  }));
}

/** Where a pin leads; null where the key is none of one. */
export const addressOfNote = (key: string): string | null =>
  key.startsWith(PREFIX) ? `/diary?day=${key.slice(PREFIX.length)}` : null;
