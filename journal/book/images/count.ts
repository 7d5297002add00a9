import type { Database, Db } from '@zorivest/store';

type Owner = Database['images']['owner_type'];

/** How many images something has. */
export async function countImages(db: Db, ownerType: Owner, ownerId: string | number): Promise<number> {
  const { images } = await db
    .selectFrom('images')
    .select((eb) => eb.fn.countAll<number>().as('images'))
    .where('owner_type', '=', ownerType)
    .where('owner_id', '=', String(ownerId))
    .executeTakeFirstOrThrow();
  return images;
}
