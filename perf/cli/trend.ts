import { KernelError } from '@zorivest/kernel';
import { Option } from 'commander';
import { milliseconds, plural } from '../text/format.ts';
import { EXIT_CODES } from '../report/gate/gate.ts';
import { trendPage } from '../report/html/trend-page.ts';
import type { Trend } from '../trend/trend.ts';
import { type Commands, type CommonFlags, wholeNumber } from './shell.ts';
import type { Screen } from './terminal.ts';

interface Flags extends CommonFlags {
  readonly class?: string;
  readonly endpoint?: string;
  readonly function?: string;
  readonly last?: number;
  readonly from?: string;
  readonly to?: string;
  readonly host?: string;
  readonly format: 'text' | 'html';
}

export function addTrend({ add, run }: Commands): void {
  add(
    'trend',
    'follow a class of statements, an endpoint or a function over all snapshots, oldest first; exit code 1 when it got slower by a step, by drift or in its last point, 2 with too few points or runs to judge',
    "trend --endpoint '/?p=?'\n  $ mcp-perf-server trend --class 3F2A91 --format html > trend.html",
  )
    .option('--class <id>', 'a class of statements: its id or the beginning of its id')
    .option('--endpoint <name>', 'an endpoint, named as by analyze')
    .option('--function <name>', 'a function, named as by analyze')
    .option('--last <n>', 'only the newest snapshots', wholeNumber)
    .option('--from <time>', 'from this day or time on (UTC), e.g. 2026-11-01; the last week of a fleet unless given')
    .option('--to <time>', 'until the end of this day, or this time; until now unless given')
    .option('--host <name>', 'one host of a fleet, with --from')
    .addOption(new Option('--format <format>', 'what to print').choices(['text', 'html']).default('text'))
    .action((flags: Flags) =>
      run(flags.json, async ({ app, call, screen }) => {
        const input = {
          class: flags.class,
          endpoint: flags.endpoint,
          function: flags.function,
          limit: flags.last,
          during: timeOf(flags, app.now()),
        };
        const result = await call<Trend>(
          'runs.trend',
          Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
        );
        return {
          result,
          code: EXIT_CODES[result.verdict],
          print: () => (flags.format === 'html' ? screen.raw(trendPage(result)) : printTrend(screen, result)),
        };
      }),
    );
}

function timeOf({ from, to, host }: Flags, now: Date): string | undefined {
  if (from === undefined) {
    if (to !== undefined || host !== undefined)
      throw new KernelError('VALIDATION_ERROR', '--to and --host need --from.');
    return undefined;
  }
  const end = to ?? now.toISOString().slice(0, 10);
  return `${from}..${end}${host === undefined ? '' : `@${host}`}`;
}

const BAR = 40;

function printTrend(screen: Screen, trend: Trend): void {
  const { kind, name, metric, points, missing } = trend;
  screen.line(`${kind} ${name}: ${metric}${missing > 0 ? `, not in ${missing} ${plural(missing, 'snapshot')}` : ''}`);
  const highest = Math.max(...points.map(({ value }) => value), 1e-9);
  for (const { snapshot_id: id, at, value } of points) {
    const bar = '█'.repeat(Math.max(1, Math.round((BAR * value) / highest)));
    screen.line(
      `${at.slice(0, 16).replace('T', ' ')}  ${id.slice(0, 8)}  ${milliseconds(value).padStart(9)}  ${screen.style('cyan', bar)}`,
    );
  }
  screen.line(judgement(screen, trend));
}

const signedPercent = (share: number) => `${share > 0 ? '+' : ''}${(share * 100).toFixed(0)} %`;

function judgement(screen: Screen, { change_points: steps, drift, latest, verdict }: Trend): string {
  if (latest !== null) {
    const colour = { regression: 'red', cannot_judge: 'yellow', pass: 'green' } as const;
    const last = screen.style(colour[verdict], sayLatest(latest));
    return steps.length === 0 ? last : `${sayLevels(screen, steps, 'green')}\n${last}`;
  }
  if (verdict === 'cannot_judge') return screen.style('yellow', 'Too few points to distinguish a change from chance.');
  const colour = verdict === 'regression' ? 'red' : 'green';
  if (drift !== null)
    return screen.style(colour, `It drifts: ${signedPercent(drift.change)} from the first point to the last.`);
  return steps.length === 0 ? screen.style('green', 'No change of level.') : sayLevels(screen, steps, colour);
}

/** Fewer points than make a level: reported separately, with the number of measured runs. */
function sayLatest({ points, before, after, change, runs }: NonNullable<Trend['latest']>): string {
  const which = points === 1 ? 'The last point is' : `The last ${points} points are`;
  const where = change > 0 ? 'higher than all before' : 'lower than all before';
  const measured = `${points === 1 ? '' : 'at least '}${runs} ${plural(runs, 'run')}${points === 1 ? '' : ' each'}`;
  return `${which} ${where}: ${milliseconds(before)} → ${milliseconds(after)}, ${signedPercent(change)}, measured in ${measured}. The next points will show whether it lasts.`;
}

function sayLevels(screen: Screen, steps: Trend['change_points'], colour: 'red' | 'green'): string {
  return steps
    .map(({ snapshot_id: id, at, before, after, change }) =>
      screen.style(
        change > 0 ? colour : 'green',
        `Changed at ${id.slice(0, 8)} (${at.slice(0, 10)}): ${milliseconds(before)} → ${milliseconds(after)}, ${signedPercent(change)}.`,
      ),
    )
    .join('\n');
}
