import { plural } from '../text/format.ts';
import { type Commands, type CommonFlags, fullId, snapshotLines } from './shell.ts';

interface MergeResult {
  readonly normalized_snapshot_id: string;
  readonly merged_from: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly source_count: number;
}

export function addMerge({ add, run, cwd }: Commands): void {
  add(
    'merge <snapshots...>',
    "merge snapshots of several hosts as if ingested together; each is an id or another machine's snapshot folder",
    'merge 3f9a81 ./web2/snapshot_77b0…',
  ).action((names: string[], flags: CommonFlags) =>
    run(flags.json, async ({ app, call, screen }) => {
      const snapshots = await Promise.all(names.map((name) => fullId(app, name, cwd)));
      const result = await call<MergeResult>('runs.merge', { snapshots });
      const from = `${result.source_count} ${plural(result.source_count, 'file')} of ${result.merged_from.length} ${plural(result.merged_from.length, 'snapshot')}`;
      return {
        result,
        print: () => screen.line(snapshotLines(result.normalized_snapshot_id, result.counts, from)),
      };
    }),
  );
}
