/** What a concise answer may leave out of a detailed one: words and what other fields give, never an amount, a date, a quantity, a set flag or an id. */

/** Computed at the moment of the call, so that it differs between two calls of one client as well. */
const MOVING = new Set(['computed_at', 'age_seconds', 'run_id', 'resolved_at', 'expires_at']);

/** What `less` says otherwise than `whole`, by path; that it says less is its right. */
export function contradictions(less: unknown, whole: unknown, path = ''): string[] {
  if (Array.isArray(less)) {
    if (!Array.isArray(whole) || less.length !== whole.length) return [`${path}: another list`];
    return less.flatMap((item, index) => contradictions(item, whole[index], `${path}[${index}]`));
  }
  if (typeof less === 'object' && less !== null) {
    const fields = (whole ?? {}) as Record<string, unknown>;
    return Object.entries(less).flatMap(([key, value]) =>
      MOVING.has(key) ? [] : contradictions(value, fields[key], `${path}.${key}`),
    );
  }
  return Object.is(less, whole) ? [] : [`${path}: ${String(less)} is not ${String(whole)}`];
}

/** For drawing: as many points as it takes. */
const SERIES = new Set(['payoff', 'points', 'curve', 'series']);

/** What a concise answer leaves out although it is a number, with what gives it all the same. */
const IMPLIED: Readonly<Record<string, string>> = {
  fx_pnl: 'pnl and price_pnl, which is left out while it is the same',
  gross_profit: 'wins and avg_win',
  gross_loss: 'losses and avg_loss',
  holding_period_seconds: 'opened_at and closed_at',
  holding_period_days: 'date_acquired and date_sold',
  long_term_from: 'holding_start, or date_acquired where that is the same',
  wash_window: 'sold_on',
  buy_trade: 'replacement_lot, which is named after it',
  chain_id: 'loss_lot, sell_trade and replacement_lot',
  settings: 'the kind of broker: what its credentials are called',
  multiplier: 'the instrument',
  cumulative_required: 'the quarters before it',
  cumulative_paid: 'the quarters before it',
  cumulative_due: 'the quarters before it',
  limit: 'the call',
  offset: 'the call',
  timeout: 'the settings of the provider',
  seed: 'the call',
  age_seconds: 'the moment of the call',
};

/** Shares, rates and scores: not what was paid, held or when. */
const RATIOS =
  /ratio|_pct$|_rate|frequency|probability|sqn|profit_factor|confidence|share$|score|kelly|expected_return|equity_percentiles|equity_fan|losing_streak_table|break_even|edge|_bps$|beta/;

const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d/.test(text);
const isId = (key: string): boolean => /(^|_)ids?$|^(lot|sell_trade|buy_trade|loss_lot|replacement_lot)$/.test(key);

/** Whether leaving this out would leave out a fact: an amount, a date, a quantity, a flag that is set, an id. */
function isFact(key: string, value: unknown): boolean {
  if (value === true) return true;
  if (typeof value === 'number') return value !== 0 && !RATIOS.test(key);
  return typeof value === 'string' && (isDate(value) || isId(key));
}

/** Every value of an answer. */
export function valuesIn(node: unknown, found = new Set<unknown>()): Set<unknown> {
  if (typeof node !== 'object' || node === null) found.add(node);
  else for (const inner of Object.values(node)) valuesIn(inner, found);
  return found;
}

/** Facts of `whole` that `less` has not at their place, and their value nowhere else. */
export function lostFacts(whole: unknown, less: unknown, stated: ReadonlySet<unknown>, path = ''): string[] {
  if (Array.isArray(whole)) {
    const rows = Array.isArray(less) ? (less as unknown[]) : [];
    return whole.flatMap((item, index) => lostFacts(item, rows[index], stated, `${path}[${index}]`));
  }
  if (typeof whole !== 'object' || whole === null) return [];
  const fields = (typeof less === 'object' && less !== null ? less : {}) as Record<string, unknown>;
  return Object.entries(whole).flatMap(([key, value]) => {
    const here = `${path}.${key}`;
    if (MOVING.has(key) || SERIES.has(key) || key in IMPLIED || RATIOS.test(key) || DROPPED.has(key)) return [];
    const inner = typeof value === 'object' ? lostFacts(value, fields[key], stated, here) : [];
    const isLost = isFact(key, value) && fields[key] === undefined && !stated.has(value) && !isSum(key, value, fields);
    return isLost ? [here, ...inner] : inner;
  });
}

/** Before costs: left out only where net result and costs add up to it. */
function isSum(key: string, value: unknown, { pnl, total_commission }: Record<string, unknown>): boolean {
  return key === 'gross_pnl' && Math.abs(Number(pnl) + Number(total_commission) - Number(value)) < 1e-8;
}

/** What no concise answer has: when the row itself was made. */
const DROPPED = new Set(['created_at', 'updated_at', 'fetched_at']);
