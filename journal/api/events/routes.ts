import { contract } from '@zorivest/contract';
import { type EventBus, frontRoute } from '@zorivest/store';

export const eventRoutes = ({ events }: { readonly events: EventBus }) =>
  [
    frontRoute(
      contract.system.events,
      ({ query }, { actor, signal }) =>
        query.for === 'app' && actor.role === 'person' ? events.watchAsApp(signal) : events.watch(signal),
      { gate: 'open' },
    ),
  ] as const;
