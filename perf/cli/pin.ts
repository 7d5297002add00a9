import { chosenSnapshot, type Commands, type CommonFlags } from './shell.ts';

interface Flags extends CommonFlags {
  readonly remove?: boolean;
}

export function addPin({ add, run, cwd }: Commands): void {
  add(
    'pin [name] [snapshot]',
    'pin a snapshot, the last ingested unless named, under a name that compare accepts; without a name, list the pins',
    'pin main\n  $ mcp-perf-server compare main',
  )
    .option('--remove', 'remove the name')
    .action((name: string | undefined, id: string | undefined, flags: Flags) =>
      run(flags.json, async ({ app, call, screen }) => {
        const pins =
          name === undefined
            ? await app.store.pins()
            : (
                await call<{ pins: Record<string, string> }>('runs.pin', {
                  name,
                  ...(flags.remove === true
                    ? { remove: true }
                    : { normalized_snapshot_id: await chosenSnapshot(app, id, cwd) }),
                })
              ).pins;
        return {
          result: { pins },
          print: () => {
            const lines = Object.entries(pins).map(([known, snapshot]) => `${snapshot.slice(0, 16)}  ${known}`);
            screen.line(
              lines.length > 0 ? lines.join('\n') : 'No snapshot is pinned. Start with: mcp-perf-server pin main',
            );
          },
        };
      }),
    );
}
