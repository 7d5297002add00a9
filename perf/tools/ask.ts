// profile.ask: queries a profile, in a snapshot or a file.
import { readFile, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { toolsFor } from '@zorivest/kernel';
import { z } from 'zod';
import { type Answer, askProfile, type AskedProfile, compareProfiles, NoSuchFrame } from '../ask/ask.ts';
import { askArchive } from '../ask/archive.ts';
import { profileOfSnapshot } from '../ask/snapshot.ts';
import { type Archive, loadProfile, profiledOf, ProfileError } from '../inputs/profiles/index.ts';
import {
  answering,
  correlation,
  type WithCorrelation,
  correlationOf,
  type PerfApp,
  refusal,
  rows,
  snapshotFor,
} from './app.ts';

const defineTool = toolsFor<PerfApp>();

/** A profile is read into memory; thin out a larger file where it was recorded. */
const MOST_BYTES = 512 << 20;
/** Names of templates and closures run to thousands of characters; an answer has a few hundred words. */
const LONGEST_NAME = 90;

const name = z.string().min(1).max(500).optional();

export const profileAsk = defineTool({
  name: 'profile_ask',
  title: 'Ask a profile',
  toolsets: ['perf'],
  description: {
    minimal: 'Query a profile for where time or memory went: top functions, callers, hot path, changes.',
    rich: 'Queries a profile of any language: the costliest functions (no question), callers_of one, callees_of one, the hot_path, only what is below one (focus), only names with a text (filter), or what changed (compare_with). The profile is a snapshot from {tool:artifacts_ingest} or the path of a file, such as speedscope, pprof, cpuprofile, Chrome trace, callgrind or OTLP; of a HAR file the slowest requests.',
  },
  synonyms: [
    'flame graph',
    'hot path',
    'hot spots',
    'callers',
    'callees',
    'cpu profile',
    'pprof',
    'where does the time go',
    'HAR waterfall',
  ],
  input: z.object({
    snapshot: z.string().min(1).describe('The id of a snapshot with profiles, or the absolute path of a profile.'),
    focus: name.describe('Only the cost of this function and what it calls.'),
    callers_of: name.describe('The callers of this function, by the cost they caused in it.'),
    callees_of: name.describe('The functions that this function called.'),
    hot_path: z.boolean().optional().describe('From the top down, always into the costliest call.'),
    filter: name.describe('Only functions whose name contains this.'),
    compare_with: name.describe('An earlier snapshot or profile: the cost of each function before and after.'),
    limit: z.int().min(1).max(50).optional().describe('Rows; 8 unless given.'),
    ...correlation,
  }),
  output: answering<Answer & WithCorrelation>(
    z.looseObject({ unit: z.string(), total: z.number(), of: z.string(), rows: rows.optional(), more: z.number() }),
  ),
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  guard: 'unguarded',
  confirmation: 'none',
  cost: 'slow',
  task: 'optional',
  onRestart: 'run_again',
  methods: ['profile.ask'],
  handler: async (input, { app, correlationId }) => {
    const question = { ...input, limit: input.limit ?? 8 };
    const profile = await readAsked(app, input.snapshot, 'snapshot');
    if ('requests' in profile) {
      mustFitArchive(input);
      const answer = askArchive(profile, question.filter, question.limit);
      return { ...shortenNames(answer), correlation_id: correlationOf(input, correlationId) };
    }
    const before = input.compare_with === undefined ? null : await profileFor(app, input.compare_with, 'compare_with');
    try {
      if (before !== null && before.unit !== profile.unit) {
        throw refusal(`One profile is in ${before.unit}, the other in ${profile.unit}: they cannot be compared.`, [
          { path: 'compare_with', message: `is in ${before.unit}` },
        ]);
      }
      const answer = before === null ? askProfile(profile, question) : compareProfiles(before, profile, question);
      return { ...shortenNames(answer), correlation_id: correlationOf(input, correlationId) };
    } catch (error) {
      if (!(error instanceof NoSuchFrame)) throw error;
      throw refusal(error.message, [{ path: 'frame', message: error.message }], { candidates: error.candidates });
    }
  },
});

/** Queries that need stacks. */
function mustFitArchive(input: Readonly<Record<string, unknown>>): void {
  const asked = ['focus', 'callers_of', 'callees_of', 'hot_path', 'compare_with'].find(
    (key) => input[key] !== undefined,
  );
  if (asked === undefined) return;
  throw refusal('The file is an HTTP archive: it has requests, but no stacks. Omit this parameter, or use filter.', [
    { path: asked, message: 'does not apply to a HAR file' },
  ]);
}

/** A snapshot's profile, or that of a file. */
export async function profileFor(app: PerfApp, named: string, path: string): Promise<AskedProfile> {
  const asked = await readAsked(app, named, path);
  if (!('requests' in asked)) return asked;
  throw refusal('The file is an HTTP archive: it has requests, but no stacks to compare.', [
    { path, message: 'is a HAR file' },
  ]);
}

/** The same, or the requests of an HTTP archive. */
export async function readAsked(app: PerfApp, named: string, path: string): Promise<AskedProfile | Archive> {
  if (!isAbsolute(named)) {
    const profile = profileOfSnapshot(await snapshotFor(app.store, named, path));
    if (profile !== null && 'refused' in profile)
      throw refusal(profile.refused, [{ path, message: 'holds several kinds of profiles; name the file of one' }]);
    if (profile !== null) return profile;
    throw refusal('The snapshot contains no profile.', [
      { path, message: 'was made of logs or timings alone; ingest a profile, or name its file' },
    ]);
  }
  const info = await stat(named).catch(() => null);
  if (info?.isFile() !== true)
    throw refusal(`There is no file ${named}.`, [{ path, message: 'is not a readable file' }]);
  if (info.size > MOST_BYTES) {
    throw refusal(`The file is larger than ${MOST_BYTES >> 20} MB.`, [
      { path, message: 'is too large to be read whole' },
    ]);
  }
  try {
    const loaded = loadProfile(await readFile(named), named);
    return 'threads' in loaded ? { profiled: profiledOf(loaded), unit: loaded.unit } : loaded;
  } catch (error) {
    if (error instanceof ProfileError) throw refusal(error.message, [{ path, message: error.message }]);
    throw error;
  }
}

function shortenNames(answer: Answer): Answer {
  const short = (text: string) => (text.length <= LONGEST_NAME ? text : `${text.slice(0, LONGEST_NAME - 1)}…`);
  const shorten = <T extends { readonly frame: string }>(list: readonly T[] | undefined): T[] | undefined =>
    list?.map((row) => ({ ...row, frame: short(row.frame) }));
  const { self, with_calls, rows: listed, changes, requests } = answer;
  return {
    ...answer,
    ...(self === undefined ? {} : { self: shorten(self)! }),
    ...(with_calls === undefined ? {} : { with_calls: shorten(with_calls)! }),
    ...(listed === undefined ? {} : { rows: shorten(listed)! }),
    ...(changes === undefined ? {} : { changes: shorten(changes)! }),
    ...(requests === undefined ? {} : { requests: requests.map((row) => ({ ...row, request: short(row.request) })) }),
  };
}
