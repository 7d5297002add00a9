// An Xdebug profile as a request profile, with the names SPX uses, so that both can be read and compared alike.
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DamagedGzip, inflate } from '../files/inflate.ts';
import { withoutSecrets } from '../requests/secrets.ts';
import { type CallNode, DEEPEST_CALL, type Evidence, type RequestProfile, type Span } from '../../model/snapshot.ts';
import { type CachegrindProfile, type CostNode, readCachegrind } from './read.ts';

/** What takes less of the request than this is left out of the flame graph; its time stays with its caller. */
const FLAME_SHARE = 0.0005;

export interface LoadedCachegrind {
  readonly profiles: readonly RequestProfile[];
  readonly notes: readonly string[];
  /** When each request ran, where the file's name tells it (`%t`), in microseconds since 1970. */
  readonly windows: readonly ({ readonly startUs: number; readonly endUs: number } | null)[];
}

/** The address in a file's name, as `%R` of `xdebug.profiler_output_name` writes it; null without one. */
export function addressIn(path: string): string | null {
  return /\.(_[^.]*)(?:\.gz)?$/.exec(basename(path))?.[1] ?? null;
}

/** An endpoint as `%R` would have written it: what is no letter or digit is an underscore, values are gone. */
export function asAddress(endpoint: string): string {
  return withoutValues(endpoint.replaceAll(/[/\\?&+:*" .]/g, '_'));
}

/** `_search_q=lamp_page=2` -> `_search_q=_page=`. */
export function withoutValues(address: string): string {
  return address.replaceAll(/=.*?(?=_[\w[\]-]+=|$)/gs, '=');
}

export interface CachegrindFile {
  readonly path: string;
  readonly gzip: boolean;
  /** What the user calls the request; the file itself only knows the script. */
  readonly endpoint: string | null;
  readonly maxInflatedBytes: number;
}

export async function loadCachegrind(file: CachegrindFile): Promise<LoadedCachegrind> {
  const notes: string[] = [];
  const found = file.gzip ? await readInflated(file, notes) : readCachegrind(file.path);
  const startedUs = startOf(file.path);
  const profiles = found.map((profile, i) => profileOf(profile, file, i, startedUs));
  for (const { summary, lost } of found) {
    if (summary === null) notes.push('truncated: the summary is missing; calls still open at the end are not counted');
    if (lost > 0) notes.push(`damaged: ${lost} calls have no block of their own`);
  }
  const windows = profiles.map(({ wall_ms: wall }) =>
    startedUs === null || profiles.length > 1
      ? null
      : { startUs: startedUs, endUs: startedUs + 1e6 + (wall ?? 0) * 1000 },
  );
  return { profiles, notes, windows };
}

/** What is read from its end must lie on disk: the bytes go to a file of our own, which is gone afterwards. */
async function readInflated(file: CachegrindFile, notes: string[]): Promise<CachegrindProfile[]> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-perf-'));
  const plain = join(folder, 'cachegrind.out');
  try {
    const output = await open(plain, 'w', 0o600);
    try {
      for await (const chunk of inflate(createReadStream(file.path, { highWaterMark: 1 << 18 }), file.maxInflatedBytes))
        await output.write(chunk);
    } catch (error) {
      if (!(error instanceof DamagedGzip)) throw error;
      notes.push('truncated: the gzip data is damaged; what came before the damage is used');
    } finally {
      await output.close();
    }
    return readCachegrind(plain);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `xdebug.profiler_output_name = cachegrind.out.%t.%p`: seconds since 1970 between dots. */
function startOf(path: string): number | null {
  const match = /[._-](1[6-9]\d{8}|2\d{9})(?=[._-]|$)/.exec(basename(path));
  return match ? Number(match[1]) * 1e6 : null;
}

function profileOf(
  profile: CachegrindProfile,
  file: CachegrindFile,
  index: number,
  startedUs: number | null,
): RequestProfile {
  const ms = (units: number) => (units * profile.unitNs) / 1e6;
  const total = profile.roots.reduce((sum, root) => sum + root.total, 0);
  const wall = profile.summary?.time ?? total;
  const { spans, spanOf } = spansOf(profile, file.path, ms);
  return {
    kind: 'cachegrind',
    endpoint: file.endpoint ?? (withoutSecrets(profile.command) || `cachegrind://${basename(file.path)}`),
    ttfb_ms: null,
    wall_ms: ms(wall),
    cpu_ms: null,
    mem_mb: profile.summary === null ? null : profile.summary.memory / 1_048_576,
    status: null,
    error: null,
    started_at: startedUs === null ? null : new Date(startedUs / 1000).toISOString(),
    spans,
    call_tree: treeOf(profile.roots, spanOf, ms, total * FLAME_SHARE),
    evidence: evidence(file.path, 'one request profiled by Xdebug', `cachegrind:${index + 1}`),
  };
}

interface Totals {
  calls: number;
  self: number;
  total: number;
  memory: number;
  depth: number;
}

function spansOf(profile: CachegrindProfile, path: string, ms: (units: number) => number) {
  const totals = new Map<number, Totals>();
  addTotals(profile.roots, totals);
  const spanOf = new Map<number, number>();
  const spans = [...totals].map(([fn, found]): Span => {
    spanOf.set(fn, spanOf.size);
    const written = profile.files.get(fn);
    return {
      type: 'php',
      label: labelOf(profile.names.get(fn) ?? `#${fn}`, written),
      calls: found.calls,
      max_cycle_depth: found.depth,
      self_ms: ms(found.self),
      total_ms: ms(found.total),
      metrics: {
        wt: { inclusive: found.total * profile.unitNs, exclusive: found.self * profile.unitNs },
      },
      ...(written === undefined || written.startsWith('php:') ? {} : { file: written }),
      evidence: evidence(path, `function ${fn} of the profile`, `cachegrind:fn:${fn}`),
    };
  });
  return { spans, spanOf };
}

/** Iterative: a recursion in the profiled program may be deeper than our own stack. */
function addTotals(roots: readonly CostNode[], totals: Map<number, Totals>): void {
  const open = new Map<number, number>();
  const work: { readonly node: CostNode; readonly leave: boolean }[] = roots.map((node) => ({ node, leave: false }));
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const { node, leave } = next;
    const depth = open.get(node.fn) ?? 0;
    if (leave) {
      open.set(node.fn, depth - 1);
      continue;
    }
    const found = totals.get(node.fn) ?? { calls: 0, self: 0, total: 0, memory: 0, depth: 0 };
    found.calls += node.calls;
    found.self += node.self;
    found.memory += node.memory;
    // A call within a call of the same function is already part of that one's time.
    if (depth === 0) found.total += node.total;
    found.depth = Math.max(found.depth, depth);
    totals.set(node.fn, found);
    open.set(node.fn, depth + 1);
    work.push({ node, leave: true });
    for (const child of node.children.values()) work.push({ node: child, leave: false });
  }
}

function treeOf(
  nodes: readonly CostNode[],
  spanOf: ReadonlyMap<number, number>,
  ms: (units: number) => number,
  floor: number,
  depth = 1,
): CallNode[] {
  return nodes
    .filter(({ total }) => total >= floor)
    .map((node) => ({
      span: spanOf.get(node.fn) ?? -1,
      calls: node.calls,
      total_ms: ms(node.total),
      children: depth < DEEPEST_CALL ? treeOf([...node.children.values()], spanOf, ms, floor, depth + 1) : [],
    }))
    .toSorted((a, b) => b.total_ms - a.total_ms);
}

/** `php::strlen`, `Shop->list` and `require_once::/srv/x.php` as SPX names them: `strlen`, `Shop::list`, `/srv/x.php`. */
function labelOf(name: string, file: string | undefined): string {
  const text = Buffer.from(name, 'latin1').toString('utf8');
  if (text === '{main}') return file ?? text;
  const included = /^(?:include|include_once|require|require_once)::(.+)$/.exec(text);
  if (included) return included[1]!;
  return text.replace(/^php::/, '').replace('->', '::');
}

function evidence(path: string, note: string, record: string): Evidence[] {
  return [
    { source: 'xdebug_cachegrind', file: basename(path), line_range: null, record_id: record, extraction_note: note },
  ];
}
