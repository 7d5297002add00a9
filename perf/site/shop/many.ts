// The full A/A test: fifteen recordings of each of four states of the shop, with whole seconds in the log, and every pair of them.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Change } from '../../compare/change.ts';
import { compareSnapshots } from '../../compare/compare.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { type Recorder, startRecorder } from './recordings.ts';
import { ROUTES } from './shop.ts';

const STATES = ['none', 'n_plus_one', 'one_query_more', 'slower'] as const;
type State = (typeof STATES)[number];
const RECORDINGS = 15;
/** The usual requirement for such a gate: a fifth more, with thirty samples. */
const SAMPLES = 30;

type Recordings = Readonly<Record<State, readonly Snapshot[]>>;

/** Resumes an interrupted run: recordings that are already in the folder are not made again. */
export async function recordMany(folder: string, say: (text: string) => void): Promise<Recordings> {
  mkdirSync(folder, { recursive: true });
  const made: Record<State, Snapshot[]> = { none: [], n_plus_one: [], one_query_more: [], slower: [] };
  let recorder: Recorder | null = null;
  const place = mkdtempSync(join(tmpdir(), 'perf-shop-'));
  try {
    // In turn, so that a slow hour of the machine affects all states.
    for (let i = 0; i < RECORDINGS; i++) {
      for (const state of STATES) {
        const file = join(folder, `${state}-${i}.json`);
        if (!existsSync(file)) {
          recorder ??= await startRecorder(place);
          const snapshot = await recorder.record(state, { routes: ROUTES, samples: SAMPLES });
          writeFileSync(file, JSON.stringify(snapshot));
          say(`recorded ${state} ${i + 1} of ${RECORDINGS} (load ${loadavg()[0]!.toFixed(1)})`);
        }
        made[state].push(JSON.parse(readFileSync(file, 'utf8')) as Snapshot);
      }
    }
  } finally {
    await recorder?.stop();
    rmSync(place, { recursive: true, force: true });
  }
  return made;
}

interface Judgement {
  readonly what: string;
  /** The number of pairs in which it was true, of all pairs. */
  readonly hits: number;
  readonly pairs: number;
  readonly limit: string;
  readonly isMet: boolean;
  /** What the other pairs reported. */
  readonly others: readonly string[];
}

const COUNTS: ReadonlySet<Change['metric']> = new Set([
  'runs_per_request',
  'statements_per_request',
  'rows_per_request',
  'bytes_per_request',
]);
const MOST_LOUD = 2;
const LEAST_FOUND = 0.95;

/** Counts do not depend on the machine. */
export function judgeCounts(recordings: Recordings): Judgement[] {
  const quiet = STATES.map((state): Judgement => {
    const pairs = pairsOf(recordings[state], recordings[state]);
    const loud = pairs.map((pair) => regressions(pair).filter(isCount)).filter((found) => found.length > 0);
    return {
      what: `counts of ${state} compared with itself raise no alarm`,
      hits: pairs.length - loud.length,
      pairs: pairs.length,
      limit: 'all',
      isMet: loud.length === 0,
      others: sentencesOf(loud.flat()),
    };
  });
  const planted = (
    [
      ['n_plus_one', '/shop/list', 60],
      ['one_query_more', '/product/5', 1],
    ] as const
  ).map(([state, endpoint, runs]): Judgement => {
    const pairs = pairsOf(recordings.none, recordings[state]);
    const found = pairs.map((pair) => regressions(pair).filter(({ metric }) => metric === 'runs_per_request'));
    const wrong = found.filter(
      ([first, ...more]) => more.length > 0 || first?.endpoint !== endpoint || first.candidate !== runs,
    );
    return {
      what: `${state} is found in ${endpoint} and nowhere else`,
      hits: pairs.length - wrong.length,
      pairs: pairs.length,
      limit: 'all',
      isMet: wrong.length === 0,
      others: wrong.some((rows) => rows.length === 0) ? ['nothing'] : sentencesOf(wrong.flat()),
    };
  });
  return [...quiet, ...planted];
}

/** Times are judged on an idle machine. */
export function judgeTimes(recordings: Recordings): Judgement[] {
  const same = pairsOf(recordings.none, recordings.none);
  const loud = same.map(regressions).filter((found) => found.length > 0);
  const changed = pairsOf(recordings.none, recordings.slower);
  const found = changed.filter((pair) =>
    regressions(pair).some(({ endpoint, metric }) => endpoint === '/tmpl' && metric === 'wall_ms_p50'),
  );
  return [
    {
      what: 'times of unchanged code raise a false alarm',
      hits: loud.length,
      pairs: same.length,
      limit: `at most ${MOST_LOUD}`,
      isMet: loud.length <= MOST_LOUD,
      others: sentencesOf(loud.flat()),
    },
    {
      what: 'a fifth more on /tmpl is found',
      hits: found.length,
      pairs: changed.length,
      limit: `at least ${LEAST_FOUND * 100} %`,
      isMet: found.length >= LEAST_FOUND * changed.length,
      others: [],
    },
  ];
}

/** Every pair of two states, or of one with itself. */
function pairsOf(a: readonly Snapshot[], b: readonly Snapshot[]): [Snapshot, Snapshot][] {
  return a.flatMap((x, i) => (a === b ? a.slice(i + 1) : b).map((y): [Snapshot, Snapshot] => [x, y]));
}

const regressions = ([a, b]: readonly [Snapshot, Snapshot]) => compareSnapshots([a], [b]).regressions;
const isCount = ({ metric }: Change) => COUNTS.has(metric);

/** The changes, most frequent first. */
function sentencesOf(changes: readonly Change[]): string[] {
  const groups = Map.groupBy(
    changes,
    ({ metric, endpoint, endpoints }) => `${endpoint ?? endpoints?.join('+')} ${metric}`,
  );
  return [...groups].toSorted(([, a], [, b]) => b.length - a.length).map(([what, rows]) => `${what} (${rows.length})`);
}

export function tableOf(judged: readonly Judgement[]): string {
  return [
    '| what | pairs | of | limit | |',
    '|---|---:|---:|---:|---|',
    ...judged.map(
      ({ what, hits, pairs, limit, isMet, others }) =>
        `| ${what} | ${hits} | ${pairs} | ${limit} | ${isMet ? 'met' : 'MISSED'}${isMet || others.length === 0 ? '' : `: ${others.slice(0, 5).join(', ')}`} |`,
    ),
  ].join('\n');
}
