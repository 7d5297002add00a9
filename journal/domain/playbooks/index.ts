export { type ComparedTrade, compareWithRule, type Comparison, matchTrades } from './compare.ts';
export { costOfRule, FEWEST_RATED, type RatedTrade, type RuleCost } from './cost.ts';
export { checkRule, type MachineRule, type PlaybookRule, type RuledTrade, type Verdict } from './rules.ts';
