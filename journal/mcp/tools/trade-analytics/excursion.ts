import { contract } from '@zorivest/contract';
import { z } from 'zod';
import { journalTool, NETWORK_MS, WRITES_ONCE } from '../../tool.ts';
import { execId } from '../parameters.ts';

export const enrichTradeExcursion = journalTool({
  name: 'enrich_trade_excursion',
  title: 'Compute excursions of a trade',
  toolsets: ['trade-analytics'],
  description: {
    minimal: 'Compute and store how far the price went for (MFE) and against (MAE) a trade.',
    rich: 'Compute and keep the excursions of one trade from price bars: the most it was ahead (MFE), the most it was behind (MAE), and how much of the best exit was taken. Needs a market-data provider with bars; nothing is stored without them. Use it to judge stops and exits. For fills against the quote use {score_execution_quality}.',
  },
  synonyms: [
    'MAE',
    'MFE',
    'heat',
    'drawdown of a trade',
    'left on the table',
    'exit efficiency',
    'how far against me',
    'stop placement',
    'BSO',
    'maximum adverse',
    'maximum favorable',
    'unrealized peak',
    'sold too early',
    'how far in my favor',
    'given back',
    'price went against',
    'got stopped before',
    'missed profit',
    'better exit',
    'exit better',
    'gotten out',
    'hold longer',
    'cut too early',
    'how deep',
    'underwater',
    'peak profit',
  ],
  input: () => z.object({ trade_exec_id: execId }),
  output: () => contract.analytics.excursion.response,
  hints: WRITES_ONCE,
  cost: 'network',
  timeoutMs: NETWORK_MS,
  conciseDrops: ['convention', 'mfe', 'mae', 'bso'],
  handler: ({ trade_exec_id }, { api, options }) =>
    api.analytics.excursion({ params: { exec_id: trade_exec_id } }, options),
});
