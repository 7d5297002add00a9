import { InvalidArgumentError } from 'commander';
import type { Comparison } from '../compare/compare.ts';
import { chosenSnapshot, type Commands, commaList, type Common, fullId, NO, OK, type Shell } from './shell.ts';
import { printComparison } from './print-comparison.ts';

interface Flags extends Common {
  readonly base?: string[];
  readonly candidate?: string[];
  readonly minChange?: number;
}

export function addCompare({ add, run, cwd }: Commands): void {
  add(
    'compare [base] [candidate]',
    'what fails, got slower, faster, new or gone between two states; exit code 1 on regressions. The candidate is the last snapshot and the base the one before it, unless named',
    'compare $BEFORE $AFTER\n  $ mcp-perf-server compare --base $RUN1,$RUN2 --candidate $RUN3,$RUN4',
  )
    .option('--base <ids>', 'snapshots of the old state, separated by commas', commaList)
    .option('--candidate <ids>', 'snapshots of the new state, separated by commas', commaList)
    .option('--min-change <share>', 'smallest relative change of a time that counts (0.1 is 10 %)', share)
    .action((base: string | undefined, candidate: string | undefined, flags: Flags) =>
      run(flags.json, async (shell) => {
        const [before, after] = await sidesOf(shell, [base, candidate], flags, cwd);
        const result = await shell.call<Comparison>('analysis.compare', {
          baseline_snapshot_id: before.join(','),
          candidate_snapshot_id: after.join(','),
          ...(flags.minChange === undefined ? {} : { min_change: flags.minChange }),
        });
        return {
          result,
          code: result.has_regressions ? NO : OK,
          print: () => printComparison(shell.screen, result),
        };
      }),
    );
}

async function sidesOf(
  { app }: Shell,
  [base, candidate]: readonly [string | undefined, string | undefined],
  flags: Flags,
  cwd: string,
): Promise<readonly [readonly string[], readonly string[]]> {
  const named = (given: string | undefined, listed: string[] | undefined) =>
    listed ?? (given === undefined ? [] : commaList(given));
  const ids = (names: readonly string[]) => Promise.all(names.map((name) => fullId(app, name, cwd)));
  const [before, after] = [await ids(named(base, flags.base)), await ids(named(candidate, flags.candidate))];
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
