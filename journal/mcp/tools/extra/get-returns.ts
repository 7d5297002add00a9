import { z } from 'zod';
import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';
import { views } from '../../views.ts';

export const getReturns = endpointTool({
  endpoint: 'worth.returns',
  name: 'get_returns',
  title: 'Returns',
  toolsets: [],
  view: views.returns,
  description: {
    minimal: 'Time-weighted and money-weighted return of accounts, next to a benchmark.',
    rich: 'Return of accounts over a period: time-weighted (twr), money-weighted (XIRR; under a year say mwr_period, not mwr_annual), Modified Dietz, volatility, Sharpe, Sortino, drawdown; benchmark compares them with an instrument. A figure that is null has its reason in reasons.',
  },
  describe: {
    account_ids: 'a,b',
    period: 'ytd, 2025, all',
    from: '',
    to: '',
    instrument: '',
    flow_timing: '',
    benchmark: 'SPY',
  },
  narrow: ({ flow_timing }) => ({ flow_timing: flow_timing.unwrap().optional() }),
  output: () => z.looseObject({ twr: z.string().nullable() }),
  hints: READS,
  conciseDrops: ['time_zone', 'approximated'],
});
