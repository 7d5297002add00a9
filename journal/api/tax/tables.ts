import type { Generated } from 'kysely';

export interface TaxProfileRow {
  tax_year: number;
  filing_status: string;
  state_tax_rate: string;
  state: string | null;
  agi_estimate: string;
  qualified_dividends: string;
  aged_or_blind: number;
  withholding: string;
  prior_year_tax: string | null;
  prior_year_agi: string | null;
  capital_loss_carryforward: string;
  long_carryforward: string;
  wash_sale_method: string;
  default_cost_basis: string;
  include_drip_wash_detection: number;
  include_spousal_accounts: number;
  section_475_elected: number;
  /** JSON. */
  state_brackets: string | null;
  state_deduction: string | null;
  /** JSON. */
  section_1256_roots: string | null;
  /** JSON. */
  year_end_prices: string | null;
}

interface TaxPaymentRow {
  id: Generated<number>;
  tax_year: number;
  quarter: number;
  amount: string;
  paid_on: string;
  created_at: string;
}

interface LotChoiceRow {
  sell_exec_id: string;
  /** A JSON list. */
  buy_exec_ids: string;
  chosen_at: string;
}

export interface TaxTables {
  tax_profiles: TaxProfileRow;
  tax_payments: TaxPaymentRow;
  lot_choices: LotChoiceRow;
}
