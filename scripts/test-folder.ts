// Puts all temporary folders of a test run into one, which is deleted when the run ends: no test has to clean up after a failure.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const before = process.env['TMPDIR'];

export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'zt-'));
  // As the system's own: database servers that refuse to run as root run as another user, and write there too.
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  return () => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
