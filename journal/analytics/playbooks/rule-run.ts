// The rule of a playbook run by the backtest engine: signals of a bar are filled at the open of the next.
import { runRule, type RuleResult } from '@zorivest/engine';
import type { Playbook } from '@zorivest/records';
import type { Stretch } from './rule-bars.ts';

/** Room for any series of losses: a run must not end because a made-up account is empty. */
const EQUITY = 1e9;

export type RuleOf = Pick<Playbook, 'entry_long' | 'exit_long' | 'entry_short' | 'exit_short'>;

interface Terms {
  readonly quantity: number;
  /** Of one unit, each way. */
  readonly commission: number;
  readonly multiplier: number;
  /** Of hours and weekdays in its expressions, as everywhere in the book. */
  readonly time_zone: string;
}

export function runPlaybook(
  { entry_long, exit_long, entry_short, exit_short }: RuleOf,
  { series, from }: Stretch,
  { quantity, commission, multiplier, time_zone }: Terms,
): RuleResult['trade_list'] {
  return runRule({
    strategy: {
      volume: quantity,
      ...(entry_long !== null && { entry_long }),
      ...(exit_long !== null && { exit_long }),
      ...(entry_short !== null && { entry_short }),
      ...(exit_short !== null && { exit_short }),
    },
    mode: { contract_size: multiplier, initial_equity: EQUITY, costs: [{ commission }], time_zone },
    candles: series,
    from,
    symbol: 'X',
  }).trade_list;
}
