// One rule over the candles of one symbol, from plain data to plain data.
import { seriesOf, type Candle, type Series } from '../candles/series.ts';
import { auxiliary } from '../compatible/run.ts';
import { fateOf, type Fate, type RealisticFigures } from '../realistic/measure.ts';
import { runRealistic } from '../realistic/run.ts';
import { costsFor, type Trade } from '../realistic/trade.ts';
import { modeSchema } from '../request/mode.ts';
import { requestSchema } from '../request/schema.ts';
import { conventionsOf, type Conventions } from './conventions.ts';
import { warningsOf } from './warnings.ts';

export interface RuleInput {
  /** As in a request. */
  readonly strategy: Readonly<Record<string, unknown>>;
  /** As in a request, without what tries many rules (`sweep`, `walk_forward`). */
  readonly mode?: Readonly<Record<string, unknown>> | undefined;
  readonly candles: readonly Candle[] | Series;
  readonly symbol?: string | undefined;
  /** The first bar whose close may decide; those before it only warm the indicators up. The first of all when left out. */
  readonly from?: number | undefined;
}

export interface RuleResult extends RealisticFigures {
  readonly outcome: Fate;
  readonly trade_list: readonly Trade[];
  /** Unix seconds and equity of every bar. */
  readonly time: readonly number[];
  readonly equity: readonly number[];
  readonly conventions: Conventions;
  readonly warnings: readonly string[];
}

export function runRule({ strategy, mode = {}, candles, symbol = 'X', from = 0 }: RuleInput): RuleResult {
  const asked = requestSchema.safeParse({ symbol, strategy: { name: 'rule', volume: 1, ...strategy }, mode });
  if (!asked.success)
    throw new RangeError(asked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  const { strategy: checked, swap_history = [] } = asked.data;
  const rules = asked.data.mode ?? modeSchema.parse({});
  if (rules.sweep !== undefined || rules.walk_forward !== undefined)
    throw new RangeError('mode: sweep and walk_forward run many rules; runRule runs one');
  const series = Array.isArray(candles) ? seriesOf(candles as readonly Candle[]) : (candles as Series); // the only other form
  const run = runRealistic(
    { series, strategy: checked, mode: rules, symbol, aux: auxiliary(undefined), swaps: swap_history },
    { from },
  );
  return {
    outcome: fateOf(run.figures),
    ...run.figures,
    trade_list: run.trades,
    time: [...run.time],
    equity: [...run.equity],
    conventions: conventionsOf(rules, costsFor(rules, symbol), run.figures),
    warnings: warningsOf(run, rules),
  };
}
