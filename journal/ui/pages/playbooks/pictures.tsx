// What a setup looks like.
import type { ReactNode } from 'react';
import { imageBody, Images } from '../../components/images.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { api } from '../../client/client.ts';

export function PlaybookPictures({ id, name }: { readonly id: number; readonly name: string }): ReactNode {
  const params = { id };
  const images = useEndpoint('images', 'listForPlaybook', { params });
  return (
    <details>
      <summary>Pictures{images.data === undefined ? '' : ` (${images.data.length})`}</summary>
      <Images
        of={name}
        images={images.data ?? []}
        attach={(file) => api.images.attachToPlaybook({ params, body: imageBody(file) })}
      />
    </details>
  );
}
