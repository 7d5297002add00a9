import { ApiError } from '@zorivest/contract';
import { KernelError } from '@zorivest/kernel';
import { reporting } from '../../progress.ts';
import { endpointTool } from '../../endpoint-tool.ts';
import { translate } from '../../session/errors.ts';
import { LONG_MS, WRITES } from '../../tool.ts';

export const syncBroker = endpointTool({
  endpoint: 'brokers.sync',
  name: 'sync_broker',
  title: 'Sync a broker',
  toolsets: ['accounts'],
  description: {
    minimal: 'Fetch new fills and cash from a connected broker into the journal.',
    rich: 'Fetch fills, dividends and fees from a connected broker into the journal; what the book has already is not added again. It talks to the broker with stored credentials and never trades. Needs a confirmation. See {tool:list_brokers} for ids and the last sync; for a downloaded file use {tool:import_broker_csv}.',
  },
  describe: { broker_id: ['Broker.', 'An id from {tool:list_brokers}, such as ibkr_pro or alpaca_paper.'] },
  hints: { ...WRITES, destructive: true, openWorld: true },
  confirmation: 'required',
  cost: 'slow',
  timeoutMs: LONG_MS,
  effect: ({ broker_id }) => `Fetch trades from ${broker_id} into the journal?`,
  handler: (input, { ask, context, app }) =>
    reporting(`Asking ${input.broker_id}`, context, () => ask(input)).catch((error: unknown) => {
      throw sendToBrokers(error, app.page);
    }),
});

/** A broker that is not set up, or takes no longer what was entered: only the person can sign in, where the app asks them to. */
function sendToBrokers(error: unknown, page: string): unknown {
  if (!(error instanceof ApiError) || (error.status !== 409 && error.code !== 'broker_refused')) return error;
  const refused = translate('sync_broker', error);
  return refused instanceof KernelError
    ? refused.mendedAt({
        id: 'broker_sign_in',
        message: 'The broker wants you to sign in. The app shows what it needs.',
        url: new URL('imports', page).href,
      })
    : refused;
}
