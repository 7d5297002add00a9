// The row of a year's tax profile, described once.
import type { ClientOutput, contract } from '@zorivest/contract';
import type { FilingStatus, LotMethod } from '@zorivest/vocabulary';
import { type Column, decimal, flag, integer, json, optional, type RowOf, Shape, text, word } from '@zorivest/store';

export type Profile = ClientOutput<typeof contract.taxProfiles.get>;

/** A column that was added to rows without it: null there means what a new profile starts with. */
function since<S, T>({ store, show }: Column<S, T>, before: S): Column<S, T | null> {
  return { store, show: (stored) => (stored === null ? before : show(stored)) };
}

export const profileColumns = new Shape({
  tax_year: integer,
  filing_status: word<FilingStatus>(),
  state_tax_rate: decimal,
  state: optional(text),
  agi_estimate: decimal,
  qualified_dividends: decimal,
  aged_or_blind: integer,
  withholding: decimal,
  prior_year_tax: optional(decimal),
  prior_year_agi: optional(decimal),
  capital_loss_carryforward: decimal,
  long_carryforward: decimal,
  wash_sale_method: word<Profile['wash_sale_method']>(),
  default_cost_basis: word<LotMethod>(),
  include_drip_wash_detection: flag,
  include_spousal_accounts: flag,
  section_475_elected: flag,
  state_brackets: optional(json<NonNullable<Profile['state_brackets']>>()),
  state_deduction: since(decimal, 0),
  section_1256_roots: optional(json<string[]>()),
  collectibles: optional(json<string[]>()),
  section_988: since(word<Profile['section_988']>(), 'ordinary'),
  year_end_prices: since(json<Profile['year_end_prices']>(), {}),
});

export type TaxProfileRow = RowOf<typeof profileColumns>;
