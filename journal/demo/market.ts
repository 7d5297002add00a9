// The market of demo books: for every security a price at every moment since 2023, made by a seed. The same question has
// the same answer in every demo book and on every day, so that what was traded, charts and quotes agree.
import { type OptionContract, parseOptionSymbol } from '@zorivest/domain';
import { optionPremium } from './premium.ts';
import { createRandom } from './random.ts';
import { findSecurity, type DemoSecurity } from './securities.ts';
import { DAY, MINUTE, SESSION_MINUTES, Sessions } from './session.ts';

const FIRST_DAY = '2023-01-03';
/** How fast a price that went astray comes back, per day. */
const RETURN = 0.012;
/** What prices gain in a day: eight percent a year. */
const DRIFT = 0.08 / 252;
/** The day on which prices are those in the list. */
const LISTED_ON = Date.parse('2026-01-02');

interface Session {
  readonly open: number;
  readonly close: number;
  /** How far the day strays from the straight way between the two, in fractions of the price. */
  readonly waves: readonly [number, number, number, number];
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
      return cents(optionPremium({ ...option, spot, years, volatility: yearly(security) }));
    }
    const price = this.#spot(instrument, when);
    return price === null ? null : cents(price);
  }

  /** What one euro is in dollars at the close of a day. */
  euro(day: string): number {
    const close = this.#spot('EUR/USD', Date.parse(day) + DAY);
    return Math.round((close ?? 1.1) * 10_000) / 10_000;
  }

  /** Bars of so many minutes, or of whole days, that begin within a range and have begun by now. */
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
    const samples: number[] = [];
    const step = Math.max(1, Math.floor(minutes / 26)) * MINUTE;
    for (let moment = at; moment < ends; moment += step) samples.push(this.at(instrument, moment) ?? 0);
    samples.push(this.at(instrument, ends) ?? 0);
    const random = createRandom(seedOf(`${instrument} ${at}`));
    return {
      at,
      open: samples[0] ?? 0,
      high: Math.max(...samples),
      low: Math.min(...samples),
      close: samples.at(-1) ?? 0,
      volume: Math.round(minutes * random.between(8000, 40_000)),
    };
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
    const session = this.#session(ticker, index);
    if (session === null) return null;
    const part = Math.min(1, (when - this.sessions.opens(index)) / (SESSION_MINUTES * MINUTE));
    return priceWithin(session, part);
  }

  #session(ticker: string, index: number): Session | null {
    if (index < 0) return null;
    let walk = this.#walks.get(ticker);
    if (walk === undefined) {
      const security = ticker === 'EUR/USD' ? EURO : findSecurity(ticker);
      if (security === undefined) return null;
      walk = { sessions: [], next: walkOf(security) };
      this.#walks.set(ticker, walk);
    }
    while (walk.sessions.length <= index) walk.sessions.push(walk.next());
    return walk.sessions[index] ?? null;
  }
}

const EURO = { ticker: 'EUR/USD', price: 1.1, volatility: 0.004 } as const;

const yearly = ({ volatility }: DemoSecurity): number => volatility * Math.sqrt(252);

/** Session after session: away from the usual price by chance, and slowly back. */
function walkOf({ ticker, price, volatility }: Pick<DemoSecurity, 'ticker' | 'price' | 'volatility'>): () => Session {
  const random = createRandom(seedOf(ticker));
  const drift = ticker === EURO.ticker ? 0 : DRIFT;
  const listedAfter = ((LISTED_ON - Date.parse(FIRST_DAY)) / DAY) * (252 / 365);
  let day = 0;
  let stray = 0;
  let close = price * Math.exp(-drift * listedAfter);
  return () => {
    const usual = price * Math.exp(drift * (day - listedAfter));
    day += 1;
    stray = stray * (1 - RETURN) + volatility * random.normal() * 1.4;
    const open = close * (1 + volatility * 0.35 * random.normal());
    close = usual * Math.exp(stray);
    const wave = () => volatility * 0.5 * random.normal();
    return { open, close, waves: [wave(), wave(), wave() * 0.6, wave() * 0.4] };
  };
}

/** From the open to the close on a way that bends and never leaves its two ends. */
function priceWithin({ open, close, waves }: Session, part: number): number {
  const straight = open + (close - open) * part;
  const bend = waves.reduce((sum, size, i) => sum + size * Math.sin(Math.PI * (2 * i + 1) * part), 0);
  return straight * (1 + bend);
}
