import { classifyOptionStrategy, type Leg, optionPayoff, parseOptionSymbol, payoffCurve } from '@zorivest/domain';
import { type Call, invalidField } from '@zorivest/store';
import { DOLLARS, getTrade, presentTrade } from '@zorivest/records';
import { basisOfFills } from './basis-of-fills.ts';

const CONVENTION = 'At the expiry, from the prices paid and received, without costs.';

/** The structure that the named executions form, from their own prices and quantities. */
export async function optionStructure(call: Call, execIds: readonly string[]) {
  const trades = [];
  for (const id of execIds) trades.push(presentTrade(await getTrade(call.db, id)));
  const read = trades.map(legOf);
  const underlyings = new Set(read.map(({ underlying }) => underlying));
  if (underlyings.size > 1)
    throw invalidField('leg_exec_ids', `must be of one underlying, not ${[...underlyings].join(', ')}`);
  if (read.every(({ leg }) => leg.right === 'stock'))
    throw invalidField('leg_exec_ids', 'must name at least one option');
  const legs = read.map(({ leg }) => leg);
  const { strategy_type, name } = classifyOptionStrategy(legs);
  const { problems, ...payoff } = optionPayoff(legs);
  return {
    strategy_type,
    name,
    underlying: read[0]?.underlying ?? null,
    legs: read.map(({ shown }) => shown),
    ...payoff,
    breakeven_prices: payoff.breakevens,
    // A curve of legs that end on different days would be a guess.
    payoff: problems.some(({ code }) => code === 'depends_on_volatility') ? [] : payoffCurve(legs, { points: 61 }),
    ...(await basisOfFills(call, { unit: 'structure', currency: trades[0]?.currency ?? DOLLARS, times: trades })),
    convention: CONVENTION,
    problems: problems.map(({ code, message }) => ({ code, message })),
  };
}

function legOf(trade: ReturnType<typeof presentTrade>) {
  const option = parseOptionSymbol(trade.instrument);
  const quantity = trade.action === 'BOT' ? trade.quantity : -trade.quantity;
  const { price, multiplier, exec_id, instrument } = trade;
  const leg: Leg =
    option === null
      ? { right: 'stock', quantity, price, multiplier }
      : { right: option.right, strike: option.strike, expiry: option.expiry, quantity, price, multiplier };
  return {
    leg,
    underlying: option?.underlying ?? instrument,
    shown: {
      exec_id,
      instrument,
      right: leg.right,
      strike: option?.strike ?? null,
      expiry: option?.expiry ?? null,
      quantity,
      price,
    },
  };
}
