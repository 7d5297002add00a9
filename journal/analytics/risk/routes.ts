import { contract } from '@zorivest/contract';
import { findRiskAccount } from '@zorivest/records';
import type { MarketService } from '@zorivest/market';
import { route } from '@zorivest/store';
import { riskOdds } from './odds.ts';
import { riskStatus } from './status.ts';

/** What the figures of risk need besides the book. */
export interface RiskParts {
  readonly market: MarketService;
}

export const riskRoutes = ({ market }: RiskParts) =>
  [
    route(contract.riskAccounts.status, async ({ params }, call) =>
      riskStatus(call, market, await findRiskAccount(call.db, params.id)),
    ),
    route(contract.riskAccounts.odds, async ({ params, body }, call) =>
      riskOdds(call, market, await findRiskAccount(call.db, params.id), body ?? {}),
    ),
  ] as const;
