import { text, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'enable_toolset',
  good: [{ args: { toolset_name: 'tax' }, gives: { status: text } }],
  bad: [{ args: { toolset_name: 'taxes' }, code: 'not_found' }],
};
