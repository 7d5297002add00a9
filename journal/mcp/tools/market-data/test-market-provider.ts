import { endpointTool } from '../../endpoint-tool.ts';
import { ASKS_OUTSIDE, NETWORK_MS } from '../../tool.ts';

export const testMarketProvider = endpointTool({
  endpoint: 'market.testProvider',
  name: 'test_market_provider',
  title: 'Test a market-data provider',
  toolsets: ['market-data'],
  description: {
    minimal: "Try a market-data provider's key and connection with one real request.",
    rich: 'Try one provider with a real request and say whether its key and connection work, with its own message when they do not. A failed test is a result, not an error. The outcome is remembered and shown by {tool:list_market_providers}. Use it when quotes or news fail; {tool:zorivest_diagnose} tests nothing outside.',
  },
  rename: { name: 'provider_name' },
  hints: ASKS_OUTSIDE,
  cost: 'network',
  timeoutMs: NETWORK_MS,
});
