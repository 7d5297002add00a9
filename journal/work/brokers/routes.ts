import { contract } from '@zorivest/contract';
import { positions } from '@zorivest/domain';
import { route, type Sealer } from '@zorivest/store';
import { listExecutions } from '@zorivest/book';
import { brokerAccount, configureBroker, listBrokers, removeBroker, syncBroker, type SyncParts } from './service.ts';

export const brokerRoutes = (parts: SyncParts & Sealer) =>
  [
    route(contract.brokers.list, ({ query }, call) => listBrokers(call, parts, query.include_available)),
    route(contract.brokers.configure, ({ params, body }, call) => configureBroker(call, parts, params.broker_id, body)),
    route(contract.brokers.remove, ({ params }, call) => removeBroker(call, params.broker_id)),
    route(contract.brokers.sync, ({ params }, call) => syncBroker(call, parts, params.broker_id)),
    route(
      contract.brokers.positions,
      async ({ params }, call) =>
        positions(await listExecutions(call.db, await brokerAccount(call, parts, params.broker_id))).positions,
    ),
  ] as const;
