interface FxRateRow {
  /** `YYYY-MM-DD` */
  date: string;
  base: string;
  quote: string;
  /** One of the base in the quote, a decimal. */
  rate: string;
  source: string;
}

export interface FxTables {
  fx_rates: FxRateRow;
}

declare module '@zorivest/store' {
  interface Database extends FxTables {}
}
