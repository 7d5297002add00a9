import type { Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'create_trade_plan',
  good: [
    {
      args: {
        ticker: 'nvda',
        direction: 'long',
        conviction: 'max',
        strategy_name: 'breakout',
        strategy_description: 'Above the range on volume.',
        entry: 100,
        stop: 95,
        target: 115,
        conditions: 'volume',
        exit_conditions: 'Below the range.',
        timeframe: 'swing',
        account_id: 'main',
        shares_planned: 20,
        position_size: 2000,
      },
      gives: {
        ticker: 'NVDA',
        direction: 'BOT',
        conviction: 'max',
        exit_conditions: 'Below the range.',
        risk_reward_ratio: 3,
        status: 'draft',
        account_id: 'main',
        shares_planned: 20,
        position_size: 2000,
      },
    },
  ],
  bad: [
    {
      args: {
        ticker: 'NVDA',
        direction: 'long',
        strategy_name: 'breakout',
        entry: 100,
        stop: 95,
        target: 115,
        conditions: 'volume',
        timeframe: 'swing',
        account_id: 'no-such-account',
      },
      code: 'validation_failed',
    },
  ],
};
