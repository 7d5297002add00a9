// Recordings of the shop: a real MariaDB with whole seconds in its log, real requests, and the collector itself.
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { bundleArtifacts } from '../../collect/bundle.ts';
import { planOf } from '../../collect/params.ts';
import { collect } from '../../collect/run.ts';
import { loadConfig } from '../../config/config.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { ingest } from '../../snapshot/ingest.ts';
import { type Database, startMariadb } from '../servers.ts';
import { missingForShop, type ShopFault, shopSql, startShop } from './shop.ts';

export interface Recorder {
  readonly database: Database;
  /** One recording of the shop with this fault. */
  readonly record: (fault: ShopFault, options: RecordingOptions) => Promise<Snapshot>;
  readonly stop: () => Promise<void>;
}

export interface RecordingOptions {
  readonly routes: readonly string[];
  readonly samples: number;
  readonly warmups?: number;
  readonly traces?: string;
}

/** Servers under users of their own need root. */
export function whyNotRecorded(): string | null {
  const missing = missingForShop();
  if (missing.length > 0) return `needs ${missing.join(', ')}`;
  return process.getuid?.() === 0 ? null : 'needs root';
}

export async function startRecorder(folder: string): Promise<Recorder> {
  chmodSync(folder, 0o755);
  const slowLog = join(folder, 'mysql', 'slow.log');
  const database = await startMariadb(folder, { slowLog });
  database.run(`CREATE DATABASE shop; CREATE USER 'shop'@'localhost'; GRANT ALL ON shop.* TO 'shop'@'localhost';`);
  database.run(shopSql('mysql'), 'shop');
  database.run('ANALYZE TABLE orders, products, customers, reviews', 'shop');
  const signal = new AbortController().signal;
  const now = () => new Date();
  return {
    database,
    stop: database.stop,
    record: async (fault, { routes, samples, warmups = 2, traces }) => {
      const shop = await startShop({
        dsn: `mysql:unix_socket=${database.socket};dbname=shop`,
        user: 'shop',
        fault,
        ...(traces === undefined ? {} : { traces }),
      });
      try {
        const bundles = join(folder, 'bundles');
        const planned = await planOf(
          {
            base_url: shop.url,
            url_paths: [...routes],
            slow_log_path: slowLog,
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
        const found = await bundleArtifacts(bundle);
        if (!found.ok) throw new Error(JSON.stringify(found.faults));
        const config = loadConfig({ MCP_PERF_HOME: folder }, folder);
        const result = await ingest(found.artifacts, { config, signal, now, progress: () => {} });
        if (!result.ok) throw new Error(JSON.stringify(result.results));
        return result.snapshot;
      } finally {
        await shop.stop();
      }
    },
  };
}
