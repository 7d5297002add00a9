// What was begun and not finished, here or in another browser.
import type { ReactNode } from 'react';
import { moment } from '../../amount/time.ts';
import { useEndpoint } from '../../service/cache.ts';
import { titleOf } from './typed.ts';

export function Unfinished({ onGoOn }: { readonly onGoOn: (id: string) => void }): ReactNode {
  const drafts = useEndpoint('journal', 'drafts');
  if (drafts.data === undefined || drafts.data.items.length === 0) return null;
  return (
    <section className="card question" aria-label="Unfinished">
      <h2>Unfinished</h2>
      <ul className="inline-list">
        {drafts.data.items.map((draft) => (
          <li key={draft.id}>
            {titleOf(draft)} <span className="quiet">kept {moment(draft.kept_at)}</span>{' '}
            <button type="button" className="button" onClick={() => onGoOn(draft.id)}>
              Go on<span className="visually-hidden"> with {titleOf(draft)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
