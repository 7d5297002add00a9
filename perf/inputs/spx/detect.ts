// Whether a file is one half of an SPX full report.
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { type Candidate, HEAD, type Verdict } from '../files/candidate.ts';
import { DamagedGzip, inflate, TooLarge } from '../files/inflate.ts';
import { readMetadata } from './metadata.ts';
import { type SpxName, spxName } from './name.ts';

export async function detectSpx(candidate: Candidate): Promise<Verdict> {
  const name = spxName(candidate.path);
  const metadata = name === null ? {} : await pairing(name);
  if (candidate.gzip || name?.half === 'txt.gz') return spxText(candidate, metadata);
  if (candidate.head.subarray(0, 64).toString('latin1').trimStart()[0] !== '{') {
    return {
      ok: false,
      error: 'neither the metadata nor the events of an SPX full report',
    };
  }
  if (candidate.size > HEAD) return { ok: false, error: 'too large for the metadata of an SPX report' };
  const result = readMetadata(await readFile(candidate.path));
  return result.ok ? { ok: true, version: 'spx-json-v2', metadata } : { ok: false, error: `the file ${result.error}` };
}

/** Inflates the whole file, so that a bomb is found here and not in the middle of an ingest. */
async function spxText(
  { path, gzip, head, config }: Candidate,
  pair: Readonly<Record<string, unknown>>,
): Promise<Verdict> {
  if (!gzip) return { ok: false, error: 'named .txt.gz, but not gzip' };
  if (!head.subarray(0, 64).toString('latin1').startsWith('[events]')) {
    return { ok: false, error: 'the inflated text does not begin with [events]' };
  }
  const cap = config.spx.text_gz_max_decompressed_bytes;
  try {
    for await (const _ of inflate(createReadStream(path), cap)) void _;
  } catch (error) {
    if (error instanceof TooLarge)
      return { ok: false, error: `${error.message}; raise spx.text_gz_max_decompressed_bytes if this is meant` };
    if (!(error instanceof DamagedGzip)) throw error;
    return { ok: true, version: 'spx-text-gz-v1', metadata: { ...pair, damaged: true } };
  }
  return { ok: true, version: 'spx-text-gz-v1', metadata: pair };
}

async function pairing(name: SpxName): Promise<Record<string, unknown>> {
  const present = (await stat(name.counterpart).catch(() => null))?.isFile() ?? false;
  const other = name.half === 'json' ? 'txt_gz' : 'json';
  const status = present ? 'paired' : 'partial';
  return {
    pair_status: status,
    pairing: {
      status,
      has_json: name.half === 'json' || present,
      has_txt_gz: name.half === 'txt.gz' || present,
      missing: present ? [] : [other],
      counterpart_path: present ? name.counterpart : null,
    },
    ...(name.run ? { run: name.run } : {}),
  };
}
