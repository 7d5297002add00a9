// What five hundred scheduled policies cost while none of them fires, compared with the same service with none at all.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { initBook, startService } from '@zorivest/api';
import { demoBook } from '@zorivest/demo';
import { createClient } from '@zorivest/contract';

const quick = process.argv.includes('--quick');
const SECONDS = quick ? 3 : 20;
const POLICIES = 500;
const PASSPHRASE = 'a passphrase for the bench';

/** Milliseconds of processor time during the given seconds of doing nothing. */
async function idle(seconds: number): Promise<number> {
  const before = process.cpuUsage();
  await sleep(seconds * 1000);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const home = mkdtempSync(join(tmpdir(), 'zorivest-bench-'));
try {
  const { api_key } = await initBook(home, PASSPHRASE);
  const service = await startService({ demo: demoBook, home, port: 0 });
  const client = createClient({ baseUrl: service.url, auth: { kind: 'key', apiKey: api_key } });
  await client.scheduling.schedulerStatus();
  await sleep(1000);
  const without = await idle(SECONDS);

  // Written straight into the book: the service itself takes only a limited number of policies a day.
  const policy = (n: number) => ({
    schema_version: 1,
    name: `Policy ${n}`,
    trigger: {
      cron_expression: `${n % 60} ${n % 24} 1 1 *`,
      timezone: 'America/New_York',
      enabled: true,
      misfire_grace_time: 3600,
      coalesce: true,
      max_instances: 1,
    },
    steps: [{ id: 'quotes', type: 'fetch', params: { data_type: 'quote', criteria: { symbol: 'SPY' } } }],
  });
  const now = new Date().toISOString();
  for (let n = 0; n < POLICIES; n++) {
    await service.app.store.db
      .insertInto('policies')
      .values({
        id: `p${n}`,
        name: `Policy ${n}`,
        schema_version: 1,
        policy_json: JSON.stringify(policy(n)),
        content_hash: 'h',
        enabled: 1,
        approved: 1,
        approved_at: now,
        approved_hash: 'h',
        created_by: 'bench',
        created_at: now,
        updated_at: null,
        last_fired_at: now,
      })
      .execute();
  }
  service.app.pipelines.reschedule();
  const { job_count } = await client.scheduling.schedulerStatus();
  await sleep(1000);
  const started = process.cpuUsage();
  service.app.pipelines.reschedule();
  await sleep(1000);
  const look = process.cpuUsage(started);
  const withAll = await idle(SECONDS);
  await service.stop();

  console.log(`| ${SECONDS} s of doing nothing | processor time | share of one core |`);
  console.log('|---|--:|--:|');
  for (const [name, ms] of [
    ['no policies', without],
    [`${job_count} scheduled policies`, withAll],
  ] as const) {
    console.log(`| ${name} | ${ms.toFixed(1)} ms | ${((ms / (SECONDS * 1000)) * 100).toFixed(3)} % |`);
  }
  console.log(
    `\nOne look at all of them (after a change, and every quarter of an hour): ${((look.user + look.system) / 1000).toFixed(0)} ms.`,
  );
} finally {
  rmSync(home, { recursive: true, force: true });
}
