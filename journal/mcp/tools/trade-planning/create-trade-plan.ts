import { contract } from '@zorivest/contract';
import { endpointTool } from '../../endpoint-tool.ts';
import { WRITES } from '../../tool.ts';
import { views } from '../../views.ts';
import { onPage } from '../../link.ts';

export const createTradePlan = endpointTool({
  endpoint: 'plans.create',
  name: 'create_trade_plan',
  title: 'Plan a trade',
  toolsets: ['trade-planning'],
  view: views.approval,
  description: {
    minimal: 'Store a plan for a trade still to come: direction, levels, conditions, conviction.',
    rich: 'Store the plan of a trade that has not happened: ticker, direction, entry, stop and target, the conditions that must hold, time frame and conviction. Answers with its id and reward-to-risk ratio, and warns when a level is on the wrong side. To size it first use {tool:calculate_position_size}; what happened goes to {tool:create_trade}.',
  },
  omit: {
    entry_price: 'the same as entry',
    stop_loss: 'the same as stop',
    target_price: 'the same as target',
    entry_conditions: 'the same as conditions',
  },
  describe: {
    direction: ['', 'BOT is long, SLD is short.'],
    conviction: '',
    strategy_name: '',
    strategy_description: 'The idea in full.',
    entry: '',
    stop: '',
    target: '',
    conditions: 'What must hold before entry.',
    exit_conditions: '',
    timeframe: 'Such as intraday or swing.',
    account_id: '',
    shares_planned: '',
    position_size: 'Money put in.',
  },
  // Of each pair the endpoint needs one, and this is the one the tool has.
  narrow: ({ entry, stop, target, conditions }) => ({
    entry: entry.unwrap(),
    stop: stop.unwrap(),
    target: target.unwrap(),
    conditions: conditions.unwrap(),
  }),
  output: () =>
    contract.plans.create.response
      .pick({ id: true, ticker: true, direction: true, status: true, risk_reward_ratio: true, warnings: true })
      .loose(),
  hints: WRITES,
  shownAt: onPage('/plans'),
});
