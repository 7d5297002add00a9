import { contract } from '@zorivest/contract';
import { positions } from '@zorivest/domain';
import { route, type Sealer } from '@zorivest/store';
import { listExecutions } from '@zorivest/records';
import { adapterOf, type DemoParts } from './configs.ts';
import { brokerAccount, configureBroker, listBrokers, removeBroker } from './setup.ts';
import type { Syncs } from './syncs.ts';

export const brokerRoutes = (parts: DemoParts & Sealer & { readonly syncs: Syncs }) =>
  [
    route(contract.brokers.list, ({ query }, call) => listBrokers(call, parts, query.include_available)),
    route(contract.brokers.configure, ({ params, body }, call) => configureBroker(call, parts, params.broker_id, body)),
    route(contract.brokers.remove, ({ params }, call) => removeBroker(call, params.broker_id)),
    route(contract.brokers.sync, ({ params }, call) => parts.syncs.sync(call, params.broker_id)),
    route(contract.brokers.cancel, async ({ params: { broker_id } }, call) => {
      await adapterOf(call, parts, broker_id);
      return { broker_id, was_running: parts.syncs.cancel(broker_id) };
    }),
    route(
      contract.brokers.positions,
      async ({ params }, call) =>
        positions(await listExecutions(call.db, await brokerAccount(call, parts, params.broker_id))).positions,
    ),
  ] as const;
