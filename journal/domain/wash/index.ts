export {
  findWashSales,
  type FindWashSalesInput,
  type FoundWashSale,
  type FoundWashSales,
  washConvention,
} from './find.ts';
export type { WashSaleOptions } from './identical.ts';
export { relatedBy } from './related.ts';
export { type WashedLot, type WashSale, type WashSales, washSales } from './wash-sales.ts';
