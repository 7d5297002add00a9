// The queue of a host's pushes, on disk until the store has them. Each push keeps its id from the moment it is queued: sent again
// after a crash of either side, it is stored once.
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { sha256 } from '../model/sha256.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { writeAtomically } from '../snapshot/files.ts';
import { whyUnreached } from './unreached.ts';

const pack = promisify(gzip);
const LONGEST_MS = 30_000;

export interface FlushResult {
  readonly sent: number;
  /** Still waiting, because the store could not be reached. */
  readonly waiting: number;
  /** The store will never accept these; they are in `queue/refused`. */
  readonly refused: readonly string[];
  /** Why sending stopped. */
  readonly problem: string | null;
}

export class PushQueue {
  readonly #folder: string;

  constructor(home: string) {
    this.#folder = join(home, 'queue');
  }

  async add(snapshot: Snapshot, host: string, hints: Readonly<Record<string, unknown>>, now: Date): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    // The same snapshot of the same host is the same push and is queued only once.
    const id = sha256(`${host}\n${snapshot.id}`).slice(0, 32);
    if ((await this.#waiting()).some((name) => name.endsWith(`_${id}.json`))) return;
    const text = JSON.stringify({ push_id: id, host, environment_hints: hints, snapshot });
    const name = `${now.toISOString().replaceAll(/[:.]/g, '-')}_${id}.json`;
    await writeAtomically(join(this.#folder, name), text);
  }

  /** Sends the whole queue, oldest first, until the store cannot be reached. */
  async flush(url: string, token: string, signal: AbortSignal): Promise<FlushResult> {
    const names = await this.#waiting();
    const refused: string[] = [];
    let sent = 0;
    for (const [i, name] of names.entries()) {
      const path = join(this.#folder, name);
      const outcome = await this.#send(path, url, token, signal);
      if (outcome.kind === 'later') return { sent, waiting: names.length - i, refused, problem: outcome.why };
      if (outcome.kind === 'never') {
        refused.push(outcome.why);
        await writeAtomically(join(this.#folder, 'refused', name), await readFile(path, 'utf8'));
      } else sent++;
      await rm(path, { force: true });
    }
    return { sent, waiting: 0, refused, problem: null };
  }

  /** Oldest first. */
  async #waiting(): Promise<string[]> {
    return (await readdir(this.#folder).catch(() => [])).filter((name) => name.endsWith('.json')).toSorted();
  }

  async #send(
    path: string,
    url: string,
    token: string,
    signal: AbortSignal,
  ): Promise<{ readonly kind: 'sent' } | { readonly kind: 'later' | 'never'; readonly why: string }> {
    let response: Response;
    try {
      response = await fetch(new URL('/v1/push', url), {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-encoding': 'gzip', 'content-type': 'application/json' },
        body: await pack(await readFile(path)),
        signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
      });
    } catch (error) {
      return { kind: 'later', why: whyUnreached(url, error) };
    }
    const text = await response.text().catch(() => '');
    if (response.ok) return { kind: 'sent' };
    const why = errorIn(text) ?? `the store answered ${response.status}`;
    // A token can be corrected and a store comes back; an invalid push stays invalid.
    return { kind: response.status === 400 || response.status === 413 ? 'never' : 'later', why };
  }
}

function errorIn(text: string): string | null {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return typeof error === 'string' ? error : null;
  } catch {
    return null;
  }
}
