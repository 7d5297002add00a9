import type { ReactNode } from 'react';
import { imageBody, Images } from '../../components/images.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { api } from '../../client/client.ts';
import type { Keeper } from '../../client/keeper.ts';
import type { Entry } from './entry-fields.ts';

/** Open where there are some; else the place to put one is folded away. */
export function EntryImages({ entry }: { readonly entry: Entry }): ReactNode {
  const params = { journal_entry_id: entry.id };
  // The list includes them; a single entry is asked for them.
  const asked = useEndpoint('images', 'listForEntry', { params }, { enabled: entry.images === undefined });
  const all = entry.images ?? asked.data ?? [];
  return (
    <details open={all.length > 0}>
      <summary>{all.length === 0 ? 'Add an image' : `Images (${all.length})`}</summary>
      <Images
        of={entry.title}
        images={all}
        attach={(file) => api.images.attachToEntry({ params, body: imageBody(file) })}
      />
    </details>
  );
}

/** Of a new entry: stored with its draft, and the entry's once it is saved. */
export function DraftImages({ keeper }: { readonly keeper: Keeper }): ReactNode {
  const params = { form: keeper.form };
  const images = useEndpoint('images', 'listForDraft', { params }, { enabled: keeper.hasDraft });
  return (
    <Images
      of="this draft"
      images={images.data ?? []}
      attach={async (file) => {
        await keeper.begin();
        await api.images.attachToDraft({ params, body: imageBody(file) });
      }}
      wholePage
    />
  );
}
