import { join } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import type { Comparison } from '../compare/compare.ts';
import { chosenSnapshot, type Commands, commaList, type CommonFlags, fullId, FAILED, OK, type Shell } from './shell.ts';
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
  readonly format: 'text' | 'html';
}

export function addCompare({ add, run, cwd }: Commands): void {
  add(
    'compare [base] [candidate]',
    'what fails, got slower, faster, new or gone between two states; exit code 1 on regressions. The candidate is the last snapshot and the base the one before it, unless named',
    'compare $BEFORE $AFTER\n  $ mcp-perf-server compare --base $RUN1,$RUN2 --candidate $RUN3,$RUN4\n  $ mcp-perf-server compare --format html > compare.html',
  )
    .option('--base <ids>', 'snapshots of the old state, separated by commas', commaList)
    .option('--candidate <ids>', 'snapshots of the new state, separated by commas', commaList)
    .option('--min-change <share>', 'smallest relative change of a time that counts (0.1 is 10 %)', share)
    .addOption(new Option('--format <format>', 'what to print').choices(['text', 'html']).default('text'))
    .action((base: string | undefined, candidate: string | undefined, flags: Flags) =>
      run(flags.json, async (shell) => {
        const [before, after] = await sidesOf(shell, [base, candidate], flags, cwd);
        const result = await shell.call<Comparison>('analysis.compare', {
          baseline_snapshot_id: before.join(','),
          candidate_snapshot_id: after.join(','),
          details: true,
          ...(flags.minChange === undefined ? {} : { min_change: flags.minChange }),
        });
        return {
          result,
          code: result.has_regressions ? FAILED : OK,
          print: () =>
            flags.format === 'html' ? printPage(shell, result, before, after) : printComparison(shell.screen, result),
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

function share(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 10))
    throw new InvalidArgumentError('must be a number from 0 to 10, 0.1 for 10 %');
  return value;
}
