import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';
import { filterDescriptions } from '../filter.ts';
import { views } from '../../views.ts';
import { roundTrips } from '../../link.ts';

export const getRoundTrips = endpointTool({
  endpoint: 'roundTrips.list',
  name: 'get_round_trips',
  title: 'Round trips',
  toolsets: ['trade-analytics'],
  view: views['round-trips'],
  description: {
    minimal: 'List entries matched with their exits, with the net P&L of each; open ones too.',
    rich: 'List round trips: entries matched with their exits, newest first, with prices, quantity, net P&L, commission and tags; open ones too. It answers what was won or lost on which trade: sort pnl gives the worst first, result loss only the losers. Raw executions: {tool:list_trades}; statistics over them: {tool:get_expectancy_metrics}.',
  },
  omit: {
    ticker: 'the same as instrument',
    search: 'instrument and tags find it',
    with_paths: 'small pictures in the rows of the app',
  },
  describe: {
    ...filterDescriptions,
    account_ids: '',
    strategy: '',
    underlying: '',
    direction: '',
    result: '',
    currency: '',
    open_positions: '',
    follow_rolls: '',
    status: '',
    limit: '',
    offset: '',
    slice: ['weekday:Monday', 'Or hour:09:00, month:2026-03, setup:…, r:..-1.'],
    sort: '',
  },
  // What is left out the endpoint fills in.
  narrow: ({ sort, open_positions, follow_rolls }) => ({
    open_positions: open_positions.unwrap().optional(),
    follow_rolls: follow_rolls.optional(),
    sort: sort
      .unwrap()
      .extract(['-opened_at', '-closed_at', 'pnl', '-pnl', '-holding_period_seconds', '-total_commission'])
      .optional(),
  }),
  hints: READS,
  shownAt: roundTrips,
  conciseDrops: [
    'multiplier',
    'holding_period_seconds',
    'underlying',
    'asset_class',
    'fx_pnl',
    'status',
    'limit',
    'offset',
  ],
  conciseSame: {
    gross_pnl: 'pnl+total_commission',
    price_pnl: 'pnl',
    pnl_in_period: 'pnl',
    r_in_period: 'r',
    costs_in_period: 'total_commission',
    realized_pnl: 'pnl',
    open_quantity: 'total_quantity',
    trade_currency: 'currency',
    currency: '^currency',
    trade_count: 'total',
  },
});
