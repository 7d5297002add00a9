// What a strategy's expressions say, evaluated on a frame of bars.
import { TRUE } from '../language/columns.ts';
import { condition, quantity } from '../language/compile.ts';
import type { Frame } from '../language/frame.ts';
import type { Parameters } from '../language/scope.ts';
import { tokens } from '../language/token.ts';
import { CONDITIONS, EXPRESSIONS, timeStop } from '../request/expressions.ts';
import type { Strategy } from '../request/schema.ts';
import { BUY, EXIT_LONG, EXIT_SHORT, SELL, type Flags } from '../indicators/flags.ts';

type Decision = 'entry_long' | 'entry_short' | 'exit_long' | 'exit_short';

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
  const columnOf = (name: Decision): Uint8Array | undefined => {
    const text = strategy[name];
    if (text === undefined) return undefined;
    const column = condition(text, parameters).column(frame);
    return column.length === flags.length ? column : new Uint8Array(flags.length).fill(column[0]);
  };
  mark(flags, columnOf('entry_long'), columnOf('entry_short'), columnOf('exit_long'), columnOf('exit_short'));
  if (strategy.filter !== undefined) keepEntries(flags, condition(strategy.filter, parameters).column(frame));
  return flags;
}

/** Sets each bit where its condition holds and takes it off elsewhere; a condition that is not given leaves it as it is. */
function mark(flags: Flags, buy?: Uint8Array, sell?: Uint8Array, exitLong?: Uint8Array, exitShort?: Uint8Array): void {
  const none = new Uint8Array(flags.length);
  const signals = [buy ?? none, sell ?? none, exitLong ?? none, exitShort ?? none] as const;
  const unchanged = (buy ? 0 : BUY) | (sell ? 0 : SELL) | (exitLong ? 0 : EXIT_LONG) | (exitShort ? 0 : EXIT_SHORT);
  // Four bars at a time, as far as every column lies on whole words.
  const wordCount = [flags, ...signals].every(({ byteOffset }) => byteOffset % 4 === 0) ? flags.length >> 2 : 0;
  const word = (column: Uint8Array) => new Uint32Array(column.buffer, column.byteOffset, wordCount);
  mix(word(flags), signals.map(word), unchanged * EACH, TRUE * EACH, BUY * EACH);
  const rest = (column: Uint8Array) => column.subarray(wordCount * 4);
  mix(rest(flags), signals.map(rest), unchanged, TRUE, BUY);
}

/** One byte of a word each. */
const EACH = 0x01010101;

/** TRUE alone has the second bit, so that it can be moved to where each flag is without looking at it. */
function mix<T extends Uint8Array | Uint32Array>(
  flags: T,
  columns: readonly T[],
  unchanged: number,
  truth: number,
  first: number,
): void {
  const [a, b, c, d] = columns as unknown as readonly [T, T, T, T]; // buy, sell, exit long, exit short
  for (let i = 0; i < flags.length; i++) {
    flags[i] =
      (flags[i] & unchanged) | ((a[i] >>> 1) & first) | (b[i] & truth) | ((c[i] & truth) << 1) | ((d[i] & truth) << 2);
  }
}

function keepEntries(flags: Flags, column: Uint8Array): void {
  const mask = column.length === 1 ? 0 : -1;
  for (let i = 0; i < flags.length; i++) if (column[i & mask] !== TRUE) flags[i] = flags[i] & ~(BUY | SELL);
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
