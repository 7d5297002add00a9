// A reader that does not react is ended, and so is what takes too much together with the others; the service continues.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type JournalClient } from '@zorivest/contract';
import { afterEach, describe, expect, it } from 'vitest';
import type { Watching } from '../processes/processes.ts';
import { serviceActor, writeAs } from '@zorivest/store';
import { demoBook } from '@zorivest/demo';
import { startService, type Service } from '../service.ts';
import { insertTrades, tradeRow } from '@zorivest/records';
import { type TestService, fill, openTestService, withAccount } from './test-service.ts';
import { childrenOf, lives } from './process.ts';

const CLOSED = 2000;
const WAIT = { timeout: 300_000 };

let testService: TestService;
let service: Service | undefined;
let client: JournalClient;

afterEach(async () => {
  await service?.stop();
  await testService.close();
});

async function start(processes: Partial<Watching>): Promise<void> {
  testService = await openTestService();
  await withAccount(testService.client);
  // Enough that drawing many paths of them takes longer than two looks at the memory, on a quick machine too.
  const rows = Array.from({ length: 2 * CLOSED }, (_, n) =>
    tradeRow(
      {
        ...fill,
        exec_id: `E${n}`,
        time: new Date(Date.UTC(2026, 0, 5, 15) + n * 60_000).toISOString(),
        action: n % 2 === 0 ? 'BOT' : 'SLD',
        price: 100 + (n % 7),
        commission: 1,
        realized_pnl: 0,
      },
      { currency: 'USD', now: new Date() },
    ),
  );
  await writeAs(testService.service.app, { actor: serviceActor, requestId: null, label: 'test.fill' }, (scope) =>
    insertTrades(scope, rows),
  );
  await testService.service.stop();
  service = await startService({ demo: demoBook, home: testService.home, port: 0, processes });
  client = createClient({ baseUrl: service.url, auth: { kind: 'key', apiKey: testService.apiKey } });
}

const reader = () => childrenOf(process.pid, 'book-process.js reader')[0] ?? 0;
const simulation = () => childrenOf(process.pid, 'simulate-process')[0] ?? 0;
const log = () => readFileSync(join(testService.home, 'logs', 'app.jsonl'), 'utf8');

const paths = (seed: number, signal?: AbortSignal) =>
  client.analytics.drawdown({ query: { simulations: 100_000, seed } }, signal === undefined ? {} : { signal });

/** Stops the reader in the middle of a question: it hears nothing and says nothing, as if it were deep in something. */
async function stoppedInTheMiddle(): Promise<{ pid: number; leave: () => Promise<void> }> {
  for (let seed = 1; ; seed += 1) {
    const gone = new AbortController();
    const asked = paths(seed, gone.signal).catch((error: unknown) => error);
    await expect.poll(simulation, WAIT).not.toBe(0);
    const [pid, drawing] = [reader(), simulation()];
    // A signal to 0 would reach the process that runs the tests.
    expect(pid).toBeGreaterThan(0);
    process.kill(pid, 'SIGSTOP');
    // While the paths are still being drawn there can be no answer. On a very quick machine it was too late: once more.
    if (drawing !== 0 && lives(drawing)) {
      return {
        pid,
        leave: async () => {
          gone.abort();
          await asked;
        },
      };
    }
    process.kill(pid, 'SIGCONT');
    await asked;
  }
}

describe.runIf(process.platform === 'linux')('of the processes of the service', { timeout: 900_000 }, () => {
  it('a reader that does not react is ended once no request waits for it, and the next question is answered', async () => {
    await start({ graceMs: 100 });
    const { pid, leave } = await stoppedInTheMiddle();
    await leave();
    await expect.poll(() => lives(pid), WAIT).toBe(false);
    expect(await client.analytics.expectancy({ query: {} })).toMatchObject({ trade_count: CLOSED });
    expect(log()).toMatch(/"why":"left/);
  });

  it('one that holds no book is ended where all together take too much, and the book stays open', async () => {
    const isDrawing = (pid: number): boolean => commandOf(pid).includes('simulate-process');
    // In addition to the book anything is too much, and nothing is without it.
    await start({ mostMb: (processes) => (processes.some(({ pid }) => isDrawing(pid)) ? 1 : Infinity) });
    await client.analytics.expectancy({ query: {} });
    const before = reader();
    await expect(paths(1)).rejects.toMatchObject({ status: 503 });
    expect(reader()).toBe(before);
    expect(await client.analytics.expectancy({ query: {} })).toMatchObject({ trade_count: CLOSED });
    expect(log()).toMatch(/all processes together took too much memory/);
  });
});

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return ''; // it has just ended
  }
}
