import { contract } from '@zorivest/contract';
import { route, type Route } from '../core/route.ts';
import type { EventBus } from './bus.ts';

export const eventRoutes = ({ events }: { readonly events: EventBus }): readonly Route[] => [
  route(contract.system.events, (_input, call) => events.watch(call.signal), { gate: 'open' }),
];
