import { one, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'list_bank_accounts',
  good: [{ gives: { items: one({ account_id: 'bank' }) } }],
  bad: [{ args: { account_id: 'bank' }, code: 'invalid_arguments' }],
};
