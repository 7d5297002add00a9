import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';

export const listMarketProviders = endpointTool({
  endpoint: 'market.providers',
  name: 'list_market_providers',
  title: 'List market-data providers',
  toolsets: ['market-data'],
  description: {
    minimal: 'List the market-data providers: connected or not, limits, result of the last test.',
    rich: 'List the providers of market data the journal knows: whether each is switched on and has a key, its rate limit and timeout, and how its last test went. Never shows a key. To try one use {tool:test_market_provider}, to disconnect one {tool:disconnect_market_provider}; keys are entered in the app only.',
  },
  hints: READS,
  conciseDrops: ['display_name', 'data_types', 'signup_url', 'docs_url', 'note', 'used_last_minute'],
  handler: async (input, { ask }) => {
    const providers = await ask(input);
    // Picked one by one, so that no field added later can carry a key out.
    return providers.map((one) => ({
      provider_name: one.provider_name,
      display_name: one.display_name,
      is_enabled: one.is_enabled,
      has_api_key: one.has_api_key,
      needs_api_key: one.needs_api_key,
      rate_limit: one.rate_limit,
      used_last_minute: one.used_last_minute,
      timeout: one.timeout,
      last_test_status: one.last_test_status,
      data_types: one.data_types,
      signup_url: one.signup_url,
      docs_url: one.docs_url,
      note: one.note,
    }));
  },
});
