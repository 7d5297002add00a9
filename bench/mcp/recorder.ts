// What keeping the record costs the MCP server, in processor time of its own process. The service is another process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { initBook } from '@zorivest/api';
import type { BeginningCall } from '@zorivest/kernel';
import { serviceRecorder, type ActivityRecorder } from '../../journal/mcp/session/activity.ts';
import { createClients } from '../../journal/mcp/session/clients.ts';

const API = join(import.meta.dirname, '../../journal/api/bin/zorivest-api.js');

/** A call as they are: a handful of arguments, two requests. */
const call = {
  kind: 'tool',
  name: 'list_trades',
  args: { instrument: 'AAPL', from: '2026-01-01', to: '2026-03-31', limit: 50, sort: '-time' },
  session: { principal: { id: 'local', role: 'admin' }, client: { name: 'cursor', version: '1.0.0' } },
} as unknown as BeginningCall; // as far as a recorder looks

function record(recorder: ActivityRecorder, at: number): void {
  const recording = recorder.begin(call);
  recording.noteRequest(`request-${at}-a`);
  recording.noteRequest(`request-${at}-b`);
  recording.end('ok', 4000);
}

function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Milliseconds of processor time per call. */
async function cost(recorder: ActivityRecorder, calls: number, together: number): Promise<number> {
  const before = process.cpuUsage();
  for (let at = 0; at < calls; at += together) {
    for (let n = 0; n < together; n += 1) record(recorder, at + n);
    await sleep(0);
    await recorder.flush();
  }
  return cpuSince(before) / calls;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** What recording adds to a lone call, which asks the service once itself: every other one is not recorded. */
async function lone(recorder: ActivityRecorder, ask: () => Promise<unknown>, calls: number): Promise<number> {
  const spent: Record<'plain' | 'recorded', number[]> = { plain: [], recorded: [] };
  for (let at = 0; at < calls; at += 1) {
    for (const way of ['plain', 'recorded'] as const) {
      const before = process.cpuUsage();
      await ask();
      if (way === 'recorded') record(recorder, at);
      // Longer than reports are held together: each call has one of its own.
      await sleep(200);
      spent[way].push(cpuSince(before));
    }
  }
  return median(spent.recorded) - median(spent.plain);
}

export async function recorderTable(): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'zorivest-bench-'));
  const { api_key: ownKey } = await initBook(home, 'a passphrase for the bench');
  const service = spawn(process.execPath, [API, 'serve', '--home', home, '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(createInterface(service.stdout), 'line')) as [string];
    const { api } = JSON.parse(line) as { api: string };
    const clients = createClients({ apiUrl: api, ownKey });
    const ask = () => clients.of({ id: 'local', role: null }).accounts.list();
    await ask();
    const recorder = serviceRecorder(clients);
    // A server that has been at work for a while: neither way is run by the interpreter any more.
    await cost(recorder, 20_000, 20);
    for (let n = 0; n < 500; n += 1) await ask();
    const rows = [
      ['a burst: reports of 200', await cost(recorder, 10_000, 200)],
      ['20 calls at a time', await cost(recorder, 2000, 20)],
      ['a lone call with a report of its own, median', await lone(recorder, ask, 100)],
    ] as const;
    return [
      '| recorder | processor ms/call (goal 0.2) |',
      '|---|--:|',
      ...rows.map(([name, ms]) => `| ${name} | ${ms.toFixed(3)} |`),
    ].join('\n');
  } finally {
    service.kill();
    await once(service, 'exit');
    rmSync(home, { recursive: true, force: true });
  }
}
