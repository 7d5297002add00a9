import type { Form1099, FormBox } from '@zorivest/vocabulary';
import type { Generated } from 'kysely';
import type { TaxProfileRow } from './columns.ts';

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

interface LotBoxRow {
  lot_id: string;
  box: FormBox;
  set_at: string;
}

interface BrokerFormRow {
  id: Generated<number>;
  account_id: string;
  tax_year: number;
  form: Form1099;
  file_name: string | null;
  /** A JSON list of what the file states of each sale. */
  sales: string;
  imported_at: string;
}

export interface TaxTables {
  tax_profiles: TaxProfileRow;
  tax_payments: TaxPaymentRow;
  lot_choices: LotChoiceRow;
  lot_boxes: LotBoxRow;
  broker_forms: BrokerFormRow;
}

declare module '@zorivest/store' {
  interface Database extends TaxTables {}
}
