import { z } from 'zod';
import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';

export const pageTrade = endpointTool({
  endpoint: 'roundTrips.get',
  name: 'page_trade',
  title: 'One trade, for a page',
  toolsets: [],
  pagesOnly: true,
  description: {
    minimal: 'One round trip with its fills, legs, plan, review and mistakes, for the page.',
    rich: 'One round trip with its executions, the legs of a structure, the plan it was traded by, its review and the mistakes recorded on it. The page of round trips asks for it when the person opens a row. It reads what {tool:get_round_trips} and {tool:list_trades} tell, and changes nothing.',
  },
  output: () => z.looseObject({ id: z.string() }),
  hints: READS,
});
