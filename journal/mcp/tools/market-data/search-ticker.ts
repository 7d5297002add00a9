import { endpointTool } from '../../endpoint-tool.ts';
import { ASKS_OUTSIDE, NETWORK_MS } from '../../tool.ts';

export const searchTicker = endpointTool({
  endpoint: 'market.search',
  name: 'search_ticker',
  title: 'Search tickers',
  toolsets: ['market-data'],
  description: {
    minimal: 'Find the ticker of a company or fund by its name or a part of it.',
    rich: 'Find tickers by company or fund name, or by a fragment: symbol, name, exchange and currency of each match, best first. Use it before {tool:get_stock_quote} when only a name is known. For CUSIP, ISIN, SEDOL or FIGI codes use {tool:resolve_identifiers}. An empty list means that no provider knows the name.',
  },
  describe: { query: 'Name or part of it.' },
  hints: ASKS_OUTSIDE,
  cost: 'network',
  timeoutMs: NETWORK_MS,
  conciseDrops: ['age_seconds'],
});
