// Rows that look like one the book has from elsewhere: entered by hand, from another format, or from another export
// with unreliable ids. Two equal fills can both be real, so only the person decides: such a row is counted,
// waits, and is stored or dropped as decided. The decision also applies to the next import of the row.
import { sql } from 'kysely';
import { type Db, rowNumber, type WriteScope } from '@zorivest/store';
import type { TradeRow } from '@zorivest/records';
import { costsApartOf } from './costs-apart.ts';
import { matchFills, mayBeAnyOf, type SeenFill } from './like-fills.ts';
import { type CashLike, matchCash, type SeenCash } from './like-cash.ts';
import { describeFill } from './describe-fill.ts';

export type DuplicateKind = 'trade' | 'cash';

/** A row that waits for a decision. */
export interface PossibleDuplicate {
  readonly row: number;
  readonly kind: DuplicateKind;
  /** What the row would be stored as. */
  readonly ref: string;
  /** What the book has. */
  readonly like: string;
  readonly message: string;
  readonly payload: unknown;
  /** Of a fill: whether the row tells what it cost, whether the book knows it, and from which run. */
  readonly costs?: { readonly stated: boolean; readonly known: boolean; readonly of: string | null };
}

const HOUR = 3600 * 1000;
/** A file may tell the day only, or the time of another zone. */
const HOURS_APART = 24;
/** Booked, valued and paid are not the same day. */
const DAYS_APART = 3;

/** Compares rows of one file, all of one source, with what the book had before it. */
export class DuplicateFinder {
  readonly #scope: WriteScope;
  readonly #runId: string;
  /** What earlier files of this run were, and up to which row of each table they reach. */
  readonly #earlier: { readonly source: string; readonly trades: number; readonly cash: number }[] = [];
  /** One row of the book answers for one row of the run. */
  readonly claimed = new Set<string>();
  #source = '';
  #last = { trades: 0, cash: 0 };
  readonly found: PossibleDuplicate[] = [];
  readonly #sources = new Map<string, readonly string[]>();

  constructor(scope: WriteScope, runId: string) {
    this.#scope = scope;
    this.#runId = runId;
  }

  /** From here on rows come from a file of this source: a format, or a broker that is synced. */
  async begin(source: string): Promise<void> {
    const last = { trades: await this.#lastRow('trades'), cash: await this.#lastRow('bank_transactions') };
    if (this.#source !== '') this.#earlier.push({ source: this.#source, ...last });
    this.#last = last;
    this.#source = source;
  }

  /** Which of these new fills wait for a decision, each with the row it resembles. */
  async fills(rows: readonly (TradeRow & { readonly row: number })[]): Promise<ReadonlyMap<string, PossibleDuplicate>> {
    const aside = new Map<string, PossibleDuplicate>();
    if (this.#last.trades === 0 || this.#source === '') return aside;
    const near = [...Map.groupBy(rows, (row) => row.instrument).values()].flatMap((fresh) =>
      clusters(fresh, ({ time }) => Date.parse(time), HOURS_APART * HOUR * 2),
    );
    let at = 0;
    for (const places of this.#fillsAround(near)) {
      const fresh = near[at++] ?? [];
      const seen = await this.#seenFills(places, fresh);
      for (const [row, other] of matchFills(fresh, seen, (exec_id) => this.claimed.has(exec_id))) {
        this.claimed.add(other.exec_id);
        aside.set(row.exec_id, {
          row: row.row,
          kind: 'trade',
          ref: fillRef(row),
          like: fillRef(other),
          message: `${describeFill(row)} looks like ${other.exec_id}, ${origin(other.by)}`,
          payload: row,
          costs: {
            stated: Number(row.commission) !== 0,
            known: Number(other.commission) !== 0 || (await costsApartOf(this.#scope.db, row)).length > 0,
            of: other.import_batch_id,
          },
        });
      }
    }
    this.found.push(...aside.values());
    return aside;
  }

  /** The same for movements of money; by what they would be stored as. */
  async cash(rows: readonly (CashLike & { readonly row: number })[]): Promise<ReadonlyMap<string, PossibleDuplicate>> {
    const aside = new Map<string, PossibleDuplicate>();
    if (this.#last.cash === 0 || this.#source === '') return aside;
    for (const [accountId, fresh] of Map.groupBy(rows, ({ account_id }) => account_id)) {
      for (const near of clusters(fresh, ({ date }) => Date.parse(date), DAYS_APART * 24 * HOUR * 2)) {
        const seen = await this.#seenCash(accountId, near);
        for (const [row, other] of matchCash(near, seen, DAYS_APART, (one) => this.claimed.has(cashRef(one)))) {
          this.claimed.add(cashRef(other));
          aside.set(row.dedup_hash, {
            row: row.row,
            kind: 'cash',
            ref: cashRef(row),
            like: cashRef(other),
            message: `${row.date} ${row.amount} ${row.currency} ${row.description} looks like ${other.description} of ${other.date}, ${origin(other.by)}`,
            payload: row,
          });
        }
      }
    }
    this.found.push(...aside.values());
    return aside;
  }

  /** What was decided of these rows before: `same` only while what they are the same as is still there. */
  async decided(refs: readonly string[]): Promise<ReadonlyMap<string, 'same' | 'new'>> {
    const rows = this.#scope.selectMany<DecidedRow>(
      'import_look_alikes',
      ['ref', 'like', 'kind', 'decision'],
      ['ref'],
      refs.map((ref) => [ref]),
    );
    const known = new Map<string, 'same' | 'new'>();
    for (const { ref, like, kind, decision } of rows) {
      if (decision === 'new') known.set(ref, 'new');
      else if (decision === 'same' && !known.has(ref) && (await isThere(this.#scope.db, kind, like)))
        known.set(ref, 'same');
    }
    return known;
  }

  /**
   * For each cluster of fills of one instrument what the book had of it within a day. Most find nothing, and a statement
   * of 500 instruments asks 500 times for every batch: through one prepared statement that is a tenth of the time.
   */
  #fillsAround(near: readonly (readonly TradeRow[])[]): Iterable<FillPlace[]> {
    return this.#scope.selectRanges<FillPlace>(
      'trades',
      FILL_COLUMNS,
      { key: 'instrument', column: 'time', upTo: this.#last.trades },
      near.map((fills) => ({
        key: fills[0]?.instrument ?? '',
        // A cluster is in the order of time.
        from: new Date(Date.parse(fills[0]?.time ?? '') - HOURS_APART * HOUR).toISOString(),
        to: new Date(Date.parse(fills.at(-1)?.time ?? '') + HOURS_APART * HOUR).toISOString(),
      })),
    );
  }

  /** Those of them that can be one of these. */
  async #seenFills(places: readonly FillPlace[], near: readonly TradeRow[]): Promise<SeenFill[]> {
    if (places.length === 0) return [];
    const seen: SeenFill[] = [];
    const isCandidate = mayBeAnyOf(near);
    for (const { rowid, ...row } of places) {
      const by = await this.#sourcesOf(row.import_batch_id, rowid, 'trades');
      const fill = { ...row, by, isSameSource: by?.includes(this.#source) === true };
      if (isCandidate(fill)) seen.push(fill);
    }
    return seen;
  }

  async #seenCash(accountId: string, near: readonly CashLike[]): Promise<SeenCash[]> {
    const days = near.map(({ date }) => Date.parse(date));
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    const rows = await this.#scope.db
      .selectFrom('bank_transactions')
      .select([
        'account_id',
        'date',
        'amount',
        'currency',
        'symbol',
        'description',
        'dedup_hash',
        'reference_id',
        'import_batch_id',
        'id',
      ])
      .where('account_id', '=', accountId)
      .where('date', '>=', day(Math.min(...days) - DAYS_APART * 24 * HOUR))
      .where('date', '<=', day(Math.max(...days) + DAYS_APART * 24 * HOUR))
      .where('id', '<=', this.#last.cash)
      .execute();
    const seen: SeenCash[] = [];
    for (const { import_batch_id, id, ...row } of rows) {
      const by = await this.#sourcesOf(import_batch_id, id, 'cash');
      seen.push({ ...row, by, isSameSource: by?.includes(this.#source) === true });
    }
    return seen;
  }

  /** Where a row of the book came from; null when it was entered by hand. */
  async #sourcesOf(batch: string | null, place: number, table: 'trades' | 'cash'): Promise<readonly string[] | null> {
    if (batch === null) return null;
    if (batch === this.#runId) return [this.#earlier.find((file) => place <= file[table])?.source ?? this.#source];
    let known = this.#sources.get(batch);
    if (known === undefined) {
      const run = await this.#scope.db
        .selectFrom('import_runs')
        .select('source')
        .where('run_id', '=', batch)
        .executeTakeFirst();
      known = (run?.source ?? '').split('+');
      this.#sources.set(batch, known);
    }
    return known;
  }

  async #lastRow(table: 'trades' | 'bank_transactions'): Promise<number> {
    const { last } = await this.#scope.db
      .selectFrom(table)
      .select(sql<number | null>`max(${rowNumber(table)})`.as('last'))
      .executeTakeFirstOrThrow();
    return last ?? 0;
  }
}

const FILL_COLUMNS = [
  'rowid',
  'exec_id',
  'account_id',
  'instrument',
  'action',
  'quantity',
  'price',
  'time',
  'time_known',
  'order_id',
  'commission',
  'import_batch_id',
] as const satisfies (keyof TradeRow | 'rowid')[];

type FillPlace = Pick<TradeRow, Exclude<(typeof FILL_COLUMNS)[number], 'rowid'>> & { readonly rowid: number };

interface DecidedRow {
  readonly ref: string;
  readonly like: string;
  readonly kind: string;
  readonly decision: string | null;
}

const BETWEEN = '\u001f';

/** The name a fill is known by: ids of brokers mean something within an account only. */
export function fillRef({ account_id, exec_id }: { account_id: string; exec_id: string }): string {
  return account_id + BETWEEN + exec_id;
}

/** The name a movement of money is known by. */
export function cashRef({ account_id, dedup_hash }: { account_id: string; dedup_hash: string }): string {
  return account_id + BETWEEN + dedup_hash;
}

/** Without the account. */
export function idOfRef(ref: string): string {
  return ref.slice(ref.indexOf(BETWEEN) + 1);
}

/** Whether the row that this one was decided to equal is still in the book. */
export async function isThere(db: Db, kind: string, ref: string): Promise<boolean> {
  const account = ref.slice(0, ref.indexOf(BETWEEN));
  const id = idOfRef(ref);
  const row =
    kind === 'trade'
      ? await db
          .selectFrom('trades')
          .select('exec_id')
          .where('exec_id', '=', id)
          .where('account_id', '=', account)
          .executeTakeFirst()
      : await db
          .selectFrom('bank_transactions')
          .select('id')
          .where('account_id', '=', account)
          .where('dedup_hash', '=', id)
          .executeTakeFirst();
  return row !== undefined;
}

function origin(by: readonly string[] | null): string {
  return by === null ? 'entered by hand' : `imported as ${by.join('+')}`;
}

/** Rows in order of time, split at gaps: each part is looked up separately. */
function clusters<R>(rows: readonly R[], at: (row: R) => number, gap: number): R[][] {
  const parts: R[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const row of rows.toSorted((a, b) => at(a) - at(b))) {
    const time = at(row);
    if (time - last > gap) parts.push([]);
    parts.at(-1)?.push(row);
    last = time;
  }
  return parts;
}
