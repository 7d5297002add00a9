// Reads what was added to logs since the last time: whole records only, across rotation and restarts. The position of a slice is
// stored before it is returned, so that after a crash the same bytes are returned again, and give the same snapshot.
import { closeSync, openSync, readSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { sha256 } from '../model/sha256.ts';
import { withLock, writeAtomically } from '../snapshot/files.ts';

/** A part of a log. */
interface Range {
  readonly inode: number;
  readonly from: number;
  readonly to: number;
  /** A hash of the bytes before `to`, which detects a file that was rewritten in place. */
  readonly mark?: string | undefined;
}

const range = z.object({ inode: z.number(), from: z.number(), to: z.number(), mark: z.string().optional() });
const stateSchema = z.record(
  z.string(),
  z.object({
    inode: z.number(),
    offset: z.number(),
    mark: z.string().optional(),
    pending: z.array(range).default([]),
  }),
);
type State = z.output<typeof stateSchema>;

/** Bytes that were added, in a file of their own. */
export interface Slice {
  readonly log: string;
  readonly path: string;
}

export interface Look {
  readonly slices: readonly Slice[];
  /** What could not be read, worded for the user. */
  readonly gaps: readonly string[];
  /** There is more than fits into one slice. */
  readonly more: boolean;
}

/** The most bytes of a log in one slice; the rest follows immediately. */
const MOST_BYTES = 64 << 20;
const TAIL_BYTES = 1 << 20;
const MARK_BYTES = 256;
const PACKED = /\.(?:gz|bz2|xz|zst)$/;

export class Tail {
  readonly #logs: readonly string[];
  readonly #stateFile: string;
  readonly #slices: string;
  readonly #fromStart: boolean;

  constructor(logs: readonly string[], home: string, fromStart: boolean) {
    this.#logs = logs.map((log) => resolve(log));
    this.#stateFile = join(home, 'tail.json');
    // Another process may follow other logs from the same folder.
    this.#slices = join(home, 'tail', sha256(this.#logs.join('\n')).slice(0, 16));
    this.#fromStart = fromStart;
  }

  /** The whole records that were added; the caller calls `done` when they are stored. */
  async look(): Promise<Look> {
    const gaps: string[] = [];
    let more = false;
    const state = await this.#change(async (known) => {
      for (const log of this.#logs) {
        const found = await this.#ranges(log, known, gaps);
        known[log] = found.state;
        more ||= found.more;
      }
    });
    const slices: Slice[] = [];
    await rm(this.#slices, { recursive: true, force: true });
    for (const log of this.#logs) {
      const pending = state[log]?.pending ?? [];
      const path = join(this.#slices, String(slices.length), basename(log));
      if (await copyRanges(log, pending, path, gaps)) slices.push({ log, path });
    }
    return { slices, gaps, more };
  }

  async done(): Promise<void> {
    await this.#change(async (state) => {
      for (const log of this.#logs) {
        const last = state[log]?.pending.at(-1);
        if (last !== undefined) state[log] = { inode: last.inode, offset: last.to, mark: last.mark, pending: [] };
      }
    });
    await rm(this.#slices, { recursive: true, force: true });
  }

  /** Of its own logs only: the state of others is in the same file. */
  async #change(change: (state: State) => Promise<void>): Promise<State> {
    return withLock(`${this.#stateFile}.lock`, async () => {
      const state = await this.#read();
      await change(state);
      await writeAtomically(this.#stateFile, JSON.stringify(state));
      return state;
    });
  }

  async #read(): Promise<State> {
    const text = await readFile(this.#stateFile, 'utf8').catch(() => '{}');
    const parsed = stateSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : {};
  }

  async #ranges(log: string, state: State, gaps: string[]): Promise<{ state: State[string]; more: boolean }> {
    const known = state[log];
    const now = await stat(log).catch(() => null);
    // Returned before and never confirmed.
    if (known !== undefined && known.pending.length > 0) return { state: known, more: true };
    if (now === null) {
      if (known === undefined) gaps.push(`${log} does not exist yet.`);
      return { state: known ?? { inode: 0, offset: 0, pending: [] }, more: false };
    }
    if (known === undefined) {
      // Otherwise the first run of a cron job would end without output, as if nothing had been done.
      if (!this.#fromStart && now.size > 0)
        gaps.push(`${log} is followed from its current end; --from-start also reads what it already contains.`);
      const offset = this.#fromStart ? 0 : now.size;
      return {
        state: { inode: now.ino, offset, mark: markAt(log, offset), pending: [] },
        more: this.#fromStart && now.size > 0,
      };
    }
    const pending: Range[] = [];
    let from = known.offset;
    if (known.inode !== now.ino && known.inode !== 0) {
      const old = await fileOf(dirname(log), known.inode);
      if (old === null) gaps.push(`${log} was rotated and the old file is gone: what was added to it last is missing.`);
      else {
        if (old.size > known.offset) pending.push({ inode: known.inode, from: known.offset, to: old.size });
        const between = await rotatedSince(log, old.path, now.ino);
        pending.push(...between.files.map(({ inode, size }) => ({ inode, from: 0, to: size })));
        gaps.push(...between.packed.map((name) => `${log} was rotated more than once: what is in ${name} is missing.`));
      }
      from = 0;
    } else if (known.inode === 0) from = 0;
    else if (now.size < known.offset || (known.mark !== undefined && markAt(log, known.offset) !== known.mark)) {
      gaps.push(`${log} was cut: what was added before that is missing.`);
      from = 0;
    }
    const end = Math.min(now.size, from + MOST_BYTES);
    const to = wholeRecords(log, from, end);
    if (to > from || pending.length > 0) pending.push({ inode: now.ino, from, to, mark: markAt(log, to) });
    return { state: { inode: now.ino, offset: from, mark: markAt(log, from), pending }, more: end < now.size };
  }
}

async function fileOf(folder: string, inode: number): Promise<{ path: string; size: number } | null> {
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found?.isFile() === true && found.ino === inode) return { path: join(folder, name), size: found.size };
  }
  return null;
}

interface RotatedFiles {
  readonly files: readonly { readonly inode: number; readonly size: number }[];
  /** Names of those that were packed since, which are not read here. */
  readonly packed: readonly string[];
}

/** Files a log was rotated into after `old` and before the current one: the tail may not have run for days. */
async function rotatedSince(log: string, old: string, now: number): Promise<RotatedFiles> {
  const folder = dirname(log);
  const since = (await stat(old).catch(() => null))?.mtimeMs ?? Infinity;
  const names = (await readdir(folder).catch(() => [])).filter(
    (name) => name.startsWith(basename(log)) && /^[.-]/.test(name.slice(basename(log).length)),
  );
  const found = await Promise.all(
    names.map(async (name) => ({ name, info: await stat(join(folder, name)).catch(() => null) })),
  );
  const later = found
    .flatMap(({ name, info }) =>
      info?.isFile() === true && info.mtimeMs > since && info.ino !== now && info.size > 0 ? [{ name, info }] : [],
    )
    .toSorted((a, b) => a.info.mtimeMs - b.info.mtimeMs);
  const [packed, plain] = [true, false].map((want) => later.filter(({ name }) => PACKED.test(name) === want));
  return {
    files: plain!.map(({ info }) => ({ inode: info.ino, size: info.size })),
    packed: packed!.map(({ name }) => name),
  };
}

/** A hash of the bytes before this offset; none at the start of the file. */
function markAt(log: string, place: number): string | undefined {
  const buffer = Buffer.alloc(Math.min(MARK_BYTES, place));
  if (buffer.length === 0) return undefined;
  const file = openSync(log, 'r');
  try {
    const read = readSync(file, buffer, 0, buffer.length, place - buffer.length);
    return sha256(buffer.subarray(0, read)).slice(0, 16);
  } finally {
    closeSync(file);
  }
}

/** Where the last whole record ends. A record of statements ends where the next begins, so the last one waits for it. */
function wholeRecords(log: string, from: number, end: number): number {
  const start = Math.max(from, end - TAIL_BYTES);
  const buffer = Buffer.alloc(end - start);
  const file = openSync(log, 'r');
  try {
    readSync(file, buffer, 0, buffer.length, start);
  } finally {
    closeSync(file);
  }
  const text = buffer.toString('latin1');
  const newline = text.lastIndexOf('\n');
  if (newline === -1) return from;
  const lines = text.slice(0, newline + 1);
  // MySQL and MariaDB: `# Time:`, where there is one, stands before `# User@Host:`.
  const slow = lines.lastIndexOf('\n# User@Host:');
  if (slow !== -1 || lines.startsWith('# User@Host:') || lines.startsWith('# Time:')) {
    if (slow === -1) return from;
    const before = lines.lastIndexOf('\n', slow - 1);
    return start + (lines.startsWith('# Time:', before + 1) ? before : slow) + 1;
  }
  // PostgreSQL: an entry begins with its time, or is one line of JSON.
  const entry = /\n(?=\d{4}-\d\d-\d\d[ T])[^\n]*\n(?:(?!\d{4}-\d\d-\d\d[ T])[^\n]*\n)*$/.exec(lines);
  return entry === null ? start + newline + 1 : start + entry.index + 1;
}

async function copyRanges(log: string, ranges: readonly Range[], path: string, gaps: string[]): Promise<boolean> {
  let written = 0;
  for (const { inode, from, to } of ranges) {
    if (to <= from) continue;
    const now = await stat(log).catch(() => null);
    const source = now?.ino === inode ? log : (await fileOf(dirname(log), inode))?.path;
    if (source === undefined) {
      gaps.push(`${log} was rotated and the old file is gone: ${to - from} bytes are missing.`);
      continue;
    }
    await mkdir(dirname(path), { recursive: true });
    const [input, output] = [await open(source, 'r'), await open(path, 'a', 0o600)];
    try {
      const buffer = Buffer.alloc(1 << 20);
      for (let at = from; at < to;) {
        const { bytesRead } = await input.read(buffer, 0, Math.min(buffer.length, to - at), at);
        if (bytesRead === 0) break;
        await output.write(buffer, 0, bytesRead);
        at += bytesRead;
        written += bytesRead;
      }
    } finally {
      await input.close();
      await output.close();
    }
  }
  return written > 0;
}
