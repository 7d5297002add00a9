// Whether a file is a profile of any language. It is asked last: telling needs the whole file.
import { readFile } from 'node:fs/promises';
import type { Candidate, Verdict } from '../files/candidate.ts';
import { loadProfile, ProfileError } from './index.ts';

const MOST_BYTES = 256 << 20;

export async function detectStackProfile({ path, size }: Candidate): Promise<Verdict> {
  if (size > MOST_BYTES)
    return { ok: false, error: `a profile is read whole, and this is larger than ${MOST_BYTES >> 20} MB` };
  try {
    const loaded = loadProfile(await readFile(path), 'the file');
    if (!('threads' in loaded))
      return { ok: false, error: 'an HTTP archive has no stacks; readProfile() of the package reads it' };
    return { ok: true, version: loaded.format, metadata: { unit: loaded.unit, samples: loaded.samples } };
  } catch (error) {
    if (error instanceof ProfileError) return { ok: false, error: error.message };
    throw error;
  }
}
