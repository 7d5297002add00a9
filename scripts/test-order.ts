// What takes longest begins first, so that both ends of a run are full. A fresh clone knows no durations yet, and by size
// of file, as Vitest has it, the walks of the app would begin last: their file only names them.
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files of more than about ten seconds, longest first. */
export const LONGEST = [
  'journal/ui/test/app.test.ts',
  'journal/ui/test/pages.test.ts',
  'journal/cli/test/cli.test.ts',
  'journal/api/test/recovery.test.ts',
  'journal/api/test/torture.test.ts',
  'views/test/views.test.ts',
  'journal/api/test/control.test.ts',
  'scripts/test/pack.test.ts',
  'journal/api/test/processes.test.ts',
  'journal/cli/test/acts.test.ts',
  'journal/api/test/backups.test.ts',
  'journal/api/test/migrations.test.ts',
  'kernel/test/cases.test.ts',
  'journal/api/test/faults.test.ts',
  'kernel/test/fuzz.test.ts',
  'journal/mcp/test/activity.test.ts',
  'journal/api/test/approvals.test.ts',
  'journal/api/test/pipelines.test.ts',
  'journal/api/test/imports.test.ts',
  'swimmy/test/rude-clients.test.ts',
  'journal/mcp/test/same-facts.test.ts',
  'journal/ui/test/assistant.test.ts',
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
