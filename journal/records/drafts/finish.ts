import type { Actor, Db } from '@zorivest/store';
import { handOverImages } from '../images/owners.ts';

interface Became {
  /** Of the draft that this was; a key has none. */
  readonly form: string | undefined;
  readonly entryId: string;
  readonly actor: Actor;
}

/** What was written is no draft any more; its images are the entry's. */
export async function finishDraft(db: Db, { form, entryId, actor }: Became): Promise<void> {
  if (form === undefined || actor.keyId !== null) return;
  await handOverImages(db, form, entryId);
  await db.deleteFrom('drafts').where('form', '=', form).execute();
}
