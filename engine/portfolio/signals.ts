// Entries and exits of each symbol, given bar by bar or as expressions over its own bars and those of the others.
import { TRUE } from '../language/columns.ts';
import { condition } from '../language/compile.ts';
import { framesOf } from './frames.ts';
import type { PortfolioInput, SignalColumn, SignalInput } from './input.ts';
import type { Market } from './market.ts';

export interface SymbolSignals {
  readonly s: number;
  readonly entry: boolean;
  readonly exit: boolean;
}

const isShared = (signals: NonNullable<PortfolioInput['signals']>): signals is SignalInput =>
  'entries' in signals && (typeof signals.entries === 'string' || Array.isArray(signals.entries));

/** What each bar of the calendar says; undefined where signals are not asked for. */
export function decideSignals(
  market: Market,
  { signals, params = {}, time_zone = 'UTC' }: PortfolioInput,
): ((bar: number) => readonly SymbolSignals[]) | undefined {
  if (signals === undefined) return undefined;
  const parameters = new Map(Object.entries(params));
  let frames: ReturnType<typeof framesOf> | undefined;
  /** One for all symbols that are asked the same. */
  const compiled = new Map<string, ReturnType<typeof condition>>();
  const onCalendar = (s: number, column: SignalColumn | undefined): Uint8Array => {
    const out = new Uint8Array(market.times.length);
    const { at, rowsAt } = market.bars[s];
    if (typeof column === 'string') {
      frames ??= framesOf(market, time_zone);
      const node = compiled.get(column) ?? condition(column, parameters, { across: true });
      compiled.set(column, node);
      const truths = node.column(frames[s]);
      for (let k = 0; k < at.length; k++) out[at[k]] = truths[truths.length === 1 ? 0 : k] === TRUE ? 1 : 0;
    } else
      for (const [k, value] of (column ?? []).entries()) {
        const bar = rowsAt[k];
        if (bar === undefined)
          throw new RangeError(`signals: ${market.symbols[s]} has ${rowsAt.length} bars, not ${column?.length}`);
        out[bar] = value === true ? 1 : 0;
      }
    return out;
  };
  const columns = market.symbols.flatMap((symbol, s) => {
    const own = isShared(signals) ? signals : signals[symbol];
    return own === undefined ? [] : [{ s, entries: onCalendar(s, own.entries), exits: onCalendar(s, own.exits) }];
  });
  return (bar) => {
    const found: SymbolSignals[] = [];
    for (const { s, entries, exits } of columns)
      if (entries[bar] !== 0 || exits[bar] !== 0) found.push({ s, entry: entries[bar] === 1, exit: exits[bar] === 1 });
    return found;
  };
}
