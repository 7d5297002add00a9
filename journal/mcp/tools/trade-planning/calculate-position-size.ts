import { codes, KernelError } from '@zorivest/kernel';
import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';
import { views } from '../../views.ts';

export const calculatePositionSize = endpointTool({
  endpoint: 'calculator.positionSize',
  name: 'calculate_position_size',
  title: 'Calculate position size',
  toolsets: ['trade-planning'],
  view: views['position-size'],
  description: {
    minimal: 'Work out how many shares to trade so that a stop-out costs a set share of the account.',
    rich: 'Work out how many shares to buy or sell short so that being stopped out costs only risk_pct percent of the balance. Answers with the share count, position value, 1R in dollars, reward-to-risk ratio and profit at the target. A pure calculation: nothing is stored. To keep the idea use {tool:create_trade_plan}.',
  },
  omit: {
    entry_price: 'the same as entry',
    stop_loss: 'the same as stop',
    target_price: 'the same as target',
    tick_size: 'a known contract brings it, and the size does not depend on it',
  },
  describe: {
    mode: '',
    balance: '',
    risk_pct: 'Percent of the balance at risk.',
    entry: '',
    stop: '',
    target: '',
    contract: ['Future, such as /ES.', 'A known one brings multiplier and margin.'],
    contract_multiplier: ['', 'Of a future that is not known.'],
    margin_per_contract: ['', 'Of a future that is not known.'],
    option_type: ['', 'For options.'],
    premium: ['', 'Of one option, per unit.'],
    delta: ['', 'Of the option.'],
    underlying_price: ['', 'For options.'],
    multiplier: ['', 'Of an option; 100 when left out.'],
    currency_pair: 'Such as EUR/USD.',
    lot_type: ['', 'For forex.'],
    pip_value: ['', 'Per lot, for pairs whose value is not known.'],
    leverage: ['', 'For forex and crypto.'],
    fee_rate: ['', 'For crypto, in percent.'],
  },
  hints: READS,
  handler: async (input, { ask }) => {
    if (input.entry !== undefined && input.entry === input.stop) {
      throw new KernelError(
        codes.invalidArguments,
        'entry and stop are the same price, so nothing is at risk. Give a stop away from the entry.',
      );
    }
    return ask(input);
  },
});
