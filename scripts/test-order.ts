// Starts the longest tests first, so that no worker is idle at the end. A fresh clone has no durations yet, and by size
// of file, Vitest's default, the walks of the app would start last: their file only lists them.
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files of more than twenty seconds, longest first. */
export const LONGEST = [
  'journal/ui/test/app.test.ts',
  'journal/ui/test/pages.test.ts',
  'journal/cli/test/cli.test.ts',
  'journal/api/test/processes.test.ts',
  'views/test/views.test.ts',
  'journal/cli/test/endpoint-commands.test.ts',
  'scripts/test/pack.test.ts',
  'kernel/test/tasks.test.ts',
  'scripts/test/kernel-package.test.ts',
  'journal/api/test/backups.test.ts',
  'journal/ui/test/assistant.test.ts',
  'journal/mcp/test/every-tool.test.ts',
  'journal/api/test/recovery.test.ts',
  'journal/api/test/mail-trouble.test.ts',
  'journal/mcp/test/tasks.test.ts',
  'journal/mcp/test/agreement.test.ts',
  'journal/api/test/faults.test.ts',
  'journal/api/test/import-uploads.test.ts',
  'swimmy/test/queue.test.ts',
  'journal/ui/test/stop.test.ts',
  'journal/imports/test/hostile.test.ts',
  'swimmy/test/candle-files.test.ts',
  'journal/api/test/control.test.ts',
  'swimmy/test/gateway.test.ts',
  'journal/api/test/adversary/stop.test.ts',
  'journal/api/test/approvals.test.ts',
  'journal/mcp/test/conformance.test.ts',
  'swimmy/test/worker.test.ts',
  'journal/api/test/access.test.ts',
  'journal/api/test/watched.test.ts',
  'kernel/test/conformance.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.indexOf(relative(this.ctx.config.root, moduleId));
      return place === -1 ? LONGEST.length : place;
    };
    const usual = await super.sort(files); // oxlint-disable-line unicorn/no-array-sort -- no array's, the sequencer's own
    return usual.toSorted((a, b) => rank(a) - rank(b));
  }
}
