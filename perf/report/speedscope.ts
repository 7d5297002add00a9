// Profiles for speedscope. Whole and in time order, read again from the SPX report if it is unchanged where it was
// ingested; else the snapshot's merged tree, which has neither the order nor the smallest calls. The file says which.
import { stat } from 'node:fs/promises';
import type { RequestProfile, Snapshot, Source } from '../model/snapshot.ts';
import { hashFile } from '../inputs/files/pieces.ts';
import { readCalls } from '../inputs/spx/calls.ts';
import { spxName } from '../inputs/spx/name.ts';
import { slowestFirst, stacks } from './flame.ts';

/** The number of events in a file of about 300 MB, the largest that speedscope can open. */
const MOST_EVENTS = 8_000_000;

export interface SpeedscopeOptions {
  readonly exporter: string;
  readonly maxInflatedBytes: number;
  readonly signal: AbortSignal;
}

interface ExportedProfile {
  readonly profile: Readonly<Record<string, unknown>>;
  readonly from: 'source' | 'merged_tree';
  readonly note: string;
}

export async function speedscopeOf(snapshot: Snapshot, options: SpeedscopeOptions): Promise<unknown> {
  const frames = new Frames();
  const exported: ExportedProfile[] = [];
  let room = MOST_EVENTS;
  for (const profile of snapshot.request_profiles.filter(({ spans }) => spans.length > 0).toSorted(slowestFirst)) {
    options.signal.throwIfAborted();
    const whole = await wholeProfile(profile, snapshot.sources, frames, options.maxInflatedBytes, room);
    if ('events' in whole) {
      room -= whole.events;
      exported.push({
        profile: whole.profile,
        from: 'source',
        note: 'every call in time order, from the report itself',
      });
    } else if (profile.call_tree.length > 0)
      exported.push({ profile: mergedProfile(profile, frames), from: 'merged_tree', note: whole.why });
  }
  return {
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    name: `snapshot ${snapshot.id.slice(0, 12)}`,
    exporter: options.exporter,
    activeProfileIndex: 0,
    shared: { frames: frames.list() },
    profiles: exported.map(({ profile, from }) => ({
      ...profile,
      name: from === 'source' ? profile.name : `${String(profile.name)} (calls merged by path)`,
    })),
    // Speedscope ignores unknown fields.
    provenance: exported.map(({ profile, from, note }) => ({ name: profile.name, from, note })),
  };
}

class Frames {
  readonly #index = new Map<string, number>();

  of(label: string): number {
    const known = this.#index.get(label);
    if (known !== undefined) return known;
    this.#index.set(label, this.#index.size);
    return this.#index.size - 1;
  }

  list(): { readonly name: string }[] {
    return [...this.#index.keys()].map((name) => ({ name }));
  }
}

type Whole =
  | { readonly profile: Readonly<Record<string, unknown>>; readonly events: number }
  | { readonly why: string };

async function wholeProfile(
  profile: RequestProfile,
  sources: readonly Source[],
  frames: Frames,
  maxInflatedBytes: number,
  room: number,
): Promise<Whole> {
  const source = textOf(profile, sources);
  if (source === null) return { why: 'the snapshot does not name a report with its calls' };
  const found = await stat(source.path).catch(() => null);
  if (!found?.isFile()) return { why: 'the report is no longer where it was ingested from' };
  if (found.size !== source.size_bytes || hashFile(source.path, found.size) !== source.sha256)
    return { why: 'the report has changed since it was ingested' };
  const calls = await readCalls(source.path, maxInflatedBytes, room);
  if (calls === null) return { why: 'the report has more calls than one file can hold' };
  const names = calls.names.map((name) => frames.of(name));
  return {
    events: calls.times.length,
    profile: {
      type: 'evented',
      name: profile.endpoint,
      unit: 'milliseconds',
      startValue: 0,
      endValue: calls.end,
      events: calls.times.map((at, i) => {
        const fn = calls.functions[i]!;
        return fn >= 0 ? { type: 'O', frame: names[fn], at } : { type: 'C', frame: names[-fn - 1], at };
      }),
    },
  };
}

/** The half of the report that holds the calls. */
function textOf({ source_sha256: hash, kind }: RequestProfile, sources: readonly Source[]): Source | null {
  if (kind !== 'spx' || hash === undefined) return null;
  const own = sources.find(({ sha256, type }) => type === 'spx' && sha256 === hash);
  if (own === undefined) return null;
  if (own.version === 'spx-text-gz-v1') return own;
  const other = spxName(own.path)?.counterpart;
  return sources.find(({ path }) => path === other) ?? null;
}

function mergedProfile(profile: RequestProfile, frames: Frames): Readonly<Record<string, unknown>> {
  const all = stacks(profile.call_tree);
  return {
    type: 'sampled',
    name: profile.endpoint,
    unit: 'milliseconds',
    startValue: 0,
    endValue: all.reduce((sum, { selfMs }) => sum + selfMs, 0),
    samples: all.map(({ path }) => path.map((span) => frames.of(profile.spans[span]!.label))),
    weights: all.map(({ selfMs }) => selfMs),
  };
}
