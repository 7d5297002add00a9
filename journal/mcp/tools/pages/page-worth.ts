import { z } from 'zod';
import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';

export const pageWorth = endpointTool({
  endpoint: 'worth.netWorth',
  name: 'page_worth',
  title: 'Every evening of net worth, for a page',
  toolsets: [],
  pagesOnly: true,
  description: {
    minimal: 'What the accounts were worth on every evening of a period, for the page.',
    rich: 'What the accounts were worth on every evening of a period, with what had no price. The page of net worth asks for it to draw the whole curve, of which {tool:get_net_worth} tells some evenings. It changes nothing.',
  },
  omit: { rows: 'the page has the rows of the answer it draws' },
  output: () => z.looseObject({ series: z.array(z.looseObject({})) }),
  hints: READS,
  cost: 'slow',
});
