// Small recordings of the shop, stored in `perf/examples/shop`: the same code twice, and two releases that ask the database more.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Recorder } from './recordings.ts';
import { ROUTES, type ShopFault } from './shop.ts';

const EXAMPLE_STATES = {
  first: 'none',
  second: 'none',
  n_plus_one: 'n_plus_one',
  one_query_more: 'one_query_more',
} as const satisfies Record<string, ShopFault>;

export async function keepRecordings(recorder: Recorder, output: string, say: (text: string) => void): Promise<void> {
  for (const [name, fault] of Object.entries(EXAMPLE_STATES)) {
    const folder = join(output, name);
    mkdirSync(folder, { recursive: true });
    const keepBundle = (bundle: string) => {
      writeFileSync(join(folder, 'timings.json'), readFileSync(join(bundle, 'timings.json')));
      const logs = join(bundle, 'raw', 'slowlog');
      const [log] = readdirSync(logs);
      writeFileSync(join(folder, 'slow.log.gz'), gzipSync(readFileSync(join(logs, log!)), { level: 9 }));
    };
    await recorder.record(fault, { routes: ROUTES, samples: 3, warmups: 1, keepBundle });
    say(`${name}: ${folder}`);
  }
}
