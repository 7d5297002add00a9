import type { Cases } from '../../test/cases.ts';

/** The columns of the file by hand, as a person would save them. */
const MAPPING = {
  params: { name: 'mine' },
  body: { columns: { date: 'When', payee: 'What', amount: 'How much' } },
} as const;

export const cases: Cases = {
  tool: 'import_bank_statement',
  good: [
    {
      args: { file_path: 'bank.qif', account_id: 'bank', format_hint: 'qif', preview: true },
      gives: { preview: true, imported: 1 },
    },
    {
      args: { file_path: 'movimenti.xlsx', account_id: 'bank', sheet: 'Movimenti', preview: true },
      gives: { preview: true, imported: 1 },
    },
    {
      args: async ({ world }) => {
        await world.bench.api.banking.saveProfile(MAPPING);
        return { file_path: 'bank.csv', account_id: 'bank', profile: 'mine' };
      },
      gives: { imported: 1 },
    },
  ],
  bad: [{ args: { file_path: '/etc/passwd', account_id: 'bank' }, code: 'invalid_arguments' }],
};
