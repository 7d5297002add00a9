// What a cell of a whole book may hold. The zip may have been edited by hand: what no part of this program would have written is
// named and refused before a row is stored.
import { parseQuantity } from '@zorivest/domain';
import {
  assetClasses,
  directions,
  feeTypes,
  filingStatuses,
  formBoxes,
  importKinds,
  instrumentNameKinds,
  lotMethods,
  mistakeCategories,
  nameSources,
  positionEventKinds,
  reportsBasis,
  reversalSides,
  routingTypes,
  tradeActions,
  transactionCategories,
} from '@zorivest/vocabulary';
import type { Value } from './book-csv.ts';
import type { LeavingColumn, LeavingTable } from './book-tables.ts';

/** Why a value cannot stand in its column, in words that go on after the column's name; null where it can. */
type Check = (value: string | number) => string | null;

export type RowCheck = (row: Readonly<Record<string, Value>>) => string | null;

/** Longer than any decimal that is written here. */
const LONGEST_DECIMAL = 60;

const decimal: Check = (value) =>
  typeof value === 'string' && value.length <= LONGEST_DECIMAL && /^-?\d/.test(value) && parseQuantity(value) !== null
    ? null
    : 'is no number';

const time: Check = (value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/.test(value) && isReal(value)
    ? null
    : 'is no time such as 2026-01-15T14:30:00.000Z';

const day: Check = (value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && isReal(value) ? null : 'is no day such as 2026-01-15';

function isReal(text: string): boolean {
  const at = new Date(text);
  // The thirtieth of February is read as the first of March.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text.slice(0, 10));
}

const json: Check = (value) => {
  try {
    JSON.parse(String(value));
    return null;
  } catch {
    return 'is no JSON';
  }
};

const flag: Check = (value) => (value === 0 || value === 1 ? null : 'must be 0 or 1');
const whole: Check = (value) => (Number.isSafeInteger(value) ? null : 'is no whole number');
const currency: Check = (value) =>
  /^[A-Z0-9]{2,12}$/.test(String(value)) ? null : 'is not a currency code such as USD';

function oneOf(words: readonly string[]): Check {
  return (value) => (words.includes(String(value)) ? null : `must be one of ${words.join(', ')}`);
}

function inAll(check: Check, names: string): [string, Check][] {
  return names.split(' ').map((name) => [name, check]);
}

/** By the name of a column: one name means one thing in every table. */
const BY_NAME: ReadonlyMap<string, Check> = new Map([
  ...inAll(
    decimal,
    'agi_estimate allocation amount amount_per_share balance best_exit_price bso_pct capital_loss_carryforward cash_per_share ' +
      'commission cost_basis entry_price estimated_cost fx_rate input_cents_per_million long_carryforward mae_dollars mae_pct ' +
      'mfe_dollars mfe_pct multiplier new_shares old_shares output_cents_per_million position_size price prior_year_agi ' +
      'prior_year_tax qualified_dividends quantity rate realized_pnl risk_amount settlement_price state_deduction ' +
      'state_tax_rate stop_loss target_price withholding',
  ),
  ...inAll(
    time,
    'added_at approved_at at cancelled_at chosen_at completed_at computed_at created_at datetime decided_at deleted_at ' +
      'executed_at finished_at set_at started_at time undone_at updated_at',
  ),
  ...inAll(day, 'date paid_on settles_on valid_from valid_to value_date'),
  ...inAll(
    json,
    'buy_exec_ids collectibles counts exec_ids lot_ids lots policy_json row_counts section_1256_roots snapshot_json spec_json ' +
      'state_brackets tags year_end_prices',
  ),
  ...inAll(
    flag,
    'aged_or_blind auto_detected dry_run followed_plan include_drip_wash_detection include_spousal_accounts is_archived is_change ' +
      'is_default is_spousal is_system is_tax_advantaged qualified section_475_elected stock_recorded time_known',
  ),
  ...inAll(currency, 'base currency fx_currency quote'),
]);

/** What a name alone does not state. */
const BY_TABLE: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  accounts: { reports_basis: oneOf(reportsBasis) },
  bank_transactions: { category: oneOf(transactionCategories) },
  import_runs: { kind: oneOf(importKinds) },
  instrument_names: { kind: oneOf(instrumentNameKinds), source: oneOf(nameSources) },
  lot_boxes: { box: oneOf(formBoxes) },
  mistake_entries: { category: oneOf(mistakeCategories) },
  position_events: { kind: oneOf(positionEventKinds), value: decimal },
  tax_profiles: { filing_status: oneOf(filingStatuses), default_cost_basis: oneOf(lotMethods), aged_or_blind: whole },
  trade_plans: { direction: (value) => oneOf([...directions, ...tradeActions])(value) },
  trades: {
    action: oneOf(tradeActions),
    asset_class: oneOf(assetClasses),
    routing: oneOf(routingTypes),
    tags_of: oneOf(reversalSides),
    quantity: (value) => decimal(value) ?? (Number(value) > 0 ? null : 'must be above 0'),
    multiplier: (value) => decimal(value) ?? (Number(value) > 0 ? null : 'must be above 0'),
  },
  transaction_ledger: { fee_type: oneOf(feeTypes) },
};

/** What a row of a table must keep to: each value its column, and nothing missing that must be there. */
export function rowCheck({ name, columns }: Pick<LeavingTable, 'name' | 'columns'>): RowCheck {
  const checks = columns.map((column) => [column, checkOf(name, column)] as const);
  return (row) => {
    for (const [column, check] of checks) {
      const value = row[column.name] ?? null;
      if (value === null) {
        if (column.isRequired) return `${column.name} is missing`;
      } else {
        const fault = check?.(value) ?? null;
        if (fault !== null) return `${column.name} ${JSON.stringify(String(value).slice(0, 40))} ${fault}`;
      }
    }
    return null;
  };
}

function checkOf(table: string, { name, isNumber }: LeavingColumn): Check | undefined {
  const own = BY_TABLE[table];
  if (own !== undefined && Object.hasOwn(own, name)) return own[name];
  const usual = BY_NAME.get(name);
  // A name of a text may be that of a number elsewhere.
  return usual === undefined || (isNumber && usual !== flag) ? undefined : usual;
}
