import { expect } from 'vitest';
import { saying, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'get_confirmation_token',
  good: [
    {
      args: { action: 'sync_broker', params: { broker_id: 'alpaca_paper' } },
      gives: { token: expect.stringMatching(/^ctk_/) as string, expires_in_seconds: 60 },
    },
    {
      args: { action: 'sync_broker', params_summary: 'Sync the paper account' },
      gives: { params_summary: 'Sync the paper account', recommendation: saying('params') },
    },
  ],
  bad: [{ args: { action: 'get_settings', params: {} }, code: 'invalid_arguments' }],
};
