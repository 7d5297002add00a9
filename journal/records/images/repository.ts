// Images as the other concepts read them.
import type { Selectable } from 'kysely';
import { type Database, type Db, shownTime } from '@zorivest/store';

export const imageFacts = ['id', 'caption', 'mime_type', 'file_size', 'width', 'height', 'created_at'] as const;
export type ImageFacts = Pick<Selectable<Database['images']>, (typeof imageFacts)[number]>;

export function presentImage(row: ImageFacts) {
  return { ...row, created_at: shownTime(row.created_at) };
}

/** The images of these trades, in the order they were attached. */
export async function imagesOfTrades(db: Db, execIds: readonly string[]) {
  const rows = await db
    .selectFrom('images')
    .select([...imageFacts, 'owner_id as trade_id'])
    .where('owner_type', '=', 'trade')
    .where('owner_id', 'in', execIds)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...presentImage(row), trade_id: row.trade_id, thumbnail_url: thumbnailOf(row) }));
}

/** The images of one thing that is no trade, in the order they were attached. */
export async function imagesOf(db: Db, owner: 'plan' | 'playbook' | 'journal_entry', id: string) {
  return (await imagesOfMany(db, owner, [id])).map(({ owner_id: _owner, ...image }) => image);
}

/** Of several things, each with whose it is. */
export async function imagesOfMany(db: Db, owner: 'plan' | 'playbook' | 'journal_entry', ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('images')
    .select([...imageFacts, 'owner_id'])
    .where('owner_type', '=', owner)
    .where('owner_id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...presentImage(row), owner_id: row.owner_id, thumbnail_url: thumbnailOf(row) }));
}

function thumbnailOf({ id }: ImageFacts): string {
  return `/api/v1/images/${id}/thumbnail`;
}
