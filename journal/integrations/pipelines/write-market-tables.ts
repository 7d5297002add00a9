import { sql } from 'kysely';
import type { Db } from '@zorivest/store';
import { marketTables } from '@zorivest/market';
import type { Row, WriteMode } from './market-tables.ts';
import type { MarketTables } from './ports.ts';

const CHUNK = 200;

/** Writes to the market tables and to nothing else; all rows of one call, or none. */
export function storedMarketTables(db: Db): MarketTables {
  return {
    async write(table, rows, mode) {
      const spec = marketTables[table];
      if (!spec) throw new Error(`"${table}" is not a market table`);
      const write = async (tx: Db): Promise<number> => {
        if (mode === 'replace') await sql`delete from ${sql.table(table)}`.execute(tx);
        let written = 0;
        for (let n = 0; n < rows.length; n += CHUNK) written += await insert(tx, table, rows.slice(n, n + CHUNK), mode);
        return written;
      };
      return db.isTransaction ? write(db) : db.transaction().execute(write);
    },
  };
}

async function insert(db: Db, table: string, rows: readonly Row[], mode: WriteMode): Promise<number> {
  const spec = marketTables[table];
  if (!spec || rows.length === 0) return 0;
  const columns = Object.keys(spec.columns);
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`);
  const others = columns.filter((column) => !spec.key.includes(column));
  const update = sql.join(others.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`));
  const result = await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(values)}
    on conflict (${sql.join(spec.key.map((column) => sql.ref(column)))})
    ${mode === 'upsert' ? sql`do update set ${update}` : sql`do nothing`}`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}
