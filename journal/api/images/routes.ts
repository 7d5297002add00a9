import { contract } from '@zorivest/contract';
import type { Call } from '../core/call.ts';
import { notFound } from '../core/fault.ts';
import { route } from '../core/route.ts';
import type { Db } from '../store/index.ts';
import { getTrade } from '../trades/service.ts';
import { findPlan } from '../plans/service.ts';
import { shrink, THUMBNAIL_SIZE } from './convert.ts';
import { attachImage, isOfDraft, ownerOfDraft } from './owners.ts';
import { type ImageFacts, imageFacts, imagesOf, imagesOfTrades, presentImage } from './repository.ts';

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

async function mustBeEntry(db: Db, id: string): Promise<void> {
  const entry = await db.selectFrom('journal_entries').select('id').where('id', '=', id).executeTakeFirst();
  if (!entry) throw notFound('journal entry', id);
}

async function mustBeDraft(db: Db, id: string): Promise<void> {
  const draft = await db.selectFrom('journal_drafts').select('id').where('id', '=', id).executeTakeFirst();
  if (!draft) throw notFound('draft', id);
}

export const imageRoutes = [
  route(contract.images.listForTrade, async ({ params }, { db }) => {
    await getTrade(db, params.exec_id);
    return imagesOfTrades(db, [params.exec_id]);
  }),
  route(contract.images.attachToTrade, ({ params: { exec_id }, body }, call) =>
    attachImage(call, { type: 'trade', id: exec_id, mustExist: (db) => getTrade(db, exec_id) }, body),
  ),
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
  route(contract.images.listForPlan, async ({ params: { plan_id } }, { db }) => {
    await findPlan(db, plan_id);
    return imagesOf(db, 'plan', String(plan_id));
  }),
  route(contract.images.attachToPlan, ({ params: { plan_id }, body }, call) =>
    attachImage(call, { type: 'plan', id: String(plan_id), mustExist: (db) => findPlan(db, plan_id) }, body),
  ),
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
];
