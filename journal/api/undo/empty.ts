// The person empties an entry of the bin: its words and pictures leave every table. What the audit has of it, in its cut form,
// stays: it tells that something was there.
import type { Connection, Db } from '@zorivest/store';
import { fillRef } from '@zorivest/integrations';
import { unpackRow } from './rows.ts';

export async function emptyEntry(db: Db, connection: Connection, id: number): Promise<void> {
  const rows = await db.selectFrom('bin_rows').selectAll().where('bin_id', '=', id).execute();
  for (const { tbl, row_key, before, after } of rows) {
    // Of what is still there the words are not gone at all: only this entry's copy goes.
    if (after !== null || before === null) continue;
    // An earlier change of the same thing holds its words too.
    await db.deleteFrom('bin_rows').where('tbl', '=', tbl).where('row_key', '=', row_key).execute();
    const row = unpackRow(before);
    if (tbl === 'trades') await forgetFill(db, String(row['exec_id']), String(row['account_id']));
    if (tbl === 'journal_entries')
      await db
        .deleteFrom('drafts')
        .where('form', '=', `diary:${String(row['id'])}`)
        .execute();
  }
  await db.deleteFrom('bin').where('id', '=', id).execute();
  // An entry of which nothing is left cannot be undone.
  connection.prepare('delete from bin where not exists (select 1 from bin_rows where bin_id = bin.id)').run();
}

/** What an import keeps of a fill so that it can be undone, or decided about. */
async function forgetFill(db: Db, execId: string, accountId: string): Promise<void> {
  await db.updateTable('import_notes').set({ before: null }).where('ref', '=', execId).execute();
  await db
    .updateTable('import_look_alikes')
    .set({ payload: '{}', message: '' })
    .where('kind', '=', 'trade')
    .where('ref', '=', fillRef({ account_id: accountId, exec_id: execId }))
    .execute();
}
