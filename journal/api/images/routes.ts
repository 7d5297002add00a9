import { contract } from '@zorivest/contract';
import { notFound } from '../core/fault.ts';
import { route } from '../core/route.ts';
import type { Db } from '../store/index.ts';
import { getTrade } from '../trades/service.ts';
import { convertImage, shrink, THUMBNAIL_SIZE } from './convert.ts';
import { type ImageFacts, imageFacts, imagesOfTrades, presentImage } from './repository.ts';

async function factsOf(db: Db, id: number): Promise<ImageFacts> {
  const row = await db.selectFrom('images').select(imageFacts).where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('image', id);
  return row;
}

async function imageBytes(db: Db, id: number, column: 'data' | 'thumbnail'): Promise<Uint8Array> {
  const row = await db.selectFrom('images').select(column).where('id', '=', id).executeTakeFirst();
  const bytes = row?.[column];
  if (!bytes) throw notFound('image', id);
  return bytes;
}

export const imageRoutes = [
  route(contract.images.listForTrade, async ({ params }, { db }) => {
    await getTrade(db, params.exec_id);
    return imagesOfTrades(db, [params.exec_id]);
  }),
  route(contract.images.attachToTrade, async ({ params, body }, call) => {
    await getTrade(call.db, params.exec_id);
    // Outside the transaction: decoding takes a while, and the book has one connection.
    const image = await convertImage(await body.file.bytes());
    return call.write(async ({ db, audit }) => {
      await getTrade(db, params.exec_id);
      const { id } = await db
        .insertInto('images')
        .values({
          ...image,
          owner_type: 'trade',
          owner_id: params.exec_id,
          mime_type: 'image/webp',
          caption: body.caption,
          file_size: image.data.length,
          created_at: call.now().toISOString(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      audit({ resource: 'image', id, after: { trade_id: params.exec_id, caption: body.caption } });
      return { image_id: id };
    });
  }),
  route(contract.images.get, async ({ params }, { db }) => presentImage(await factsOf(db, params.image_id))),
  route(contract.images.thumbnail, async ({ params, query }, { db }) =>
    query.max_size === THUMBNAIL_SIZE
      ? imageBytes(db, params.image_id, 'thumbnail')
      : shrink(await imageBytes(db, params.image_id, 'data'), query.max_size),
  ),
  route(contract.images.full, ({ params }, { db }) => imageBytes(db, params.image_id, 'data')),
  route(contract.images.remove, ({ params }, call) =>
    call.write(async ({ db, audit }) => {
      const before = await factsOf(db, params.image_id);
      await db.deleteFrom('images').where('id', '=', params.image_id).execute();
      audit({ resource: 'image', id: params.image_id, before: presentImage(before) });
    }),
  ),
];
