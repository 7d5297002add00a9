// The program as a user starts it, with a state folder of its own.
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const nodeArgs = [join(import.meta.dirname, '../bin/mcp-perf-server.js')];

/** Answers are looked at field by field, and a wrong shape fails the test that looks. */
// oxlint-disable-next-line typescript/no-explicit-any -- see above
export type Json = Record<string, any>;

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'perf-test-'));
}

export interface ExitResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export function run(
  args: readonly string[],
  options: { readonly home: string; readonly input?: string; readonly env?: Record<string, string> },
): Promise<ExitResult> {
  const child = spawn(process.execPath, [...nodeArgs, ...args], {
    env: { ...process.env, MCP_PERF_HOME: options.home, ...options.env },
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  child.stdin.on('error', () => {}); // a command that refuses before it reads closes the pipe
  child.stdin.end(options.input ?? '');
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })));
}

/** One request a line in, one answer a line out. */
export async function ask(home: string, ...lines: readonly (string | object)[]): Promise<Json[]> {
  const input = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
  const { out } = await run([], { home, input });
  return out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Json);
}

/** A small slow log of our own, with a literal that must never be seen again. */
export const SECRET = 'hunter2-s3cret';
export function slowLog(folder: string, name = 'slow.log', seconds = 0.5): string {
  const record = (i: number) =>
    `# User@Host: app[app] @ localhost []  Id: 7\n# Query_time: ${seconds}  Lock_time: 0.000100 Rows_sent: 1  Rows_examined: 5000\nuse shop;\nSET timestamp=${1_700_000_000 + i};\nSELECT /* ${SECRET} */ * FROM users WHERE token = '${SECRET}' AND id = ${i};\n`;
  const path = join(folder, name);
  writeFileSync(path, Array.from({ length: 30 }, (_, i) => record(i)).join(''));
  return path;
}

/** A complete SPX pair of our own; `scale` makes it slower. */
export function spxPair(
  folder: string,
  gzip: (text: string) => Buffer,
  scale = 1,
): { readonly json: string; readonly text: string } {
  const stem = join(folder, 'spx-full-20260216-web1-4242-runA');
  const at = (ms: number) => ms * scale * 1_000_000;
  const events = [`0 1 0 0`, `1 1 ${at(10)} 100`, `1 0 ${at(310)} 200`, `0 0 ${at(400)} 0`];
  writeFileSync(`${stem}.txt.gz`, gzip(`[events]\n${events.join('\n')}\n[functions]\nindex.php\nShop::<b>list</b>\n`));
  const metadata = {
    key: 'k',
    exec_ts: 1_700_000_000,
    host_name: 'web1',
    process_pid: 4242,
    cli: 0,
    cli_command_line: 'n/a',
    http_request_uri: `/shop?token=${SECRET}`,
    http_method: 'GET',
    http_host: 'web1',
    wall_time_ms: 400_000 * scale,
    peak_memory_usage: 1000,
    called_function_count: 2,
    call_count: 2,
    enabled_metrics: ['wt', 'zm'],
  };
  writeFileSync(`${stem}.json`, JSON.stringify(metadata));
  return { json: `${stem}.json`, text: `${stem}.txt.gz` };
}

/** Ten requests to one page that each take about so long; `host` moves them by an hour. */
export function timings(folder: string, name: string, ms: number, host = 0): string {
  const path = join(folder, name);
  const requests = Array.from({ length: 10 }, (_, i) => ({
    route: '/shop?page=3',
    status: 200,
    started_at: new Date(1_700_000_000_000 + host * 3_600_000 + i * 3000).toISOString(),
    ended_at: new Date(1_700_000_000_000 + host * 3_600_000 + i * 3000 + ms).toISOString(),
    ttfb_ms: ms / 2,
    wall_ms: ms + i,
    mem_mb: 20,
  }));
  writeFileSync(path, JSON.stringify({ format: 'ttfb_timings', version: 'collector-v1', requests }));
  return path;
}
