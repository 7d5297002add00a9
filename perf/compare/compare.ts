// Compares two states, each from one snapshot or several: what fails, what got slower, faster, new and gone.
import { mergeSamples } from '../model/query-samples.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { inOneSpelling } from '../model/spelling.ts';
import { type Change, type Direction, type JudgedChange, MIN_CHANGE } from './change.ts';
import { endpointChanges, type Failure } from './endpoints.ts';
import { noiseByDuration, noiseOf } from './noise.ts';
import { type Basis, basisOf, queryChanges } from './queries.ts';
import { type Side, sideOf } from './side.ts';
import { type Missing, missingOf } from './missing.ts';
import { spanChanges } from './spans.ts';
import { sumChanges } from './sums.ts';

export interface Comparison {
  /** The first of its side; all of them below. */
  readonly baseline_snapshot_id: string;
  readonly candidate_snapshot_id: string;
  readonly baseline_snapshot_ids: readonly string[];
  readonly candidate_snapshot_ids: readonly string[];
  readonly has_regressions: boolean;
  /** `cannot_judge`: no measured value got worse, but not everything was measured. */
  readonly verdict: 'pass' | 'regression' | 'cannot_judge';
  readonly missing: readonly Missing[];
  readonly summary: {
    readonly slower: number;
    readonly faster: number;
    readonly new: number;
    readonly gone: number;
    readonly unchanged: number;
    readonly regressions: number;
    readonly failures: number;
  };
  readonly min_change: number;
  /** What the work of queries is divided by: requests, or minutes of the log where no requests are known. */
  readonly basis: Basis;
  readonly noise: { readonly baseline_runs: number; readonly candidate_runs: number; readonly learnt_from: string };
  readonly notes: readonly string[];
  readonly failures: readonly Failure[];
  readonly regressions: readonly Change[];
  readonly slower: readonly Change[];
  readonly faster: readonly Change[];
  readonly improvements: readonly Change[];
  readonly new: readonly Change[];
  readonly gone: readonly Change[];
}

const MOST = 100;

export function compareSnapshots(
  baseline: readonly Snapshot[],
  candidate: readonly Snapshot[],
  minChange = MIN_CHANGE,
): Comparison {
  // One side may be a log and the other a server's counters.
  const spell = inOneSpelling([...baseline, ...candidate].flatMap(({ db_query_samples: samples }) => samples));
  const sideFrom = (snapshots: readonly Snapshot[]) =>
    sideOf(snapshots.map((one) => ({ ...one, db_query_samples: mergeSamples(one.db_query_samples.map(spell)) })));
  const [before, after] = [sideFrom(baseline), sideFrom(candidate)];
  const rules = { minChange };
  const timesOf = (side: Side) =>
    [...side.endpoints.values()].map(({ times }) => times).filter((times) => times.length > 0);
  const noise = noiseOf(timesOf(before));
  const noiseFor = noiseByDuration(timesOf(before), timesOf(after));
  const endpoints = endpointChanges(before, after, noiseFor, rules);
  const queries = queryChanges(before, after, noiseFor, rules);
  const named = queries
    .filter(({ direction, change }) => change.regression || direction === 'better' || direction === 'gone')
    .map(({ change }) => change);
  const judged = [
    ...endpoints.judged,
    ...sumChanges(before, after, noiseFor, rules, named),
    ...spanChanges(before, after, rules),
    ...queries,
  ];
  const missing = missingOf(baseline, candidate, before, after);
  const of = (...directions: Direction[]) =>
    judged
      .filter(({ direction }) => directions.includes(direction))
      .map(({ change }) => change)
      .toSorted(byHarm);
  const regressions = judged
    .map(({ change }) => change)
    .filter(({ regression }) => regression)
    .toSorted(byHarm);
  const [slower, faster] = [of('worse'), of('better')];
  const [added, gone] = [oneEach(of('new')), oneEach(of('gone'))];
  const basis = basisOf(before, after);
  const candidateRuns = new Set([...after.endpoints.values()].flatMap(({ times }) => times.map(({ run }) => run))).size;
  return {
    baseline_snapshot_id: baseline[0]!.id,
    candidate_snapshot_id: candidate[0]!.id,
    baseline_snapshot_ids: baseline.map(({ id }) => id),
    candidate_snapshot_ids: candidate.map(({ id }) => id),
    has_regressions: regressions.length > 0,
    verdict: regressions.length > 0 ? 'regression' : missing.length > 0 ? 'cannot_judge' : 'pass',
    missing,
    summary: {
      slower: slower.length,
      faster: faster.length,
      new: added.length,
      gone: gone.length,
      unchanged: countUnchanged(judged),
      regressions: regressions.length,
      failures: endpoints.failures.length,
    },
    min_change: minChange,
    basis,
    noise: {
      baseline_runs: noise.runs,
      candidate_runs: candidateRuns,
      learnt_from: noise.between === null ? 'the scatter within one run' : `${noise.runs} runs of the baseline`,
    },
    notes: notesOf(basis, noise.runs, before.queries.size, after.queries.size),
    failures: endpoints.failures.slice(0, MOST),
    regressions: regressions.slice(0, MOST),
    slower: slower.slice(0, MOST),
    faster: faster.slice(0, MOST),
    improvements: faster.slice(0, MOST),
    new: added.slice(0, MOST),
    gone: gone.slice(0, MOST),
  };
}

function byHarm(a: Change, b: Change): number {
  return Math.abs(b.harm) - Math.abs(a.harm) || (a.name < b.name ? -1 : 1);
}

/** A new class has a row for its time and one for its runs: the list of what is new names it once. */
function oneEach(changes: readonly Change[]): Change[] {
  return [...Map.groupBy(changes, ({ kind, id }) => `${kind}|${id}`).values()].map(
    (rows) => rows.find(({ regression, metric }) => regression && metric === 'runs_per_request') ?? rows[0]!,
  );
}

function countUnchanged(judged: readonly JudgedChange[]): number {
  const things = Map.groupBy(judged, ({ change }) => `${change.kind}|${change.id}`);
  return [...things.values()].filter((rows) => rows.every(({ direction }) => direction === 'same')).length;
}

function notesOf(basis: Basis, runs: number, queriesBefore: number, queriesAfter: number): string[] {
  return [
    ...(queriesBefore === 0 && queriesAfter > 0
      ? ['The baseline contains no queries, so every query of the candidate counts as new. Was its log omitted?']
      : []),
    ...(basis === 'minute' && queriesBefore + queriesAfter > 0
      ? [
          'No requests are known on both sides, so the work of queries is given per minute of the log, not per request: more traffic looks like more work. Ingest timings or profiles together with the log.',
        ]
      : []),
    ...(runs === 1
      ? [
          'The baseline is one run: how far two runs of the same code differ is not known. Record it twice (two timings files, or --base A,B) to keep a slow moment of the machine from looking like a slow release.',
        ]
      : []),
  ];
}
