// What auto_explain writes, as text or as JSON: the statement and which tables were read whole. Values stay behind.
import type { PlanRow } from '../../model/snapshot.ts';

export interface ExplainedStatement {
  readonly statement: string;
  readonly rows: readonly PlanRow[];
}

/** Null where the format is none of the two (XML, YAML), or names no statement. */
export function explainedStatement(plan: string): ExplainedStatement | null {
  const text = plan.trimStart();
  return text.startsWith('{') ? fromJson(text) : fromText(text);
}

const NODE =
  /^\s*(?:->\s*)?(?:Parallel\s)?((?:Seq|Index Only|Index|Bitmap Heap|Tid|Sample) Scan)(?: Backward)?(?: using (\S+))? on (\S+)(?: (\S+))?\s+\(cost=\S+ rows=(\d+)/;

const REMOVED = /^\s*Rows Removed by Filter: (\d+)/;

function fromText(text: string): ExplainedStatement | null {
  const query = /^Query Text: ?/.exec(text);
  if (query === null) return null;
  const lines = text.slice(query[0].length).split('\n');
  // The plan begins with the first line that has a cost; all before it is the statement.
  const first = lines.findIndex((line) => /\(cost=[\d.]+\.\.[\d.]+ rows=\d+ width=\d+\)/.test(line));
  const statement = (first === -1 ? lines : lines.slice(0, first)).filter(
    (line) => !line.startsWith('Query Parameters:'),
  );
  const rows: PlanRow[] = [];
  for (const line of first === -1 ? [] : lines.slice(first)) {
    const match = NODE.exec(line);
    const removed = REMOVED.exec(line);
    const last = rows.at(-1);
    if (match) rows.push(planRow(match[1]!, match[2] ?? null, match[4] ?? match[3]!, Number(match[5])));
    // What a scan reads is what it gives on and what its filter threw away.
    else if (removed && last) rows[rows.length - 1] = { ...last, rows: (last.rows ?? 0) + Number(removed[1]) };
  }
  return { statement: statement.join('\n').trim(), rows };
}

function fromJson(text: string): ExplainedStatement | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const root = Object(json) as Readonly<Record<string, unknown>>;
  const statement = root['Query Text'];
  return typeof statement === 'string' ? { statement, rows: planNodes(root['Plan']) } : null;
}

/** The tables a plan in JSON reads, from its root. */
export function planNodes(node: unknown): PlanRow[] {
  const found = Object(node) as Readonly<Record<string, unknown>>;
  const [type, table, index] = [found['Node Type'], found['Alias'] ?? found['Relation Name'], found['Index Name']];
  const own =
    typeof type === 'string' && typeof table === 'string'
      ? [
          planRow(
            type,
            typeof index === 'string' ? index : null,
            table,
            Number(found['Plan Rows'] ?? 0) + Number(found['Rows Removed by Filter'] ?? 0),
          ),
        ]
      : [];
  const children = Array.isArray(found['Plans']) ? (found['Plans'] as unknown[]) : [];
  return [...own, ...children.flatMap(planNodes)];
}

function planRow(type: string, index: string | null, table: string, rows: number): PlanRow {
  const whole = type.includes('Seq Scan');
  return {
    table: table.replaceAll('"', ''),
    access: whole ? 'ALL' : 'ref',
    possible_keys: [],
    key: index,
    rows,
    extra: [],
  };
}
