import { contract } from '@zorivest/contract';
import { route, type Route } from '../core/route.ts';
import type { EventBus } from './bus.ts';

export const eventRoutes = ({ events }: { readonly events: EventBus }): readonly Route[] => [
  route(
    contract.system.events,
    ({ query }, { actor, signal }) =>
      query.for === 'app' && actor.role === 'person' ? events.watchAsApp(signal) : events.watch(signal),
    { gate: 'open' },
  ),
];
