// Opens the editor with what there is: words of this page the book does not have yet, a draft, the entry, a template.
import { type ReactNode, useState } from 'react';
import { Loading, WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { type Draft, dropKeeper, Keeper, keeperOf } from '../../client/keeper.ts';
import { Editor } from './editor.tsx';
import type { Template } from './templates.ts';
import { type Entry, fieldsOf, formOf, ofEntry } from './entry-fields.ts';

const NEW = 'new-';

export const newDraftId = (): string => `${NEW}${crypto.randomUUID()}`;

interface WritingProps {
  readonly id: string;
  readonly template: Template;
  readonly onClose: () => void;
}

export function Writing({ id, template, onClose }: WritingProps): ReactNode {
  const [opened, setOpened] = useState(0);
  const drafts = useEndpoint('drafts', 'list');
  const isNew = id.startsWith(NEW);
  const entry = useEndpoint('journal', 'get', { params: { journal_entry_id: id } }, { enabled: !isNew });
  // One that was deleted is still written: its words are here.
  if (!isNew && entry.isPending) return <Loading height={300} />;
  return (
    <WhenLoaded query={drafts} height={300}>
      {({ items }) => (
        <OpenEntry
          key={`${id} ${opened}`}
          id={id}
          entry={entry.data ?? null}
          draft={items.find(({ form }) => form === formOf(id))}
          template={template}
          onClose={onClose}
          onReopen={() => void drafts.refetch().then(() => setOpened(opened + 1))}
        />
      )}
    </WhenLoaded>
  );
}

interface OpenedProps extends WritingProps {
  readonly entry: Entry | null;
  readonly draft: Draft | undefined;
  readonly onReopen: () => void;
}

function OpenEntry({ id, entry, draft, template, onClose, onReopen }: OpenedProps): ReactNode {
  const [keeper] = useState(() => keeperOf(formOf(id)) ?? beginning(id, entry, draft, template));
  return (
    <Editor
      keeper={keeper}
      entry={entry}
      onClose={onClose}
      onReopen={() => {
        dropKeeper(keeper);
        onReopen();
      }}
    />
  );
}

function beginning(id: string, entry: Entry | null, draft: Draft | undefined, template: Template): Keeper {
  const form = formOf(id);
  if (draft !== undefined) return new Keeper(form, draft.fields, draft);
  if (entry !== null) {
    const base = { journal_entry_id: entry.id, entry_updated_at: entry.updated_at };
    return new Keeper(form, fieldsOf(ofEntry(entry), base));
  }
  const { title, body } = template;
  return new Keeper(form, fieldsOf({ title, body, tags: '' }, { journal_entry_id: null, entry_updated_at: null }));
}
