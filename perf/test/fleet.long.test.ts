// Fifty hosts push to a real PostgreSQL while the store's front, its database and the hosts themselves are killed; what is read
// back is what was pushed, each once.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Fleet } from '../site/fleet.ts';
import { CLASSES, RUNS } from '../site/fleet-data.ts';
import { whyNoPostgres } from '../site/postgres.ts';

const HOSTS = 50;
const ROUNDS = 12;
const reason = whyNoPostgres();

describe.skipIf(reason !== null)(`fifty hosts${reason === null ? '' : ` (${reason})`}`, () => {
  let fleet: Fleet;
  const sql = (text: string) => fleet.postgres.run(text, 'perf').trim();

  beforeAll(async () => {
    fleet = new Fleet(mkdtempSync(join(tmpdir(), 'perf-fleet-')));
    await fleet.serve();
  }, 120_000);
  afterAll(() => fleet?.stop());

  test('none is lost and none counts twice, whichever process is killed', { timeout: 900_000 }, async () => {
    let players = fleet.play(HOSTS, ROUNDS, 5000);
    for (const killed of ['front', 'database', 'hosts', 'front', 'hosts', 'database']) {
      await sleep(6000);
      if (killed === 'database') fleet.postgres.crash();
      if (killed === 'front') {
        await fleet.killServe();
        await sleep(1500);
        await fleet.serve();
      }
      if (killed === 'hosts') {
        players.child.kill('SIGKILL');
        await players.ended;
        players = fleet.play(HOSTS, ROUNDS, 5000);
      }
    }
    expect(await players.ended).toBe(0);
    await expect
      .poll(() => sql('select count(*) from mcp_perf.snapshots where not rolled'), { timeout: 120_000, interval: 500 })
      .toBe('0');
    expect(sql('select count(*) from mcp_perf.pushes')).toBe(String(HOSTS * ROUNDS));
    expect(sql('select count(distinct snapshot_id) from mcp_perf.snapshots')).toBe(String(HOSTS * ROUNDS));
    const days = sql(`select host, sum(pushes) from mcp_perf.periods where step = 'day' group by host order by host`);
    const perHost = Array.from({ length: HOSTS }, (_, i) => `host-${i}|${ROUNDS}`);
    expect(days.split('\n').toSorted()).toEqual([`|${HOSTS * ROUNDS}`, ...perHost].toSorted());
    // The counts themselves, read as a person reads them, by the day (or the two around midnight).
    const name = `${new Date(Date.now() - 3_600_000).toISOString().slice(0, 10)}..${new Date().toISOString().slice(0, 10)}`;
    for (const [period, hosts] of [
      [name, HOSTS],
      [`${name}@host-7`, 1],
    ] as const) {
      const { out } = await fleet.ask(['analyze', period, '--top', '20']);
      const { aggregates, summary } = JSON.parse(out) as {
        readonly aggregates: { readonly top_queries: readonly { readonly count: number }[] };
        readonly summary: { readonly query_count: number };
      };
      expect(summary.query_count).toBe(CLASSES);
      expect(new Set(aggregates.top_queries.map(({ count }) => count))).toEqual(new Set([hosts * ROUNDS * RUNS]));
    }
  });
});
