// What a field of the book is called and how its value is written, wherever a person sees a row: as a trader says it, and never
// with less than is stored.
import { grades, mistakeNames } from './review.ts';

/** Those whose stored name is not what a trader would say; of the others it is, with spaces. */
const names: Readonly<Record<string, string>> = {
  account_id: 'account',
  account_ids: 'accounts',
  account_type: 'kind of account',
  action: 'side',
  agi_estimate: 'expected income',
  api_key: 'API key',
  api_secret: 'API secret',
  asset_class: 'kind',
  auto_detected: 'found by the journal',
  bso_pct: 'part of the best exit reached, %',
  buy_exec_ids: 'purchases',
  datetime: 'time',
  emotional_state: 'emotion',
  entry_conditions: 'enters when',
  entry_price: 'entry',
  estimated_cost: 'cost',
  exec_id: 'execution number',
  exec_ids: 'executions',
  execution_quality: 'grade of the execution',
  exit_conditions: 'exits when',
  fees_count: 'fees count',
  file_hash: 'digest of the file',
  fx_currency: 'currency it was exchanged into',
  fx_rate: 'exchange rate',
  holding_bars: 'bars held',
  id: 'number',
  import_batch_id: 'import',
  isin: 'ISIN',
  lessons_learned: 'lessons',
  linked_event_id: 'linked event',
  linked_trade_id: 'trade',
  mae_dollars: 'MAE',
  mae_pct: 'MAE, %',
  mfe_dollars: 'MFE',
  mfe_pct: 'MFE, %',
  order_id: 'order number',
  owner_id: 'belongs to',
  owner_type: 'belongs to a',
  playbook_id: 'playbook',
  policy_json: 'pipeline',
  realized_pnl: 'result',
  risk_amount: 'risk',
  root: 'root symbol',
  rule_id: 'rule',
  run_id: 'import',
  sell_exec_id: 'sale',
  settles_on: 'settles on',
  setup_quality: 'grade of the setup',
  sha256: 'digest',
  stop_loss: 'stop',
  strategy_description: 'about the strategy',
  strategy_name: 'strategy',
  tags_of: 'tags belong to',
  target_price: 'target',
  trade_exec_id: 'trade',
  trade_id: 'trade',
  value_date: 'valued on',
  watchlist_id: 'watchlist',
};

/** `stop_loss`: stop. */
export const fieldName = (field: string): string =>
  Object.hasOwn(names, field) ? (names[field] ?? field) : field.replace(/^is_/, '').replaceAll('_', ' ');

/** Stored as 0 or 1. */
const flags = new Set([
  'auto_detected',
  'fees_count',
  'followed',
  'followed_plan',
  'include_drip_wash_detection',
  'include_spousal_accounts',
  'qualified',
  'refuse_plans',
  'section_475_elected',
  'stock_recorded',
  'time_known',
]);

const sides: Readonly<Record<string, string>> = { BOT: 'bought', SLD: 'sold' };

const kinds: Readonly<Record<string, string>> = {
  EQUITY: 'stock',
  OPTION: 'option',
  FUTURE: 'future',
  FOREX: 'currency pair',
  CRYPTO: 'crypto',
  BOND: 'bond',
  MUTUAL_FUND: 'mutual fund',
  FUTURE_OPTION: 'option on a future',
};

/** Fields that hold one word of a list. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  action: sides,
  direction: { BOT: 'long', SLD: 'short' },
  asset_class: kinds,
  category: mistakeNames,
};

/** Their words are the journal's own, with signs for spaces. */
const joined = new Set([
  'account_type',
  'category',
  'default_cost_basis',
  'filing_status',
  'kind',
  'source_type',
  'target_type',
  'wash_sale_method',
]);

const prices =
  /^(?:entry_|target_|settlement_|best_exit_)?price$|^(?:stop_loss|amount|balance|commission|realized_pnl)$/;
const moneys = /^(?:risk_amount|estimated_cost|mae_dollars|mfe_dollars|position_size|cost_basis)$/;

/** A decimal with all its digits, and two places where it has fewer. */
export function twoPlaces(decimal: string): string {
  if (!/^-?\d+(?:\.\d+)?$/.test(decimal)) return decimal;
  const [whole = '', places = ''] = decimal.split('.');
  return `${whole}.${places.padEnd(2, '0')}`;
}

/** A value of a field as a person says it; what it is no word for stays as it is. */
export function fieldValue(field: string, value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value);
  if ((flags.has(field) || field.startsWith('is_')) && /^[01]$/.test(text)) return text === '1' ? 'yes' : 'no';
  if (field.endsWith('_quality') && /^[1-5]$/.test(text)) return grades[grades.length - Number(text)];
  const known = Object.hasOwn(words, field) ? words[field] : undefined;
  if (known !== undefined && Object.hasOwn(known, text)) return known[text];
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  if (prices.test(field) || moneys.test(field)) return twoPlaces(text);
  return joined.has(field) ? text.replaceAll('_', ' ').toLowerCase() : value;
}
