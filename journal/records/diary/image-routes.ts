import { contract } from '@zorivest/contract';
import { type Db, notFound, route } from '@zorivest/store';
import { attachImage } from '../images/owners.ts';
import { imagesOf } from '../images/repository.ts';

async function mustBeEntry(db: Db, id: string): Promise<void> {
  const entry = await db.selectFrom('journal_entries').select('id').where('id', '=', id).executeTakeFirst();
  if (!entry) throw notFound('journal entry', id);
}

export const diaryImageRoutes = [
  route(contract.images.listForEntry, async ({ params: { journal_entry_id: id } }, { db }) => {
    await mustBeEntry(db, id);
    return imagesOf(db, 'journal_entry', id);
  }),
  route(contract.images.attachToEntry, ({ params: { journal_entry_id: id }, body }, call) =>
    attachImage(call, { type: 'journal_entry', id, mustExist: (db) => mustBeEntry(db, id) }, body),
  ),
] as const;
