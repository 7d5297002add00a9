// What a trade is called wherever a person reads of it: an option is not its underlying.
import { dayAndMonth } from './days.ts';

export interface NamedTrade {
  readonly instrument: string;
  readonly underlying?: string | null | undefined;
  /** What its legs form, such as `iron condor`. */
  readonly strategy?: string | null | undefined;
  /** Of a structure, one for each. */
  readonly legs?: readonly unknown[] | undefined;
  /** The day on which its contracts end, the first of them; `YYYY-MM-DD`. */
  readonly expires_on?: string | null | undefined;
}

/** As the journal stores a contract: `AAPL 260320 C 200`. */
const CONTRACT = /^(\S+(?: \S+)?) (\d\d)(\d\d)(\d\d) ([CP]) (\d+(?:\.\d+)?)$/;

/** `SPY iron condor · 4 legs · 20 Nov`, `AAPL 200 call · 20 Mar`, `AAPL`. */
export function nameTrade({ instrument, underlying, strategy, legs = [], expires_on }: NamedTrade): string {
  const contract = CONTRACT.exec(instrument);
  if (legs.length < 2 && contract !== null) {
    const [, root = '', year, month, day, right, strike = ''] = contract;
    const kind = right === 'C' ? 'call' : 'put';
    return `${root} ${strike} ${kind} · ${dayAndMonth(`20${year}-${month}-${day}`)}`;
  }
  if (legs.length < 2) return instrument;
  const root = underlying ?? instrument;
  const what = strategy === null || strategy === undefined ? root : `${root} ${strategy.toLowerCase()}`;
  const ends = expires_on === null || expires_on === undefined ? [] : [dayAndMonth(expires_on)];
  return [what, `${legs.length} legs`, ...ends].join(' · ');
}
