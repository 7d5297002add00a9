import { stat, writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { KernelError } from '@zorivest/kernel';
import type { Answer, AnswerRow, ChangeRow } from '../ask/ask.ts';
import { Stacks } from '../inputs/profiles/index.ts';
import type { Archive, ArchivedRequest, Phase } from '../inputs/profiles/index.ts';
import { type PageProfile, profilePage } from '../report/html/profile-page.ts';
import { flameScript } from '../report/html/script.ts';
import { PHASE_WORDS, waterfallPage } from '../report/html/waterfall-page.ts';
import { milliseconds, percent } from '../text/format.ts';
import type { PerfApp } from '../tools/app.ts';
import { profileFor, readAsked } from '../tools/ask.ts';
import { chosenSnapshot, type Commands, type CommonFlags, wholeNumber } from './shell.ts';
import type { Screen } from './terminal.ts';

interface Flags extends CommonFlags {
  readonly focus?: string;
  readonly callersOf?: string;
  readonly calleesOf?: string;
  readonly hotPath?: boolean;
  readonly filter?: string;
  readonly compareWith?: string;
  readonly limit?: number;
  readonly flame?: string;
}

export function addAsk({ add, run, cwd }: Commands): void {
  add(
    'ask [profile]',
    'ask a profile where the time or memory went: a file of any language, or a snapshot (the newest unless named)',
    'ask app.cpuprofile --callers-of parse\n  $ mcp-perf-server ask after.pb.gz --compare-with before.pb.gz\n  $ mcp-perf-server ask --hot-path\n  $ mcp-perf-server ask app.cpuprofile --flame flame.html\n  $ mcp-perf-server ask page.har --flame waterfall.html',
  )
    .option('--focus <function>', 'only what was spent in this function and below it')
    .option('--callers-of <function>', 'who called it')
    .option('--callees-of <function>', 'what it called')
    .option('--hot-path', 'from the top down, always into the costliest call')
    .option('--filter <text>', 'only functions whose name contains this')
    .option('--compare-with <profile>', 'an earlier profile or snapshot: what each function spent before and after')
    .option('--limit <n>', 'rows', wholeNumber, 15)
    .option(
      '--flame <file>',
      'write a flame graph as a page instead, of a HAR file its waterfall; with --compare-with, of the difference',
    )
    .action((profile: string | undefined, flags: Flags) =>
      run(flags.json, async ({ app, call, screen }) => {
        if (flags.flame !== undefined) {
          const path = resolve(cwd, flags.flame);
          const named = await nameOf(app, profile, cwd);
          const archive = flags.compareWith === undefined ? await archiveAt(app, named) : null;
          if (archive !== null) {
            await writeFile(path, waterfallPage(basename(named), archive));
            return { result: { waterfall_path: path }, print: () => screen.line(path) };
          }
          const now = await pageProfile(app, named, flags.focus);
          const before =
            flags.compareWith === undefined
              ? null
              : await pageProfile(app, await nameOf(app, flags.compareWith, cwd), flags.focus);
          if (before !== null && before.unit !== now.unit)
            throw cannotDraw(`One profile is in ${before.unit}, the other in ${now.unit}: they cannot be compared.`);
          await writeFile(path, profilePage(now, before, flameScript()));
          return { result: { flame_path: path }, print: () => screen.line(path) };
        }
        const input = {
          snapshot: await nameOf(app, profile, cwd),
          focus: flags.focus,
          callers_of: flags.callersOf,
          callees_of: flags.calleesOf,
          hot_path: flags.hotPath,
          filter: flags.filter,
          compare_with: flags.compareWith === undefined ? undefined : await nameOf(app, flags.compareWith, cwd),
          limit: flags.limit,
        };
        const result = await call<Answer>(
          'profile.ask',
          Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
        );
        return { result, print: () => printAnswer(screen, result) };
      }),
    );
}

async function archiveAt(app: PerfApp, name: string): Promise<Archive | null> {
  const asked = await readAsked(app, name, 'profile');
  return 'requests' in asked ? asked : null;
}

async function pageProfile(app: PerfApp, name: string, focus: string | undefined): Promise<PageProfile> {
  const { profiled, unit } = await profileFor(app, name, 'profile');
  const shown = focus === undefined ? profiled : profiled.focusOn(focus);
  if (!(shown instanceof Stacks))
    throw cannotDraw(
      'This format records who called whom, but no whole stacks, so it cannot be drawn as a flame graph.',
    );
  if (shown.total === 0) throw cannotDraw(`The profile contains nothing in ${focus ?? 'it'}.`);
  return { name: /[/\\]/.test(name) ? basename(name) : `snapshot ${name.slice(0, 12)}`, unit, trees: shown.trees };
}

function cannotDraw(message: string): KernelError {
  return new KernelError('VALIDATION_ERROR', message);
}

/** A file where there is one, else a snapshot by its id or the beginning of it. */
async function nameOf(app: PerfApp, name: string | undefined, cwd: string): Promise<string> {
  if (name !== undefined) {
    const path = resolve(cwd, name);
    if ((await stat(path).catch(() => null))?.isFile() === true) return path;
  }
  return chosenSnapshot(app, name, cwd);
}

function printAnswer(
  screen: Screen,
  { unit, total, of, self, with_calls, rows, changes, requests, more }: Answer,
): void {
  screen.line(requests === undefined ? `${of}: ${formatValue(total, unit)} in all` : of);
  if (requests !== undefined) printWaterfall(screen, requests, total);
  if (self !== undefined) printRows(screen, 'own cost', self, unit);
  if (with_calls !== undefined) printRows(screen, 'with what they called', with_calls, unit);
  if (rows !== undefined) printRows(screen, '', rows, unit);
  if (changes !== undefined) printChanges(screen, changes, unit);
  if (more > 0) screen.note(`${more} more; --limit shows them.`);
}

const SIGNS: Readonly<Record<Phase, string>> = {
  queued: '·',
  looking_up: '?',
  connecting: '-',
  waiting: '#',
  receiving: '=',
};
const BAR = 40;

/** Each request as a bar on one time axis, a sign for each phase. */
function printWaterfall(screen: Screen, requests: readonly ArchivedRequest[], wallMs: number): void {
  const key = Object.entries(SIGNS).map(([phase, sign]) => `${sign} ${PHASE_WORDS[phase as Phase]}`);
  screen.line(key.join('   '));
  const placeOf = (ms: number) => Math.min(BAR, Math.round((ms / Math.max(wallMs, 1)) * BAR));
  for (const { request, status, from_ms, ms, phases } of requests) {
    let bar = ' '.repeat(Math.min(BAR - 1, placeOf(from_ms)));
    let at = from_ms;
    const parts = phases.length === 0 ? [{ phase: 'waiting' as const, ms }] : phases;
    for (const { phase, ms: took } of parts) {
      at += took;
      bar = bar.padEnd(placeOf(at), SIGNS[phase]);
    }
    // A request that took almost no time is still visible.
    if (bar.trim() === '') bar += SIGNS[parts.at(-1)?.phase ?? 'waiting'];
    const answer = status === null ? 'none' : String(status);
    screen.line(
      `${milliseconds(from_ms).padStart(9)} ${milliseconds(ms).padStart(9)} ${answer.padStart(4)} |${bar.padEnd(BAR)}| ${request}`,
    );
  }
}

function printRows(screen: Screen, title: string, rows: readonly AnswerRow[], unit: string): void {
  if (title !== '') screen.line(`\n${screen.style('bold', title)}`);
  if (rows.length === 0) screen.line('  none');
  for (const { frame, value, share } of rows) {
    screen.line(`${formatValue(value, unit).padStart(12)} ${percent(share).padStart(7)}  ${frame}`);
  }
}

function printChanges(screen: Screen, changes: readonly ChangeRow[], unit: string): void {
  if (changes.length === 0) screen.line('  nothing changed');
  for (const { frame, before, after, change } of changes) {
    const sign = change > 0 ? '+' : '−';
    const amount = `${sign}${formatValue(Math.abs(change), unit)}`;
    screen.line(`${amount.padStart(12)}  ${formatValue(before, unit)} → ${formatValue(after, unit)}  ${frame}`);
  }
}

const MILLISECONDS: Readonly<Record<string, number>> = {
  nanoseconds: 1e-6,
  microseconds: 1e-3,
  milliseconds: 1,
  seconds: 1000,
};

function formatValue(value: number, unit: string): string {
  const scale = MILLISECONDS[unit];
  if (scale !== undefined) return milliseconds(value * scale);
  if (unit === 'bytes')
    return value >= 1 << 20 ? `${(value / (1 << 20)).toFixed(1)} MiB` : `${(value / 1024).toFixed(1)} KiB`;
  return `${Math.round(value * 1000) / 1000} ${unit === 'none' ? '' : unit}`.trim();
}
