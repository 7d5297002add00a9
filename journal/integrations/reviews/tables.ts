interface ReviewerRow {
  /** Always 1: there is one or none. */
  id: number;
  protocol: string;
  endpoint: string;
  model: string;
  /** Sealed. */
  api_key: string | null;
  input_cents_per_million: string;
  output_cents_per_million: string;
}

export interface ReviewTables {
  reviewer: ReviewerRow;
}

declare module '@zorivest/store' {
  interface Database extends ReviewTables {}
}
