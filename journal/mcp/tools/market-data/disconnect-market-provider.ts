import { z } from 'zod';
import { endpointTool } from '../../endpoint-tool.ts';
import { WRITES_ONCE } from '../../tool.ts';

export const disconnectMarketProvider = endpointTool({
  endpoint: 'market.disconnectProvider',
  name: 'disconnect_market_provider',
  title: 'Disconnect a market-data provider',
  toolsets: ['market-data'],
  description: {
    minimal: "Delete a market-data provider's key and switch it off; the key cannot be recovered.",
    rich: 'Delete the stored key of one provider and switch the provider off. The key cannot be recovered from the journal; the person must enter it again (`zorivest provider set`). Needs confirm_destructive true and a confirmation. See {tool:list_market_providers} for what is connected. Disconnecting twice changes nothing.',
  },
  rename: { name: 'provider_name' },
  add: () => ({ confirm_destructive: z.literal(true).describe('Must be true.') }),
  hints: { ...WRITES_ONCE, destructive: true },
  confirmation: 'required',
  effect: ({ provider_name }) => `Delete the key of ${provider_name} and switch it off? The key cannot be recovered.`,
});
