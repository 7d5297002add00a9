// Shared parts of all commands: declaration, execution and exit codes.
import { resolve } from 'node:path';
import { KernelError } from '@zorivest/kernel';
import { type Command, InvalidArgumentError } from 'commander';
import { periodOf } from '../model/period.ts';
import { plural } from '../text/format.ts';
import type { PerfApp } from '../tools/app.ts';
import type { CallMethod } from './call.ts';
import type { Screen } from './terminal.ts';

export const OK = 0;
export const FAILED = 1;
export const CANNOT_TELL = 2;

export interface Shell {
  readonly app: PerfApp;
  readonly call: CallMethod;
  readonly screen: Screen;
}

export interface Outcome {
  /** What `--json` prints. */
  readonly result: unknown;
  readonly code?: number;
  readonly print: () => void | Promise<void>;
}

/** Runs a command's work and turns what it throws into an exit code. */
export type Run = (
  json: boolean | undefined,
  work: (shell: Shell) => Promise<Outcome>,
  options?: { readonly dsn?: string | undefined; readonly scratch?: string | undefined },
) => Promise<void>;

/** Declares a command with `--json` and an example in its help. */
export type Add = (name: string, description: string, example: string) => Command;

export interface Commands {
  readonly add: Add;
  readonly run: Run;
  readonly cwd: string;
}

export interface CommonFlags {
  readonly json?: boolean;
}

/**
 * Resolves the name of a snapshot for the methods: the unambiguous beginning of an id, a pinned name, a time for what was
 * recorded then, or the folder of another machine's snapshot.
 */
export async function fullId(app: PerfApp, name: string, cwd: string): Promise<string> {
  const pinned = (await app.store.pins())[name];
  if (pinned !== undefined) return pinned;
  if (periodOf(name) !== null) return name;
  if (/[/\\.]/.test(name)) return resolve(cwd, name);
  if (!/^[0-9a-f]{1,63}$/.test(name)) return name;
  const found = name.length < 4 ? await idsBeginning(app, name) : await app.store.idsOf(name);
  if (found.length === 1) return found[0]!;
  throw new KernelError(
    'VALIDATION_ERROR',
    found.length === 0
      ? `No snapshot begins with ${name}. mcp-perf-server runs lists the snapshots.`
      : `${found.length} snapshots begin with ${name}: ${found.map((id) => id.slice(0, 16)).join(', ')}. Give more digits of the id.`,
  );
}

async function idsBeginning(app: PerfApp, name: string): Promise<string[]> {
  return (await app.store.list()).map(({ snapshot_id: id }) => id).filter((id) => id.startsWith(name));
}

/** The named snapshot, else the one ingested last, or `before` snapshots earlier. */
export async function chosenSnapshot(app: PerfApp, name: string | undefined, cwd: string, before = 0): Promise<string> {
  if (name?.trim() === '')
    throw new KernelError(
      'VALIDATION_ERROR',
      'The name of the snapshot is empty: name one, or omit it to use the last.',
    );
  if (name !== undefined) return fullId(app, name, cwd);
  const known = await app.store.list(before + 1);
  const found = known[before];
  if (found) return found.snapshot_id;
  throw new KernelError(
    'VALIDATION_ERROR',
    known.length === 0
      ? 'There is no snapshot yet. Start with: mcp-perf-server ingest FILES…'
      : 'There is only one snapshot; comparing needs two. Ingest the other state, or name both.',
  );
}

/** What a new snapshot holds, and what to do with it. */
export function snapshotLines(id: string, counts: Readonly<Record<string, number>>, from: string): string {
  const { endpoints, queries, spans } = counts;
  return `snapshot ${id}\n${endpoints} ${plural(endpoints, 'endpoint')}, ${queries} query ${plural(queries, 'class', 'classes')}, ${spans} ${plural(spans, 'function')} from ${from}. Next: mcp-perf-server analyze`;
}

export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('must be a whole number');
  return Number(text);
}

export function appendTo(text: string, before: readonly string[]): string[] {
  return [...before, text];
}

export function commaList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

export function addPair(text: string, before: Readonly<Record<string, string>>): Record<string, string> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('must be name=value');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

/** A bare 5 might mean 5 % or five times as much. */
export function percentOf(text: string, most = 1000): number {
  const match = /^\s*(\d+(?:\.\d+)?)\s*%\s*$/.exec(text);
  const value = match === null ? Number.NaN : Number(match[1]);
  if (!(value >= 0 && value <= most))
    throw new InvalidArgumentError(`must be a percentage with its sign, such as 5%, up to ${most}%`);
  return value / 100;
}

export function durationOf(text: string): number {
  const match = /^(\d{1,6})(s|m|h)$/.exec(text);
  const value =
    match === null ? 0 : Number(match[1]) * { s: 1000, m: 60_000, h: 3_600_000 }[match[2] as 's' | 'm' | 'h'];
  if (value === 0) throw new InvalidArgumentError('must be a time with its unit, e.g. 60s or 5m');
  return value;
}
