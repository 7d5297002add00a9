// SPX full reports written by ourselves, as php-spx 0.4 writes them: start and end events with cumulative values.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** A call, what it does itself, and what it calls in turn. */
export interface SpxCall {
  readonly name: string;
  readonly ownMs: number;
  readonly calls?: readonly SpxCall[];
}

export interface SpxRequest {
  readonly uri: string;
  /** Unix seconds. */
  readonly startedAt: number;
  readonly root: SpxCall;
}

/** Writes the pair and gives its two paths. */
export function writeSpxReport(folder: string, { uri, startedAt, root }: SpxRequest): readonly [string, string] {
  const names = new Map<string, number>();
  const events: string[] = [];
  let ns = 0;
  const walk = ({ name, ownMs, calls = [] }: SpxCall): void => {
    if (!names.has(name)) names.set(name, names.size);
    const index = names.get(name)!;
    events.push(`${index} 1 ${ns} 0`);
    ns += ownMs * 1e6;
    for (const call of calls) walk(call);
    events.push(`${index} 0 ${ns} 0`);
  };
  walk(root);
  const stem = join(folder, `spx-full-20261115_160000-web1-${startedAt % 10_000}-1804289383`);
  writeFileSync(
    `${stem}.txt.gz`,
    gzipSync(`[events]\n${events.join('\n')}\n[functions]\n${[...names.keys()].join('\n')}\n`),
  );
  writeFileSync(
    `${stem}.json`,
    JSON.stringify({
      key: 'k',
      exec_ts: startedAt,
      host_name: 'web1',
      process_pid: 1,
      process_tid: 1,
      process_pwd: '/',
      cli: 0,
      cli_command_line: 'n/a',
      http_request_uri: uri,
      http_method: 'GET',
      http_host: 'web1',
      custom_metadata_str: null,
      wall_time_ms: Math.floor(ns / 1000),
      peak_memory_usage: 2_000_000,
      called_function_count: names.size,
      call_count: events.length / 2,
      recorded_call_count: events.length / 2,
      enabled_metrics: ['wt', 'zm'],
    }),
  );
  return [`${stem}.json`, `${stem}.txt.gz`];
}
