// Recordings of the shop: a real MariaDB with whole seconds in its log or a real PostgreSQL, real requests, and the
// collector itself.
import { chmodSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { bundleArtifacts } from '../../collect/bundle.ts';
import { planOf } from '../../collect/params.ts';
import { collect } from '../../collect/run.ts';
import { loadConfig } from '../../config/config.ts';
import { askPlans, type Databases } from '../../explain/ask.ts';
import { type Dsn, dsnFromShell } from '../../explain/dsn.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { type Explainer, ingest } from '../../snapshot/ingest.ts';
import { startPostgres, whyNoPostgres } from '../postgres.ts';
import { type Running, startMariadb } from '../servers.ts';
import { INDEXES, missingForShop, type ShopFault, shopSql, startShop } from './shop.ts';

export type Engine = 'mysql' | 'postgres';

export interface Recorder {
  /** One recording of the shop with this fault. */
  readonly record: (fault: ShopFault, options: RecordingOptions) => Promise<Snapshot>;
  readonly stop: () => Promise<void>;
}

export interface RecordingOptions {
  readonly routes: readonly string[];
  readonly samples: number;
  readonly warmups?: number;
  readonly traces?: string;
  /** Ask the database for plans, and try indexes: by hypopg, or on a copy. */
  readonly prove?: boolean;
  /** Called with the folder of the collected files, before they are read. */
  readonly keepBundle?: (folder: string) => void;
}

/** Servers under users of their own need root. */
export function whyNotRecorded(engine: Engine = 'mysql', isProfiled = false): string | null {
  const missing = missingForShop(engine, isProfiled);
  if (missing.length > 0) return `needs ${missing.join(', ')}`;
  if (engine === 'postgres') return whyNoPostgres();
  return process.getuid?.() === 0 ? null : 'needs root';
}

/** The shop's database, and what the rest needs to know of it. */
interface ShopDatabase extends Running {
  /** As PHP names it. */
  readonly pdo: string;
  readonly log: Readonly<Record<string, string>>;
  readonly run: (sql: string) => void;
  readonly databases: Databases;
}

export async function startRecorder(folder: string, engine: Engine = 'mysql'): Promise<Recorder> {
  chmodSync(folder, 0o755);
  const database = engine === 'mysql' ? await mysqlShop(folder) : postgresShop(folder);
  const signal = new AbortController().signal;
  const now = () => new Date();
  const explain: Explainer = {
    engine,
    ask: (statements, candidateOf) => askPlans(database.databases, statements, candidateOf, signal),
  };
  const record: Recorder['record'] = async (
    fault,
    { routes, samples, warmups = 2, traces, prove = false, keepBundle },
  ) => {
    const partner = fault === 'remote_call' ? await startPartner() : null;
    const shop = await startShop({
      dsn: database.pdo,
      user: 'shop',
      fault,
      ...(partner === null ? {} : { partner: partner.url }),
      ...(traces === undefined ? {} : { traces }),
    });
    try {
      const bundles = join(folder, 'bundles');
      const planned = await planOf(
        {
          base_url: shop.url,
          url_paths: [...routes],
          ...database.log,
          sample_count: samples,
          warmup_count: warmups,
          timeout_ms: 15_000,
          ...(traces === undefined ? {} : { xdebug_dir: traces }),
        },
        bundles,
      );
      if (!planned.ok) throw new Error(JSON.stringify(planned.faults));
      const { bundle_dir: bundle } = await collect(planned.plan, {
        bundles,
        copyMaxBytes: 1 << 30,
        maxFilesPerDir: 500,
        correlationId: 'shop',
        now,
        signal,
        progress: () => {},
      });
      keepBundle?.(bundle);
      const found = await bundleArtifacts(bundle);
      if (!found.ok) throw new Error(JSON.stringify(found.faults));
      const config = loadConfig({ MCP_PERF_HOME: folder }, folder);
      const result = await ingest(found.artifacts, {
        config,
        signal,
        now,
        progress: () => {},
        explain: prove ? explain : null,
      });
      if (!result.ok) throw new Error(JSON.stringify(result.results));
      return result.snapshot;
    } finally {
      await shop.stop();
      await partner?.stop();
    }
  };
  return {
    stop: database.stop,
    // A fault of the database is planted there, and gone afterwards.
    record: async (fault, options) => {
      if (fault !== 'missing_index') return record(fault, options);
      database.run(
        INDEXES.map(({ name, table }) => `DROP INDEX ${name}${engine === 'mysql' ? ` ON ${table}` : ''};`).join('\n'),
      );
      try {
        return await record(fault, options);
      } finally {
        database.run(INDEXES.map(({ sql }) => `${sql};`).join('\n'));
      }
    },
  };
}

/** How long the partner takes for its answer. */
const PARTNER_MS = 300;

async function startPartner(): Promise<Running & { readonly url: string }> {
  const server = createServer((_, response) => {
    setTimeout(() => response.end('{"days": 3}'), PARTNER_MS);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/delivery`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function mysqlShop(folder: string): Promise<ShopDatabase> {
  const slowLog = join(folder, 'mysql', 'slow.log');
  const server = await startMariadb(folder, { slowLog });
  server.run(
    `CREATE DATABASE shop; CREATE DATABASE copy; CREATE USER 'shop'@'localhost'; GRANT ALL ON shop.* TO 'shop'@'localhost'; GRANT ALL ON copy.* TO 'shop'@'localhost';`,
  );
  for (const database of ['shop', 'copy']) {
    server.run(shopSql('mysql'), database);
    server.run('ANALYZE TABLE orders, products, customers, reviews', database);
  }
  // The copy never has the indexes that a fault takes away.
  server.run(INDEXES.map(({ name, table }) => `DROP INDEX ${name} ON ${table};`).join('\n'), 'copy');
  const dsn = (database: string) => dsnOf(`mysql://shop@localhost/${database}?socket=${server.socket}`);
  return {
    pdo: `mysql:unix_socket=${server.socket};dbname=shop`,
    log: { slow_log_path: slowLog },
    run: (sql) => void server.run(sql, 'shop'),
    databases: { dsn: dsn('shop'), scratch: dsn('copy') },
    stop: server.stop,
  };
}

function postgresShop(folder: string): ShopDatabase {
  const server = startPostgres(folder, { log_min_duration_statement: '0', fsync: 'off' });
  server.run('create role shop login; create database shop owner shop;');
  server.run(`set role shop;\n${shopSql('postgres')}\nanalyze;`, 'shop');
  const hasHypopg = server.run("select count(*) from pg_available_extensions where name = 'hypopg'").trim() === '1';
  if (hasHypopg) server.run('create extension hypopg', 'shop');
  return {
    pdo: `pgsql:host=${server.socket};dbname=shop`,
    log: { postgres_log_path: server.log },
    run: (sql) => void server.run(sql, 'shop'),
    databases: { dsn: dsnOf(`postgres://shop@localhost/shop?socket=${server.socket}`), scratch: null },
    stop: server.stop,
  };
}

function dsnOf(text: string): Dsn {
  const result = dsnFromShell(text, {});
  if (!result.ok) throw new Error(result.error);
  return result.dsn;
}
