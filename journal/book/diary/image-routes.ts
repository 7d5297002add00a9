import { contract } from '@zorivest/contract';
import { type Db, notFound, route } from '@zorivest/store';
import { attachImage, ownerOfDraft } from '../images/owners.ts';
import { imagesOf } from '../images/repository.ts';

async function mustBeEntry(db: Db, id: string): Promise<void> {
  const entry = await db.selectFrom('journal_entries').select('id').where('id', '=', id).executeTakeFirst();
  if (!entry) throw notFound('journal entry', id);
}

async function mustBeDraft(db: Db, id: string): Promise<void> {
  const draft = await db.selectFrom('journal_drafts').select('id').where('id', '=', id).executeTakeFirst();
  if (!draft) throw notFound('draft', id);
}

export const diaryImageRoutes = [
  route(contract.images.listForEntry, async ({ params: { journal_entry_id: id } }, { db }) => {
    await mustBeEntry(db, id);
    return imagesOf(db, 'journal_entry', id);
  }),
  route(contract.images.attachToEntry, ({ params: { journal_entry_id: id }, body }, call) =>
    attachImage(call, { type: 'journal_entry', id, mustExist: (db) => mustBeEntry(db, id) }, body),
  ),
  route(contract.images.listForDraft, ({ params: { draft_id } }, { db }) =>
    imagesOf(db, 'journal_entry', ownerOfDraft(draft_id)),
  ),
  route(contract.images.attachToDraft, ({ params: { draft_id }, body }, call) =>
    attachImage(
      call,
      { type: 'journal_entry', id: ownerOfDraft(draft_id), mustExist: (db) => mustBeDraft(db, draft_id) },
      body,
    ),
  ),
] as const;
