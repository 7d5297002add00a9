import { contract } from '@zorivest/contract';
import { z } from 'zod';
import { journalTool, WRITES } from '../../tool.ts';
import { ticker } from '../parameters.ts';

const price = z.number().gt(0).max(1e13);

export const createTradePlan = journalTool({
  name: 'create_trade_plan',
  title: 'Plan a trade',
  toolsets: ['trade-planning'],
  description: {
    minimal: 'Store a plan for a trade still to come: direction, levels, conditions, conviction.',
    rich: 'Store the plan of a trade that has not happened: ticker, direction, entry, stop and target, the conditions that must hold, time frame and conviction. Answers with its id and reward-to-risk ratio, and warns when a level is on the wrong side. To size it first use {calculate_position_size}; what happened goes to {create_trade}.',
  },
  synonyms: [
    'trade idea',
    'setup',
    'thesis',
    'planned entry',
    'playbook',
    'watch for entry',
    'prepare trade',
    'plan',
    'idea',
    'write a plan',
    'I want to buy',
    'looking to enter',
    'target and stop',
    'watch',
    'prepare',
    'before I enter',
    'idea buy',
    'thinking of buying',
    'if it breaks',
    'entry at',
    'considering',
    'next trade',
    'setup idea',
    'setting up',
    'stop at',
    'above 100',
    'below 100',
    'game plan',
    'short below',
    'long above',
    'if it goes above',
    'waiting for',
  ],
  input: () =>
    z.object({
      ticker,
      direction: z.enum(['long', 'short']).describe('Direction.'),
      conviction: z.enum(['high', 'medium', 'low']).default('medium').describe('How sure.'),
      strategy_name: z.string().trim().min(1).max(200).describe('Strategy.'),
      strategy_description: z.string().max(20_000).optional().describe('The idea in full.'),
      entry: price.describe('Entry price.'),
      stop: price.describe('Stop price.'),
      target: price.describe('Target price.'),
      conditions: z.string().trim().min(1).max(20_000).describe('What must hold before entry.'),
      timeframe: z.string().trim().min(1).max(50).describe('Such as intraday or swing.'),
      account_id: z.string().trim().min(1).max(200).optional().describe('Account.'),
    }),
  output: () =>
    contract.plans.create.response
      .pick({ id: true, ticker: true, direction: true, status: true, risk_reward_ratio: true, warnings: true })
      .loose(),
  hints: WRITES,
  handler: (body, { api, options }) => api.plans.create({ body }, options),
});
