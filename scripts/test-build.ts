// Tests with processes run what users run: the bundles, rebuilt where their sources have changed.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const isWatching = !process.argv.includes('run');

export function setup(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, 'build.ts')], { stdio: ['ignore', 'ignore', 'inherit'] });
  // Also the processes of a service that runs inside a test; in watch mode sources change between two runs of one build.
  if (!isWatching) process.env['ZORIVEST_BUNDLES'] = join(import.meta.dirname, '../journal/api/dist');
}
