import { Option } from 'commander';
import type { BudgetCheck, Check } from '../budgets/check.ts';
import { githubOf, junitOf } from '../budgets/formats.ts';
import type { Environment } from '../config/config.ts';
import { chosenSnapshot, type Commands, type CommonFlags, FAILED, OK } from './shell.ts';
import type { Screen } from './terminal.ts';

const FORMATS = ['text', 'json', 'junit', 'github'] as const;

interface Flags extends CommonFlags {
  readonly format: (typeof FORMATS)[number];
}

export function addCheck({ add, run, cwd }: Commands, env: Environment): void {
  add(
    'check [snapshot]',
    'hold a snapshot, the last ingested unless named, against the budgets in mcp-perf.yaml; exit code 1 when one is over',
    'check --format github',
  )
    .addOption(new Option('--format <format>', 'how to print it').choices(FORMATS).default('text'))
    .action((id: string | undefined, flags: Flags) =>
      run(flags.json || flags.format === 'json', async ({ app, call, screen }) => {
        const result = await call<BudgetCheck>('budgets.check', {
          normalized_snapshot_id: await chosenSnapshot(app, id ?? env.SNAPSHOT_ID, cwd),
        });
        return {
          result,
          code: result.ok ? OK : FAILED,
          print: () => {
            if (flags.format === 'junit') screen.raw(junitOf(result));
            else if (flags.format === 'github') screen.raw(githubOf(result));
            else printCheck(screen, result);
          },
        };
      }),
    );
}

function printCheck(screen: Screen, { over, unmeasured, unmatched, summary }: BudgetCheck): void {
  const line = (mark: string, { endpoint, limit, message, pattern }: Check) =>
    screen.line(`${mark}  ${endpoint}  ${limit}: ${message}  ${screen.style('dim', `(${pattern})`)}`);
  for (const check of over) line(screen.style('red', 'OVER'), check);
  for (const check of unmeasured) line(screen.style('yellow', '?   '), check);
  for (const pattern of unmatched) screen.line(`${screen.style('yellow', '?   ')}  no endpoint matches ${pattern}`);
  screen.line(
    over.length > 0
      ? screen.style('red', `${summary.over} of ${summary.checked} limits are exceeded.`)
      : screen.style('green', `${summary.checked} limits are kept.`),
  );
}
