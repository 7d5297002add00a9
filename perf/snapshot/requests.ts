// Profiles and timings: the requests of a snapshot, and when each of them was served.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { addressIn, asAddress, loadCachegrind, withoutValues } from '../inputs/xdebug/load.ts';
import type { Config } from '../config/config.ts';
import { sha256 } from '../model/sha256.ts';
import type { RequestProfile, Source } from '../model/snapshot.ts';
import { hashFile } from '../inputs/files/pieces.ts';
import { loadSpx } from '../inputs/spx/load.ts';
import { spxName } from '../inputs/spx/name.ts';
import { readTimings, type ServedTime } from '../inputs/timings/read.ts';
import { samePath, withoutMethod } from '../model/endpoint.ts';
import { routeMatcher } from '../model/routes.ts';
import { type Artifact, isGzip, ofType, sourceOf } from './artifact.ts';

export interface RequestSpan extends ServedTime {
  readonly endpoint: string;
  readonly unmeasured?: true;
}

export interface Requests {
  readonly sources: Source[];
  readonly profiles: RequestProfile[];
  readonly windows: RequestSpan[];
}

/** The same file under two names is one file: hashes already read stand in `seen`. */
interface Reading {
  readonly config: Config;
  readonly signal: AbortSignal;
  readonly found: Requests;
  readonly seen: Set<string>;
}

export async function readRequests(
  artifacts: readonly Artifact[],
  options: Pick<Reading, 'config' | 'signal'>,
): Promise<Requests> {
  const found: Requests = { sources: [], profiles: [], windows: [] };
  const reading = { ...options, found, seen: new Set<string>() };
  await readSpx(ofType(artifacts, 'spx'), reading);
  await readTimingFiles(ofType(artifacts, 'ttfb_timings'), reading);
  // Last: what the others say of the time tells which endpoint a profile of Xdebug belongs to.
  await readCachegrind(ofType(artifacts, 'xdebug_cachegrind'), reading);
  const routeOf = routeMatcher(options.config.routes);
  const fold = <T extends { readonly endpoint: string }>(one: T): T => ({ ...one, endpoint: routeOf(one.endpoint) });
  return { ...found, profiles: found.profiles.map(fold), windows: found.windows.map(fold) };
}

async function readSpx(artifacts: readonly Artifact[], { config, signal, found, seen }: Reading): Promise<void> {
  const stem = ({ path }: Artifact) => path.slice(0, -basename(path).length) + (spxName(path)?.stem ?? basename(path));
  for (const halves of Map.groupBy(artifacts, stem).values()) {
    signal.throwIfAborted();
    const hashes = halves.map(({ path, size }) => hashFile(path, size));
    const identity = hashes.toSorted().join();
    if (seen.has(identity)) continue;
    seen.add(identity);
    const half = (version: string) =>
      halves.find(({ inspection }) => inspection.detected_version === version)?.path ?? null;
    const files = { json: half('spx-json-v2'), text: half('spx-text-gz-v1') };
    const { profile, notes, window } = await loadSpx(files, config.spx.text_gz_max_decompressed_bytes);
    found.profiles.push({ ...profile, source_sha256: hashes[0]! });
    if (window) found.windows.push({ endpoint: profile.endpoint, ...window });
    for (const [i, artifact] of halves.entries()) {
      const metadata = { pair_status: 'partial', ...artifact.inspection.metadata };
      const spxHints = notes.length > 0 ? { ...metadata, parse_notes: notes } : metadata;
      found.sources.push(sourceOf(artifact, hashes[i]!, { spx: spxHints }));
    }
  }
}

async function readTimingFiles(artifacts: readonly Artifact[], { found, seen }: Reading): Promise<void> {
  for (const artifact of artifacts) {
    const bytes = await readFile(artifact.path);
    const result = readTimings(artifact.path, bytes);
    if (!result.ok) continue;
    const hash = sha256(bytes);
    if (seen.has(hash)) continue;
    seen.add(hash);
    const { profiles, windows, unmeasured, skippedRows } = result.timings;
    found.profiles.push(...profiles.map((profile) => ({ ...profile, source_sha256: hash })));
    for (const [i, window] of windows.entries()) {
      if (window) found.windows.push({ endpoint: profiles[i]!.endpoint, ...window });
    }
    found.windows.push(...unmeasured.map((window) => ({ ...window, unmeasured: true as const })));
    const failed = profiles.filter(({ error }) => error !== null).length;
    const hints = {
      samples: profiles.length,
      failed_samples: failed,
      ...(skippedRows > 0 ? { skipped_rows: skippedRows } : {}),
    };
    found.sources.push(sourceOf(artifact, hash, { timings: hints }));
  }
}

async function readCachegrind(artifacts: readonly Artifact[], { config, signal, found, seen }: Reading): Promise<void> {
  const known = [...found.windows];
  for (const artifact of artifacts) {
    signal.throwIfAborted();
    const hash = hashFile(artifact.path, artifact.size);
    if (seen.has(hash)) continue;
    seen.add(hash);
    const { profiles, notes, windows } = await loadCachegrind({
      path: artifact.path,
      gzip: isGzip(artifact),
      endpoint: typeof artifact.hints.endpoint === 'string' ? artifact.hints.endpoint : null,
      maxInflatedBytes: config.spx.text_gz_max_decompressed_bytes,
    });
    for (const [i, profile] of profiles.entries()) {
      const window = windows[i] ?? null;
      const named = artifact.hints.endpoint === undefined && window !== null ? endpointDuring(known, window) : null;
      const address = artifact.hints.endpoint === undefined && profiles.length === 1 ? addressIn(artifact.path) : null;
      const endpoint = named ?? (address === null ? profile.endpoint : endpointAt(known, address));
      found.profiles.push({ ...profile, endpoint, source_sha256: hash });
      if (window !== null && !isWrittenDown(known, { endpoint, ...window }))
        found.windows.push({ endpoint, ...window });
    }
    found.sources.push(
      sourceOf(artifact, hash, {
        xdebug: { requests: profiles.length, ...(notes.length > 0 ? { parse_notes: notes } : {}) },
      }),
    );
  }
}

/** Whether the collector knows this profiled request already, and by a finer clock: it is one request, not two. */
function isWrittenDown(windows: readonly RequestSpan[], { endpoint, startUs, endUs }: RequestSpan): boolean {
  return windows.some(
    (window) =>
      window.unmeasured === true &&
      samePath(window.endpoint, endpoint) &&
      window.startUs < endUs &&
      window.endUs > startUs,
  );
}

/** The one endpoint that was being served then; a probe sends GET, whatever it calls the route. */
function endpointDuring(
  windows: readonly RequestSpan[],
  { startUs, endUs }: Omit<RequestSpan, 'endpoint'>,
): string | null {
  const names = new Set(
    windows
      .filter((window) => window.startUs < endUs && window.endUs > startUs)
      .map(({ endpoint }) => (endpoint.startsWith('/') ? `GET ${endpoint}` : endpoint)),
  );
  return names.size === 1 ? [...names][0]! : null;
}

/**
 * What `%R` says of a request. It writes `/` and `_` alike, so the endpoint is named where exactly one that was served
 * fits; else the address stands as the file's name has it, without values.
 */
function endpointAt(windows: readonly RequestSpan[], address: string): string {
  const clean = withoutValues(address);
  const names = new Set(
    windows.map(({ endpoint }) => withoutMethod(endpoint)).filter((path) => asAddress(path) === clean),
  );
  return names.size === 1 ? `GET ${[...names][0]!}` : clean;
}
