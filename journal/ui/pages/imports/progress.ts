import type { LiveEvent } from '../../client/live.ts';

export interface Progress {
  readonly read: number;
  readonly total: number;
}

/** How far the service has read an upload, by its newest report; null before the first report and once it is through. */
export function progressOf(events: readonly LiveEvent[], uploadId: string): Progress | null {
  const newest = events.find(({ type, data }) => type === 'import' && data['upload_id'] === uploadId);
  if (newest === undefined || newest.data['stage'] !== 'reading') return null;
  const [read, total] = [Number(newest.data['bytes_read']), Number(newest.data['bytes_total'])];
  return total > 0 && read < total ? { read, total } : null;
}
