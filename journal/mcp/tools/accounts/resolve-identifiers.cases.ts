import { one, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'resolve_identifiers',
  good: [
    {
      args: { identifiers: [{ id_type: 'cusip', id_value: '459200101' }] },
      gives: { items: one({ ticker: 'IBM', resolved: true }) },
    },
  ],
  bad: [{ args: { identifiers: [] }, code: 'invalid_arguments' }],
};
