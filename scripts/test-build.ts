// Tests with processes run what users run: the bundles, made anew where their sources have changed.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export function setup(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, 'build.ts')], { stdio: ['ignore', 'ignore', 'inherit'] });
}
