import type { AnyTool } from '@zorivest/kernel';
import { estimateTax, getYtdTaxSummary, simulateTaxImpact } from './estimates.ts';
import { findWashSales, getTaxLots, harvestLosses } from './lots.ts';
import { getQuarterlyEstimate, recordQuarterlyTaxPayment } from './quarterly.ts';

export const tax: readonly AnyTool[] = [
  simulateTaxImpact,
  estimateTax,
  findWashSales,
  getTaxLots,
  getQuarterlyEstimate,
  recordQuarterlyTaxPayment,
  harvestLosses,
  getYtdTaxSummary,
];
