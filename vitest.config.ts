import { defineConfig } from 'vitest/config';

// Two kinds of test: beside the code (pure, one shared process, fast) and under a `test/` folder
// (real processes, databases, sockets and browsers: one process per file).
const exclude = ['**/node_modules/**', '**/dist/**', '**/var/**'];

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source', 'node', 'import', 'default'] } },
  test: {
    // These ship sources under the same `source` condition as ours, which Node does not strip inside node_modules.
    server: { deps: { inline: [/@modelcontextprotocol\/client/, /eventsource/] } },
    reporters: process.env.CI ? ['default'] : ['dot'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...exclude, '**/test/**'],
          pool: 'threads',
          testTimeout: 30_000,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['**/test/**/*.test.ts'],
          exclude,
          pool: 'forks',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
