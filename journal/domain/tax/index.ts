export { TAX_DISCLAIMER } from './disclaimer.ts';
export { type FederalReturn, federalReturn, type FederalReturnInput } from './federal-return.ts';
export { type IncomeTax, incomeTax, type IncomeTaxInput } from './income-tax.ts';
export { TAX_YEARS } from './parameters.ts';
export { type Section1256, section1256, type Section1256Input } from './section-1256.ts';
export { FILING_STATUSES, type FilingStatus } from './statute.ts';
export { type Niit, niit, type NiitInput } from './surtaxes.ts';
export { type Installment, quarterlyEstimate, type QuarterlyEstimate, type QuarterlyInput } from './quarterly.ts';
