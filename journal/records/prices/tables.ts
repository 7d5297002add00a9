import type { PriceRow } from './columns.ts';

export interface PriceTables {
  prices: PriceRow;
}

declare module '@zorivest/store' {
  interface Database extends PriceTables {}
}
