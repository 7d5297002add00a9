import { contract } from '@zorivest/contract';
import { route } from '@zorivest/store';
import { chainOfTrade } from './chain.ts';

export const chainRoutes = [
  route(contract.roundTrips.chain, ({ params }, call) => chainOfTrade(call, params.trip_id)),
] as const;
