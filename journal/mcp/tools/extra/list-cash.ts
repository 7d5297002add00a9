import { z } from 'zod';
import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';

export const listCash = endpointTool({
  endpoint: 'worth.cashBalances',
  name: 'list_cash',
  title: 'List cash',
  toolsets: [],
  description: {
    minimal: 'Cash balance by account and currency at the end of any day.',
    rich: 'Cash by account and currency on the evening of a day, as fills, fees, dividends, deposits and conversions moved it. without_cash names accounts without a stated cash balance. Deposits and withdrawals: {tool:get_net_worth}; to add a movement {tool:record_cash}.',
  },
  describe: { account_id: '', date: 'Today when left out.' },
  output: () => z.looseObject({ items: z.array(z.looseObject({ account_id: z.string() })) }),
  hints: READS,
});
