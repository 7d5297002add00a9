export { type BookedSale, bookSale, type ClosedLot, type Sale } from './book-sale.ts';
export { type TaxLotOptions, type TaxLots, taxLots } from './from-executions.ts';
export type { LotEffect } from './effect.ts';
export type { Lot, LotOption } from './lot.ts';
export type { TreatmentSettings } from './treatment.ts';
export { sharesDelivered } from './premium.ts';
