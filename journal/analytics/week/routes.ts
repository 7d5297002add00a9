import { contract } from '@zorivest/contract';
import type { MarketService } from '@zorivest/market';
import { route } from '@zorivest/store';
import { weekReport } from './week.ts';

/** What the week needs besides the book. */
export interface WeekFigureParts {
  readonly market: MarketService;
}

export const weekFigureRoutes = ({ market }: WeekFigureParts) =>
  [route(contract.week.get, ({ params }, call) => weekReport(call, market, params.iso))] as const;
