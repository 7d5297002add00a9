// Which format an access log has: the common log format, and behind it a field that tells how long the request took.

/** `host ident user [time] "request" status bytes …`, also with the virtual host in front. */
const LINE =
  /^(?:\S+ )?\S+ \S+ (?:\S+|"[^"]*"|\S+(?: \S+)+?) \[([^\]]{20,40})\] "((?:[^"\\]|\\.)*)" (\d{3}) (?:\d+|-)(.*)$/;

export interface AccessLine {
  readonly time: string;
  readonly request: string;
  readonly status: string;
  /** What follows the size of the answer. */
  readonly rest: string;
}

export function accessLine(line: string): AccessLine | null {
  const match = LINE.exec(line);
  return match && { time: match[1]!, request: match[2]!, status: match[3]!, rest: match[4]! };
}

/** Apache's `%D` counts microseconds, nginx's `$request_time` seconds to the millisecond. */
export interface AccessFormat {
  readonly version: 'apache-access-v1' | 'nginx-access-v1';
  /** The field that holds the time: the n-th behind the size, or the name before its `=`. */
  readonly field: number | string;
  /** Microseconds of one unit. */
  readonly unit: number;
}

const FIELD = /"(?:[^"\\]|\\.)*"|\[[^\]]*\]|\S+/g;
const NAMED = /^"?([A-Za-z_]*(?:request_?time|rt|duration|time_?taken|[DT]))[=:]"?(\d+(?:\.\d+)?)(us|ms|s)?"?$/i;

function fieldsOf(rest: string): string[] {
  return rest.match(FIELD) ?? [];
}

const SAMPLED = 200;

/** The format of these lines, why they have none, or null when they are no access log at all. */
export function accessFormat(lines: readonly string[]): AccessFormat | { readonly error: string } | null {
  const found = lines.slice(0, SAMPLED).flatMap((line) => accessLine(line) ?? []);
  if (found.length === 0 || found.length < lines.slice(0, SAMPLED).length / 2) return null;
  const rows = found.map(({ rest }) => fieldsOf(rest));
  const named = rows[0]!.flatMap((field) => NAMED.exec(field)?.[1] ?? [])[0];
  if (named !== undefined) {
    const values = rows.flatMap((row) => namedValue(row, named) ?? []);
    if (values.length >= rows.length / 2) return formatOf(named, values);
  }
  const columns = Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, i) => i);
  // A line may lack what the others have: one that was aborted has `-` in place of a time.
  const all = (pattern: RegExp) =>
    columns.filter((i) => rows.filter((row) => pattern.test(row[i] ?? '')).length > rows.length / 2);
  const [decimal] = all(/^"?\d+\.\d{1,6}"?$/);
  if (decimal !== undefined) return { version: 'nginx-access-v1', field: decimal, unit: 1e6 };
  const integer = all(/^"?\d+"?$/).at(-1);
  if (integer !== undefined) return { version: 'apache-access-v1', field: integer, unit: 1 };
  return {
    error:
      'is an access log without the time each request took; add %D to Apache’s LogFormat, or $request_time to nginx’s log_format',
  };
}

function formatOf(field: string, values: readonly string[]): AccessFormat {
  const unit = /(us|ms|s)$/i.exec(values[0]!)?.[1]?.toLowerCase();
  const decimal = values.every((value) => value.includes('.'));
  const microseconds = unit === 'us' ? 1 : unit === 'ms' ? 1000 : unit === 's' || decimal ? 1e6 : 1;
  return { version: microseconds === 1e6 ? 'nginx-access-v1' : 'apache-access-v1', field, unit: microseconds };
}

function namedValue(fields: readonly string[], name: string): string | null {
  for (const field of fields) {
    const match = NAMED.exec(field);
    if (match?.[1] === name) return match[2]! + (match[3] ?? '');
  }
  return null;
}

/** Microseconds, or NaN where the line does not say. */
export function durationOf(rest: string, { field, unit }: AccessFormat): number {
  const fields = fieldsOf(rest);
  const text = typeof field === 'number' ? fields[field]?.replaceAll('"', '') : namedValue(fields, field);
  return text === undefined || text === null || text === '' ? Number.NaN : Math.round(Number.parseFloat(text) * unit);
}
