// What the person has just deleted, with the way back, for a few seconds; after that it is in the history and in the bin.
import { type ReactNode, useEffect, useState } from 'react';
import { UndoChange } from '../pages/assistant/undo.tsx';
import { listenToWrites } from '../service/cache.ts';
import { type Answer, api } from '../service/client.ts';

type Entry = Answer<'bin', 'list'>['items'][number];

const SHOWN_MS = 12_000;
const FRESH_MS = 5000;

/** Whatever page it was done on: the bin knows what was done last. */
async function lastDeletion(): Promise<Entry | null> {
  const { items } = await api.bin.list({ query: { limit: 1 } });
  const [newest] = items;
  if (newest === undefined || newest.actor !== 'person' || !newest.what.startsWith('deleted')) return null;
  return Date.now() - Date.parse(newest.at) < FRESH_MS ? newest : null;
}

export function UndoToast(): ReactNode {
  const [entry, setEntry] = useState<Entry | null>(null);
  useEffect(
    () =>
      listenToWrites(() => {
        // It is a convenience: where it cannot be asked for, the history has it.
        lastDeletion().then(
          (found) => found !== null && setEntry((shown) => (shown?.id === found.id ? shown : found)),
          () => {},
        );
      }),
    [],
  );
  useEffect(() => {
    if (entry === null) return undefined;
    const timer = setTimeout(() => setEntry(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [entry]);
  if (entry === null) return null;
  return (
    <aside className="toast" aria-label="Just deleted">
      <span role="status">{`${entry.what.charAt(0).toUpperCase()}${entry.what.slice(1)}.`}</span>{' '}
      <UndoChange key={entry.id} undo={{ bin_id: entry.id, why_not: null }} />
    </aside>
  );
}
