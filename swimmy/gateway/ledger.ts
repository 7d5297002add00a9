// The ledger of trials: every run ever made on some candles, by the shape of its strategy, each entry chained to the one
// before. The best of a thousand tries is luck in part, whether they were made in one sweep or over a year.
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { deflatedSharpe, joinSpreads, NO_RUNS, type SharpeSpread } from '@zorivest/engine';
import type { TrialFacts } from '../request/trial.ts';

export const LEDGER_SCHEMA = `create table trials (
  entry integer primary key, at integer not null, kind text not null, request_id text not null,
  dataset text not null, shape text not null, strategy text not null,
  runs integer not null, mean real not null, variance real not null,
  previous text not null, hash text not null
) strict;
create index trials_by_dataset on trials (dataset, shape)`;

/** `run`: tried on what is not held out; `open`: on the held-out tail, once. */
type TrialKind = 'run' | 'open';

export interface LedgerEntry {
  readonly entry: number;
  /** Milliseconds of Unix time. */
  readonly at: number;
  readonly kind: TrialKind;
  readonly request_id: string;
  readonly dataset: string;
  /** Short for the strategy's text. */
  readonly shape: string;
  readonly strategy: string;
  readonly runs: number;
  readonly mean: number;
  readonly variance: number;
  readonly previous: string;
  readonly hash: string;
}

export interface LedgerRow {
  readonly dataset: string;
  readonly shape: string;
  readonly strategy: string;
  readonly trials: number;
  readonly submits: number;
  readonly mean_sharpe: number;
  readonly first_at: string;
  readonly last_at: string;
  /** When the held-out tail was opened for this shape. */
  readonly opened: string | null;
}

/** The rank of a run among all runs on its candles. */
export interface Standing {
  readonly trials: number;
  readonly deflated_sharpe: number | null;
}

export interface Ledger {
  /** Records the runs of a request and ranks its best one; within the caller's transaction. */
  append(requestId: string, facts: TrialFacts): Standing;
  /** When the held-out tail of these candles was opened for a strategy of this shape. */
  openedAt(dataset: string, strategy: string): number | undefined;
  list(): LedgerRow[];
  entries(word: string): LedgerEntry[];
  /** The first entry that does not match its hash, if any. */
  verify(): { readonly entries: number; readonly broken: number | null };
}

export const openedText = (at: number) =>
  `the held-out bars of these candles were already opened for this shape of strategy at ${iso(at)}; they can be opened only once`;

/** A name that fits into a table. */
const shapeName = (strategy: string) => createHash('sha256').update(strategy).digest('hex').slice(0, 12);

export function openLedger(db: DatabaseSync, now: () => number): Ledger {
  const insert = db.prepare(
    `insert into trials (entry, at, kind, request_id, dataset, shape, strategy, runs, mean, variance, previous, hash)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const last = db.prepare('select entry, hash from trials order by entry desc limit 1');
  const spreads = db.prepare('select runs as count, mean, variance from trials where dataset = ? order by entry');
  const opened = db.prepare(
    "select at from trials where dataset = ? and shape = ? and kind = 'open' order by entry limit 1",
  );
  const all = db.prepare('select * from trials order by entry');
  const rows = () => all.all() as unknown as LedgerEntry[]; // columns are the interface's
  return {
    append: (requestId, { dataset, strategy, tried, best, opened: isOpen }) => {
      const before = last.get() as { entry: number; hash: string } | undefined;
      const entry = {
        entry: (before?.entry ?? 0) + 1,
        at: now(),
        kind: isOpen ? ('open' as const) : ('run' as const),
        request_id: requestId,
        dataset,
        shape: shapeName(strategy),
        strategy,
        runs: tried.count,
        mean: tried.mean,
        variance: tried.variance,
        previous: before?.hash ?? '',
      };
      insert.run(...Object.values(entry), hashOf(entry));
      const together = (spreads.all(dataset) as unknown as SharpeSpread[]).reduce(joinSpreads, NO_RUNS); // named as its fields
      return { trials: together.count, deflated_sharpe: deflatedSharpe(best, together) };
    },
    openedAt: (dataset, strategy) => (opened.get(dataset, shapeName(strategy)) as { at: number } | undefined)?.at,
    list: () => {
      const groups = new Map<string, LedgerEntry[]>();
      for (const row of rows()) {
        const key = `${row.dataset} ${row.shape}`;
        groups.set(key, [...(groups.get(key) ?? []), row]);
      }
      return [...groups.values()].map(summarise);
    },
    entries: (word) =>
      rows().filter(
        ({ dataset, shape, request_id }) =>
          dataset.startsWith(word) || shape.startsWith(word) || request_id.startsWith(word),
      ),
    verify: () => {
      let previous = '';
      let count = 0;
      for (const { hash, ...row } of rows()) {
        count++;
        if (row.entry !== count || row.previous !== previous || hash !== hashOf(row))
          return { entries: count, broken: row.entry };
        previous = hash;
      }
      return { entries: count, broken: null };
    },
  };
}

function summarise(entries: readonly LedgerEntry[]): LedgerRow {
  const [first] = entries as readonly [LedgerEntry];
  const { count, mean } = entries
    .map(({ runs, mean: each, variance }) => ({ count: runs, mean: each, variance }))
    .reduce(joinSpreads, NO_RUNS);
  const openedEntry = entries.find(({ kind }) => kind === 'open');
  return {
    dataset: first.dataset,
    shape: first.shape,
    strategy: first.strategy,
    trials: count,
    submits: entries.length,
    mean_sharpe: mean,
    first_at: iso(first.at),
    last_at: iso(entries.at(-1)?.at ?? first.at),
    opened: openedEntry === undefined ? null : iso(openedEntry.at),
  };
}

const iso = (ms: number) => new Date(ms).toISOString();

/** Over every column but the hash itself, in a fixed order. */
function hashOf(entry: Omit<LedgerEntry, 'hash'>): string {
  const { at, kind, request_id, dataset, shape, strategy, runs, mean, variance, previous } = entry;
  const fields = [entry.entry, at, kind, request_id, dataset, shape, strategy, runs, mean, variance, previous];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}
