// An entry while it is written: saved as a draft automatically, with a preview next to it.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { clock, day } from '../../amount/time.ts';
import { AskFirst } from '../../components/ask-first.tsx';
import { Field, LongField } from '../../components/field.tsx';
import { listOf } from '../../components/form-values.ts';
import { Markdown } from '../../components/markdown.tsx';
import { noteWrite } from '../../client/cache.ts';
import { api } from '../../client/client.ts';
import { dropKeeper, holdKeeper, type Keeper, type KeeperState, throwAway } from '../../client/keeper.ts';
import type { Problem } from '../../client/problem.ts';
import { DayTrades } from './day-trades.tsx';
import { ChangedElsewhere, WrittenElsewhere } from './elsewhere.tsx';
import { DraftImages, EntryImages } from './entry-images.tsx';
import { baseIn, type Entry, fieldsOf, type EntryFields, titleOf, typedIn } from './entry-fields.ts';

interface EditorProps {
  readonly keeper: Keeper;
  /** The entry in the book now; null for a new one, and for a deleted one. */
  readonly entry: Entry | null;
  readonly onClose: () => void;
  /** The text is to be taken from the book again. */
  readonly onReopen: () => void;
}

const TEXT_ROWS = 14;

export function Editor({ keeper, entry, onClose, onReopen }: EditorProps): ReactNode {
  const [typed, setTyped] = useState(() => typedIn(keeper.typed));
  const [base, setBase] = useState(() => baseIn(keeper.typed));
  const state = keeper.state.use();
  useEffect(() => holdKeeper(keeper), [keeper]);
  const type = (change: Partial<EntryFields>) => {
    const next = { ...typed, ...change };
    setTyped(next);
    keeper.type(fieldsOf(next, base));
  };
  const save = useMutation<unknown, Problem>({
    mutationFn: async () => {
      // What is on its way to the drafts must not arrive after the entry.
      await keeper.end();
      await finishWriting(keeper).catch((error: unknown) => {
        keeper.goOn();
        throw error;
      });
    },
    onSuccess: () => {
      dropKeeper(keeper);
      onClose();
    },
    // A refused save means that it changed elsewhere: its current version is fetched too.
    onSettled: () => noteWrite('journal_entry'),
  });
  const isNew = base.journal_entry_id === null;
  const isChanged = !isNew && entry?.updated_at !== base.entry_updated_at;
  return (
    <form
      className="card editor"
      aria-label={isNew ? 'New entry' : `Edit ${entry?.title ?? 'entry'}`}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {isChanged && (
        <ChangedElsewhere
          entry={entry}
          onMine={(next) => {
            keeper.type(fieldsOf(typed, next));
            setBase(next);
            save.reset();
          }}
        />
      )}
      {state.kind === 'elsewhere' && <WrittenElsewhere keeper={keeper} onTheirs={onReopen} />}
      <Field
        label="Title"
        name="title"
        maxLength={300}
        autoFocus={isNew}
        value={typed.title}
        problem={save.error}
        onChange={({ target }) => type({ title: target.value })}
      />
      <div className="split">
        <LongField
          label="Text (Markdown)"
          name="body"
          rows={TEXT_ROWS}
          autoFocus={!isNew}
          value={typed.body}
          problem={save.error}
          onChange={({ target }) => type({ body: target.value })}
        />
        <div>
          <section aria-label="Preview" className="preview">
            <h2>{titleOf(typed)}</h2>
            <Markdown text={typed.body} />
          </section>
          <DayTrades day={day(entry?.created_at ?? new Date().toISOString())} />
        </div>
      </div>
      <Field
        label="Tags, separated by commas"
        name="tags"
        value={typed.tags}
        problem={save.error}
        onChange={({ target }) => type({ tags: target.value })}
      />
      {save.error && !isChanged && <p role="alert">{save.error.message}</p>}
      <div className="page-tools">
        <button type="submit" className="button main" disabled={save.isPending || isChanged}>
          Save
        </button>
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
        {(keeper.hasDraft || keeper.isUnsaved) && (
          <AskFirst
            button="Discard"
            title="Discard your text?"
            changes="journal_entry"
            act={() => throwAway(keeper)}
            onDone={onClose}
          >
            {isNew ? 'It is not saved as an entry yet.' : 'The entry stays as it was.'}
          </AskFirst>
        )}
        <DraftStatus state={state} />
      </div>
      {entry !== null ? <EntryImages entry={entry} /> : isNew && <DraftImages keeper={keeper} />}
    </form>
  );
}

function finishWriting(keeper: Keeper): Promise<unknown> {
  const typed = typedIn(keeper.typed);
  const { journal_entry_id, entry_updated_at } = baseIn(keeper.typed);
  const fields = { title: titleOf(typed), body: typed.body, tags: listOf(typed.tags), draft_form: keeper.form };
  return journal_entry_id === null
    ? api.journal.create({ body: fields })
    : api.journal.update({ params: { journal_entry_id }, body: { ...fields, if_updated_at: entry_updated_at } });
}

function DraftStatus({ state }: { readonly state: KeeperState }): ReactNode {
  if (state.kind === 'saved') return <span className="quiet">Draft saved at {clock(state.at)}</span>;
  if (state.kind === 'typing') return <span className="quiet">Saving the draft …</span>;
  if (state.kind === 'failed') return <span role="alert">The draft is not saved yet: {state.message}</span>;
  return null;
}
