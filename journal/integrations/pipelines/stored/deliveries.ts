import type { Db } from '@zorivest/store';
import type { Deliveries } from '../ports.ts';

/** A key is claimed before the mail goes out: after a crash in between, a mail may be missing, but never doubled. */
export function storedDeliveries(db: Db, now: () => Date): Deliveries {
  return {
    async claim({ reportId, channel, recipient, key }) {
      const inserted = await db
        .insertInto('report_deliveries')
        .values({
          dedup_key: key,
          report_id: reportId,
          channel,
          recipient,
          status: 'sending',
          sent_at: null,
          error: null,
          created_at: now().toISOString(),
        })
        .onConflict((clash) => clash.column('dedup_key').doNothing())
        .executeTakeFirst();
      if (Number(inserted.numInsertedOrUpdatedRows ?? 0n) > 0) return 'claimed';
      // One that failed outright may be tried again.
      const retried = await db
        .updateTable('report_deliveries')
        .set({ status: 'sending', error: null })
        .where('dedup_key', '=', key)
        .where('status', '=', 'failed')
        .executeTakeFirst();
      if (Number(retried.numUpdatedRows) > 0) return 'claimed';
      const { status } = await db
        .selectFrom('report_deliveries')
        .select('status')
        .where('dedup_key', '=', key)
        .executeTakeFirstOrThrow();
      return status === 'sent' ? 'delivered' : 'unsettled';
    },
    async settle(key, error) {
      await db
        .updateTable('report_deliveries')
        .set({
          status: error === null ? 'sent' : 'failed',
          error,
          sent_at: error === null ? now().toISOString() : null,
        })
        .where('dedup_key', '=', key)
        .execute();
    },
  };
}
