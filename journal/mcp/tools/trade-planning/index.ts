import type { AnyTool } from '@zorivest/kernel';
import { calculatePositionSize } from './calculate-position-size.ts';
import { createTradePlan } from './create-trade-plan.ts';

export const tradePlanning: readonly AnyTool[] = [calculatePositionSize, createTradePlan];
