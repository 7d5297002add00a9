// Rows of a log that grows at its head, as far as they were fetched: the newest again and again, the older page by page.

interface LogRow {
  readonly id: number;
  readonly at: string;
}

export interface LoadedRows<Row extends LogRow> {
  /** Newest first, without a gap. */
  readonly rows: readonly Row[];
  /** How many there are in all. */
  readonly total: number;
}

/** One page, newest first. */
export type Ask<Row extends LogRow> = (page: {
  readonly limit: number;
  readonly offset: number;
}) => Promise<{ readonly items: readonly Row[]; readonly total: number }>;

const HEAD = 200;
const PAGE = 1000;

/** Rows of one log in two files may have the same number, but not at the same time. */
const keyOf = ({ id, at }: LogRow): string => `${id} ${at}`;

/** A row that came again is as it is now. */
export function mergeRows<Row extends LogRow>(
  known: LoadedRows<Row> | undefined,
  { items, total }: { readonly items: readonly Row[]; readonly total: number },
): LoadedRows<Row> {
  const byKey = new Map([...(known?.rows ?? []), ...items].map((row) => [keyOf(row), row]));
  const rows = [...byKey.values()].toSorted((a, b) => (a.at === b.at ? b.id - a.id : a.at < b.at ? 1 : -1));
  return { rows, total };
}

/** The newest rows, as many pages of them as it takes to meet what is known. */
export async function newest<Row extends LogRow>(
  known: LoadedRows<Row> | undefined,
  ask: Ask<Row>,
): Promise<{ readonly items: readonly Row[]; readonly total: number }> {
  const met = new Set(known?.rows.map(keyOf));
  const items: Row[] = [];
  for (;;) {
    const page = await ask({ limit: items.length === 0 ? HEAD : PAGE, offset: items.length });
    items.push(...page.items);
    const isMet = met.size === 0 || page.items.some((row) => met.has(keyOf(row)));
    if (isMet || page.items.length === 0) return { items, total: page.total };
  }
}

/** The rows after those that are known; some again where new ones came meanwhile. */
export const older = <Row extends LogRow>({ rows }: LoadedRows<Row>, ask: Ask<Row>): ReturnType<Ask<Row>> =>
  ask({ limit: PAGE, offset: rows.length });

/** Far enough for an evening; all of it is in the file. */
const MOST_LOADED = 10_000;

export const hasOlder = (log: LoadedRows<LogRow>): boolean => log.rows.length < log.total && !isFull(log);

/** There are older rows, and no more is loaded. */
export const isCut = (log: LoadedRows<LogRow>): boolean => log.rows.length < log.total && isFull(log);

const isFull = ({ rows }: LoadedRows<LogRow>): boolean => rows.length >= MOST_LOADED;

/** How far back everything is known of both logs; '' where there is nothing before what was fetched. */
export function horizonOf(logs: readonly LoadedRows<LogRow>[]): string {
  return logs
    .filter(({ rows, total }) => rows.length < total)
    .map(({ rows }) => rows.at(-1)?.at ?? '')
    .reduce((latest, at) => (at > latest ? at : latest), '');
}
