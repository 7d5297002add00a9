export { convert, type ConvertedBook } from './convert.ts';
export { MissingRates } from './missing.ts';
export { type ForeignMoney, moneyAt, rateOn } from './money.ts';
export { type RateRow, Rates } from './rates.ts';
export { settlementDay } from './settlement.ts';
