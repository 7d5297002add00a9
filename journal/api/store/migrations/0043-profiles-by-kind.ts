import { sql } from 'kysely';
import { ddl } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

// A bank's CSV can be mapped by a saved profile too; one of a bank and one of a broker may have the same name.
export const profilesByKind: Migration = {
  version: 43,
  name: 'import profiles by kind',
  async up(db) {
    await db.schema
      .createTable('import_profiles_new')
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('profile', ddl.json, (c) => c.notNull())
      .addColumn('updated_at', ddl.time, (c) => c.notNull())
      .addPrimaryKeyConstraint('import_profiles_once', ['kind', 'name'])
      .execute();
    await sql`insert into import_profiles_new select 'broker', name, profile, updated_at from import_profiles`.execute(
      db,
    );
    await db.schema.dropTable('import_profiles').execute();
    await sql`alter table import_profiles_new rename to import_profiles`.execute(db);
  },
};
