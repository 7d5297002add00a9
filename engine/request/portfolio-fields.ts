// Which fields of `strategy`, `mode`, `data` and `portfolio` a portfolio uses. Every other field that is given is refused by
// name, because a field that is accepted and ignored makes a result look like something it is not.
import { tokens } from '../language/token.ts';
import type { Fault } from './expressions.ts';
import { modeSchema, type Mode } from './mode.ts';

type UnknownRecord = Readonly<Record<string, unknown>>;
const asRecord = (value: unknown): UnknownRecord =>
  typeof value === 'object' && value !== null ? (value as UnknownRecord) : {}; // looked up one by one

/** How a portfolio decides. */
export type Decision = 'weights' | 'signals' | 'orders' | 'strategy';

/** What `portfolio` holds, and the ways to decide to which it applies. */
const PORTFOLIO_RULES: Readonly<Record<string, readonly Decision[]>> = {
  limits: ['weights', 'signals', 'orders', 'strategy'],
  fill: ['weights', 'signals', 'strategy'],
  size: ['signals', 'strategy'],
  size_type: ['signals', 'orders', 'strategy'],
  direction: ['signals', 'orders', 'strategy'],
  call_sequence: ['signals', 'orders', 'strategy'],
  integer_positions: ['weights', 'signals', 'orders', 'strategy'],
  lock_cash: ['signals', 'orders', 'strategy'],
  update_value: ['orders'],
  rolls: ['weights', 'signals', 'orders', 'strategy'],
};
export const PORTFOLIO_RULE_NAMES = Object.keys(PORTFOLIO_RULES);

/** Of a strategy: its name, numbers for expressions, and the entries and exits that are signals of every symbol. */
const STRATEGY_USED = ['name', 'params', 'volume', 'entry_long', 'exit_long', 'entry_short', 'exit_short'];
const MODE_USED: readonly (keyof Mode)[] = [
  'fill',
  'leverage',
  'maintenance',
  'initial_equity',
  'periods_per_year',
  'time_zone',
  'equity_curve',
  'report',
];
/** Where a portfolio has a field of its own for the same thing. */
const INSTEAD: Readonly<Record<string, string>> = {
  'strategy.volume': 'portfolio.size',
  'mode.costs': 'costs',
  'mode.direction': 'portfolio.direction',
  'mode.size': 'portfolio.size and portfolio.size_type',
};

/** A default of the schema looks like the same value given, and changes nothing. */
const MODE_DEFAULTS: UnknownRecord = modeSchema.parse({});
const isDefault = (name: string, value: unknown) => JSON.stringify(value) === JSON.stringify(MODE_DEFAULTS[name]);

function unusedFault(part: string, name: string): Fault {
  const instead = INSTEAD[`${part}.${name}`];
  return {
    path: [part, name],
    message: `does not apply to a portfolio${instead === undefined ? '; leave it out' : `; give ${instead}`}`,
  };
}

/** The fields that a portfolio with this way to decide would ignore. */
export function unusedFields(request: UnknownRecord, decision: Decision | undefined): readonly Fault[] {
  const strategy = asRecord(request.strategy);
  const mode = asRecord(request.mode);
  const data = asRecord(request.data);
  const portfolio = asRecord(request.portfolio);
  const faults: Fault[] = [];
  for (const [name, value] of Object.entries(strategy)) {
    if (value === undefined || value === null || STRATEGY_USED.includes(name)) continue;
    faults.push(unusedFault('strategy', name));
  }
  // 1 is what a strategy needs to have, whatever it is used for.
  if (strategy.volume !== undefined && strategy.volume !== 1) faults.push(unusedFault('strategy', 'volume'));
  if (strategy.entry_long !== undefined && strategy.entry_short !== undefined)
    for (const name of ['exit_long', 'exit_short'])
      if (strategy[name] !== undefined)
        faults.push({
          path: ['strategy', name],
          message: 'does not apply to a portfolio with both entries: each entry closes the other side; leave it out',
        });
  if (strategy.entry_long === undefined && strategy.exit_long !== undefined)
    faults.push({ path: ['strategy', 'exit_long'], message: 'needs entry_long' });
  if (strategy.entry_short === undefined && strategy.exit_short !== undefined)
    faults.push({ path: ['strategy', 'exit_short'], message: 'needs entry_short' });
  for (const [name, value] of Object.entries(mode)) {
    if (value === undefined || MODE_USED.some((used) => used === name) || isDefault(name, value)) continue;
    faults.push(unusedFault('mode', name));
  }
  for (const name of ['holdout', 'open_holdout']) if (data[name] !== undefined) faults.push(unusedFault('data', name));
  if (decision === undefined) return faults;
  const texts = expressionsOf(request);
  const hasDays = texts.length > 0 || hasDayOrders(request.orders);
  if (!hasDays && !isDefault('time_zone', mode.time_zone ?? MODE_DEFAULTS.time_zone))
    faults.push({
      path: ['mode', 'time_zone'],
      message: 'only applies to expressions and orders for a day; leave it out',
    });
  const names = new Set(texts.flatMap((text) => namesIn(text)));
  for (const name of Object.keys(asRecord(strategy.params)))
    if (!names.has(name))
      faults.push({
        path: ['strategy', 'params', name],
        message: 'no expression of the request uses it; leave it out',
      });
  for (const [name, value] of Object.entries(portfolio)) {
    const used = PORTFOLIO_RULES[name];
    if (value === undefined || used === undefined || used.includes(decision)) continue;
    faults.push({
      path: ['portfolio', name],
      message: `does not apply to ${decision}, only to ${used.join(', ')}; leave it out`,
    });
  }
  if (request.optimistic !== undefined && decision !== 'orders')
    faults.push({ path: ['optimistic'], message: `does not apply to ${decision}, only to orders; leave it out` });
  return [...faults, ...fillFaults(mode.fill, portfolio.fill, decision)];
}

const hasDayOrders = (orders: unknown): boolean =>
  Array.isArray(orders) && orders.some((order) => asRecord(order).time_in_force === 'day');

/** Every expression by which a portfolio decides. */
function expressionsOf({ weights, signals, strategy }: UnknownRecord): string[] {
  const { entries, exits, ...bySymbol } = asRecord(signals);
  const pairs = [{ entries, exits }, ...Object.values(bySymbol).map(asRecord)];
  const { entry_long, exit_long, entry_short, exit_short } = asRecord(strategy);
  return [
    asRecord(weights).expression,
    ...pairs.flatMap((pair) => [pair.entries, pair.exits]),
    entry_long,
    exit_long,
    entry_short,
    exit_short,
  ].filter((text) => typeof text === 'string');
}

/** The names in an expression; none where it cannot be read, which is refused elsewhere. */
function namesIn(text: string): string[] {
  try {
    return tokens(text).map((token) => token.text);
  } catch {
    return [];
  }
}

function fillFaults(ofMode: unknown, ofPortfolio: unknown, decision: Decision): Fault[] {
  if (ofMode === undefined) return [];
  const path = ['mode', 'fill'];
  if (decision === 'orders')
    return [{ path, message: 'does not apply to orders: their type says when they fill; leave it out' }];
  if (ofMode === 'intrabar')
    return [{ path, message: 'a portfolio fills at close or next_open: it has no stops and targets inside a bar' }];
  return ofPortfolio === undefined || ofPortfolio === ofMode
    ? []
    : [{ path, message: `differs from portfolio.fill, which is ${JSON.stringify(ofPortfolio)}; give one of them` }];
}
