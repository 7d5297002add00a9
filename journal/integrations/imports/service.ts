// A file into the book: read in pieces, stored in one transaction, or rolled back when only a preview was asked for.
import { hash } from 'node:crypto';
import type { ClientOutput, contract } from '@zorivest/contract';
import type { RowTable } from '@zorivest/imports';
import type { ImportStatus } from '@zorivest/vocabulary';
import { reconcileWithBook } from '@zorivest/analytics';
import type { Call } from '@zorivest/store';
import { savePossibleDuplicates } from './decide.ts';
import { idOfRef } from './duplicates.ts';
import { type Decision, isAccepted, reviewOf, type StoredReview } from './review.ts';
import { type Counts, ImportRun, type RunFacts } from './run.ts';
import { type Reading, type Source, together } from './source.ts';

export type Summary = ClientOutput<typeof contract.imports.brokerCsv>;

/** Carries a preview out of the transaction it rolls back. */
class RolledBack<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('preview');
    this.result = result;
  }
}

const SHOWN = 100;
const LARGE_FILE = 1024 * 1024;

/** What the caller wants done with the files. */
export interface ImportRequest extends Decision {
  readonly preview: boolean;
  readonly account_id?: string | undefined;
  readonly accounts?: Readonly<Record<string, string>> | undefined;
}

/** One run in one transaction; with `preview`, or while a decision is missing, everything is done and rolled back. */
export async function runImport<T extends Summary>(
  call: Call,
  sources: readonly [Source, ...Source[]],
  wanted: ImportRequest,
  present: (summary: Summary, run: ImportRun) => T,
  /** Once everything is in, in the same transaction. */
  stored?: (run: ImportRun) => Promise<void>,
): Promise<T> {
  const facts = factsOf(sources, wanted);
  const fileSize = sources.reduce((sum, { file }) => sum + file.size, 0);
  let states = false;
  const write = () =>
    call.write(async (scope) => {
      const run = await ImportRun.open(call, scope, facts);
      const readings: Reading[] = [];
      for (const source of sources) {
        readings.push(await source.take(run));
      }
      const reading = together(
        readings,
        sources.map(({ file }) => file.name),
      );
      const accounts = run.accounts.unclear;
      const shown = reviewOf({ guessed: reading.review ?? null, accounts, fileHash: facts.fileHash ?? '' });
      const review = shown !== null && !isAccepted(shown, wanted, accounts) ? shown : null;
      if (review !== null) explain(run, wanted);
      const nothingStored = wanted.preview || review !== null;
      // An empty file, too: whatever was to be in it has not come.
      const unread = reading.isUnknown === true;
      const undecided = review !== null && !wanted.preview;
      const status = unread || undecided ? 'failed' : run.status;
      if (undecided) {
        Object.assign(run.counts, NOTHING_STORED);
        run.rows.storeNothing();
      }
      for (const name of run.accounts.unused)
        run.warnings.push(`The file has no account ${JSON.stringify(name)}; what accounts says of it was not used.`);
      reportPossibleDuplicates(run);
      await run.names.end();
      sayUnnamed(run);
      await run.accounts.keep(run.now);
      await run.save(reading.format, status);
      const result = present(summaryOf(run, reading, { status, preview: wanted.preview, review, nothingStored }), run);
      if (nothingStored) throw new RolledBack(result);
      await stored?.(run);
      ({ states } = run);
      return result;
    });
  try {
    const done = await (fileSize > LARGE_FILE ? call.withSmallCache(write) : write());
    // What it says of the book is true of the book as it stands after it.
    if (!states || done.run_id === null) return done;
    const reconciliation = await reconcileWithBook(call, done.run_id);
    return reconciliation === null
      ? { ...done, warnings: [...done.warnings, HELD_WHEN_ASKED] }
      : { ...done, reconciliation };
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T; // thrown a few lines above, with this type
    throw error;
  }
}

const HELD_WHEN_ASKED =
  'The book is large: the statement is not reconciled automatically. Reconcile it with `zorivest reconcile`, or on the page Accounts.';

/** Keeps aside what looks like rows of another source, and says so. */
export function reportPossibleDuplicates(run: ImportRun): void {
  savePossibleDuplicates(run, run.duplicates.found);
  const found = run.duplicates.found.length;
  if (found === 0) return;
  const [some, are] = found === 1 ? ['One row looks', 'it is'] : [`${found} rows look`, 'they are'];
  run.warnings.push(
    `${some} like one the book has from another source and will be stored only if you say that ${are} new: with \`zorivest imports decide ${run.id}\`, or in the app.`,
  );
}

function sayUnnamed({ names, warnings }: ImportRun): void {
  const [first, ...others] = names.open;
  if (first === undefined) return;
  const some = others.length === 0 ? first : `${first} and ${others.length} more`;
  warnings.push(
    `The file has no ticker for ${some}: they are listed under their ISIN until you name each once: \`zorivest imports name <isin> <ticker>\`.`,
  );
}

const NOTHING_STORED = {
  imported: 0,
  cash_imported: 0,
  events_imported: 0,
  updated: 0,
  cancelled: 0,
} satisfies Partial<Counts>;

function explain(run: ImportRun, { preview, accept, review_id }: ImportRequest): void {
  if (accept && run.accounts.unclear.length === 0)
    run.warnings.push(
      review_id === undefined
        ? 'accept needs the review_id of the review it accepts.'
        : 'The review_id is not the one of this file as it is read now: look at the review again.',
    );
  if (!preview) run.warnings.push('Nothing was imported: the review lists what to decide first.');
}

interface Outcome {
  readonly status: ImportStatus;
  readonly preview: boolean;
  readonly review: StoredReview | null;
  readonly nothingStored: boolean;
}

function summaryOf(run: ImportRun, reading: Reading, { status, preview, review, nothingStored }: Outcome): Summary {
  const errors = run.notes.all.filter(({ outcome }) => outcome === 'invalid').slice(0, SHOWN);
  const left = run.notes.all.filter(({ outcome }) => outcome !== 'invalid' && outcome !== 'imported').slice(0, SHOWN);
  const alike = run.duplicates.found.slice(0, SHOWN);
  return {
    run_id: nothingStored ? null : run.id,
    preview,
    status,
    detected_format: reading.format,
    confidence: reading.confidence,
    reason: reading.reason,
    needs_review: review !== null,
    review: review === null ? null : presentReview(review),
    ...run.counts,
    rows: presentRows(run.rows.table()),
    errors: errors.map(({ row, message }) => ({ row: row ?? 0, message })),
    left_out: left.map(({ row, outcome, message, ref }) => ({
      row: row ?? 0,
      outcome,
      message,
      ...(outcome === 'deleted' && ref !== null && { exec_id: ref, bin_id: run.deleted.get(ref) ?? null }),
    })),
    look_alike_fills: alike.map(({ row, ref, message }) => ({ row, exec_id: idOfRef(ref), message })),
    warnings: run.warnings.slice(0, SHOWN),
    reconciliation: null,
  };
}

/** As answers have it. */
export function presentRows({ left_out, ...counts }: RowTable) {
  return { ...counts, left_out: left_out.map((one) => ({ ...one })) };
}

function presentReview({ review_id, columns, samples, unclear }: StoredReview) {
  return {
    review_id,
    columns,
    samples: samples.map((one) => ({ ...one, after: { ...one.after } })),
    unclear: [...unclear],
  };
}

function factsOf(sources: readonly [Source, ...Source[]], { account_id, accounts }: ImportRequest): RunFacts {
  const [{ kind, file }, ...others] = sources;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return {
    kind,
    accountId: account_id ?? null,
    accounts,
    fileName: file.name.slice(0, 200) + more,
    fileHash: more === '' ? file.sha256 : hash('sha256', sources.map((one) => one.file.sha256).join(), 'hex'),
  };
}
