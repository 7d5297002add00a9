import { endpointTool } from '../../endpoint-tool.ts';
import { NETWORK_MS, WRITES_ONCE } from '../../tool.ts';
import { views } from '../../views.ts';
import { tradeNamed } from '../../link.ts';

export const enrichTradeExcursion = endpointTool({
  endpoint: 'analytics.excursion',
  name: 'enrich_trade_excursion',
  title: 'Compute excursions of a trade',
  toolsets: ['trade-analytics'],
  view: views.excursion,
  description: {
    minimal: 'Compute and store how far the price went for (MFE) and against (MAE) a trade.',
    rich: 'Compute and keep the excursions of one trade from price bars: the most it was ahead (MFE), the most it was behind (MAE), and how much of the best exit was taken. Needs a market-data provider with bars; nothing is stored without them. Use it to judge stops and exits. For fills against the quote use {tool:score_execution_quality}.',
  },
  rename: { exec_id: 'trade_exec_id' },
  hints: WRITES_ONCE,
  shownAt: tradeNamed('trade_exec_id'),
  cost: 'network',
  timeoutMs: NETWORK_MS,
  conciseDrops: ['mfe', 'mae', 'bso'],
});
