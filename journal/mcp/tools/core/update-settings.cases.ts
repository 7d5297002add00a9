import type { Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'update_settings',
  good: [
    {
      args: { settings: { 'ui.theme': 'light' } },
      gives: { status: 'updated', count: 1 },
      after: ({ world }) => world.bench.api.settings.update({ body: { 'ui.theme': 'system' } }),
    },
  ],
  bad: [{ args: { settings: { 'ui.theme': 'purple' } }, code: 'validation_failed' }],
};
