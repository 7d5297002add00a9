import {
  closedTrips,
  costOfFree,
  drawdown,
  equityCurve,
  executionQuality,
  feeBreakdown,
  mistakeSuspects,
  orderFlowEstimate,
  rMultiples,
  type RoutedTrade,
  sqn,
  strategyBreakdown,
  timeBreakdown,
  tradeMetrics,
} from '@zorivest/domain';
import type { Area, Material } from './area.ts';

function routeAll({ executions }: Material): RoutedTrade[] {
  return executions.map(({ exec_id, quantity, price }) => ({ exec_id, quantity, price, routing: 'pfof' }));
}

export const analyticsOfExecutions: readonly Area[] = [
  {
    name: 'fees',
    prepare:
      ({ executions }) =>
      () =>
        feeBreakdown({ trades: executions, gross_pnl: 1000 }),
  },
  {
    name: 'order-flow estimate',
    prepare: (material) => {
      const trades = routeAll(material);
      return () => orderFlowEstimate(trades);
    },
  },
  {
    name: 'cost of free',
    prepare: (material) => {
      const trades = routeAll(material);
      const fees = feeBreakdown({ trades: material.executions, gross_pnl: 1000 });
      const order_flow = orderFlowEstimate(trades);
      return () => costOfFree({ fees, order_flow, trades, gross_pnl: 1000 });
    },
  },
  {
    name: 'execution quality, one fill in a hundred',
    prepare: ({ executions }) => {
      const fills = executions.filter((_, i) => i % 100 === 0);
      return () => fills.map((fill) => executionQuality(fill, { bid: 50, ask: 50.02 }).score);
    },
  },
];

export const analyticsOfTrips: readonly Area[] = [
  {
    name: 'expectancy and edge',
    prepare:
      ({ pnls }) =>
      () =>
        tradeMetrics(pnls),
  },
  {
    name: 'SQN',
    prepare:
      ({ pnls }) =>
      () =>
        sqn(pnls),
  },
  {
    name: 'drawdown',
    prepare:
      ({ pnls }) =>
      () =>
        drawdown(pnls, { start: 100_000 }),
  },
  {
    name: 'R-multiples',
    prepare: ({ trips }) => {
      const trades = trips.map(({ id, realized_pnl }) => ({ id, pnl: realized_pnl, risk: 100 }));
      return () => rMultiples(trades);
    },
  },
  {
    name: 'equity curve',
    prepare:
      ({ trips }) =>
      () =>
        equityCurve(trips, { start: 100_000 }),
  },
  {
    name: 'strategy breakdown',
    prepare:
      ({ trips }) =>
      () =>
        strategyBreakdown(closedTrips(trips), { tagsOf: (trip) => [trip.instrument] }),
  },
  {
    name: 'time breakdown',
    prepare:
      ({ trips }) =>
      () =>
        timeBreakdown(closedTrips(trips)),
  },
  {
    name: 'mistake suspects',
    prepare:
      ({ trips }) =>
      () =>
        mistakeSuspects(trips),
  },
];
