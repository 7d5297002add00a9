import { endpointTool } from '../../endpoint-tool.ts';
import { ASKS_OUTSIDE, NETWORK_MS } from '../../tool.ts';

export const getSecFilings = endpointTool({
  endpoint: 'market.secFilings',
  name: 'get_sec_filings',
  title: 'SEC filings',
  toolsets: ['market-data'],
  description: {
    minimal: "List a company's recent SEC filings (10-K, 10-Q, 8-K) with dates and links.",
    rich: 'List the recent filings of a company with the SEC: type (10-K annual, 10-Q quarterly, 8-K events and others), date, company, CIK and link. It lists documents and does not read them. For headlines about a company use {tool:get_market_news}; to find its ticker {tool:search_ticker}. US companies only.',
  },
  hints: ASKS_OUTSIDE,
  cost: 'network',
  timeoutMs: NETWORK_MS,
  conciseDrops: ['age_seconds'],
});
