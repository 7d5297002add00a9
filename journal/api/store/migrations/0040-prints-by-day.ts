import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

// What tells one fill, or one bank transaction, from another began with a hash: a file of a million rows touched every
// page of the index in no order at all. With the day in front, rows of a day stand together, and a statement, which goes
// day by day, needs a few pages at a time.
export const printsByDay: Migration = {
  version: 40,
  name: 'fingerprints by day',
  async up(db) {
    await sql`drop index trades_by_fingerprint`.execute(db);
    await sql`update trades set fingerprint = substr(time, 1, 10) || '-' || substr(fingerprint, 1, 32)`.execute(db);
    await sql`create index "trades_by_fingerprint" on "trades" ("fingerprint")`.execute(db);
    await sql`update bank_transactions set dedup_hash = date || '-' || dedup_hash`.execute(db);
  },
};
