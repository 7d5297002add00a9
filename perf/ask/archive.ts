// Answers queries about an HTTP archive: which requests took longest, and what each waited for.
import type { Archive, ArchivedRequest } from '../inputs/profiles/index.ts';
import { count, milliseconds, plural } from '../text/format.ts';
import type { Answer } from './ask.ts';

/** The slowest requests whose address has the text, in the order in which they began. */
export function askArchive(archive: Archive, filter: string | undefined, limit: number): Answer {
  const wanted = filter?.toLowerCase() ?? '';
  const found = archive.requests.filter(({ request }) => request.toLowerCase().includes(wanted));
  const slowest = new Set(found.toSorted((a, b) => b.ms - a.ms).slice(0, limit));
  return {
    unit: archive.unit,
    total: archive.wall_ms,
    of: describeArchive(archive),
    requests: found.filter((request) => slowest.has(request)),
    more: found.length - slowest.size,
  };
}

export function describeArchive({ requests, wall_ms }: Archive): string {
  const hosts = new Set(requests.map(({ host }) => host)).size;
  const failed = requests.filter(isFailed).length;
  const ends = `${milliseconds(wall_ms)} from the first start to the last end`;
  const asked = `${count(requests.length)} ${plural(requests.length, 'request')} to ${count(hosts)} ${plural(hosts, 'host')}`;
  return `${asked}, ${ends}${failed === 0 ? '' : `, ${failed} failed`}`;
}

/** No response, or an error status. */
export function isFailed({ status }: ArchivedRequest): boolean {
  return status === null || status >= 400;
}
