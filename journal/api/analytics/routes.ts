import { contract, type AnyEndpoint, type HandlerInput, type HandlerOutput } from '@zorivest/contract';
import type { Call } from '../core/call.ts';
import { today } from '../core/day.ts';
import { route, type Route } from '../core/route.ts';
import type { MarketService } from '../market/service.ts';
import { mistakesOf, suspectsOf } from './behaviour.ts';
import { fees, fillQuality, hiddenCost, orderFlow } from './costs.ts';
import { computeExcursion } from './excursion.ts';
import { optionStructure } from './options.ts';
import { drawdowns, equity, expectancy, multiples, strategies, systemQuality, times } from './results.ts';
import { type Scope, scopeOf } from './scope.ts';

/** A figure over an account and a period: computed once for the book as it is, and for the day that `ytd` depends on. */
function figure<E extends AnyEndpoint>(
  endpoint: E,
  compute: (scope: Scope, input: HandlerInput<E>, call: Call) => Promise<HandlerOutput<E>> | HandlerOutput<E>,
): Route {
  return route(endpoint, (input, call) => {
    const key = `${endpoint.path} ${JSON.stringify(input.query)} ${today(call.now())}`;
    // Every figure's query has these two, or leaves them out.
    const asked = input.query as unknown as { account_id?: string; period?: string };
    return call.results.of(key, async () => compute(await scopeOf(call, asked), input, call));
  });
}

function quoteGiven({ bid, ask }: { bid?: number | undefined; ask?: number | undefined }) {
  return bid === undefined || ask === undefined ? null : { bid, ask };
}

/** What the analytics need besides the book. */
interface AnalyticsParts {
  readonly market: MarketService;
}

export const analyticsRoutes = ({ market }: AnalyticsParts): readonly Route[] => [
  figure(contract.analytics.expectancy, (scope) => expectancy(scope)),
  figure(contract.analytics.drawdown, (scope, { query }, call) => drawdowns(scope, call, query)),
  figure(contract.analytics.sqn, (scope, _, call) => systemQuality(scope, call)),
  figure(contract.analytics.rMultiples, (scope, _, call) => multiples(scope, call)),
  figure(contract.analytics.strategyBreakdown, (scope, _, call) => strategies(scope, call)),
  figure(contract.analytics.timeBreakdown, (scope, { query }) => times(scope, query.time_zone)),
  figure(contract.analytics.equityCurve, (scope, { query }, call) => equity(scope, call, query.max_points)),
  figure(contract.costs.fees, (scope, _, call) => fees(scope, call)),
  figure(contract.costs.pfofReport, (scope, _, call) => orderFlow(scope, call)),
  figure(contract.costs.costOfFree, (scope, _, call) => hiddenCost(scope, call)),
  route(contract.costs.executionQuality, ({ query }, call) => fillQuality(call, query.trade_id, quoteGiven(query))),
  route(contract.analytics.excursion, ({ params }, call) => computeExcursion(call, market, params.exec_id)),
  route(contract.analytics.optionsStrategy, ({ body }, call) => optionStructure(call, body.leg_exec_ids)),
  figure(contract.mistakes.summary, (scope, _, call) => mistakesOf(scope, call)),
  figure(contract.mistakes.suspects, async (scope, { query }, call) =>
    suspectsOf(scope, await scopeOf(call, { account_id: query.account_id }), call),
  ),
];
