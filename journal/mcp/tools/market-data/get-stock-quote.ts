import { endpointTool } from '../../endpoint-tool.ts';
import { ASKS_OUTSIDE, NETWORK_MS } from '../../tool.ts';

export const getStockQuote = endpointTool({
  endpoint: 'market.quote',
  name: 'get_stock_quote',
  title: 'Stock quote',
  toolsets: ['market-data'],
  description: {
    minimal: 'Get the latest price of a ticker, with change, range, volume and who delivered it.',
    rich: 'Get the latest quote of one ticker: price, change, open, high, low, previous close, volume, when it was made, how old it is and which provider delivered it. The configured providers are tried in order. To find a ticker by company name use {tool:search_ticker}; for headlines {tool:get_market_news}. Not for past prices.',
  },
  describe: { provider: ['Provider.', 'Only this one; the configured ones are tried in order when left out.'] },
  hints: ASKS_OUTSIDE,
  cost: 'network',
  timeoutMs: NETWORK_MS,
  conciseDrops: ['age_seconds'],
});
