// Detects the kind of a PostgreSQL log from its first lines.
import { jsonEntry } from './json.ts';
import { DEFAULT_PREFIXES, PrefixReader } from './prefix.ts';

export type PostgresVersion = 'postgresql-csv-v1' | 'postgresql-json-v1' | 'postgresql-stderr-v1';

export type PostgresFormat =
  | { readonly version: PostgresVersion; readonly prefix: string | null }
  | { readonly error: string };

const CSV_ROW =
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)? [A-Za-z0-9+:-]+,(?:"(?:[^"]|"")*"|[^,\n]*),(?:"(?:[^"]|"")*"|[^,\n]*),\d*,(?:"(?:[^"]|"")*"|[^,\n]*),[0-9a-f]+\.[0-9a-f]+,/;
const SEVERITY = /(?:^|[^\w])(?:LOG|ERROR|FATAL|WARNING|STATEMENT|DETAIL):  \S/;
const SAMPLED = 100;

/** Null where it is no such log. `given` is the prefix the user named. */
export function postgresFormat(head: Buffer, statedPrefix: string | null): PostgresFormat | null {
  const text = head
    .subarray(0, 1 << 16)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '');
  if (CSV_ROW.test(text)) return { version: 'postgresql-csv-v1', prefix: null };
  if (text.startsWith('{')) {
    const line = head.indexOf(10);
    const entry = jsonEntry(head.subarray(0, line === -1 ? head.length : line).toString());
    return entry === null ? null : { version: 'postgresql-json-v1', prefix: null };
  }
  const lines = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('\t'))
    .slice(0, SAMPLED);
  const best = (statedPrefix === null ? DEFAULT_PREFIXES : [statedPrefix])
    .map((prefix) => ({ prefix, fits: fitting(prefix, lines) }))
    .toSorted((a, b) => b.fits - a.fits)[0]!;
  if (best.fits > 0 && best.fits >= lines.length / 2) return { version: 'postgresql-stderr-v1', prefix: best.prefix };
  if (lines.filter((line) => SEVERITY.test(line)).length < lines.length / 2 || lines.length === 0) return null;
  return {
    error:
      statedPrefix === null
        ? 'is a PostgreSQL log with a log_line_prefix of its own; name it as it stands in postgresql.conf (--prefix on the shell, log_line_prefix in a call)'
        : `is a PostgreSQL log, but its lines do not begin with the prefix ${JSON.stringify(statedPrefix)}; SHOW log_line_prefix tells the right one`,
  };
}

function fitting(prefix: string, lines: readonly string[]): number {
  const reader = new PrefixReader(prefix);
  return lines.filter((line) => {
    const bytes = Buffer.from(line, 'latin1');
    return reader.read(bytes, 0, bytes.length);
  }).length;
}
