import type { Db } from '@zorivest/store';

/** Above `most` rows the tenth that was fetched first is deleted, so that this is seldom needed. */
export async function forgetOldest(db: Db, table: 'fetch_cache', most: number): Promise<void> {
  const { rows } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  if (rows <= most) return;
  const oldest = db
    .selectFrom(table)
    .select('fetched_at')
    .orderBy('fetched_at')
    .offset(most / 10)
    .limit(1);
  await db.deleteFrom(table).where('fetched_at', '<', oldest).execute();
}
