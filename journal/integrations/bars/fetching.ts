// Bars around trades, asked of providers after an import: minutes where they have them, else five, and days always. Within their
// limits, newest trades first; what nobody has is not asked for again until the service starts anew.
import { barsWanted, trimBars } from '@zorivest/analytics';
import { isTicker, type MarketService, NoProvider } from '@zorivest/market';
import type { Call } from '@zorivest/store';
import type { BarInterval } from '@zorivest/vocabulary';

const DAY_MS = 86_400_000;
/** A trade held for longer is followed by days. */
const LONGEST_IN_MINUTES = 7 * DAY_MS;
/** What is asked for in one go; the next change goes on. */
const MOST_ASKED = 500;
const DAYS_BEFORE = 45;
const DAYS_AFTER = 20;

export class BarFetching {
  readonly #market: MarketService;
  /** A demo book has its market at hand, and a person may not want it. */
  readonly #isOff: () => boolean;
  readonly #asked = new Set<string>();

  constructor(market: MarketService, isOff: () => boolean) {
    this.#market = market;
    this.#isOff = isOff;
  }

  async run(call: Call): Promise<void> {
    if (this.#isOff()) return;
    let left = MOST_ASKED;
    for (const { ticker, start, end, held } of await barsWanted(call)) {
      if (left <= 0 || call.signal.aborted) break;
      if (!isTicker(ticker)) continue;
      const around = {
        start: shift(start, -DAYS_BEFORE),
        end: least(shift(end, DAYS_AFTER), call.now().toISOString().slice(0, 10)),
      };
      const days = await this.#ask(call, { ticker, interval: '1d', ...around });
      if (days === 'nobody') break;
      left -= days === 'known' ? 0 : 1;
      if (held > LONGEST_IN_MINUTES) continue;
      for (const interval of ['1m', '5m'] as const) {
        const found = await this.#ask(call, { ticker, interval, start, end });
        left -= found === 'known' ? 0 : 1;
        if (found === 'found' || found === 'known') break;
      }
    }
    await trimBars(call);
  }

  async #ask(call: Call, query: { ticker: string; interval: BarInterval; start: string; end: string }) {
    const key = JSON.stringify(query);
    if (this.#asked.has(key)) return 'known';
    this.#asked.add(key);
    try {
      const bars = await this.#market.bars(query, { signal: call.signal, patient: true });
      return bars.length > 0 ? 'found' : 'none';
    } catch (error) {
      if (!(error instanceof NoProvider)) throw error;
      if (error.reasons.length > 0) return 'none';
      // Nobody is set up: asking for the next would end the same way, and may not later.
      this.#asked.delete(key);
      return 'nobody';
    }
  }
}

function shift(day: string, by: number): string {
  return new Date(Date.parse(day) + by * DAY_MS).toISOString().slice(0, 10);
}

function least(a: string, b: string): string {
  return a < b ? a : b;
}
