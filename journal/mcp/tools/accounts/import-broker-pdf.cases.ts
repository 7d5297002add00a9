import type { Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'import_broker_pdf',
  good: [
    {
      args: { file_path: 'confirmation.pdf', account_id: 'main', preview: true, accept_low_confidence: true },
      gives: { preview: true, detected_format: 'firstrade' },
    },
    {
      args: { file_path: 'confirmation.pdf', account_id: 'main' },
      gives: { detected_format: 'firstrade', imported: 1 },
    },
  ],
  bad: [{ args: { file_path: 'trades.csv', account_id: 'main' }, code: 'invalid_arguments' }],
};
