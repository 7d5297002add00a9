import { join, resolve } from 'node:path';
import { KernelError } from '@zorivest/kernel';
import { InvalidArgumentError, Option } from 'commander';
import type { Comparison } from '../compare/compare.ts';
import { diffTrees } from '../compare/diff-tree.ts';
import { CONFIG_FILE } from '../config/config.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { drawFlameDiff } from '../report/html/flame-image.ts';
import { formatGate, GATE_FORMATS } from '../report/gate/formats.ts';
import { comparisonGate, EXIT_CODES } from '../report/gate/gate.ts';
import { chosenSnapshot, type Commands, commaList, type CommonFlags, fullId, type Shell } from './shell.ts';
import { comparePage } from '../report/html/comparison-page.ts';
import { sha256 } from '../model/sha256.ts';
import { writeAtomically } from '../snapshot/files.ts';
import { snapshotsFor } from '../tools/app.ts';
import { printComparison } from './print-comparison.ts';
import { flameScript } from '../report/html/script.ts';

interface Flags extends CommonFlags {
  readonly base?: string[];
  readonly candidate?: string[];
  readonly minChange?: number;
  readonly allowMissing?: boolean;
  readonly flame?: string;
  readonly format: (typeof FORMATS)[number];
}

const FORMATS = ['text', 'html', 'json', ...GATE_FORMATS] as const;

export function addCompare({ add, run, cwd }: Commands): void {
  add(
    'compare [base] [candidate]',
    'what fails, got slower, faster, new or gone between two states; exit code 1 on regressions, 2 when something could not be judged. The candidate is the last snapshot and the base the one before it, unless named',
    'compare $BEFORE $AFTER\n  $ mcp-perf-server compare --base $RUN1,$RUN2 --candidate $RUN3,$RUN4\n  $ mcp-perf-server compare --format html > compare.html',
  )
    .option('--base <ids>', 'snapshots of the old state, separated by commas', commaList)
    .option('--candidate <ids>', 'snapshots of the new state, separated by commas', commaList)
    .option('--min-change <percent>', 'smallest change of a time that counts, with its unit: 5%', percentOf)
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
  // Named like a report, so that it is kept and dropped like one.
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
  const chooseSide = (single: string | undefined, listed: string[] | undefined) =>
    listed ?? (single === undefined ? [] : commaList(single));
  const ids = (names: readonly string[]) => Promise.all(names.map((name) => fullId(app, name, cwd)));
  const [before, after] = [await ids(chooseSide(base, flags.base)), await ids(chooseSide(candidate, flags.candidate))];
  return [
    before.length > 0 ? before : [await chosenSnapshot(app, undefined, cwd, 1)],
    after.length > 0 ? after : [await chosenSnapshot(app, undefined, cwd)],
  ];
}

/** A bare 5 might mean 5 % or five times as much. */
function percentOf(text: string): number {
  const match = /^\s*(\d+(?:\.\d+)?)\s*%\s*$/.exec(text);
  const value = match === null ? Number.NaN : Number(match[1]) / 100;
  if (!(value >= 0 && value <= 10))
    throw new InvalidArgumentError('must be a percentage with its sign, such as 5%, up to 1000%');
  return value;
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
      'There is no flame graph to draw: no endpoint was profiled on both sides. Ingest profiles of the same requests, or leave --flame out.',
    );
  await writeAtomically(file, drawFlameDiff(tree));
}
