// `npm run workflow NAME [JOB]`: the commands of a workflow of `.github/workflows`, run here one after the other. What only a forge
// has (an action, its own command `gh`) is named and left out.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

export interface Step {
  readonly job: string;
  /** A command, or the name of an action. */
  readonly run?: string;
  readonly uses?: string;
}

/** The steps of every job. Ours have one command each, on one line: any other is a fault, since it would be skipped here. */
export function stepsOf(text: string): readonly Step[] {
  const steps: Step[] = [];
  let job = '';
  for (const line of text.slice(text.indexOf('\njobs:\n')).split('\n')) {
    job = /^ {2}(\w+):$/.exec(line)?.[1] ?? job;
    const [, uses] = /^ {6}- uses: (\S+)/.exec(line) ?? [];
    const [, run] = /^ {6}- run: (.+)$/.exec(line) ?? [];
    if (uses !== undefined) steps.push({ job, uses });
    else if (run !== undefined && !/^[|>]/.test(run)) steps.push({ job, run });
    else if (/^\s+(?:- )?run:/.test(line))
      throw new Error(`a command on several lines, or not first in its step: ${line.trim()}`);
  }
  return steps;
}

export const needsForge = ({ run = 'gh' }: Step): boolean => /^gh\b/.test(run);

function runHere(name: string, job: string | undefined): number {
  const file = join(root, '.github/workflows', `${name}.yml`);
  const steps = existsSync(file) ? stepsOf(readFileSync(file, 'utf8')) : [];
  const wanted = steps.filter((step) => job === undefined || step.job === job);
  if (wanted.length === 0) {
    console.error(
      `There is no workflow ${[name, job].filter(Boolean).join(', job ')}. Usage: npm run workflow ci linux`,
    );
    return 2;
  }
  for (const step of wanted) {
    console.log(`${needsForge(step) ? 'runs only on a forge' : 'here'}  ${step.job}: ${step.run ?? step.uses}`);
    if (needsForge(step)) continue;
    const { status } = spawnSync('bash', ['-euo', 'pipefail', '-c', step.run ?? ''], { cwd: root, stdio: 'inherit' });
    if (status !== 0) return 1;
  }
  return 0;
}

if (import.meta.main) process.exitCode = runHere(process.argv[2] ?? '', process.argv[3]);
