import { phrases } from './phrases.ts';

export const tradePlanning = phrases({
  calculate_position_size: `
    how many shares, risk per trade, lot size, position sizing, 1R, reward to risk, how much to buy, size a
    trade, stop loss calculator, shares, how big, how much stock, contracts to buy, risk 1 percent, 1 percent,
    risk amount, stop distance, R multiple, reward, afford, size, sizing, put into, invest, how much should I,
    how much to risk, amount to buy, bet size, how heavy, how many contracts
  `,
  create_trade_plan: `
    trade idea, setup, thesis, planned entry, playbook, watch for entry, prepare trade, plan, idea, write a
    plan, I want to buy, looking to enter, target and stop, watch, prepare, before I enter, idea buy, thinking
    of buying, if it breaks, entry at, considering, next trade, setup idea, setting up, stop at, above 100,
    below 100, game plan, short below, long above, if it goes above, waiting for
  `,
});
