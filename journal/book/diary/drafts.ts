// What the person has begun to write. Kept in the book and out of the audit: it is nobody's record of anything yet.
import { contract } from '@zorivest/contract';
import { conflict, type Database, type Db, notFound, route, shownTime } from '@zorivest/store';
import { deleteImagesOf, handOverImages, ownerOfDraft } from '../images/owners.ts';

function present({ writer: _writer, ...row }: Database['journal_drafts']) {
  return { ...row, kept_at: shownTime(row.kept_at) };
}

/** What was written is no draft any more; its images are the entry's. */
export async function finishDraft(db: Db, id: string | undefined, entryId: string): Promise<void> {
  if (id === undefined) return;
  await handOverImages(db, id, entryId);
  await db.deleteFrom('journal_drafts').where('id', '=', id).execute();
}

const byWriter = { by: 'writer' } as const;

export const draftRoutes = [
  route(contract.journal.drafts, async (_, { db }) => ({
    items: (await db.selectFrom('journal_drafts').selectAll().orderBy('kept_at', 'desc').execute()).map(present),
  })),
  route(
    contract.journal.keepDraft,
    ({ params: { draft_id: id }, body: { replaces, ...typed } }, call) =>
      call.write(async ({ db }) => {
        const known = await db
          .selectFrom('journal_drafts')
          .select(['writer', 'kept_at'])
          .where('id', '=', id)
          .executeTakeFirst();
        if (known !== undefined && known.writer !== typed.writer && shownTime(known.kept_at) !== replaces)
          throw conflict('this text is being written somewhere else too, such as in another tab');
        const row = { id, ...typed, kept_at: call.now().toISOString() };
        await db
          .insertInto('journal_drafts')
          .values(row)
          .onConflict((there) => there.column('id').doUpdateSet(row))
          .execute();
        return present(row);
      }),
    byWriter,
  ),
  route(
    contract.journal.dropDraft,
    ({ params: { draft_id: id } }, call) =>
      call.write(async ({ db }) => {
        const { numDeletedRows } = await db.deleteFrom('journal_drafts').where('id', '=', id).executeTakeFirst();
        if (numDeletedRows === 0n) throw notFound('draft', id);
        await deleteImagesOf(db, 'journal_entry', ownerOfDraft(id));
      }),
    byWriter,
  ),
] as const;
