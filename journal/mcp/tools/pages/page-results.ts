import { z } from 'zod';
import { journalTool, READS } from '../../tool.ts';

/** The filter of the analytics tools, passed on as it is: the service judges it. */
const filter = ['account_id', 'period', 'from', 'to', 'instrument', 'tags', 'unit'] as const;

export const pageResults = journalTool({
  name: 'page_results',
  title: 'The curve behind results, for a page',
  toolsets: [],
  pagesOnly: true,
  description: {
    minimal: 'The curve of realised results, the days and the R multiples behind results, for the page.',
    rich: 'The curve of realised results after each closed trade with its drawdown, the result of each day, and the R multiples of the trades, for the same filter as the figures they belong to. The page of results asks for it to draw them. The figures themselves: {tool:get_expectancy_metrics}. It changes nothing.',
  },
  input: () => z.object(Object.fromEntries(filter.map((name) => [name, z.string().max(200).optional()]))),
  output: () => z.looseObject({ curve: z.looseObject({}), spread: z.looseObject({}) }),
  hints: READS,
  cost: 'slow',
  handler: async (query, { api, options }) => {
    const [curve, spread] = await Promise.all([
      api.analytics.equityCurve({ query }, options),
      api.analytics.rMultiples({ query }, options),
    ]);
    return { curve, spread };
  },
});
