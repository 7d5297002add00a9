import { reporting } from '../../progress.ts';
import { endpointTool } from '../../endpoint-tool.ts';
import { LONG_MS, WRITES } from '../../tool.ts';

export const syncBroker = endpointTool({
  endpoint: 'brokers.sync',
  name: 'sync_broker',
  title: 'Sync a broker',
  toolsets: ['accounts'],
  description: {
    minimal: 'Fetch new fills and cash from a connected broker into the journal.',
    rich: 'Fetch fills, dividends and fees from a connected broker into the journal; what the book has already is not added again. It talks to the broker with stored credentials and never trades. Needs a confirmation. See {list_brokers} for ids and the last sync; for a downloaded file use {import_broker_csv}.',
  },
  describe: { broker_id: ['Broker.', 'An id from {list_brokers}, such as ibkr_pro or alpaca_paper.'] },
  hints: { ...WRITES, destructive: true, openWorld: true },
  confirmation: 'required',
  cost: 'slow',
  timeoutMs: LONG_MS,
  effect: ({ broker_id }) => `Fetch trades from ${broker_id} into the journal?`,
  handler: (input, { ask, context }) => reporting(`Asking ${input.broker_id}`, context, () => ask(input)),
});
