import { z } from 'zod';
import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';
import { views } from '../../views.ts';

export const getIncome = endpointTool({
  endpoint: 'worth.income',
  name: 'get_income',
  title: 'Income',
  toolsets: [],
  view: views.income,
  description: {
    minimal: 'Dividends, interest and lending received: gross, withheld, net; by month, instrument or account.',
    rich: 'Dividends, interest and lending income that was paid in a period: gross, withheld tax and net, by month, instrument (with yield on cost and value) or account; ahead lists declared and expected dividends, and ex-dates and earnings before open options expire.',
  },
  describe: { account_ids: 'a,b', period: 'ytd, 2025, all', from: '', to: '', by: '', ahead: '' },
  narrow: ({ by, ahead }) => ({ by: by.unwrap().optional(), ahead: ahead.unwrap().optional() }),
  output: () => z.looseObject({ items: z.array(z.looseObject({ key: z.string() })) }),
  hints: READS,
  conciseDrops: ['time_zone'],
});
