export { calculatePositionSize } from './calculate-position-size.ts';
export { createTradePlan } from './create-trade-plan.ts';
