import { plural } from '../text/format.ts';
import { Option } from 'commander';
import type { BudgetCheck, Check } from '../budgets/check.ts';
import { CONFIG_FILE, type Environment } from '../config/config.ts';
import { formatGate, GATE_FORMATS } from '../report/gate/formats.ts';
import { budgetGate, EXIT_CODES } from '../report/gate/gate.ts';
import { chosenSnapshot, type Commands, type CommonFlags } from './shell.ts';
import type { Screen } from './terminal.ts';

const FORMATS = ['text', 'json', ...GATE_FORMATS] as const;

interface Flags extends CommonFlags {
  readonly allowMissing?: boolean;
  readonly format: (typeof FORMATS)[number];
}

export function addCheck({ add, run, cwd }: Commands, env: Environment): void {
  add(
    'check [snapshot]',
    'check a snapshot, the last ingested unless named, against the budgets in mcp-perf.yaml; exit code 1 when one is exceeded, 2 when one could not be measured',
    'check --format github',
  )
    .option('--allow-missing', 'pass although something could not be measured')
    .addOption(new Option('--format <format>', 'how to print it').choices(FORMATS).default('text'))
    .action((id: string | undefined, flags: Flags) =>
      run(flags.json || flags.format === 'json', async ({ app, call, screen }) => {
        const result = await call<BudgetCheck>('budgets.check', {
          normalized_snapshot_id: await chosenSnapshot(app, id ?? (env.SNAPSHOT_ID || undefined), cwd),
        });
        const gate = budgetGate(result, flags.allowMissing === true);
        return {
          result,
          code: EXIT_CODES[gate.verdict],
          print: () => {
            if (flags.format === 'text' || flags.format === 'json') printCheck(screen, result, gate.verdict);
            else screen.raw(formatGate(flags.format, gate, CONFIG_FILE));
          },
        };
      }),
    );
}

function printCheck(
  screen: Screen,
  { over, unmeasured, unmatched, summary }: BudgetCheck,
  verdict: BudgetCheck['verdict'],
): void {
  const line = (mark: string, { endpoint, limit, message, pattern }: Check) =>
    screen.line(`${mark}  ${endpoint}  ${limit}: ${message}  ${screen.style('dim', `(${pattern})`)}`);
  for (const check of over) line(screen.style('red', 'OVER'), check);
  for (const check of unmeasured) line(screen.style('yellow', '?   '), check);
  for (const pattern of unmatched) screen.line(`${screen.style('yellow', '?   ')}  no endpoint matches ${pattern}`);
  screen.line(
    over.length > 0
      ? screen.style('red', `${summary.over} of ${summary.checked} limits are exceeded.`)
      : verdict === 'cannot_judge'
        ? screen.style('yellow', 'Not everything could be measured (--allow-missing passes anyway).')
        : screen.style('green', `${summary.checked} ${plural(summary.checked, 'limit is', 'limits are')} met.`),
  );
}
