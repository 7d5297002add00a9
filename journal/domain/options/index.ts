export { classifyOptionStrategy, type OptionStrategy } from './classify.ts';
export type { Leg } from './leg.ts';
export { type OptionPayoff, optionPayoff, payoffAt, payoffCurve } from './payoff.ts';
export { canonicalOptionSymbol, type OptionContract, parseOptionSymbol } from './symbol.ts';
