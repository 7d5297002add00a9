import { contract } from '@zorivest/contract';
import { type Call, notFound, route } from '@zorivest/store';
import { shrink, THUMBNAIL_SIZE } from './convert.ts';
import { isOfDraft } from './owners.ts';
import { type ImageFacts, imageFacts, presentImage } from './repository.ts';

type Asker = Pick<Call, 'db' | 'actor'>;

/** A draft is the person's own, and so are its images. */
function imageNumbered({ db, actor }: Asker, id: number) {
  const found = db.selectFrom('images').where('id', '=', id);
  return actor.keyId === null ? found : found.where((row) => row.not(isOfDraft(row)));
}

async function factsOf(asker: Asker, id: number): Promise<ImageFacts> {
  const row = await imageNumbered(asker, id).select(imageFacts).executeTakeFirst();
  if (!row) throw notFound('image', id);
  return row;
}

async function imageBytes(asker: Asker, id: number, column: 'data' | 'thumbnail'): Promise<Uint8Array> {
  const row = await imageNumbered(asker, id).select(column).executeTakeFirst();
  const bytes = row?.[column];
  if (!bytes) throw notFound('image', id);
  return bytes;
}

export const imageRoutes = [
  route(contract.images.update, ({ params: { image_id }, body: { caption } }, call) =>
    call.write(async ({ db, audit }) => {
      const before = await factsOf({ db, actor: call.actor }, image_id);
      await db.updateTable('images').set({ caption }).where('id', '=', image_id).execute();
      audit({ resource: 'image', id: image_id, before: { caption: before.caption }, after: { caption } });
      return presentImage({ ...before, caption });
    }),
  ),
  route(contract.images.get, async ({ params }, call) => presentImage(await factsOf(call, params.image_id))),
  route(contract.images.thumbnail, async ({ params, query }, call) =>
    query.max_size === THUMBNAIL_SIZE
      ? imageBytes(call, params.image_id, 'thumbnail')
      : shrink(await imageBytes(call, params.image_id, 'data'), query.max_size),
  ),
  route(contract.images.full, ({ params }, call) => imageBytes(call, params.image_id, 'data')),
  route(contract.images.remove, ({ params }, call) =>
    call.write(async ({ db, audit }) => {
      const before = await factsOf({ db, actor: call.actor }, params.image_id);
      await db.deleteFrom('images').where('id', '=', params.image_id).execute();
      audit({ resource: 'image', id: params.image_id, before: presentImage(before) });
    }),
  ),
] as const;
