import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';

export const listBankAccounts = endpointTool({
  endpoint: 'banking.accounts',
  name: 'list_bank_accounts',
  title: 'List bank accounts',
  toolsets: ['accounts'],
  description: {
    minimal: 'List the bank accounts with balance, currency and the day of the last update.',
    rich: 'List the bank accounts of the journal: id, name, institution, currency, balance, when it was last updated and where that figure came from. Balances come from imported statements or are entered in the app, under Accounts; to import one use {tool:import_bank_statement}. For broker accounts see {tool:list_brokers}; for stale ones {tool:get_account_review_checklist}.',
  },
  hints: READS,
  conciseDrops: ['balance_source'],
});
