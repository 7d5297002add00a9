// An account, and the form it is opened and changed with.
import type { FieldSpec } from '../../components/form-dialog.tsx';
import type { Answer, api } from '../../client/client.ts';

export type Account = Answer<'accounts', 'list'>[number];
export type NewAccount = Parameters<typeof api.accounts.create>[0]['body'];

const types = [
  ['broker', 'Brokerage'],
  ['bank', 'Bank'],
  ['ira', 'IRA'],
  ['roth_ira', 'Roth IRA'],
  ['401k', '401(k)'],
  ['hsa', 'HSA'],
  ['crypto', 'Coins'],
  ['revolving', 'Credit card'],
  ['installment', 'Loan'],
] as const;

/** As the form calls it. */
export const typeText = (type: string): string => types.find(([value]) => value === type)?.[1] ?? type;

const reports: FieldSpec['options'] = [
  ['', 'with the basis (not stated)'],
  ['yes', 'with the basis'],
  ['no', 'without the basis'],
  ['no_1099', 'not at all'],
];

export const accountFields = (account?: Account): readonly FieldSpec[] => [
  { name: 'name', label: 'Name', required: true, value: account?.name },
  { name: 'account_type', label: 'Type', options: types, value: account?.account_type },
  { name: 'institution', label: 'Institution', value: account?.institution },
  { name: 'currency', label: 'Currency', value: account?.currency ?? 'USD' },
  { name: 'is_tax_advantaged', label: 'Tax-advantaged', kind: 'flag', value: account?.is_tax_advantaged },
  {
    name: 'reports_basis',
    label: 'Broker reports sales (1099-B)',
    options: reports,
    value: account?.reports_basis ?? '',
  },
  { name: 'is_spousal', label: 'Owned by spouse', kind: 'flag', value: account?.is_spousal },
];
