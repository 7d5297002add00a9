import { codes, KernelError } from '@zorivest/kernel';
import { z } from 'zod';
import { journalTool, READS } from '../../tool.ts';

const price = z.number().gt(0).max(1e13);

export const calculatePositionSize = journalTool({
  name: 'calculate_position_size',
  title: 'Calculate position size',
  toolsets: ['trade-planning'],
  description: {
    minimal: 'Work out how many shares to trade so that a stop-out costs a set share of the account.',
    rich: 'Work out how many shares to buy or sell short so that being stopped out costs only risk_pct percent of the balance. Answers with the share count, position value, 1R in dollars, reward-to-risk ratio and profit at the target. A pure calculation: nothing is stored. To keep the idea use {create_trade_plan}.',
  },
  synonyms: [
    'how many shares',
    'risk per trade',
    'lot size',
    'position sizing',
    '1R',
    'reward to risk',
    'how much to buy',
    'size a trade',
    'stop loss calculator',
    'shares',
    'how big',
    'how much stock',
    'contracts to buy',
    'risk 1 percent',
    '1 percent',
    'risk amount',
    'stop distance',
    'R multiple',
    'reward',
    'afford',
    'size',
    'sizing',
    'put into',
    'invest',
    'how much should I',
    'how much to risk',
    'amount to buy',
    'bet size',
    'how heavy',
    'how many contracts',
  ],
  input: () =>
    z.object({
      balance: z.number().gt(0).max(1e13).describe('Account balance.'),
      entry: price.describe('Entry price.'),
      stop: price.describe('Stop price.'),
      target: price.describe('Target price.'),
      risk_pct: z.number().min(0.01).max(100).default(1).describe('Percent of the balance at risk.'),
    }),
  output: () =>
    z.looseObject({
      risk_per_share: z.number(),
      account_risk_1r: z.number(),
      share_size: z.number(),
      position_size: z.number(),
      position_to_account_pct: z.number(),
      reward_risk_ratio: z.number(),
      potential_profit: z.number(),
    }),
  hints: READS,
  handler: async ({ balance, risk_pct, entry, stop, target }, { api, options }) => {
    if (entry === stop) {
      throw new KernelError(
        codes.invalidArguments,
        'entry and stop are the same price, so nothing is at risk. Give a stop away from the entry.',
      );
    }
    const answer = await api.calculator.positionSize(
      { body: { balance, risk_pct, entry_price: entry, stop_loss: stop, target_price: target } },
      options,
    );
    return answer as typeof answer & Sized;
  },
});

/** What the service answers for shares; its contract covers five kinds of instrument and leaves the fields open. */
interface Sized {
  readonly risk_per_share: number;
  readonly account_risk_1r: number;
  readonly share_size: number;
  readonly position_size: number;
  readonly position_to_account_pct: number;
  readonly reward_risk_ratio: number;
  readonly potential_profit: number;
}
