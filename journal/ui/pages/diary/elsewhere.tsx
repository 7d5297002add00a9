// Somebody else changed the same text: both are shown, and the person says which stays. Nothing is written over before.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { moment } from '../../amount/time.ts';
import { Markdown } from '../../components/markdown.tsx';
import { api } from '../../client/client.ts';
import type { Draft, Keeper } from '../../client/keeper.ts';
import type { Problem } from '../../client/problem.ts';
import { type Base, type Entry, typedIn } from './entry-fields.ts';

const NEW_ENTRY: Base = { journal_entry_id: null, entry_updated_at: null };

interface ChangedElsewhereProps {
  /** Null: it was deleted. */
  readonly entry: Entry | null;
  readonly onMine: (base: Base) => void;
}

/** The entry itself has changed since the writing began, by an assistant or in another tab. */
export function ChangedElsewhere({ entry, onMine }: ChangedElsewhereProps): ReactNode {
  return (
    <section className="card question" role="alert" aria-label="Changed elsewhere">
      <h2>Changed elsewhere</h2>
      <p>
        {entry === null
          ? 'This entry was deleted elsewhere. Your text is saved as a draft.'
          : `This entry was changed elsewhere at ${moment(entry.updated_at)}. Your text is saved as a draft and has not replaced it.`}
      </p>
      {entry !== null && (
        <details>
          <summary>Current version</summary>
          <h3>{entry.title}</h3>
          <Markdown text={entry.body} />
        </details>
      )}
      <p className="page-tools">
        {entry !== null && (
          <button
            type="button"
            className="button"
            onClick={() => onMine({ journal_entry_id: entry.id, entry_updated_at: entry.updated_at })}
          >
            Replace it with mine
          </button>
        )}
        <button type="button" className="button" onClick={() => onMine(NEW_ENTRY)}>
          Save mine as a new entry
        </button>
      </p>
    </section>
  );
}

interface WrittenElsewhereProps {
  readonly keeper: Keeper;
  readonly onTheirs: () => void;
}

/** The draft is being written in another tab, too. */
export function WrittenElsewhere({ keeper, onTheirs }: WrittenElsewhereProps): ReactNode {
  const theirs = useQuery<Draft | null, Problem>({
    queryKey: ['journal', 'draft elsewhere', keeper.form],
    queryFn: async () => (await api.drafts.list()).items.find(({ form }) => form === keeper.form) ?? null,
    // The other tab continues to write it.
    gcTime: 0,
    staleTime: 0,
  });
  const draft = theirs.data;
  return (
    <section className="card question" role="alert" aria-label="Edited elsewhere">
      <h2>Edited elsewhere</h2>
      <p>
        This text is also being edited elsewhere, such as in another tab. Your version is not saved until you choose
        which one to keep.
      </p>
      {draft && (
        <>
          <details>
            <summary>Version saved there at {moment(draft.kept_at)}</summary>
            <Markdown text={typedIn(draft.fields).body} />
          </details>
          <p className="page-tools">
            <button type="button" className="button" onClick={() => keeper.replace(draft)}>
              Keep mine
            </button>
            <button
              type="button"
              className="button"
              onClick={() => {
                void keeper.end();
                onTheirs();
              }}
            >
              Keep the other
            </button>
          </p>
        </>
      )}
      {draft === null && (
        <button type="button" className="button" onClick={() => keeper.goOn()}>
          The other is gone: keep mine
        </button>
      )}
    </section>
  );
}
