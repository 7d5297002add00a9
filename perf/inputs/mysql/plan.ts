// The plan MariaDB writes into its slow log (`log_slow_verbosity=explain`): a table of tab-separated lines.
import type { PlanRow } from '../../model/snapshot.ts';
import { latin1, utf8 } from '../files/bytes.ts';

const PREFIX = '# explain: ';

export function planFromLog(bytes: Uint8Array, start: number, end: number): PlanRow[] {
  const lines = utf8(latin1(bytes, start, end))
    .split('\n')
    .filter((line) => line.startsWith(PREFIX))
    .map((line) => line.slice(PREFIX.length).trimEnd().split('\t'));
  const [columns, ...rows] = lines;
  if (columns === undefined) return [];
  return rows.flatMap((fields) => planRow(Object.fromEntries(columns.map((name, i) => [name, fields[i]]))));
}

/** One row of EXPLAIN, from the log or from the server itself. Rows that read no table are left out. */
export function planRow(row: Readonly<Record<string, unknown>>): PlanRow[] {
  const text = (name: string): string | null => {
    const value = row[name];
    return typeof value === 'string' && value !== 'NULL' ? value : null;
  };
  const table = text('table');
  const access = text('type');
  if (table === null || access === null) return [];
  // What the planner expected, and what was really read: a statement that was cut short by LIMIT read less than it would.
  const rows = [row['rows'], row['r_rows']].map((value) => (value === null ? Number.NaN : Number(value)));
  const known = rows.filter((value) => Number.isFinite(value));
  return [
    {
      table,
      access,
      possible_keys: text('possible_keys')?.split(',') ?? [],
      key: text('key'),
      rows: known.length === 0 ? null : Math.max(...known),
      extra: remarks(text('Extra') ?? ''),
    },
  ];
}

const REMARK =
  /^(?:Using (?:where|index condition|index for group-by|index|filesort|temporary|join buffer|MRR|intersect|union|sort_union)|Distinct|Not exists|Range checked for each record|Full scan on NULL key|Impossible WHERE)/;

function remarks(extra: string): string[] {
  return extra.split(/;\s*/).flatMap((part) => REMARK.exec(part)?.[0] ?? []);
}
