import { text, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'harvest_losses',
  good: [{ args: { account_id: 'main', min_loss_threshold: 0, exclude_wash_risk: true }, gives: { disclaimer: text } }],
  bad: [{ args: { account_id: 'no-such-account' }, code: 'not_found' }],
};
