// The feed as a file: all that the service has and the filter matches, however little of it is loaded.
import { csvOf } from '../../charts/table.ts';
import { type Answer, api } from '../../client/client.ts';
import type { FeedChoice } from './feed-filter.tsx';
import { decisions } from './feed.ts';

interface NamedKey {
  readonly key_id: string;
  readonly label: string;
}

/** Calls are the service's own file; what the person decided is in the audit. */
export function feedFile({ who, kind, tool }: FeedChoice, keys: readonly NamedKey[]): Promise<unknown> {
  if (kind === 'person' || who === 'you') return decisionsFile();
  // A key whose client never gave its name goes by its label.
  const key_id = keys.find(({ label }) => label === who)?.key_id;
  return api.activity.export({
    query: {
      ...(tool !== '' && (/^[a-z]\w*\.\w+$/i.test(tool) ? { operation: tool } : { tool })),
      ...(kind !== '' && { did: kind }),
      ...(who !== '' && (key_id === undefined ? { client: who } : { key_id })),
    },
  });
}

type AuditRow = Answer<'audit', 'list'>['items'][number];

const PAGE = 1000;

async function decisionsFile(): Promise<Blob> {
  const rows: AuditRow[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const { items, total } = await api.audit.list({ query: { actor: 'person', limit: PAGE, offset } });
    rows.push(...items.filter(({ action }) => decisions.has(action)));
    if (offset + PAGE >= total) break;
  }
  const table = {
    head: ['at', 'action', 'resource_type', 'resource_id'],
    rows: rows.map(({ at, action, resource_type, resource_id }) => ({
      cells: [at, action, resource_type, resource_id],
    })),
  };
  return new Blob([csvOf(table)], { type: 'text/csv' });
}
