import { contract } from '@zorivest/contract';
import { z } from 'zod';
import { ASKS_OUTSIDE, journalTool, NETWORK_MS } from '../../tool.ts';

export const resolveIdentifiers = journalTool({
  name: 'resolve_identifiers',
  title: 'Resolve identifiers',
  toolsets: ['accounts'],
  description: {
    minimal: 'Turn CUSIP, ISIN, SEDOL or FIGI codes into tickers, up to 100 at a time.',
    rich: 'Turn security codes into tickers: CUSIP, ISIN, SEDOL and FIGI, up to 100 in one call. Check digits are tested first; an unknown code comes back without a ticker and with the reason. Answers are cached, so asking again is cheap. For a company name use {tool:search_ticker}; for a price {tool:get_stock_quote}.',
  },
  input: () =>
    z.object({
      identifiers: z
        .array(
          z.object({
            id_type: z.enum(['cusip', 'isin', 'sedol', 'figi']).describe('Kind of code.'),
            id_value: z.string().trim().min(1).max(20).describe('The code.'),
          }),
        )
        .min(1)
        .max(100)
        .describe('The codes.'),
    }),
  output: () => contract.identifiers.resolve.response,
  hints: ASKS_OUTSIDE,
  cost: 'network',
  timeoutMs: NETWORK_MS,
  handler: (body, { api, options }) => api.identifiers.resolve({ body }, options),
});
