import { contract } from '@zorivest/contract';
import type { MarketService } from '@zorivest/market';
import { route } from '@zorivest/store';
import { replayDay } from './day.ts';
import { replay } from './replay.ts';
import { whatIfExits, whatIfTrades } from './what-if.ts';

/** What replay needs besides the book. */
export interface ReplayParts {
  readonly market: MarketService;
}

export const replayRoutes = ({ market }: ReplayParts) =>
  [
    route(contract.roundTrips.replay, ({ params, query }, call) => replay(call, market, params.trip_id, query)),
    route(contract.replays.day, ({ params, query }, call) => replayDay(call, market, params.day, query)),
    route(contract.whatIf.exits, ({ body }, call) => whatIfExits(call, market, body)),
    route(contract.whatIf.trades, ({ body }, call) => whatIfTrades(call, body)),
  ] as const;
