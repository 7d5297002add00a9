import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';

export const listBrokers = endpointTool({
  endpoint: 'brokers.list',
  name: 'list_brokers',
  title: 'List brokers',
  toolsets: ['accounts'],
  description: {
    minimal: 'List the connected brokers: live or paper, account, last sync, last error.',
    rich: 'List the brokers that are set up: id, name, live or paper, the account their fills go to, when each was last synced and what went wrong if something did. Never shows a credential; only the person sets one up (`zorivest broker set`). To fetch new fills use {tool:sync_broker}; for what is out of date {tool:get_account_review_checklist}.',
  },
  describe: { include_available: 'Also those not set up yet.' },
  hints: READS,
  conciseDrops: ['settings'],
});
