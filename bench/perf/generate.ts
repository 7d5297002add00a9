// Large inputs, the same on every machine: real records (or, without the cases, a few of our own) with other values.
import { closeSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { numbers } from './numbers.ts';

const cases = join(process.env.ZORIVEST_CASES ?? join(import.meta.dirname, '../../../shared/data'), 'perf');

const OWN = `# User@Host: app[app] @  [10.0.0.7]
# Thread_id: 31  Schema: shop  QC_hit: No
# Query_time: 0.003111  Lock_time: 0.001679  Rows_sent: 12  Rows_examined: 1350
# Rows_affected: 0  Bytes_sent: 18363
# Full_scan: Yes  Full_join: No  Tmp_table: No  Tmp_table_on_disk: No
# Filesort: No  Filesort_on_disk: No  Merge_passes: 0  Priority_queue: No
SET timestamp=1794703826;
SELECT o.id, o.total, c.name FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.status = 'paid' AND o.total > 868.50 ORDER BY o.placed DESC LIMIT 40;
# User@Host: app[app] @  [10.0.0.7]
# Thread_id: 31  Schema: shop  QC_hit: No
# Query_time: 0.000251  Lock_time: 0.000100  Rows_sent: 1  Rows_examined: 1
# Rows_affected: 0  Bytes_sent: 161
SET timestamp=1794703826;
SELECT * FROM customers WHERE id IN (507, 621, 590) AND email = 'user975@example.invalid';
# User@Host: app[app] @  [10.0.0.7]
# Thread_id: 31  Schema: shop  QC_hit: No
# Query_time: 0.000498  Lock_time: 0.000193  Rows_sent: 0  Rows_examined: 0
# Rows_affected: 1  Bytes_sent: 102
SET timestamp=1794703826;
INSERT INTO events (kind, payload, at) VALUES ('view', '{"page": 17, "ms": 250}', '2024-01-10 10:00:00');
`;

/** The records that are varied, and where they come from. */
export function sourceRecords(): { readonly records: readonly Buffer[]; readonly from: string } {
  const real = join(cases, 'slowlog/wp-browse.log');
  const text = existsSync(real) ? readFileSync(real, 'latin1').replace(/^.*\nTcp port.*\nTime.*\n/, '') : OWN;
  const records = text.split(/(?<=;\n)(?=# (?:Time|User@Host):)/).map((record) => Buffer.from(record, 'latin1'));
  return {
    records,
    from: existsSync(real) ? 'records of a real WordPress log' : 'records of our own (the cases are absent)',
  };
}

/** Writes about the given number of bytes of slow log; every digit run of a value is another number of the same length. */
export function writeSlowLog(path: string, bytes: number): void {
  const { records } = sourceRecords();
  const next = numbers(7);
  const file = openSync(path, 'w');
  const chunk = Buffer.allocUnsafe(1 << 22);
  let used = 0;
  let written = 0;
  while (written + used < bytes) {
    const record = records[next() % records.length]!;
    if (used + record.length > chunk.length) {
      writeSync(file, chunk, 0, used);
      written += used;
      used = 0;
    }
    record.copy(chunk, used);
    vary(chunk, used, used + record.length, next);
    used += record.length;
  }
  writeSync(file, chunk, 0, used);
  closeSync(file);
}

/** Digits after the point of a time, and digits of values, which follow one of `=('," ` or a quote. */
function vary(bytes: Buffer, start: number, end: number, next: () => number): void {
  let before = 0;
  let inValue = false;
  for (let i = start; i < end; i++) {
    const c = bytes[i]!;
    const digit = c >= 48 && c <= 57;
    if (digit && !inValue) inValue = before === 39 || before === 61 || before === 40 || before === 44 || before === 46;
    // The first digit stays, so that a number stays as long as it was and a time stays plausible.
    if (digit && inValue && before >= 48 && before <= 57) bytes[i] = 48 + (next() % 10);
    if (!digit) inValue = false;
    before = c;
  }
}

/** An SPX pair with the given number of calls: a tree of 800 functions, as deep as frameworks are. */
export function writeSpx(folder: string, calls: number): readonly string[] {
  const next = numbers(11);
  const lines: string[] = [];
  const stack: number[] = [];
  let [made, known, ns] = [0, 0, 0];
  while (made < calls || stack.length > 0) {
    ns += 200 + (next() % 5000);
    if (made < calls && (stack.length < 3 || (stack.length < 40 && next() % 100 < 51))) {
      const fn = Math.min(known, next() % 800);
      known = Math.max(known, fn + 1);
      stack.push(fn);
      lines.push(`${fn} 1 ${ns} ${1000 + (next() % 1_000_000)}`);
      made++;
    } else lines.push(`${stack.pop()} 0 ${ns} ${1000 + (next() % 1_000_000)}`);
  }
  const names = Array.from({ length: known }, (_, i) => `App\\Module${i % 40}\\Class${i % 200}::method${i}`);
  const stem = join(folder, `spx-full-20261115_000000-bench-1-${calls}`);
  writeFileSync(
    `${stem}.txt.gz`,
    gzipSync(`[events]\n${lines.join('\n')}\n[functions]\n${names.join('\n')}\n`, { level: 1 }),
  );
  const metadata = {
    exec_ts: 1_794_700_000,
    cli: 1,
    cli_command_line: 'bench.php',
    http_request_uri: 'n/a',
    http_method: 'n/a',
    wall_time_ms: Math.floor(ns / 1000),
    peak_memory_usage: 1_000_000,
    called_function_count: known,
    call_count: calls,
    enabled_metrics: ['wt', 'zm'],
  };
  writeFileSync(`${stem}.json`, JSON.stringify(metadata));
  return [`${stem}.json`, `${stem}.txt.gz`];
}
