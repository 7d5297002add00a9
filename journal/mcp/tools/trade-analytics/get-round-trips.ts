import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';
import { filterDescriptions, rarelyFiltered } from '../filter.ts';
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
    rich: 'List round trips: entries matched with their exits, newest first, with prices, quantity, net P&L, commission and tags; open positions too. This answers what was won or lost on which trade. Raw executions: {list_trades}; statistics over them: {get_expectancy_metrics}.',
  },
  omit: {
    ...rarelyFiltered,
    ticker: 'the same as instrument',
    search: 'instrument and tags find it',
    slice: 'what a mark of a chart opens; the breakdown has its figures',
    sort: 'the newest are asked for',
  },
  describe: { ...filterDescriptions, status: 'Which ones.' },
  hints: READS,
  shownAt: roundTrips,
  conciseDrops: [
    'ids',
    'gross_pnl',
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
    price_pnl: 'pnl',
    realized_pnl: 'pnl',
    open_quantity: 'total_quantity',
    trade_currency: 'currency',
    currency: '^currency',
    trade_count: 'total',
  },
});
