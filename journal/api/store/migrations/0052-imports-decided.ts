import { ddl } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

// What a person decides about statements, and what is kept of them besides their rows.
export const importsDecided: Migration = {
  version: 52,
  name: 'imports decided',
  async up(db) {
    // Which account of the book an account of a file is, as the file names it.
    await db.schema
      .createTable('import_accounts')
      .addColumn('scope', 'text', (c) => c.notNull())
      .addColumn('named', 'text', (c) => c.notNull())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.account_id').onDelete('cascade'))
      .addColumn('updated_at', ddl.time, (c) => c.notNull())
      .addPrimaryKeyConstraint('import_accounts_once', ['scope', 'named'])
      .execute();
  },
};
