import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { FlakyRetries } from './scripts/flaky-retries.ts';
import { LongestFirst } from './scripts/test-order.ts';

// Two kinds of test: next to the code (pure, one shared process, fast) and under a `test/` folder
// (real processes, databases, sockets and browsers: one process per file). Of the latter those named `*.long.test.ts` run
// only when they are asked for: `npm run test:long`.
//
// Our sources are what Node runs as they are, so tests next to the code need nothing from Vite but its watching: imported
// by Node itself they take a third less processor time.
const isWatching = !process.argv.includes('run');
// The template's own tests run where somebody made a server of it.
const exclude = ['**/node_modules/**', '**/dist/**', '**/var/**', 'create-server/template/**'];
const LONG = '**/test/**/*.long.test.ts';
const isLong = process.argv.includes('--project=long');

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source', 'node', 'import', 'default'] } },
  test: {
    // These ship sources under the same `source` condition as ours, which Node does not strip inside node_modules.
    server: { deps: { inline: [/@modelcontextprotocol\/(client|ext-tasks)/, /eventsource/] } },
    // One more than there are cores: most system tests wait for processes of their own, and a core left free is half of two. With
    // two more a run takes as long, and each of its tests longer.
    maxWorkers: availableParallelism() + 1,
    // Long enough for the busiest machine: a test waits for what happens, never for how fast.
    expect: { poll: { timeout: 100_000 } },
    sequence: { sequencer: LongestFirst },
    reporters: process.env.CI ? ['default', new FlakyRetries()] : ['dot'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          experimental: { viteModuleRunner: isWatching, nodeLoader: false },
          execArgv: ['--conditions=source'],
          include: ['**/*.test.ts'],
          exclude: [...exclude, '**/test/**'],
          pool: 'threads',
          testTimeout: 120_000,
          isolate: false,
          globalSetup: ['./scripts/test-folder.ts'],
          setupFiles: ['./scripts/unit-guard.ts', './scripts/unit-seed.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: isLong ? 'long' : 'system',
          include: isLong ? [LONG] : ['**/test/**/*.test.ts'],
          exclude: isLong ? exclude : [...exclude, LONG],
          pool: 'forks',
          // Listed by the reporter; there is no retry outside CI.
          retry: process.env.CI ? 1 : 0,
          globalSetup: [
            './scripts/test-folder.ts',
            './scripts/test-build.ts',
            './journal/api/test/endpoint-coverage.ts',
          ],
          setupFiles: ['./journal/api/test/record-endpoints.ts'],
          testTimeout: isLong ? 3_600_000 : 240_000,
          hookTimeout: isLong ? 3_600_000 : 240_000,
        },
      },
    ],
  },
});
