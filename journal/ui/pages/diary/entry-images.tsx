import type { ReactNode } from 'react';
import { imageBody, Images } from '../../parts/images.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useEndpoint } from '../../service/cache.ts';
import { api } from '../../service/client.ts';
import type { Entry } from './typed.ts';

export function EntryImages({ entry }: { readonly entry: Entry }): ReactNode {
  const params = { journal_entry_id: entry.id };
  const images = useEndpoint('images', 'listForEntry', { params });
  return (
    <Loaded query={images} height={60}>
      {(all) => (
        <Images
          of={entry.title}
          images={all}
          attach={(file) => api.images.attachToEntry({ params, body: imageBody(file) })}
        />
      )}
    </Loaded>
  );
}
