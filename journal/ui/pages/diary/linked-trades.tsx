// The trades an entry is about.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Act } from '../../parts/act.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useEndpoint } from '../../service/cache.ts';
import { api } from '../../service/client.ts';

interface LinkedTradesProps {
  readonly entryId: string;
  readonly title: string;
  readonly execIds: readonly string[];
}

export function LinkedTrades({ entryId, title, execIds }: LinkedTradesProps): ReactNode {
  if (execIds.length === 0) return null;
  return (
    <ul aria-label={`Trades of ${title}`} className="inline-list">
      {execIds.map((execId) => (
        <li key={execId}>
          <TradeLink execId={execId} />{' '}
          <Act
            act={() => api.journal.unlinkTrade({ params: { exec_id: execId, journal_entry_id: entryId } })}
            changes="journal_entry"
          >
            <span aria-hidden="true">×</span>
            <span className="visually-hidden">Unlink {execId}</span>
          </Act>
        </li>
      ))}
    </ul>
  );
}

function TradeLink({ execId }: { readonly execId: string }): ReactNode {
  const trip = useEndpoint('roundTrips', 'get', { params: { trip_id: execId } });
  const name =
    trip.data === undefined ? execId : `${trip.data.instrument} ${trip.data.direction === 'BOT' ? 'long' : 'short'}`;
  return <Link href={`/trades/${encodeURIComponent(execId)}`}>{name}</Link>;
}

const OFFERED = 50;

/** The latest trades are offered: an evening's entry is about the day's. */
export function LinkTrade({ entryId, title, execIds }: LinkedTradesProps): ReactNode {
  const trips = useEndpoint('roundTrips', 'list', { query: { period: 'all', sort: '-opened_at', limit: OFFERED } });
  const options = (trips.data?.items ?? []).flatMap(({ entry_exec_ids: [first], instrument, opened_at }) =>
    first === undefined || execIds.includes(first)
      ? []
      : [[first, `${instrument}, ${opened_at.slice(0, 10)}`] as const],
  );
  if (options.length === 0) return null;
  return (
    <FormDialog
      button="Link a trade"
      about={`to ${title}`}
      title={`Link a trade to ${title}`}
      changes="journal_entry"
      fields={[{ name: 'exec_id', label: 'Trade (the latest)', options }]}
      save={({ exec_id }) =>
        api.journal.linkTrade({ params: { exec_id: String(exec_id) }, body: { journal_entry_id: entryId } })
      }
    />
  );
}
