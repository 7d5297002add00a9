// What the person has begun to write. Stored in the book and not in the audit: it is no record of anything yet.
import { contract } from '@zorivest/contract';
import { conflict, type Db, notFound, route, shownTime } from '@zorivest/store';
import { attachImage, deleteImagesOf, ownerOfDraft } from '../images/owners.ts';
import { imagesOf } from '../images/repository.ts';
import type { DraftTables } from './tables.ts';

function present({ form, fields, kept_at }: DraftTables['drafts']) {
  return { form, fields: JSON.parse(fields) as Record<string, string | boolean>, kept_at: shownTime(kept_at) };
}

const draftOf = (db: Db, form: string) =>
  db.selectFrom('drafts').selectAll().where('form', '=', form).executeTakeFirst();

async function mustBeDraft(db: Db, form: string) {
  const row = await draftOf(db, form);
  if (row === undefined) throw notFound('draft', form);
  return row;
}

const byWriter = { by: 'writer' } as const;

export const draftRoutes = [
  route(contract.drafts.list, async (_, { db }) => ({
    items: (await db.selectFrom('drafts').selectAll().orderBy('kept_at', 'desc').execute()).map(present),
  })),
  route(contract.drafts.get, async ({ params: { form } }, { db }) => present(await mustBeDraft(db, form))),
  route(
    contract.drafts.keep,
    ({ params: { form }, body: { fields, writer, replaces } }, call) =>
      call.write(async ({ db }) => {
        const known = await draftOf(db, form);
        if (known !== undefined && known.writer !== writer && shownTime(known.kept_at) !== replaces)
          throw conflict('this text is being written somewhere else too, such as in another tab');
        const row = { form, fields: JSON.stringify(fields), writer, kept_at: call.now().toISOString() };
        await db
          .insertInto('drafts')
          .values(row)
          .onConflict((there) => there.column('form').doUpdateSet(row))
          .execute();
        return present(row);
      }),
    byWriter,
  ),
  route(
    contract.drafts.drop,
    ({ params: { form } }, call) =>
      call.write(async ({ db }) => {
        await mustBeDraft(db, form);
        await db.deleteFrom('drafts').where('form', '=', form).execute();
        await deleteImagesOf(db, 'journal_entry', ownerOfDraft(form));
      }),
    byWriter,
  ),
  route(contract.images.listForDraft, ({ params: { form } }, { db }) =>
    imagesOf(db, 'journal_entry', ownerOfDraft(form)),
  ),
  route(contract.images.attachToDraft, ({ params: { form }, body }, call) =>
    attachImage(
      call,
      { type: 'journal_entry', id: ownerOfDraft(form), mustExist: (db) => mustBeDraft(db, form) },
      body,
    ),
  ),
] as const;
