import {
  drawdown,
  equityCurve,
  feeBreakdown,
  mistakeSuspects,
  orderFlowEstimate,
  rMultiples,
  type RoundTrip,
  roundTrips,
  sqn,
  strategyBreakdown,
  timeBreakdown,
  tradeMetrics,
} from '@zorivest/domain';
import type { Area } from './area.ts';

function overTrips(name: string, run: (trips: readonly RoundTrip[], pnls: readonly number[]) => unknown): Area {
  return {
    name,
    prepare: (executions) => {
      const trips = roundTrips(executions).round_trips;
      const pnls = trips.filter((trip) => trip.status === 'closed').map((trip) => trip.realized_pnl);
      return () => run(trips, pnls);
    },
  };
}

export const analyticsAreas: readonly Area[] = [
  overTrips('expectancy and edge', (_, pnls) => tradeMetrics(pnls)),
  overTrips('SQN', (_, pnls) => sqn(pnls)),
  overTrips('drawdown', (_, pnls) => drawdown(pnls, { start: 100_000 })),
  overTrips('R-multiples', (trips) =>
    rMultiples(trips.map(({ id, realized_pnl }) => ({ id, pnl: realized_pnl, risk: 100 }))),
  ),
  overTrips('equity curve', (trips) => equityCurve(trips, { start: 100_000 })),
  overTrips('strategy breakdown', (trips) => strategyBreakdown(trips, { tagsOf: (trip) => [trip.instrument] })),
  overTrips('time breakdown', (trips) => timeBreakdown(trips)),
  overTrips('mistake suspects', (trips) => mistakeSuspects(trips)),
  { name: 'fees', prepare: (executions) => () => feeBreakdown({ trades: executions, gross_pnl: 1000 }) },
  {
    name: 'order-flow estimate',
    prepare: (executions) => () =>
      orderFlowEstimate(executions.map((execution) => ({ ...execution, routing: 'pfof' }))),
  },
];
