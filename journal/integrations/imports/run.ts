// One running import: what it counts, what it notes, and its line in the log. Everything happens in the caller's
// transaction, so a run is in the book with all its rows or not at all.
import { type Diagnostics, RowAccount, type StatedHoldings } from '@zorivest/imports';
import { byName, type ImportCount, importCounts, type ImportKind, type ImportStatus } from '@zorivest/vocabulary';
import type { Call, WriteScope } from '@zorivest/store';
import { StatementAccounts } from './accounts.ts';
import { DuplicateFinder } from './duplicates.ts';
import { InstrumentNames } from './names.ts';
import { type NewNote, RunNotes } from './notes.ts';
import { STATED_COLUMNS, statedRows, type StatedFigureRow } from './stated-rows.ts';
import type { ImportRunRow } from './tables.ts';

/** A movement of money as it was understood. */
interface Movement {
  readonly date: string;
  readonly amount: number;
  readonly currency: string | null;
  readonly description: string;
}

export type Counts = Record<ImportCount, number>;

export interface RunFacts {
  readonly kind: ImportKind;
  /** The account of rows that name none, as the caller named it; null when it named none. */
  readonly accountId: string | null;
  /** The book's account for each account as the file names it. */
  readonly accounts?: Readonly<Record<string, string>> | undefined;
  readonly fileName: string | null;
  readonly fileHash: string | null;
}

export class ImportRun {
  readonly id: string;
  readonly scope: WriteScope;
  readonly counts: Counts = byName(importCounts, () => 0);
  readonly now: Date;
  /** Every row of data, by what became of it. */
  readonly rows = new RowAccount();
  readonly notes = new RunNotes();
  readonly warnings: string[] = [];
  /** The first movements of money, to be looked at. */
  readonly movements: Movement[] = [];
  /** Rows that may be in the book from another source. */
  readonly duplicates: DuplicateFinder;
  /** Fills that were deleted on purpose and are in the file again, with the entry of the bin that restores each. */
  readonly deleted = new Map<string, number | null>();
  readonly accounts: StatementAccounts;
  /** What instruments without a ticker are called. */
  readonly names: InstrumentNames;
  readonly #facts: RunFacts;
  #places = 0;
  #breaksOff = false;
  #cancelledBefore: ReadonlySet<string> | null = null;

  private constructor(id: string, now: Date, scope: WriteScope, facts: RunFacts, accounts: StatementAccounts) {
    this.id = id;
    this.scope = scope;
    this.now = now;
    this.#facts = facts;
    this.accounts = accounts;
    this.duplicates = new DuplicateFinder(scope, this.id);
    this.names = new InstrumentNames(scope.db, now);
  }

  static async open(
    { now, newId }: Pick<Call, 'now' | 'newId'>,
    scope: WriteScope,
    facts: RunFacts,
  ): Promise<ImportRun> {
    const run = new ImportRun(newId(), now(), scope, facts, await StatementAccounts.open(scope.db, facts));
    scope.nameImport(run.id);
    await scope.db.insertInto('import_runs').values(run.#row('unknown', 'success')).execute();
    return run;
  }

  /** From here on rows come from a file of this source: a format, or a broker that is synced. */
  async beginFile(source: string): Promise<void> {
    this.accounts.within(source);
    await this.duplicates.begin(source);
  }

  /** Stores the figures a statement states in addition to its rows, each with the book's account. */
  async holds(stated: StatedHoldings): Promise<void> {
    const rows = await statedRows(this, stated, this.#places);
    this.#places += rows.length;
    this.scope.insertMany<StatedFigureRow>('stated_figures', STATED_COLUMNS, rows);
  }

  /** The statement says more than its rows. */
  get states(): boolean {
    return this.#places > 0;
  }

  note(note: NewNote): void {
    this.notes.add(note);
  }

  /** success: every row was understood; failed: there were rows and none was, or the file was refused before the first. */
  get status(): ImportStatus {
    const { invalid, total_rows, skipped } = this.counts;
    if (invalid === 0 && !this.#breaksOff) return 'success';
    return invalid + skipped >= total_rows ? 'failed' : 'partial';
  }

  /** The reader's diagnostics of the file's rows. */
  take({ total_rows, skipped, invalid, warnings, rows }: Diagnostics): void {
    this.counts.total_rows += total_rows;
    this.counts.skipped += rows.left_out.reduce((sum, { count }) => sum + count, 0);
    this.counts.invalid += rows.unreadable;
    this.#breaksOff ||= rows.breaks_off === true;
    const lost = this.rows.close({ total_rows, rows });
    if (lost > 0)
      this.warnings.push(
        `${lost === 1 ? 'One row was' : `${lost} rows were`} read without a result: check whether the book has what the statement says.`,
      );
    for (const { row, reason } of skipped) this.note({ outcome: 'skipped', row, message: reason });
    for (const { row, reason } of invalid) this.note({ outcome: 'invalid', row, message: reason });
    this.warnings.push(...warnings);
  }

  /** What brokers have cancelled in earlier runs that were not undone: fills by their ids, rows by their contents. */
  async cancelledBefore(): Promise<ReadonlySet<string>> {
    this.#cancelledBefore ??= new Set(
      (
        await this.scope.db
          .selectFrom('import_notes')
          .innerJoin('import_runs', 'import_runs.run_id', 'import_notes.run_id')
          .select('import_notes.ref')
          .where('import_notes.outcome', '=', 'cancelled')
          .where('import_runs.undone_at', 'is', null)
          .execute()
      ).flatMap(({ ref }) => ref ?? []),
    );
    return this.#cancelledBefore;
  }

  /** Rows that came from no reader, each with what became of it. */
  countAll(rows: number): void {
    this.counts.total_rows += rows;
    this.rows.close({
      total_rows: rows,
      rows: { left_out: [], unreadable: 0, reversals: 0, joined: [], half_read: [] },
    });
  }

  /** Writes the run as it stands; a sync does so after every page. */
  async save(source: string, status: ImportStatus): Promise<void> {
    const { run_id, ...row } = this.#row(source, status);
    await this.scope.db.updateTable('import_runs').set(row).where('run_id', '=', run_id).execute();
    const fresh = this.notes.unwritten().map((note) => ({ ...note, run_id: this.id }));
    this.scope.insertMany<(typeof fresh)[number]>(
      'import_notes',
      ['run_id', 'row', 'outcome', 'message', 'ref', 'before'],
      fresh,
    );
    this.scope.audit({ resource: 'import', id: this.id, after: { source, status, ...this.counts } });
  }

  #row(source: string, status: ImportStatus): ImportRunRow {
    const { kind, fileName, fileHash } = this.#facts;
    return {
      run_id: this.id,
      kind,
      source,
      file_name: fileName,
      file_hash: fileHash,
      account_id: this.accounts.first,
      status,
      counts: JSON.stringify(this.counts),
      row_counts: JSON.stringify(this.rows.table()),
      warnings: JSON.stringify(this.warnings.slice(0, 1000)),
      started_at: this.now.toISOString(),
      finished_at: this.now.toISOString(),
      undone_at: null,
    };
  }
}
