// The market of demo books: for every security a price at every moment since 2023, made by a seed. The same question has
// the same answer in every demo book and on every day, so that what was traded, charts and quotes agree.
import { type OptionContract, parseOptionSymbol } from '@zorivest/domain';
import { optionPremium } from '@zorivest/vocabulary';
import { createRandom } from './random.ts';
import { findSecurity, type DemoSecurity } from './securities.ts';
import { climate, type Weather } from './climate.ts';
import { closeOf, type Minutes, minutesOf } from './minutes.ts';
import { DAY, MINUTE, SESSION_MINUTES, Sessions } from './session.ts';

const FIRST_DAY = '2023-01-03';
/** How fast a price that went astray comes back, per day. */
const RETURN = 0.012;
/** What prices gain in a day: eight percent a year. */
const DRIFT = 0.08 / 252;
/** What the market as a whole moves in a day; a security that moves more follows it by more. */
const MARKET_VOLATILITY = 0.011;
/** The day on which prices are those in the list. */
const LISTED_ON = Date.parse('2026-01-02');

interface Session {
  readonly open: number;
  readonly close: number;
  /** What the day moves, in fractions of the price. */
  readonly volatility: number;
}

export interface DemoBar {
  readonly at: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

export const cents = (value: number): number => Math.round(value * 100) / 100;

/** A number of a name's own, for its seed (FNV-1a). */
export function seedOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

export class DemoMarket {
  readonly sessions = new Sessions(FIRST_DAY);
  readonly #walks = new Map<string, { readonly sessions: Session[]; readonly next: () => Session }>();
  readonly #weather = climate();
  /** The days that were asked for last, minute by minute. */
  readonly #minutes = new Map<string, Minutes>();
  /** Read once: a day of bars asks for the same one hundreds of times. */
  readonly #options = new Map<string, OptionContract | null>();

  /** The last price at a moment: within a session its own, else the close before it. Null for what is not traded here. */
  at(instrument: string, when: number): number | null {
    if (instrument === '/MES') {
      const index = this.at('SPY', when);
      return index === null ? null : Math.round(index * 40) / 4;
    }
    const option = this.#option(instrument);
    if (option !== null) {
      const spot = this.#spot(option.underlying, when);
      const security = findSecurity(option.underlying);
      if (spot === null || security === undefined) return null;
      const years = (Date.parse(`${option.expiry}T20:00:00Z`) - when) / (365 * DAY);
      const spread = yearly(security) * Math.sqrt(Math.max(0, years));
      return cents(optionPremium({ ...option, spot, spread }));
    }
    const price = this.#spot(instrument, when);
    return price === null ? null : cents(price);
  }

  /** What one euro is in dollars at the close of a day. */
  euro(day: string): number {
    const close = this.#spot('EUR/USD', Date.parse(day) + DAY);
    return Math.round((close ?? 1.1) * 10_000) / 10_000;
  }

  /** Bars of this many minutes, or of whole days, that begin within a range and have begun by now. */
  bars(instrument: string, range: { from: number; to: number; now: number }, minutes: number | 'day'): DemoBar[] {
    const last = Math.min(range.to, range.now);
    if (this.at(instrument, last) === null) return [];
    const bars: DemoBar[] = [];
    const end = this.sessions.count(last);
    for (let index = this.#firstFrom(range.from); index < end; index++) {
      const opens = this.sessions.opens(index);
      const step = minutes === 'day' ? SESSION_MINUTES : minutes;
      for (let minute = 0; minute < SESSION_MINUTES; minute += step) {
        const at = opens + minute * MINUTE;
        if (at > last) break;
        bars.push(this.#bar(instrument, at, Math.min(step, SESSION_MINUTES - minute), range.now));
      }
    }
    return bars;
  }

  #firstFrom(from: number): number {
    const before = this.sessions.count(from);
    // A range begins with its day: of the session that began just before it nothing is left out.
    return before > 0 && from - this.sessions.opens(before - 1) < DAY / 4 ? before - 1 : before;
  }

  #bar(instrument: string, at: number, minutes: number, now: number): DemoBar {
    const ends = Math.min(at + minutes * MINUTE, Math.max(now, at));
    const open = this.at(instrument, at) ?? 0;
    const close = this.at(instrument, ends) ?? 0;
    const { high, low, volume } = findSecurity(instrument)
      ? this.#rangeOf(instrument, at, ends)
      : this.#derivedRange(instrument, at, ends);
    return {
      at,
      open,
      high: cents(Math.max(open, close, high)),
      low: cents(Math.min(open, close, low)),
      close,
      volume: Math.round(volume),
    };
  }

  /** Of a security: every minute that has begun, with its wicks. */
  #rangeOf(ticker: string, at: number, ends: number) {
    const index = this.sessions.count(at) - 1;
    const day = this.#minutesOf(ticker, index);
    const opens = this.sessions.opens(index);
    const range = { high: -Infinity, low: Infinity, volume: 0 };
    if (day === null) return range;
    const { highs, lows, volumes } = day.traded();
    for (let minute = Math.floor((at - opens) / MINUTE); opens + minute * MINUTE < ends; minute++) {
      range.high = Math.max(range.high, highs[minute] ?? -Infinity);
      range.low = Math.min(range.low, lows[minute] ?? Infinity);
      range.volume += volumes[minute] ?? 0;
    }
    return range;
  }

  /** Of what follows from a security, an option or a future: its price now and then, and trades next to it. */
  #derivedRange(instrument: string, at: number, ends: number) {
    const random = createRandom(seedOf(`${instrument} ${at}`));
    const step = Math.max(1, Math.floor((ends - at) / MINUTE / 78)) * MINUTE;
    const range = { high: -Infinity, low: Infinity, volume: 0 };
    for (let moment = at; moment <= ends; moment += step) {
      const price = this.at(instrument, moment) ?? 0;
      range.high = Math.max(range.high, price * (1 + 0.002 * random.next()));
      range.low = Math.min(range.low, price * (1 - 0.002 * random.next()));
      range.volume += (step / MINUTE) * random.between(20, 400);
    }
    return range;
  }

  #option(instrument: string): OptionContract | null {
    let option = this.#options.get(instrument);
    if (option === undefined) {
      option = parseOptionSymbol(instrument);
      this.#options.set(instrument, option);
    }
    return option;
  }

  #spot(ticker: string, when: number): number | null {
    const index = this.sessions.count(when) - 1;
    const minute = (when - this.sessions.opens(index)) / MINUTE;
    if (minute >= SESSION_MINUTES) {
      const session = this.#session(ticker, index);
      return session === null ? null : closeOf(session);
    }
    const day = this.#minutesOf(ticker, index);
    if (day === null) return null;
    const before = Math.floor(minute);
    const from = day.prices[before] ?? 0;
    return from + ((day.prices[before + 1] ?? from) - from) * (minute - before);
  }

  #minutesOf(ticker: string, index: number): Minutes | null {
    const key = `${ticker} ${index}`;
    const known = this.#minutes.get(key);
    if (known !== undefined) return known;
    const session = this.#session(ticker, index);
    if (session === null) return null;
    const made = minutesOf(session, createRandom(seedOf(key)));
    const [oldest] = this.#minutes.keys();
    if (this.#minutes.size >= MOST_DAYS && oldest !== undefined) this.#minutes.delete(oldest);
    this.#minutes.set(key, made);
    return made;
  }

  #session(ticker: string, index: number): Session | null {
    if (index < 0) return null;
    let walk = this.#walks.get(ticker);
    if (walk === undefined) {
      const security = ticker === 'EUR/USD' ? EURO : findSecurity(ticker);
      if (security === undefined) return null;
      walk = { sessions: [], next: walkOf(security, this.#weather) };
      this.#walks.set(ticker, walk);
    }
    while (walk.sessions.length <= index) walk.sessions.push(walk.next());
    return walk.sessions[index] ?? null;
  }
}

/** A day of minutes is a few kilobytes; who looks at one looks at its neighbours. */
const MOST_DAYS = 1500;

const EURO = { ticker: 'EUR/USD', price: 1.1, volatility: 0.004 } as const;

const yearly = ({ volatility }: DemoSecurity): number => volatility * Math.sqrt(252);

/** Session after session: with the market and by its own chance away from the usual price, and slowly back. */
function walkOf(
  { ticker, price, volatility }: Pick<DemoSecurity, 'ticker' | 'price' | 'volatility'>,
  weatherOn: (session: number) => Weather,
): () => Session {
  const random = createRandom(seedOf(ticker));
  const isCurrency = ticker === EURO.ticker;
  const drift = isCurrency ? 0 : DRIFT;
  const listedAfter = ((LISTED_ON - Date.parse(FIRST_DAY)) / DAY) * (252 / 365);
  const follows = isCurrency ? 0 : volatility / MARKET_VOLATILITY;
  let day = 0;
  let stray = 0;
  let close = price * Math.exp(-drift * listedAfter);
  return () => {
    const { level, roughness } = weatherOn(day);
    const usual = price * Math.exp(drift * (day - listedAfter));
    const moves = isCurrency ? volatility : volatility * roughness;
    day += 1;
    stray = stray * (1 - RETURN) + moves * random.normal() * 0.95;
    const surprise = random.chance(0.04) ? 3 : 1;
    const open = close * (1 + moves * 0.35 * surprise * random.normal());
    close = usual * Math.exp(level * follows + stray);
    return { open, close, volatility: moves };
  };
}
