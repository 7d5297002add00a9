// The trades an entry is about.
import { nameTrade } from '@zorivest/vocabulary';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { weekday } from '../../amount/time.ts';
import { Act } from '../../components/act.tsx';
import { Icon } from '../../components/icon.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { api } from '../../client/client.ts';
import type { Entry } from './entry-fields.ts';

interface LinkedTradesProps {
  readonly entryId: string;
  readonly title: string;
  readonly trades: NonNullable<Entry['trades']>;
}

export function LinkedTrades({ entryId, title, trades }: LinkedTradesProps): ReactNode {
  if (trades.length === 0) return null;
  return (
    <ul aria-label={`Trades of ${title}`} className="inline-list">
      {trades.map(({ exec_id, instrument, action }) => (
        <li key={exec_id}>
          <Link href={`/trades/${encodeURIComponent(exec_id)}`}>
            {`${nameTrade({ instrument })} ${action === 'BOT' ? 'long' : 'short'}`}
          </Link>{' '}
          <Act
            act={() => api.journal.unlinkTrade({ params: { exec_id, journal_entry_id: entryId } })}
            changes="journal_entry"
            quiet
          >
            <Icon name="close" />
            <span className="visually-hidden">Unlink {exec_id}</span>
          </Act>
        </li>
      ))}
    </ul>
  );
}

const OFFERED = 50;

interface LinkTradeProps {
  readonly entryId: string;
  readonly title: string;
  readonly execIds: readonly string[];
}

/** The latest trades are offered: an evening's entry is about the day's. */
export function LinkTrade({ entryId, title, execIds }: LinkTradeProps): ReactNode {
  const trips = useEndpoint('roundTrips', 'list', { query: { period: 'all', sort: '-opened_at', limit: OFFERED } });
  const options = (trips.data?.items ?? []).flatMap(({ entry_exec_ids: [first], instrument, opened_at }) =>
    first === undefined || execIds.includes(first)
      ? []
      : [[first, `${nameTrade({ instrument })}, ${weekday(opened_at)}`] as const],
  );
  if (options.length === 0) return null;
  return (
    <FormDialog
      button="Link a trade"
      about={`to ${title}`}
      title={`Link a trade to ${title}`}
      changes="journal_entry"
      fields={[{ name: 'exec_id', label: 'Trade (latest first)', options }]}
      save={({ exec_id }) =>
        api.journal.linkTrade({ params: { exec_id: String(exec_id) }, body: { journal_entry_id: entryId } })
      }
    />
  );
}
