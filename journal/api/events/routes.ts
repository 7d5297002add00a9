import { contract } from '@zorivest/contract';
import { frontRoute, type FrontRoute } from '../core/route.ts';
import type { EventBus } from './bus.ts';

export const eventRoutes = ({ events }: { readonly events: EventBus }): readonly FrontRoute[] => [
  frontRoute(
    contract.system.events,
    ({ query }, { actor, signal }) =>
      query.for === 'app' && actor.role === 'person' ? events.watchAsApp(signal) : events.watch(signal),
    { gate: 'open' },
  ),
];
