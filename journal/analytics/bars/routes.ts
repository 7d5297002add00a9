import { contract } from '@zorivest/contract';
import type { MarketService } from '@zorivest/market';
import { route } from '@zorivest/store';
import { importBars, listBars } from './storage.ts';

/** What bars need besides the book. */
export interface BarParts {
  readonly market: MarketService;
}

export const barRoutes = ({ market }: BarParts) =>
  [
    route(contract.bars.list, ({ query }, call) => listBars(call, market, query)),
    route(contract.bars.import, ({ body }, call) => importBars(call, body)),
  ] as const;
