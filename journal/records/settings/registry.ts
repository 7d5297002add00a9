// Every setting there is: its type, default and bounds. A `*` in a key stands for one segment.
import { logFeatures } from '@zorivest/contract';
import { calendarIn } from '@zorivest/domain';
import { tradeUnits } from '@zorivest/vocabulary';

export type ValueType = 'str' | 'int' | 'float' | 'bool' | 'json';

export interface SettingSpec {
  readonly type: ValueType;
  readonly byDefault: string;
  readonly allowed?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly maxLength?: number;
  /** What is wrong with a value in a way that bounds cannot say; null when it is fine. */
  readonly wrong?: (text: string) => string | null;
  /** Only these leave the machine in an export. Sensitive ones say where the person was or what they looked at. */
  readonly exportable: boolean;
  /** Why no person or key may change it: the service alone does. */
  readonly fixed?: string;
  /** Only the person may change it, never a key. */
  readonly personOnly?: true;
}

const flag = (byDefault: boolean): SettingSpec => ({ type: 'bool', byDefault: String(byDefault), exportable: true });
const whole = (byDefault: number, min: number, max: number): SettingSpec => ({
  type: 'int',
  byDefault: String(byDefault),
  min,
  max,
  exportable: true,
});
const choice = (byDefault: string, allowed: readonly string[]): SettingSpec => ({
  type: 'str',
  byDefault,
  allowed,
  exportable: true,
});

const timeZone = (byDefault: string): SettingSpec => ({
  type: 'str',
  byDefault,
  maxLength: 64,
  exportable: true,
  wrong: (text) => (calendarIn(text) === null ? 'must be a time zone such as America/New_York or UTC' : null),
});
const currency = (byDefault: string): SettingSpec => ({
  type: 'str',
  byDefault,
  exportable: true,
  wrong: (text) => (/^[A-Z]{3}$/.test(text) ? null : 'must be a currency code such as USD'),
});

function isLocale(text: string): boolean {
  try {
    return text === '' || Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

function each(names: readonly string[], key: (name: string) => string, spec: SettingSpec) {
  return Object.fromEntries(names.map((name) => [key(name), spec]));
}

const dashboardSections = ['account_summary', 'recent_trades', 'plan_highlights', 'watchlist_summary'];

export const registry: Readonly<Record<string, SettingSpec>> = {
  ...each(['delete', 'restore', 'clear_data', 'export', 'import'], (name) => `dialog.confirm_${name}`, flag(true)),
  ...each(
    logFeatures,
    (name) => `logging.${name}.level`,
    choice('INFO', ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL']),
  ),
  'logging.rotation_mb': whole(10, 1, 500),
  'logging.backup_count': whole(5, 1, 50),
  'display.hide_dollars': flag(false),
  'display.hide_percentages': flag(false),
  // Whose days a closing day, a month or a period mean, in every figure.
  'display.time_zone': timeZone('America/New_York'),
  // What amounts are in unless a question asks for another currency.
  'book.base_currency': currency('USD'),
  // Whether what is in it is made up, and prices with it.
  'book.demo': {
    type: 'bool',
    byDefault: 'false',
    exportable: false,
    fixed: 'is set when a book is filled with the demo, and never changes',
  },
  // For how many days a price holds where none is newer; then there is a gap.
  'prices.oldest_days': whole(7, 1, 365),
  // How much room stored bars may take; minutes farthest from a fill go first.
  'bars.max_mb': whole(500, 1, 100_000),
  // Whether bars around trades are asked of providers after an import.
  'bars.fetch': flag(true),
  // What counts as one trade unless a question says otherwise.
  'analytics.unit': choice('structure', tradeUnits),
  'display.percent_mode': choice('daily', ['daily', 'total']),
  // What all keys together may spend in a day on models that are paid for; 0: the person is asked each time.
  'providers.daily_cap_cents': { ...whole(0, 0, 100_000), exportable: false, personOnly: true },
  // How long a write of an assistant waits for the person; then the answer is no.
  'approvals.wait_minutes': { ...whole(15, 1, 1440), exportable: false, personOnly: true },
  'backup.auto_interval_seconds': whole(300, 60, 86_400),
  'backup.auto_change_threshold': whole(100, 1, 10_000),
  // Exists for older settings files: encrypted pages do not compress.
  'backup.compression_enabled': flag(true),
  'backup.max_age_days': whole(90, 1, 3650),
  // A folder that exists, on another disk for choice; empty for none.
  'backup.copy_to': { type: 'str', byDefault: '', maxLength: 1000, exportable: false, personOnly: true },
  // How long what was deleted or changed can be undone.
  'bin.days': { ...whole(30, 1, 365), personOnly: true },
  'ui.theme': choice('system', ['light', 'dark', 'system']),
  'ui.density': choice('compact', ['compact', 'comfortable']),
  // How gains and losses are distinguished, besides their signs.
  'ui.colours': choice('blue_orange', ['blue_orange', 'green_red', 'red_green']),
  // Empty: as the browser has it.
  'ui.locale': {
    type: 'str',
    byDefault: '',
    maxLength: 35,
    exportable: true,
    wrong: (text) => (isLocale(text) ? null : 'must be a language tag such as en-US or de-DE, or empty'),
  },
  // Which day stands first in a week of the calendar, and whose week a weekly sum is of.
  'ui.week_start': choice('monday', ['monday', 'sunday', 'saturday']),
  // How long the app may lie untouched before its session ends.
  'ui.idle_minutes': whole(30, 5, 720),
  'ui.notify_approvals': flag(false),
  // The columns of the list of trades by their names; none means the usual ones.
  'ui.trades.columns': { type: 'json', byDefault: '[]', maxLength: 2000, exportable: false },
  // The parts of the dashboard in their order, and those that are not shown; none means the usual ones.
  'ui.dashboard.order': { type: 'json', byDefault: '[]', maxLength: 2000, exportable: false },
  'ui.dashboard.hidden': { type: 'json', byDefault: '[]', maxLength: 2000, exportable: false },
  'ui.activePage': { type: 'str', byDefault: '/', maxLength: 256, exportable: false },
  'ui.panel.*.collapsed': { type: 'bool', byDefault: 'false', exportable: false },
  'ui.sidebar.width': whole(280, 150, 600),
  'ui.accounts.active': { type: 'str', byDefault: '', maxLength: 36, exportable: false },
  'ui.accounts.mru': { type: 'json', byDefault: '[]', exportable: false },
  'ui.watchlist.colorblind_mode': flag(false),
  'scheduling.default_timezone': { type: 'str', byDefault: 'UTC', maxLength: 64, exportable: true },
  ...each(['success', 'info', 'warning', 'confirmation'], (name) => `notification.${name}.enabled`, flag(true)),
  // Whose rate turns a foreign amount into dollars on a return: that of the trade day or of the settlement day.
  'tax.fx_day': choice('trade', ['trade', 'settlement']),
  'tax.conflict_resolution': choice('flag', ['flag', 'auto_resolve', 'block']),
  ...each(dashboardSections, (name) => `dashboard.sections.${name}.enabled`, flag(true)),
  ...Object.fromEntries(
    dashboardSections.map((name, index) => [`dashboard.sections.${name}.order`, whole(index + 1, 1, 100)]),
  ),
};

const patterns = Object.entries(registry)
  .filter(([key]) => key.includes('*'))
  .map(([key, spec]) => ({
    pattern: new RegExp(`^${key.replaceAll('.', '\\.').replaceAll('*', '[A-Za-z0-9_-]{1,64}')}$`),
    spec,
  }));

export function specOf(key: string): SettingSpec | undefined {
  if (key.includes('*')) return undefined;
  // A registry is a plain object: `constructor` and its kin are not settings.
  if (Object.hasOwn(registry, key)) return registry[key];
  return patterns.find(({ pattern }) => pattern.test(key))?.spec;
}
