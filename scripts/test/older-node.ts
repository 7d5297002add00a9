import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

/** A Node before 24, where the machine has one. */
export function olderNode(): string | undefined {
  const candidates = (process.env['PATH'] ?? '').split(delimiter).map((path) => join(path, 'node'));
  return candidates.find((node) => {
    const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
    return typeof stdout === 'string' && Number(/^v(\d+)/.exec(stdout)?.[1] ?? 24) < 24;
  });
}
