import { z } from 'zod';
import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';
import { onPage } from '../../link.ts';

export const listAccounts = endpointTool({
  endpoint: 'accounts.list',
  name: 'list_accounts',
  title: 'List accounts',
  toolsets: [],
  description: {
    minimal: 'List all accounts of the book with type, currency and latest balance.',
    rich: 'List every account of the book, brokerage, bank, retirement and credit: id, name, type, institution, currency, latest balance and its date. This is where an account_id comes from. To open one or change it use {tool:manage_accounts}; for what is out of date {tool:get_account_review_checklist}; for brokers to sync {tool:list_brokers}.',
  },
  omit: { with_history: 'small pictures in the rows of the app' },
  describe: { include_archived: 'Also those put away.', include_system: "Also the journal's own." },
  output: () => z.array(z.looseObject({ account_id: z.string() })),
  hints: READS,
  shownAt: onPage('/accounts'),
});
