// What the person is shown of a write that was tried: its changes row by row in the words of the book, and their sums.
import type { ApprovalChange } from '@zorivest/contract';
import {
  changedColumns,
  ChangeDigest,
  type Connection,
  type RowCapture,
  type RowChange,
  sameValue,
  type StoredValue,
  type StoredRow,
} from '@zorivest/store';
import { fieldName } from '@zorivest/vocabulary';
import { type Look, wordsOf } from './words.ts';

/** As many as a person reads; the rest is counted, and comes by page. */
const CARD_ROWS = 200;
const CARD_BYTES = 64 * 1024;

/** Of one value on a card; on a page it is whole. */
const LONGEST_ON_CARD = 4000;

/** Changes as a person is shown them. */
export interface ChangePreview {
  /** How many of them are shown one by one. */
  readonly total: number;
  readonly sums: readonly { readonly what: string; readonly count: number }[];
  readonly changes: readonly ApprovalChange[];
}

export interface StagedChanges extends ChangePreview {
  /** Of everything it changes. */
  readonly digest: string;
  /** How many rows change, those included that are only counted. */
  readonly all: number;
  /** Nothing that was there is another or goes. */
  readonly onlyAdds: boolean;
}

interface Alike {
  readonly kind: Kind;
  readonly table: string;
  readonly count: number;
}

/** Changes counted by what they do and to what, and those of them that a card shows. */
export interface ChangeCounts extends Pick<StagedChanges, 'all' | 'total' | 'changes' | 'onlyAdds'> {
  readonly alike: readonly Alike[];
}

/** Where the changes come from, and rows as they were before them. */
export type RowSource = Pick<RowCapture, 'before'> & { each(): Iterable<RowChange> };

export interface Window {
  readonly offset: number;
  readonly limit: number;
}

/** What a change is noted with besides what it is about. */
const STAMPS = new Set(['updated_at', 'created_at', 'fingerprint', 'dedup_hash']);
const SECRETS = new Set(['api_key', 'api_secret', 'credentials', 'password', 'cipher_key', 'cipher_iv']);

/** After this many rows others get a turn: a trial that is given up for the person does not wait for all of them. */
const BATCH_ROWS = 500;

/** `page`: the rows of a page, whole; without it those of a card. */
export async function stagedOf(
  connection: Connection,
  source: RowSource,
  page: Window | null,
  stopped: AbortSignal,
): Promise<StagedChanges> {
  const digest = new ChangeDigest(connection);
  const card = new CardRows(page);
  let count = 0;
  for (const change of source.each()) {
    digest.add(change);
    card.add(change);
    count += 1;
    if (count % BATCH_ROWS > 0) continue;
    await new Promise(setImmediate);
    stopped.throwIfAborted();
  }
  const counted = card.end(connection, source);
  return { ...showCounted(counted), digest: digest.end(), all: counted.all, onlyAdds: counted.onlyAdds };
}

/** The changes of a card, without a digest. */
export function cardOf(connection: Connection, source: RowSource): ChangeCounts {
  const card = new CardRows(null);
  for (const change of source.each()) card.add(change);
  return card.end(connection, source);
}

/** Counts what comes and keeps what is shown of it: an import changes a hundred thousand rows. */
class CardRows {
  readonly #page: Window | null;
  readonly #kinds = new Map<string, { readonly kind: Kind; readonly table: string; count: number }>();
  readonly #rows: RowChange[] = [];
  #all = 0;
  #total = 0;
  #onlyAdds = true;

  constructor(page: Window | null) {
    this.#page = page;
  }

  add(change: RowChange): void {
    const [kind, { table }] = [kindOf(change), change];
    const alike = this.#kinds.get(`${kind} ${table}`) ?? { kind, table, count: 0 };
    alike.count += 1;
    this.#kinds.set(`${kind} ${table}`, alike);
    this.#all += 1;
    this.#onlyAdds &&= adds(change);
    if (wordsOf(table).isSecondary === true) return;
    const { offset, limit } = this.#page ?? { offset: 0, limit: CARD_ROWS };
    if (this.#total >= offset && this.#rows.length < limit) this.#rows.push(change);
    this.#total += 1;
  }

  /** While the rows that those belong to are still there. */
  end(connection: Connection, source: RowSource): ChangeCounts {
    const isCard = this.#page === null;
    const look = lookIn(connection, (...asked) => source.before(...asked));
    const changes = this.#rows.map((row) => describeChange(row, look, isCard ? LONGEST_ON_CARD : Infinity));
    const alike = [...this.#kinds.values()];
    const [all, total, onlyAdds] = [this.#all, this.#total, this.#onlyAdds];
    return { all, total, onlyAdds, alike, changes: isCard ? firstOf(changes) : changes };
  }
}

export function showCounted({ total, alike, changes }: ChangeCounts): ChangePreview {
  const sums = alike.map(({ kind, table, count }) => {
    const { one, many } = wordsOf(table);
    return { what: `${verbs[kind]} ${count === 1 ? one : many}`, count };
  });
  return { total, sums, changes };
}

/** What two transactions changed, one after the other. */
export function mergeCounts(first: ChangeCounts, second: ChangeCounts): ChangeCounts {
  const alike = Map.groupBy([...first.alike, ...second.alike], ({ kind, table }) => `${kind} ${table}`);
  return {
    all: first.all + second.all,
    total: first.total + second.total,
    onlyAdds: first.onlyAdds && second.onlyAdds,
    alike: [...alike.values()].map((same) => ({
      ...(same[0] as Alike), // a group has one
      count: same.reduce((sum, { count }) => sum + count, 0),
    })),
    // A card that is full already ends where it ends.
    changes:
      first.changes.length < first.total
        ? first.changes
        : firstOf([...first.changes, ...second.changes]).slice(0, CARD_ROWS),
  };
}

/** As many as fit on a card. */
function firstOf(changes: readonly ApprovalChange[]): ApprovalChange[] {
  let bytes = 0;
  const fits = changes.findIndex((change) => (bytes += Buffer.byteLength(JSON.stringify(change))) > CARD_BYTES);
  return changes.slice(0, fits === -1 ? changes.length : fits);
}

const verbs = { added: 'adds', changed: 'changes', removed: 'removes' } as const;
type Kind = keyof typeof verbs;

const kindOf = ({ before, after }: RowChange): Kind =>
  before === null ? 'added' : after === null ? 'removed' : 'changed';

/** A list that gets an item is written again with a new time, and is the same list. */
const adds = ({ before, after }: RowChange): boolean =>
  before === null || (after !== null && changedColumns(before, after).every((column) => column === 'updated_at'));

/** Finds rows as they are or, where they are gone, as `before` says they were. */
export function lookIn(
  connection: Connection,
  before: (table: string, column: string, value: StoredValue) => StoredRow | undefined,
): Look {
  const originals = new Map<string, StoredRow | undefined>();
  return (table, column, value) => {
    if (value === null) return undefined;
    const key = JSON.stringify([table, column, value]);
    if (!originals.has(key)) {
      const there = connection.prepare(`select * from "${table}" where "${column}" = ?`).get(value);
      originals.set(key, (there as StoredRow | undefined) ?? before(table, column, value)); // the columns of that table
    }
    return originals.get(key);
  };
}

function describeChange(change: RowChange, look: Look, longest: number): ApprovalChange {
  const { table, before, after } = change;
  const row = (after ?? before) as StoredRow; // a change has one of the two
  const { one, name, of } = wordsOf(table);
  const columns = Object.keys(row).filter((column) =>
    before === null || after === null ? !STAMPS.has(column) : !sameValue(before[column] ?? null, after[column] ?? null),
  );
  const owner = of?.(row, look) ?? null;
  const title = [one, name(before ?? row, look)].filter((part) => part !== '').join(' ');
  const verb = `${verbs[kindOf(change)]} the ${title}`;
  const fields = columns
    .filter((column) => !STAMPS.has(column))
    .map(fieldName)
    .join(', ');
  const summary = before !== null && after !== null && fields !== '' ? `${verb}: ${fields}` : verb;
  const show = (of: StoredRow | null) =>
    of === null
      ? null
      : Object.fromEntries(columns.map((column) => [column, presentValue(column, of[column], longest)]));
  return { what: owner === null ? summary : `${owner}: ${summary}`, before: show(before), after: show(after) };
}

/** As a person reads it: no secret, no bytes, lists as lists. */
function presentValue(column: string, value: unknown, longest: number): unknown {
  if (value === null || value === undefined) return null;
  if (SECRETS.has(column)) return '[a secret]';
  if (value instanceof Uint8Array) return `[${value.length} bytes]`;
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'string') return value;
  if (/^[[{]/.test(value) && value.length <= longest) {
    try {
      return JSON.parse(value) as unknown;
    } catch {
      return value;
    }
  }
  return value.length > longest ? `${value.slice(0, longest)}… [${value.length - longest} more characters]` : value;
}
