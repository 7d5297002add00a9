import type { Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'get_settings',
  good: [
    { gives: { 'ui.theme': 'system', 'logging.rotation_mb': '10' } },
    { args: { key: 'ui.theme' }, gives: { key: 'ui.theme', value: 'system', value_type: 'str' } },
  ],
  bad: [{ args: { key: 'no.such.key' }, code: 'not_found' }],
};
