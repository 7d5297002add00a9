import { join, resolve } from 'node:path';
import { KernelError } from '@zorivest/kernel';
import { Option } from 'commander';
import type { Comparison } from '../compare/compare.ts';
import { diffTrees } from '../compare/diff-tree.ts';
import { CONFIG_FILE } from '../config/config.ts';
import { periodOf } from '../model/period.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { drawFlameDiff } from '../report/html/flame-image.ts';
import { formatGate, GATE_FORMATS } from '../report/gate/formats.ts';
import { comparisonGate, EXIT_CODES } from '../report/gate/gate.ts';
import { chosenSnapshot, type Commands, commaList, type CommonFlags, fullId, percentOf, type Shell } from './shell.ts';
import { comparePage } from '../report/html/comparison-page.ts';
import { sha256 } from '../model/sha256.ts';
import { writeAtomically } from '../snapshot/files.ts';
import { snapshotsFor } from '../tools/app.ts';
import { printComparison } from './print-comparison.ts';
import { flameScript } from '../report/html/script.ts';

interface Flags extends CommonFlags {
  readonly base?: string[];
  readonly candidate?: string[];
  readonly from?: string;
  readonly to?: string;
  readonly host?: string;
  readonly minChange?: number;
  readonly allowMissing?: boolean;
  readonly flame?: string;
  readonly format: (typeof FORMATS)[number];
}

const FORMATS = ['text', 'html', 'json', ...GATE_FORMATS] as const;

export function addCompare({ add, run, cwd }: Commands): void {
  add(
    'compare [base] [candidate]',
    'show what fails, is slower, faster, new or gone between two states; exit code 1 on regressions, 2 when something could not be judged. Unless named, the candidate is the last snapshot and the base the one before it',
    'compare $BEFORE $AFTER\n  $ mcp-perf-server compare --base $RUN1,$RUN2 --candidate $RUN3,$RUN4\n  $ mcp-perf-server compare --from 2026-11-15 --to 2026-11-16 --host web-1\n  $ mcp-perf-server compare --format html > compare.html',
  )
    .option('--base <ids>', 'snapshots of the old state, separated by commas', commaList)
    .option('--candidate <ids>', 'snapshots of the new state, separated by commas', commaList)
    .option('--from <time>', 'the old state by its time (UTC): 2026-11-15, 2026-11-15T10, or from..to')
    .option('--to <time>', 'the new state by its time')
    .option('--host <name>', 'one host of a fleet, with --from and --to')
    .option('--min-change <percent>', 'smallest change of a time that is reported, with its unit: 5%', (text) =>
      percentOf(text, 100),
    )
    .option('--allow-missing', 'pass although something could not be judged')
    .option('--flame <file>', 'write a differential flame graph as an image (SVG)')
    .addOption(new Option('--format <format>', 'what to print').choices(FORMATS).default('text'))
    .action((base: string | undefined, candidate: string | undefined, flags: Flags) =>
      run(flags.json || flags.format === 'json', async (shell) => {
        const [before, after] = await sidesOf(shell, [base, candidate], flags, cwd);
        const result = await shell.call<Comparison>('analysis.compare', {
          baseline_snapshot_id: before.join(','),
          candidate_snapshot_id: after.join(','),
          details: true,
          ...(flags.minChange === undefined ? {} : { min_change: flags.minChange }),
        });
        if (flags.from === undefined) mustDiffer(result, base ?? flags.base, candidate ?? flags.candidate);
        const gate = comparisonGate(result, flags.allowMissing === true);
        if (flags.flame !== undefined) await writeFlame(shell, before, after, resolve(cwd, flags.flame));
        return {
          result,
          code: EXIT_CODES[gate.verdict],
          print: () => {
            if (flags.format === 'html') return printPage(shell, result, before, after);
            if (flags.format === 'text' || flags.format === 'json')
              return printComparison(shell.screen, result, gate.verdict);
            return shell.screen.raw(formatGate(flags.format, gate, CONFIG_FILE));
          },
        };
      }),
    );
}

/** On a terminal the path of the page; in a pipe the page itself. */
async function printPage(
  { app, screen }: Shell,
  comparison: Comparison,
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  const sides = [before, after].map((ids) => snapshotsFor(app.store, ids.join(','), 'snapshot_id'));
  const [baseline, candidate] = await Promise.all(sides);
  const page = comparePage(comparison, baseline!, candidate!, flameScript());
  if (!screen.interactive) {
    screen.raw(page);
    return;
  }
  // Named like a report, so that it is retained and deleted like one.
  const id = sha256(JSON.stringify([before, after, comparison.min_change])).slice(0, 16);
  const path = join(app.config.home, 'reports', `report_${id}.compare.html`);
  await writeAtomically(path, page);
  screen.line(path);
}

async function sidesOf(
  { app }: Shell,
  [base, candidate]: readonly [string | undefined, string | undefined],
  flags: Flags,
  cwd: string,
): Promise<readonly [readonly string[], readonly string[]]> {
  if (flags.from !== undefined || flags.to !== undefined || flags.host !== undefined) {
    if (base !== undefined || flags.base !== undefined || flags.candidate !== undefined)
      throw new KernelError('VALIDATION_ERROR', 'Name the states by their times or by snapshots, not by both.');
    return [[timeOf('--from', flags.from, flags.host)], [timeOf('--to', flags.to, flags.host)]];
  }
  const ids = (names: readonly string[]) => Promise.all(names.map((name) => fullId(app, name, cwd)));
  const [before, after] = [chooseSide('base', base, flags.base), chooseSide('candidate', candidate, flags.candidate)];
  return [
    before === null ? [await chosenSnapshot(app, undefined, cwd, 1)] : await ids(before),
    after === null ? [await chosenSnapshot(app, undefined, cwd)] : await ids(after),
  ];
}

/** Null where the option is absent; an empty option, as from an unset variable, is not the same. */
function chooseSide(side: string, single: string | undefined, listed: string[] | undefined): readonly string[] | null {
  const named = listed ?? (single === undefined ? null : commaList(single));
  if (named?.length === 0)
    throw new KernelError('VALIDATION_ERROR', `The ${side} is empty: name a snapshot, or omit the option.`);
  return named;
}

/** Where a side was not named, nothing may have been ingested since: a snapshot compared with itself would always pass. */
function mustDiffer(
  { baseline_snapshot_ids: before, candidate_snapshot_ids: after }: Comparison,
  base: unknown,
  candidate: unknown,
): void {
  if ((base !== undefined && candidate !== undefined) || !after.some((id) => before.includes(id))) return;
  throw new KernelError(
    'VALIDATION_ERROR',
    candidate === undefined
      ? 'The last snapshot is the base itself. Ingest the new state first, or name the candidate too.'
      : 'The snapshot before the last is the candidate itself. Name the base too.',
  );
}

function timeOf(flag: string, text: string | undefined, host: string | undefined): string {
  const name = `${text ?? ''}${host === undefined ? '' : `@${host}`}`;
  if (periodOf(name) !== null) return name;
  throw new KernelError(
    'VALIDATION_ERROR',
    `${flag} must be a time (UTC): 2026-11-16, 2026-11-16T10, or 2026-11-16T10:00..2026-11-16T12:00.`,
  );
}

async function writeFlame(
  { app }: Shell,
  before: readonly string[],
  after: readonly string[],
  file: string,
): Promise<void> {
  const sides = [before, after].map((ids) => snapshotsFor(app.store, ids.join(','), 'snapshot_id'));
  const [baseline, candidate] = await Promise.all(sides);
  const profiles = (snapshots: readonly Snapshot[]) => snapshots.flatMap(({ request_profiles: list }) => list);
  const [tree] = diffTrees(profiles(baseline!), profiles(candidate!));
  if (tree === undefined)
    throw new KernelError(
      'VALIDATION_ERROR',
      'There is no flame graph to draw: no endpoint was profiled on both sides. Ingest profiles of the same requests, or omit --flame.',
    );
  await writeAtomically(file, drawFlameDiff(tree));
}
