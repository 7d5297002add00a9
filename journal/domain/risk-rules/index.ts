export { accountDays, type DayEnds } from './account-day.ts';
export { countedBars, equitySteps, firstFrom } from './equity-steps.ts';
export { judgeEquity, type JudgedDay, type RiskBreach, type RiskJudgement } from './judge.ts';
export { type BarColumns, type MarkedTrip, openPartAt, resultAt } from './marked-trip.ts';
export { isPassed, middle, type Odds, ownDays, passOdds, randomOf } from './odds.ts';
export { consistencyOf, type ConsistencyState, daysCounted, otherBreaches } from './other-rules.ts';
export type { RiskRules } from './rules.ts';
export { NO_RULES, riskTemplates } from './templates.ts';
