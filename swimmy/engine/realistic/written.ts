// What a strategy's expressions say, evaluated on a frame of bars.
import { TRUE } from '../../language/columns.ts';
import { condition, quantity } from '../../language/compile.ts';
import type { Frame } from '../../language/frame.ts';
import type { Parameters } from '../../language/scope.ts';
import { tokens } from '../../language/token.ts';
import { CONDITIONS, EXPRESSIONS, timeStop } from '../../request/expressions.ts';
import type { Strategy } from '../../request/schema.ts';
import { BUY, EXIT_LONG, EXIT_SHORT, SELL, type Flags } from '../flags.ts';

const BITS = { entry_long: BUY, entry_short: SELL, exit_long: EXIT_LONG, exit_short: EXIT_SHORT } as const;
type Decision = keyof typeof BITS;

const parametersOf = ({ params }: Strategy): Parameters => new Map(Object.entries(params ?? {}));

/** Whether a strategy decides by anything that is written, rather than by its indicator type alone. */
export const isWritten = (strategy: Strategy) => CONDITIONS.some((name) => strategy[name] !== undefined);

/** Whether any expression looks at a higher timeframe. */
export const usesHigherTimeframe = (strategy: Strategy) =>
  EXPRESSIONS.some((name) => tokens(strategy[name] ?? '').some(({ text }) => text === 'tf'));

/**
 * The flags of a strategy. Entries that are written take the place of the indicator type's, an exit that is written that
 * of its side; a strategy with written entries and no exits leaves by its stops and targets alone.
 */
export function writtenFlags(frame: Frame, strategy: Strategy, builtIn: () => Flags): Flags {
  const parameters = parametersOf(strategy);
  const enters = strategy.entry_long !== undefined || strategy.entry_short !== undefined;
  const flags = enters ? new Uint8Array(frame.series.length) : builtIn().slice();
  for (const name of Object.keys(BITS) as Decision[]) {
    // the keys of the table above
    const text = strategy[name];
    if (text === undefined) continue;
    const column = condition(text, parameters).column(frame);
    mark(flags, column, BITS[name]);
  }
  if (strategy.filter !== undefined) keepEntries(flags, condition(strategy.filter, parameters).column(frame));
  return flags;
}

/** Sets the bit where the condition holds, and takes it off elsewhere. */
function mark(flags: Flags, column: Uint8Array, bit: number): void {
  if (column.length === 1) {
    for (let i = 0; i < flags.length; i++)
      flags[i] = column[0] === TRUE ? (flags[i] as number) | bit : (flags[i] as number) & ~bit;
    return;
  }
  // TRUE is 2 and the other two are below it, so its second bit alone says whether the condition holds.
  const shift = 31 - Math.clz32(bit);
  for (let i = 0; i < flags.length; i++)
    flags[i] = ((flags[i] as number) & ~bit) | (((column[i] as number) >> 1) << shift);
}

function keepEntries(flags: Flags, column: Uint8Array): void {
  const mask = column.length === 1 ? 0 : -1;
  for (let i = 0; i < flags.length; i++) if (column[i & mask] !== TRUE) flags[i] = (flags[i] as number) & ~(BUY | SELL);
}

/** Distances in price units for each bar, or one for all; undefined where nothing is written. */
export function writtenDistances(frame: Frame, strategy: Strategy) {
  const parameters = parametersOf(strategy);
  const distance = (text: string | undefined): number | Float64Array | undefined => {
    if (text === undefined) return undefined;
    const node = quantity(text, parameters);
    return node.constant ?? node.column(frame);
  };
  return {
    stop: distance(strategy.stop),
    target: distance(strategy.target),
    trail: distance(strategy.trailing_stop),
    breakEven: distance(strategy.break_even),
    mostBars: strategy.time_stop === undefined ? undefined : timeStop(strategy.time_stop, parameters),
  };
}
