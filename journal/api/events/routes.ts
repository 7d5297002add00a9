import { contract } from '@zorivest/contract';
import { route } from '../core/route.ts';

export const eventRoutes = [
  route(contract.system.events, (_input, call) => call.app.events.watch(call.signal), { gate: 'open' }),
];
