export { estimateTax } from './estimate-tax.ts';
export { findWashSales } from './find-wash-sales.ts';
export { getQuarterlyEstimate } from './get-quarterly-estimate.ts';
export { getTaxLots } from './get-tax-lots.ts';
export { getYtdTaxSummary } from './get-ytd-tax-summary.ts';
export { harvestLosses } from './harvest-losses.ts';
export { recordQuarterlyTaxPayment } from './record-quarterly-tax-payment.ts';
export { simulateTaxImpact } from './simulate-tax-impact.ts';
