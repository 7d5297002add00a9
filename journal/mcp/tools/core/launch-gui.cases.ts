import type { Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'zorivest_launch_gui',
  good: [{ args: { wait_for_close: true }, gives: { gui_found: false, method: null } }],
  bad: [{ args: { wait_for_close: 'yes' }, code: 'invalid_arguments' }],
};
