// What an image can be of, and how one comes to it.
import type { ExpressionBuilder } from 'kysely';
import type { Call, Db } from '@zorivest/store';
import { convertImage } from './convert.ts';
import type { ImageTables } from './tables.ts';

export type OwnerType = Exclude<ImageTables['images']['owner_type'], 'report'>;

interface Owner {
  readonly type: OwnerType;
  readonly id: string;
  /** Says 404 when it is not there. */
  readonly mustExist: (db: Db) => Promise<unknown>;
}

interface NewImage {
  readonly caption: string;
  readonly file: { bytes(): Promise<Uint8Array> };
}

export async function attachImage(
  call: Call,
  owner: Owner,
  { caption, file }: NewImage,
): Promise<{ image_id: number }> {
  await owner.mustExist(call.db);
  // Outside the transaction: decoding takes a while, and the book has one connection.
  const image = await convertImage(await file.bytes());
  return call.write(async ({ db, audit }) => {
    await owner.mustExist(db);
    const { id } = await db
      .insertInto('images')
      .values({
        ...image,
        owner_type: owner.type,
        owner_id: owner.id,
        mime_type: 'image/webp',
        caption,
        file_size: image.data.length,
        created_at: call.now().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    audit({ resource: 'image', id, after: { [`${owner.type}_id`]: owner.id, caption } });
    return { image_id: id };
  });
}

export async function deleteImagesOf(db: Db, type: OwnerType, id: string): Promise<void> {
  await db.deleteFrom('images').where('owner_type', '=', type).where('owner_id', '=', id).execute();
}

/** An entry that is still a draft: no entry has an id like it. */
export const ownerOfDraft = (draftId: string): string => `draft ${draftId}`;

/** Whether an image stands on a draft. */
export const isOfDraft = (eb: ExpressionBuilder<ImageTables, 'images'>) =>
  eb.and([eb('owner_type', '=', 'journal_entry'), eb('owner_id', 'like', ownerOfDraft('%'))]);

/** A draft has become an entry. */
export async function handOverImages(db: Db, draftId: string, entryId: string): Promise<void> {
  await db
    .updateTable('images')
    .set({ owner_id: entryId })
    .where('owner_type', '=', 'journal_entry')
    .where('owner_id', '=', ownerOfDraft(draftId))
    .execute();
}
