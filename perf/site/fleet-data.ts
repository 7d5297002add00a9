// The data that simulated hosts push: a minute of a small shop, the same for the same host and round.
import type { EndpointSample, Snapshot } from '../model/snapshot.ts';
import { sha256 } from '../model/sha256.ts';
import { Latency } from '../stats/latency.ts';
import { normal, query, randomOf, snapshotOf } from '../test/made.ts';

export const CLASSES = 100;
const ENDPOINTS = 30;
/** Runs of each class, and requests to each endpoint, in a minute of a host. */
export const RUNS = 6;

export function madeMinute(host: number, round: number): Snapshot {
  const random = randomOf(host * 100_003 + round);
  const times = (base: number) => Array.from({ length: RUNS }, () => base * Math.exp(0.3 * normal(random)));
  return snapshotOf({
    collected_at: new Date().toISOString(),
    sources: [
      {
        path: '/var/log/mysql/slow.log',
        type: 'mysql_slow_log',
        version: 'mysql-slowlog-v1',
        sha256: sha256(`${host}:${round}`),
        size_bytes: 10_000,
        hints: {},
      },
    ],
    db_query_samples: Array.from({ length: CLASSES }, (_, i) =>
      query(
        `select c${'abcdefghij'[i % 10]} from table_${'abcdefghij'[Math.floor(i / 10)]} where id = ?`,
        times(2 + i),
      ),
    ),
    endpoint_samples: Array.from({ length: ENDPOINTS }, (_, i) => endpoint(`/route/${i}`, times(20 + 5 * i))),
  });
}

function endpoint(name: string, ms: readonly number[]): EndpointSample {
  const latency = new Latency();
  for (const one of ms) latency.add(Math.round(one * 1000), 1);
  return {
    endpoint: name,
    count: ms.length,
    statuses: { 200: ms.length },
    total_ms: Math.round(ms.reduce((sum, one) => sum + one, 0) * 1000) / 1000,
    min_ms: latency.min / 1000,
    max_ms: latency.max / 1000,
    latency: latency.toJSON(),
    first_seen: '2026-01-01T00:00:00.000Z',
    last_seen: '2026-01-01T00:01:00.000Z',
    evidence: [],
  };
}
