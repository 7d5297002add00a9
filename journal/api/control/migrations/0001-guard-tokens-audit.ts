import { sql } from 'kysely';
import { ddl, makeAppendOnly } from '../../store/dialect.ts';
import type { Migration } from '../../store/migrate.ts';

/** Ids of audit rows begin here, far above any the book will give: an id says which of the two files holds its row. */
const FIRST_AUDIT_ID = 4_000_000_000_000_000;

export const guardTokensAudit: Migration = {
  version: 1,
  name: 'guard, confirmation tokens, key modes, audit',
  async up(db) {
    await db.schema
      .createTable('mcp_guard')
      .addColumn('id', 'integer', (c) => c.primaryKey().notNull())
      .addColumn('is_enabled', ddl.flag, (c) => c.notNull())
      .addColumn('is_locked', ddl.flag, (c) => c.notNull())
      .addColumn('locked_at', ddl.time)
      .addColumn('lock_reason', 'text')
      .addColumn('lifted_by', 'text')
      .addColumn('limit_lifted_at', ddl.time)
      .addColumn('calls_per_minute_limit', 'integer', (c) => c.notNull())
      .addColumn('calls_per_hour_limit', 'integer', (c) => c.notNull())
      .addColumn('updated_at', ddl.time)
      .execute();
    await db.schema
      .createTable('mcp_guard_calls')
      .addColumn('id', 'integer', ddl.id)
      .addColumn('at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('mcp_guard_calls_by_time').on('mcp_guard_calls').column('at').execute();

    await db.schema
      .createTable('confirmation_tokens')
      .addColumn('token_hash', 'text', (c) => c.primaryKey().notNull())
      .addColumn('action', 'text', (c) => c.notNull())
      .addColumn('params_summary', 'text', (c) => c.notNull())
      .addColumn('params_hash', 'text')
      .addColumn('holder', 'text', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('used_at', 'bigint')
      .execute();

    await db.schema
      .createTable('key_modes')
      .addColumn('key_id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('mode', 'text', (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('audit_log')
      .addColumn('id', 'integer', ddl.id)
      .addColumn('at', ddl.time, (c) => c.notNull())
      .addColumn('actor', 'text', (c) => c.notNull())
      .addColumn('key_id', 'text')
      .addColumn('tool', 'text')
      .addColumn('action', 'text', (c) => c.notNull())
      .addColumn('resource_type', 'text', (c) => c.notNull())
      .addColumn('resource_id', 'text', (c) => c.notNull())
      .addColumn('before', ddl.json)
      .addColumn('after', ddl.json)
      .addColumn('request_id', 'text')
      .execute();
    await db.schema.createIndex('audit_log_by_time').on('audit_log').column('at').execute();
    await sql`insert into sqlite_sequence (name, seq) values ('audit_log', ${FIRST_AUDIT_ID})`.execute(db);
    await makeAppendOnly(db, 'audit_log');
  },
};
