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
  recording.requested(`request-${at}-a`);
  recording.requested(`request-${at}-b`);
  recording.end('ok', 4000);
}

/** Milliseconds of processor time per call. */
async function cost(recorder: ActivityRecorder, calls: number, together: number): Promise<number> {
  const before = process.cpuUsage();
  for (let at = 0; at < calls; at += together) {
    for (let n = 0; n < together; n += 1) record(recorder, at + n);
    // Long enough for a batch to leave by itself.
    await sleep(together === 1 ? 120 : 0);
    if (together > 1) await recorder.flush();
  }
  await recorder.flush();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / calls;
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
    await clients.of({ id: 'local', role: null }).accounts.list();
    const recorder = serviceRecorder(clients);
    await cost(recorder, 2000, 200);
    const rows = [
      ['a burst: reports of 200', await cost(recorder, 10_000, 200)],
      ['20 calls at a time', await cost(recorder, 2000, 20)],
      ['one call at a time, each with a report of its own', await cost(recorder, 50, 1)],
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
