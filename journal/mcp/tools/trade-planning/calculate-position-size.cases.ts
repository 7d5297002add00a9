import type { Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'calculate_position_size',
  good: [
    { args: { balance: 10_000, entry: 100, stop: 99, target: 103 }, gives: { share_size: 100 } },
    {
      args: { balance: 437_903.03, risk_pct: 1, entry: 619.61, stop: 618.61, target: 620.61 },
      gives: { account_risk_1r: 4379.03, share_size: 4379, reward_risk_ratio: 1, potential_profit: 4379 },
    },
    {
      args: { mode: 'futures', balance: 100_000, contract: '/MES', entry: 5000, stop: 4990, target: 5030 },
      gives: { mode: 'futures' },
    },
    {
      args: {
        mode: 'futures',
        balance: 100_000,
        contract_multiplier: 10,
        margin_per_contract: 2000,
        entry: 5000,
        stop: 4990,
        target: 5030,
      },
      gives: { mode: 'futures' },
    },
    {
      args: {
        mode: 'options',
        balance: 10_000,
        option_type: 'call',
        premium: 2.5,
        delta: 0.4,
        underlying_price: 100,
        multiplier: 100,
      },
      gives: { mode: 'options' },
    },
    {
      args: {
        mode: 'forex',
        balance: 10_000,
        currency_pair: 'EUR/USD',
        lot_type: 'Mini',
        pip_value: 1,
        leverage: 30,
        entry: 1.1,
        stop: 1.095,
        target: 1.12,
      },
      gives: { mode: 'forex' },
    },
    {
      args: { mode: 'crypto', balance: 10_000, entry: 50_000, stop: 49_000, target: 53_000, fee_rate: 0.1 },
      gives: { mode: 'crypto' },
    },
  ],
  bad: [
    {
      args: { balance: 10_000, entry: 100, stop: 100, target: 103 },
      code: 'invalid_arguments',
    },
  ],
};
