// Rates as everything that converts uses them: the one of a day, or the last within a week before it.
import { DAY_MS } from '../calendar/day.ts';
import { Decimal } from '../money/index.ts';

/** Markets close for weekends and feasts; an older rate than this says nothing about the day. */
const OLDEST_DAYS = 7;

/** Most pairs are quoted against one of these. */
const BRIDGES = ['EUR', 'USD'] as const;

export interface Rate {
  readonly rate: Decimal;
  /** The day it is of, in days since 1970. */
  readonly day: number;
  readonly source: string;
}

interface History {
  readonly days: number[];
  readonly rates: Omit<Rate, 'day'>[];
}

export interface RateRow {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly base: string;
  readonly quote: string;
  /** One of the base in the quote. */
  readonly rate: string;
  readonly source: string;
}

/** All known rates, ready to be asked a million times. */
export class Rates {
  readonly #pairs = new Map<string, History>();
  /** By pair, then by day. */
  readonly #known = new Map<string, Map<number, Rate | null>>();

  /** The rows are in order of days. */
  constructor(rows: readonly RateRow[]) {
    for (const { date, base, quote, rate, source } of rows) {
      const key = `${base}/${quote}`;
      let history = this.#pairs.get(key);
      if (history === undefined) this.#pairs.set(key, (history = { days: [], rates: [] }));
      history.days.push(Date.parse(date) / DAY_MS);
      history.rates.push({ rate: new Decimal(rate), source });
    }
  }

  /** What one unit was worth in the other currency on a day; null where neither they nor a bridge say. */
  on(day: number, base: string, quote: string): Rate | null {
    if (base === quote) return { rate: ONE, day, source: 'the same' };
    const key = `${base}/${quote}`;
    let days = this.#known.get(key);
    if (days === undefined) this.#known.set(key, (days = new Map()));
    let known = days.get(day);
    if (known === undefined)
      days.set(day, (known = this.#findQuote(day, base, quote) ?? this.#across(day, base, quote)));
    return known;
  }

  /** Every day on which something about the pair or its bridges is known. */
  days(base: string, quote: string): number[] {
    const pairs = [
      [base, quote],
      ...BRIDGES.flatMap((bridge) => [
        [base, bridge],
        [bridge, quote],
      ]),
    ];
    const days = pairs.flatMap(([a, b]) => [
      ...(this.#pairs.get(`${a}/${b}`)?.days ?? []),
      ...(this.#pairs.get(`${b}/${a}`)?.days ?? []),
    ]);
    return [...new Set(days)].toSorted((a, b) => a - b);
  }

  /** As given, either way round: the newer of the two. */
  #findQuote(day: number, base: string, quote: string): Rate | null {
    const direct = this.#last(day, base, quote);
    const reverse = this.#last(day, quote, base);
    if (reverse === null || (direct !== null && direct.day >= reverse.day)) return direct;
    return { ...reverse, rate: ONE.div(reverse.rate) };
  }

  #across(day: number, base: string, quote: string): Rate | null {
    for (const bridge of BRIDGES) {
      if (bridge === base || bridge === quote) continue;
      const [to, from] = [this.#findQuote(day, base, bridge), this.#findQuote(day, bridge, quote)];
      if (to !== null && from !== null)
        return {
          rate: to.rate.times(from.rate),
          day: Math.min(to.day, from.day),
          source: `${to.source}, through ${bridge}`,
        };
    }
    return null;
  }

  #last(day: number, base: string, quote: string): Rate | null {
    const history = this.#pairs.get(`${base}/${quote}`);
    if (history === undefined) return null;
    let [low, high] = [0, history.days.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((history.days[middle] ?? Infinity) <= day) low = middle + 1;
      else high = middle;
    }
    const [found, rate] = [history.days[low - 1], history.rates[low - 1]];
    return found === undefined || rate === undefined || day - found > OLDEST_DAYS ? null : { ...rate, day: found };
  }
}

const ONE = new Decimal(1);
