import { contract } from '@zorivest/contract';
import { z } from 'zod';
import { ASKS_OUTSIDE, journalTool, NETWORK_MS, READS, WRITES_ONCE } from '../../tool.ts';

const providerName = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .describe('Provider.')
  .meta({ detail: 'As listed by {list_market_providers}, e.g. polygon; the full name works too.' });

export const listMarketProviders = journalTool({
  name: 'list_market_providers',
  title: 'List market-data providers',
  toolsets: ['market-data'],
  description: {
    minimal: 'List the market-data providers: connected or not, limits, result of the last test.',
    rich: 'List the providers of market data the journal knows: whether each is switched on and has a key, its rate limit and timeout, and how its last test went. Never shows a key. To try one use {test_market_provider}, to disconnect one {disconnect_market_provider}; keys are entered in the app only.',
  },
  synonyms: [
    'data sources',
    'api keys set up',
    'connected feeds',
    'polygon',
    'finnhub',
    'alpha vantage',
    'which provider',
    'data provider',
    'data source',
    'providers',
    'api key',
    'subscriptions',
    'feeds',
    'where do quotes come from',
    'services connected',
    'which feeds',
    'market data setup',
  ],
  input: () => z.object({}),
  output: () => contract.market.providers.response,
  hints: READS,
  conciseDrops: ['display_name', 'data_types', 'signup_url', 'docs_url', 'note', 'needs_api_key'],
  handler: async (_, { api, options }) => {
    const providers = await api.market.providers({}, options);
    // Picked one by one, so that no field added later can carry a key out.
    return providers.map((one) => ({
      provider_name: one.provider_name,
      display_name: one.display_name,
      is_enabled: one.is_enabled,
      has_api_key: one.has_api_key,
      needs_api_key: one.needs_api_key,
      rate_limit: one.rate_limit,
      timeout: one.timeout,
      last_test_status: one.last_test_status,
      data_types: one.data_types,
      signup_url: one.signup_url,
      docs_url: one.docs_url,
      note: one.note,
    }));
  },
});

export const testMarketProvider = journalTool({
  name: 'test_market_provider',
  title: 'Test a market-data provider',
  toolsets: ['market-data'],
  description: {
    minimal: "Try a market-data provider's key and connection with one real request.",
    rich: 'Try one provider with a real request and say whether its key and connection work, with its own message when they do not. A failed test is a result, not an error. The outcome is remembered and shown by {list_market_providers}. Use it when quotes or news fail; {zorivest_diagnose} tests nothing outside.',
  },
  synonyms: [
    'check api key',
    'is the provider working',
    'connection test',
    'ping provider',
    'verify key',
    'works',
    'test key',
    'check provider',
    'connection to',
    'validate key',
    'try key',
    'not working',
    'key valid',
    'is my key ok',
    'provider down',
    'does it respond',
    'does it answer',
    'quotes stopped',
    'no data',
    'still works',
    'still valid',
  ],
  input: () => z.object({ provider_name: providerName }),
  output: () => contract.market.testProvider.response,
  hints: ASKS_OUTSIDE,
  cost: 'network',
  timeoutMs: NETWORK_MS,
  handler: ({ provider_name }, { api, options }) =>
    api.market.testProvider({ params: { name: provider_name } }, options),
});

export const disconnectMarketProvider = journalTool({
  name: 'disconnect_market_provider',
  title: 'Disconnect a market-data provider',
  toolsets: ['market-data'],
  description: {
    minimal: "Delete a market-data provider's key and switch it off; the key cannot be recovered.",
    rich: 'Delete the stored key of one provider and switch the provider off. The key cannot be recovered from the journal; the person must enter it again in the app. Needs confirm_destructive true and a confirmation. See {list_market_providers} for what is connected. Disconnecting twice changes nothing.',
  },
  synonyms: [
    'remove api key',
    'delete key',
    'revoke provider',
    'unlink',
    'turn off data feed',
    'remove provider',
    'forget key',
    'delete api key',
    'stop using',
    'cut off',
    'disconnect',
    'credentials',
    'forget provider',
    'delete credentials',
    'remove key',
  ],
  input: () =>
    z.object({
      provider_name: providerName,
      confirm_destructive: z.literal(true).describe('Must be true.'),
    }),
  output: () => contract.market.disconnectProvider.response,
  hints: { ...WRITES_ONCE, destructive: true },
  confirmation: 'required',
  effect: ({ provider_name }) => `Delete the key of ${provider_name} and switch it off? The key cannot be recovered.`,
  handler: ({ provider_name }, { api, options }) =>
    api.market.disconnectProvider({ params: { name: provider_name } }, options),
});
